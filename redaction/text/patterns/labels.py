"""Field labels as evidence: a value beside "Employee" is a person, whatever it looks like."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.spec import WITH_DIGITS, Value
from redaction.kinds.table import written_as
from redaction.lexicon.forms import PARTICLES
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.lookalikes import MARKS
from redaction.lexicon.shapes import fits, login_word, ordinary
from redaction.lexicon.vocabulary import names_people, spec_of_label
from redaction.lexicon.words import is_word
from redaction.text.patterns.secret import no_secret

_EMPTY = word_list(WordList.EMPTY_VALUES)
#: Kinds whose labelled value may be another kind: a customer is as often a company as a person.
_EITHER = re.compile(
    r"customer|client|account|vendor|supplier|owner|from|to|bill|ship|payee|partner|contact|name|buyer|seller|tenant|"
    r"landlord|member|user",
    re.IGNORECASE,
)
_COMPANY_LIKE = re.compile(
    r"\b(?:inc|ltd|llc|llp|plc|gmbh|ag|corp|corporation|company|co|group|holdings?|bank|university|institute|"
    r"technologies|solutions|industries|services|limited|pvt|consulting|partners|associates|labs?|systems|s\.?a\.?|"
    r"b\.?v\.?|sons|foundation|hospital|school|college|ministry|department)\b\.?",
    re.IGNORECASE,
)


_SIGN = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WITH_DIGITS = written_as(WITH_DIGITS)
_NUMBERS = written_as(Value.NUMBER)
_LISTED = written_as(Value.NAME, Value.COMPANY, Value.EMAIL)
"""Kinds of which several may stand in one field, apart by signs."""
_DOTS = "·•"
_LIST, _WHOLE = re.compile(rf"[{_DOTS}]?(?:(?!\s[{_DOTS}]|[{_DOTS}]\s)[^;\n|])+"), re.compile(r"(?s).+")
"""What stands apart in a list, also by a dot with a blank beside it: "Gal·la" is one word. And all of a value."""
_LETTERS, _WORDS = re.compile(r"[^\W\d_]+"), re.compile(r"[^\W\d_]{2,}")
_WORDY = written_as(Value.PLACE, Value.LOGIN, Value.NUMBER, Value.ANY)
"""Kinds under whose labels ordinary words stand as well."""


def label_kind(label: str | None) -> Kind | None:
    """The kind a label tells of its value, or None. "* Candidate Name:" and "CANDIDATE" tell a person."""
    spec = spec_of_label(label)
    return spec.kind if spec is not None else None


def labelled(text: str, label: str | None, *, field: bool = False) -> Iterator[TextFinding]:
    """The whole value under a telling label; lists of people are split at ; and line ends.

    In a captured field the label is certain: there a value of ordinary words may still be a name, if it is written
    like one ("General Office Supplies").
    """
    spec = spec_of_label(label)
    if spec is None:
        return
    kind = spec.kind
    stripped = text.strip()
    if not stripped or len(stripped) > 300 or stripped.casefold().strip("<>[]().") in _EMPTY:
        return
    if not any(c.isalnum() for c in stripped) or (len(stripped) >= _REPEATED and len(set(stripped)) == 1):
        return
    if kind is Kind.PERSON and not field:
        stripped = _without_deed(stripped)
        text = text[: text.index(stripped) + len(stripped)]
    letters = sum(c.isalpha() for c in stripped)
    if kind in (Kind.PERSON, Kind.COMPANY) and letters < 2:
        return
    if kind is Kind.ADDRESS and not field and _prose(stripped):
        return
    if kind is Kind.PERSON and (
        (_sentence(stripped) and not (field and _titled(stripped))) or ("@" in stripped and " " not in stripped)
    ):
        return
    if kind in _WITH_DIGITS and not any(c.isdigit() for c in stripped):
        return
    if kind is Kind.EMAIL and "@" not in stripped:
        return
    for match in (_LIST if kind in _LISTED else _WHOLE).finditer(text):
        piece = match.group()
        core = piece.strip(" \t\r\n,<>\"'·•")
        if len(core) < 2 or core.casefold() in _EMPTY or (kind is Kind.PERSON and "@" in core):
            continue
        if match.start() and text[match.start()] in _DOTS and ordinary(" ".join(_WORDS.findall(core))):
            continue  # "Ann Barrow · by e-mail"
        if not fits(spec.shape, core) or (kind is Kind.COMPANY and not field and _says(core)):
            continue
        if kind is Kind.EMAIL and (whole := _WHOLE_MAIL.match(core)):
            core = whole.group()
        start = match.start() + piece.index(core)
        yield TextFinding(start, start + len(core), _refined(kind, core, label or ""), 0.9, "label", Source.LABEL)


#: A whole address with words behind it: "ada@northwind.example verified".
_WHOLE_MAIL = re.compile(r"[^\s@,<>]+@(?:[\w-]+\.)+[A-Za-z]{2,}(?= [^@]*$)")
_DEED = re.compile(r"(?<!\s)(?:\s++[a-z]++){2,150}+[.!…]?$")


def _deed(core: str) -> tuple[str, list[str]]:
    """A name and the ordinary words in small letters behind it; no words where there are none but those, or others."""
    deed = _DEED.search(core)
    if deed is None or deed.start() == 0:
        return core, []
    words = deed.group().split()
    ordinary = words[0] not in PARTICLES and all(is_word(word.strip(".!…")) for word in words)
    return core[: deed.start()], words if ordinary else []


def _without_deed(core: str) -> str:
    """The name before what its bearer did: "Ilse Brand left a note" beside an avatar is one line of a feed."""
    name, words = _deed(core)
    return name if words and _titled(name) and not all(is_word(word) for word in name.split()) else core


_REPEATED = 6
"""A sign so many times and nothing else stands where there is no value: "000000"."""
_SAID = 3
"""So many ordinary words in small letters behind a name say something of it; two may belong to a firm's name."""
_JOINED = frozenset(("and", "of", "for"))


def _says(core: str) -> bool:
    """Whether what stands under the label of a company is a sentence, such as "Ilse prefers calls before noon"."""
    _, words = _deed(core)
    return len(words) >= _SAID and words[0] not in _JOINED


_INLINE = re.compile(
    r"(?m)(?:^[ \t>*•-]*|[\"'{,|][ \t]*[\"']?|(?<!\s)\s{2,}+)[*_]{0,2}"
    rf"(?P<label>[^\W\d_][\w{MARKS} ./()#'’-]{{1,34}}?)"
    r"[*_]{0,2}[\"']?[ \t]*[:=][ \t]*[*_]{0,2}(?:[\"'](?P<quoted>[^\"'\n]{2,80})[\"']|(?P<plain>[^\s\"'{\[][^\n|"
    r";\"]{1,70}?)[ \t]*(?=\n|$|\||;|,[ ]*\"|[ ]{2,}))"
)


#: What code has under the name of a field is no name: {last_name: Column(Text)}.
_WRITTEN_NAME = re.compile(r"[^\W\d_]+(?:[ '’.-]{1,2}[^\W\d_]+){0,5}\.?")
#: Mail headers are read by people.headers, which splits their lists.
_HEADERS = frozenset(("from", "to", "cc", "bcc", "sender", "x-from", "x-to"))


_GLUED = re.compile(
    rf"(?<![{_SIGN}])(?P<label>[{_SIGN}]{{2,8}})[ \u3000]?"
    r"(?P<value>[A-Za-z]{0,3}\d[\dA-Za-z./年月日-]{3,24}+)(?![A-Za-z\d])"
)
"""A label that ends where figures begin, as Chinese and Japanese forms have it: "出生日期1974-05-26"."""


def inline(text: str) -> Iterator[TextFinding]:
    """Labelled values inside a text: 'Company: Northwind Labs', '"Candidate": "Maria Keller"', '| Owner: J. O. |'."""
    for match in _GLUED.finditer(text):
        if label_kind(match["label"]) in _WITH_DIGITS:
            yield from _inside(match["value"], match["label"], match.start("value"))
    if ":" not in text and "=" not in text:
        return
    for match in _INLINE.finditer(text):
        if (
            label_kind(match["label"]) is None
            or match["label"].casefold().strip() in _HEADERS
            or ":" in (match["plain"] or "")
        ):
            continue
        group = "quoted" if match["quoted"] else "plain"
        kind = label_kind(match["label"])
        value = _value(kind, match[group])
        words = re.findall(r"[^\W\d_]+", value)
        if kind is Kind.SECRET and no_secret(value):
            continue
        if kind in (Kind.PERSON, Kind.COMPANY) and (
            len(words) > 7
            or not words
            or (
                all(is_word(w) for w in words)
                and not (names_people(match["label"]) and _titled(value) and _WRITTEN_NAME.fullmatch(value))
                and not (kind is Kind.COMPANY and _name_of_company(match["label"], value, group))
            )
            or not any(w[0].isupper() or not w.isascii() for w in words)
        ):
            continue
        if kind in _WORDY and (len(words) > 12 or (all(is_word(w) for w in words) and not re.search(r"\d", value))):
            continue
        yield from _inside(value, match["label"], match.start(group))


def _inside(value: str, label: str, at: int) -> Iterator[TextFinding]:
    """What a label tells of a value that begins at this place of a text."""
    for finding in labelled(value, label):
        yield TextFinding(at + finding.start, at + finding.end, finding.kind, 0.8, "label-inline", Source.LABEL)


_TELEPHONE = re.compile(
    r"\+?[\d(][\d ()./\u00a0–-]{4,22}\d(?:[ ,]*(?:x|ext\.?|#|poste|durchwahl|dw) ?\d{1,6})?(?!\w)", re.IGNORECASE
)
_MAIL = re.compile(r"[^\s@]+@[^\s@]+")
_WITH_DIGIT = re.compile(r"\S*\d\S*")
_SHORT_CODE = re.compile(r"[A-Z]{1,4}")


def _value(kind: Kind | None, text: str) -> str:
    """The value at the beginning of a rest of a line: a number, an e-mail address or a code ends where words begin."""
    if kind is Kind.PHONE and (found := _TELEPHONE.match(text)):
        return found.group()
    if kind is Kind.EMAIL and (found := _MAIL.match(text)):
        return found.group().rstrip(".,;:)>")
    if kind not in _NUMBERS:
        return text
    end = 0
    for word in re.finditer(r"\S+", text):
        if not (_WITH_DIGIT.fullmatch(word.group()) or _SHORT_CODE.fullmatch(word.group())):
            break
        end = word.end()
        if word.group()[-1] in ",;)":
            break
    value = text[:end].rstrip(",;)")
    return value if any(c.isdigit() for c in value) else text


def _name_of_company(label: str, value: str, group: str) -> bool:
    """Whether ordinary words may be a company's name: quoted, or in capitals under a label that asks for a name."""
    several = len(re.findall(r"[^\W\d_]+", value)) > 1
    return several and (group == "quoted" or ("name" in label.casefold() and _titled(value)))


def _titled(text: str) -> bool:
    """Whether a few words are all written with capitals, short connecting words aside."""
    words = re.findall(r"[^\W\d_]+", text)
    return len(words) <= 9 and all(w[0].isupper() or len(w) <= 3 for w in words) and words[0][0].isupper()


def _sentence(text: str) -> bool:
    words = _LETTERS.findall(text)
    worded = bool(words) and all(is_word(w) for w in words) and len(words) > 2
    return len(words) > 12 or worded or _prose(text)


def _prose(text: str) -> bool:
    """Whether most words of a text are ordinary ones in small letters."""
    words = _LETTERS.findall(text)
    ordinary: int = sum(is_word(w) and w.islower() for w in words)
    return ordinary > max(2, len(words) // 2)


def _refined(kind: Kind, value: str, label: str) -> Kind:
    if kind is Kind.PERSON and _EITHER.search(label) and _COMPANY_LIKE.search(value):
        return Kind.COMPANY
    if kind is Kind.PERSON and login_word(value) and any(c.isdigit() for c in value):
        return Kind.USERNAME  # "jdoe77" under "Owner" names somebody wherever it stands
    return kind
