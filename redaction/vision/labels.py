"""Which lines of a screen are field labels or column headers. The words are the text engine's own (redaction.text)."""

from __future__ import annotations

import re
from functools import lru_cache

from redaction.findings import Kind
from redaction.text.labels import label_kind as text_label_kind
from redaction.text.names import name_lists
from redaction.text.words import CALENDAR, is_word

#: Labels that stand over people and things alike: what is under them must itself look like the kind.
_WEAK = re.compile(
    "name|users?|account|to|from|with|contact|customer|client|member|host|owner|lead|leader|partner|entity|people"
    "|resource|references?|guest|driver|alias|agency|display name|login|billing|shipping|bill to|ship to|assigned"
    "|author|reviewer|signature|subsidiary"
)
_INLINE = re.compile(r"^([A-Za-z][A-Za-z' /-]{1,28}?)\s*:\s*(?=\S)")
#: Weak labels over columns of people who may be told by their log-in names.
_LOGINS = re.compile("users?|member|owner|alias|login|assigned|author|reviewer")
_LOGIN_WORD = re.compile(r"[A-Za-z][a-z0-9]*(?:[._-][a-z0-9]+){0,3}")
#: Labels under which a single capitalised word is a name even when the dictionary has it.
_NAMES_ONLY = re.compile("(?:first|last|given|family|middle) name|surname|forename|nachname|vorname")
_TRIM = re.compile(r"^[\s*•\-–>○●□☐#]+|[\s:*?.…▲▼↑↓^~∨∧⌄]+$")
_NAME_LIKE = re.compile(
    r"^[^\W\d_a-z][\w'’.-]*(?:[ ,]+(?:[^\W\d_a-z][\w'’.-]*|de|la|van|von|der|den|bin|al|da|dos|del|y)){0,4}$"
)


_CODE = re.compile(r"^[A-Z]{2,4}-[A-Z]{2,6}$")
_FILE = re.compile(r"\.[a-z0-9]{2,4}$")
_HANDLE = re.compile(r"^@?[a-z][a-z0-9]*(?:[._-][a-z0-9]+){1,3}$|^@[A-Za-z][\w.-]{2,}$")
_NUMBER = re.compile(r"\b(?:no|nr)\.?$", re.IGNORECASE)
_DATE = re.compile(r"\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4}")
_ALIASES = re.compile(
    r"(?:identification|identity(?: card)?|id|visa|(?:work |residence )?permit|passport) (?:no|nr|number)\.?|ssn no",
    re.IGNORECASE,
)
PERSON = "Participant"
"""The label given to lines that the layout shows to be people."""


def label_kind(text: str) -> Kind | None:
    """The kind of value that a field label or column header announces, or None when the text is no known label."""
    return text_label_kind(engine_label(text)) if 2 <= len(clean_label(text)) <= 32 else None


def inline_label(text: str) -> tuple[str, int] | None:
    """The label of "Label: value" and where the value begins, or None."""
    inline = _INLINE.match(text)
    return (inline.group(1), inline.end()) if inline and label_kind(inline.group(1)) else None


def is_weak(text: str) -> bool:
    """True for labels that name people and things alike ("Name", "To")."""
    return bool(_WEAK.fullmatch(clean_label(text).lower()))


def clean_label(text: str) -> str:
    """The label without its colon, asterisk, question mark or sort arrow."""
    return " ".join(_TRIM.sub("", _TRIM.sub("", text)).split())


def engine_label(text: str) -> str:
    """The label in words that the text engine knows: "Contact No." is a contact number, "S.S.N." an SSN."""
    cleaned = clean_label(text)
    if re.fullmatch(r"(?:\w\.)+\w", cleaned):
        cleaned = cleaned.replace(".", "")
    cleaned = _apart(cleaned)
    return _NUMBER.sub("number", _ALIASES.sub("national id", cleaned))


@lru_cache(maxsize=20_000)
def _apart(label: str) -> str:
    """A label whose space was lost or never written: "Accesscode" is an access code."""
    if 7 <= len(label) <= 24 and label.isalpha() and not is_word(label) and text_label_kind(label) is None:
        for at in range(3, len(label) - 2):
            first, second = label[:at], label[at:]
            if is_word(first) and is_word(second) and text_label_kind(f"{first} {second}"):
                return f"{first} {second}"
    return label


def name_like(text: str) -> bool:
    """Shaped like a person's name: one to five capitalised words, no digits."""
    shown = re.sub(r"^l(?=[bcdfghjkmnpqrstvwxz])", "I", text.strip())  # small l for capital I: "lngrid"
    if any(c.isdigit() for c in shown):
        return False
    return len(text) >= 3 and bool(_NAME_LIKE.match(shown)) and not _FILE.search(text) and not _CODE.match(shown)


def handle_like(text: str) -> bool:
    """Shaped like a log-in name: jane.doe, @jane."""
    return bool(_HANDLE.match(text.strip()))


def login_column(label: str) -> bool:
    """True for weak labels over people that may stand there with their log-in names: "Login", "Author"."""
    return bool(_LOGINS.fullmatch(clean_label(label).lower()))


def login_word(text: str) -> bool:
    """One word in small letters that no dictionary has, perhaps with digits, dots or underscores: a log-in's shape."""
    shown = text.strip()
    if not 3 <= len(shown) <= 32 or not _LOGIN_WORD.fullmatch(shown) or _FILE.search(shown):
        return False
    words = re.findall(r"[A-Za-z]+", shown)
    return not all(is_word(word) for word in words) or bool(re.fullmatch(r"[a-z]{3,}\d{2,4}", shown))


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


def ordinary(text: str) -> bool:
    """Nothing but dictionary words, none of which is a first name as well: "Send Message"."""
    tokens = re.findall(r"[^\W\d_]+", text)
    return not tokens or all(is_word(t) and not (len(tokens) > 1 and name_lists().is_first(t)) for t in tokens)


def first_name(text: str) -> bool:
    """A first name and nothing else, though it may be a word as well: Will, Grace, Mark. Months and days are none."""
    word = text.strip()
    return word.isalpha() and word.istitle() and word.lower() not in CALENDAR and name_lists().is_first(word)


def plausible(label: str, value: str, *, near: bool) -> bool:
    """May `value` stand under `label`? Placeholders never do; ordinary words only right of a telling label (`near`)."""
    if value.rstrip().endswith(("...", "…")) and "@" not in value:
        return False
    kind = label_kind(label)
    digits = sum(c.isdigit() for c in value)
    if kind is Kind.PHONE and (digits < 5 or _DATE.fullmatch(value.strip())):
        return False
    if kind is Kind.USERNAME and digits >= 7:
        return True  # a telephone number that serves as a log-in
    if kind in (Kind.PERSON, Kind.COMPANY, Kind.ADDRESS, Kind.USERNAME, Kind.SECRET):
        words = re.findall(r"[^\W\d_]+", value)
        known = any(name_lists().is_name(word) for word in words)
        if kind is Kind.PERSON and len("".join(words)) < 3 and "".join(words).isascii() and not known:
            return False
        if len(words) > 1 and label_kind(words[-1]) and ordinary(" ".join(words[:-1])):
            return False  # a label or a button of its own: "Change password"
        if kind is Kind.PERSON and first_name(value):
            return True
        if ordinary(value):
            if _NAMES_ONLY.fullmatch(clean_label(label).lower()):
                return near and name_like(value)
            return near and not is_weak(label) and len(words) > 1
    return True
