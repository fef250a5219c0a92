"""Which lines of a screen are field labels or column headers. The words are the text engine's own (redaction.text)."""

from __future__ import annotations

import re
from functools import lru_cache

from redaction.findings import Kind
from redaction.lexicon.forms import PARTICLES
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import day, first_name, fits, login_word, name_like, ordinary
from redaction.lexicon.vocabulary import LabelSpec, completed, occurs, spec_of_label
from redaction.lexicon.words import is_word
from redaction.page.page_language import common, in_english

_INLINE = re.compile(r"^[\s•·*–-]*([^\W\d_][^\W_][\w'’ /.()#&°º№-]{0,38}?)\s*[:：]\s*(?=\S)")
_DOTTED = re.compile(r"[a-z][a-z_]+(?:\.[a-z_]{2,})+")
_LONGEST, _LONGEST_NUMBER = 44, 48
"""Characters of a label, and of a number or a date under one."""
_COLON = re.compile(r"(?<=[\w.)#]) ?[:：](?: +(?=\S)|$)")
_PART = re.compile(r"\S+")
_ENDS = "|·•,;–—"
_WORDS = 5
_CUT = re.compile(r"(?:…|(?<!\.)\.{2,}+)$")
#: Labels under which a single capitalised word is a name even when the dictionary has it.
_NAMES_ONLY = re.compile("(?:first|last|given|family|middle) name|surname|forename|nachname|vorname")
_TRIM = re.compile(r"^[\s*•\-–>○●□☐#]+|(?<![\s:*?.…▲▼↑↓^~∨∧⌄])[\s:*?.…▲▼↑↓^~∨∧⌄]++$")


_DOCUMENT = re.compile(
    r"(?P<stem>.+)\.(?:od[gpst]|docx?|xlsx?|pptx?|pdf|csv|tsv|txt|rtf|eml|png|jpe?g)$", re.IGNORECASE
)
_NUMBER = re.compile(r"\b(?:no|nr)\.?$", re.IGNORECASE)
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?$", re.IGNORECASE)
_DATE = re.compile(r"\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4}")
_ALIASES = re.compile(
    r"(?:identification|identity(?: card)?|id|visa|(?:work |residence )?permit|passport) (?:no|nr|number)\.?|ssn no",
    re.IGNORECASE,
)
PERSON = "Participant"
"""The label given to lines that the layout shows to be people."""


@lru_cache(maxsize=20_000)
def announced(text: str) -> LabelSpec | None:
    """What a line promises as a field label or column header, or None when it is no known label."""
    if _DOTTED.fullmatch(text):
        return None  # a name in a program: "user.login"
    if sum(c.isdigit() for c in text) > 2:
        return None  # a label with its value: "MRN 11920911"
    return spec_of_label(engine_label(text)) if 2 <= len(clean_label(text)) <= _LONGEST else None


def label_kind(text: str) -> Kind | None:
    """The kind of value that a label announces; None for no known label, and for words that are labels only beside a
    value of a certain shape ("Main" beside a telephone number)."""
    told = announced(text)
    return told.kind if told is not None and not told.shape else None


def inline_label(text: str) -> tuple[str, int] | None:
    """The label of "Label: value" and where the value begins, or None."""
    inline = _INLINE.match(text)
    return (inline.group(1), inline.end()) if inline and announced(inline.group(1)) else None


def inline_labels(text: str) -> list[tuple[str, int, int]]:
    """Every label of a line such as "Owner: Nadia Brink  Status: open  Tel.: 555 0199", with the places where its value
    begins and ends. An unknown label ends the value before it, too."""
    first = inline_label(text)
    colons = list(_COLON.finditer(text))
    if len(colons) < 2:
        return [(*first, len(text))] if first else []
    begins: list[int] = []
    for at, colon in enumerate(colons):
        words = list(_PART.finditer(text, colons[at - 1].end() if at else 0, colon.start()))
        after = max((k + 1 for k, word in enumerate(words) if word.group()[-1] in _ENDS), default=0)
        words = words[after:][-_WORDS:]
        begins.append(_begin(text, words, colon.start()) if words else colon.start())
    ends = [*begins[1:], len(text)]
    out = []
    for begin, colon, end in zip(begins, colons, ends, strict=True):
        label, value = text[begin : colon.start()].strip(), text[colon.end() : end].rstrip(_ENDS + " ")
        if announced(label) and value:
            out.append((label, colon.end(), colon.end() + len(value)))
    return out


def _begin(text: str, words: list[re.Match[str]], colon: int) -> int:
    """Where the label before a colon begins: with the most words that are one, all of which labels are made of; else
    with its last word."""
    for word in words:
        if occurs(word.group()) and announced(text[word.start() : colon]):
            return word.start()
    return words[-1].start()


def is_weak(text: str) -> bool:
    """True for labels that name people and things alike ("Name", "To")."""
    told = announced(text)
    return told is not None and told.weak


def suits(label: str, value: str) -> bool:
    """Whether a value may be what a label beside it or above it promises: anything under a strong one, a name or a
    log-in under a weak one, what has the shape under one that needs it."""
    told = announced(label)
    if told is None:
        return False
    if told.shape:
        return _fits(told, value)
    if not told.weak or name_like(value):
        return True
    return (told.logins or told.kind is Kind.USERNAME) and login_word(value)


def clean_label(text: str) -> str:
    """The label without its colon, asterisk, question mark or sort arrow."""
    return " ".join(_TRIM.sub("", _TRIM.sub("", text)).split())


def engine_label(text: str) -> str:
    """The label in words that the text engine knows: "Contact No." is a contact number, "S.S.N." an SSN."""
    cleaned = clean_label(text)
    if _CUT.search(text.rstrip()) and spec_of_label(cleaned) is None:
        return completed(cleaned) or cleaned
    if re.fullmatch(r"(?:\w\.)+\w", cleaned):
        cleaned = cleaned.replace(".", "")
    cleaned = _apart(cleaned)
    return _NUMBER.sub("number", _ALIASES.sub("national id", cleaned))


@lru_cache(maxsize=20_000)
def _apart(label: str) -> str:
    """A label whose space was lost or never written: "Accesscode" is an access code."""
    if 7 <= len(label) <= 24 and label.isalpha() and not is_word(label) and spec_of_label(label) is None:
        for at in range(3, len(label) - 2):
            first, second = label[:at], label[at:]
            if is_word(first) and is_word(second) and _strong(f"{first} {second}"):
                return f"{first} {second}"
    return label


def _strong(label: str) -> bool:
    told = spec_of_label(label)
    return told is not None and not told.shape


def login_column(label: str) -> bool:
    """True for labels over people that may stand there with their log-in names: "Login", "Author", "Released by"."""
    told = announced(label)
    return told is not None and told.logins


def rests_on_others(label: str, value: str, *, single: bool) -> bool:
    """Whether `value` is too short or too ordinary to be told by the header `label` alone, but may be what it says.
    An ordinary word may be a name among names of one word (`single`): not "Sales" in a column of full names."""
    words = re.findall(r"[^\W\d_]+", value)
    if not words or not all(word[0].isupper() for word in words) or any(c.isdigit() for c in value):
        return False
    kind = label_kind(label)
    if kind is Kind.COMPANY:
        return 2 <= len(words) <= 4
    if kind is not Kind.PERSON:
        return False
    if len(words) > 1:
        return len(words) <= 3 and name_lists().is_first(words[0])
    names_only = single or name_lists().is_first(words[0]) or bool(_NAMES_ONLY.fullmatch(clean_label(label).lower()))
    return len(words[0]) > 1 and (names_only or not is_word(words[0]))


def plain(text: str) -> bool:
    """Ordinary English, or on a page in another language nothing but words of it, single letters and small words such
    as "de" aside ("Tipo B"). A first name is none of them."""
    if ordinary(text) or in_english():
        return ordinary(text)
    tokens = [t for t in re.findall(r"[^\W\d_]+", text) if len(t) > (2 if t.islower() else 1)]
    several = len(tokens) > 1
    return bool(tokens) and all(common(t) and not (several and name_lists().is_first(t)) for t in tokens)


def _fits(told: LabelSpec, value: str) -> bool:
    """Whether a value has the shape that a label asks for, and is more than words of the page's language."""
    return fits(told.shape, value) and (in_english() or not plain(value))


def _worded(value: str) -> bool:
    """Whether a number counts something: "3 North", "14 days"."""
    return any(is_word(word) for word in re.findall(r"(?<![\w-])[^\W\d_]{3,}(?![\w-])", value))


def _names(value: str) -> bool:
    return any(name_lists().is_name(word) for word in re.findall(r"[^\W\d_]+", value))


def _sentence(value: str) -> bool:
    """Words of a sentence, or a label with its own value, where a name was promised."""
    small = [word for word in value.split() if word.islower() and is_word(word) and word not in PARTICLES]
    return bool(re.search(r"\w ?: ?\w", value)) or len(small) > 1


def plausible(label: str, value: str, *, near: bool) -> bool:
    """May `value` stand under `label`? Placeholders never do; ordinary words only right of a telling label (`near`)."""
    if value.rstrip().endswith(("...", "…")) and "@" not in value:
        return False
    told = announced(label)
    if told is None:
        return False
    if told.shape:
        return _fits(told, value)
    kind = told.kind
    document = _DOCUMENT.match(value.strip())
    if kind is Kind.COMPANY and document and ordinary(document["stem"]):
        return False
    digits = sum(c.isdigit() for c in value)
    letters = sum(c.isalpha() for c in value)
    if kind is Kind.ID and _CLOCK.search(value):
        return False
    if kind is Kind.ID and (not digits or digits + letters < 3 or len(value) > _LONGEST_NUMBER or _worded(value)):
        return False
    if kind is Kind.DATE_OF_BIRTH and not day(value):
        return False
    if kind is Kind.PHONE and (letters > max(digits, 4) or (letters >= 3 and day(value))):
        return False
    if kind is Kind.PERSON and re.fullmatch(r"([A-Z]{2,4})( \1)*", value.strip()) and not _names(value):
        return False  # an abbreviation, perhaps twice
    if kind is Kind.PERSON and (_sentence(value) or (digits >= 4 and not login_word(value))):
        return False
    if kind is Kind.PHONE and (digits < 5 or _DATE.fullmatch(value.strip())):
        return False
    if kind is Kind.USERNAME and (digits >= 7 or (digits and login_word(value))):
        return True  # a telephone number that serves as a log-in, or a word with a number
    if kind in (Kind.PERSON, Kind.COMPANY, Kind.ADDRESS, Kind.USERNAME, Kind.SECRET):
        words = re.findall(r"[^\W\d_]+", value)
        if kind is Kind.PERSON and len("".join(words)) < 3 and "".join(words).isascii() and not _names(value):
            return False
        if len(words) > 1 and label_kind(words[-1]) and ordinary(" ".join(words[:-1])):
            return False  # a label or a button of its own: "Change password"
        if kind is Kind.PERSON and first_name(value):
            return True
        if kind is Kind.COMPANY and not near and plain(value):
            return False
        if ordinary(value):
            if _NAMES_ONLY.fullmatch(clean_label(label).lower()):
                return near and name_like(value)
            return near and not is_weak(label) and len(words) > 1
    return True
