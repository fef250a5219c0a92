"""Which texts of a screen are field labels or column headers."""

from __future__ import annotations

import re
from functools import lru_cache

from redaction.findings import Kind
from redaction.lexicon.lookalikes import MARKS
from redaction.lexicon.vocabulary import CHARACTERS, LabelSpec, spec_of_label

_INLINE = re.compile(
    rf"^[\s•·*–-]*([^\W\d_](?:[^\W_]|[{MARKS}])[\w{MARKS}'’ /.()（）#&°º№-]{{0,38}}?)\s*[:：](?!//)\s*(?=\S)"
)
_DOTTED = re.compile(r"[a-z][a-z_]+(?:\.[a-z_]{2,})+")
_TRIM = re.compile(r"^[\s*＊※•\-–>○●□☐#]+|(?<![\s:：*＊?？.…▲▼↑↓^~∨∧⌄])[\s:：*＊?？.…▲▼↑↓^~∨∧⌄]++$")
_NUMBER = re.compile(r"\b(?:no|nr)\.?$", re.IGNORECASE)
_ALIASES = re.compile(r"(?:identification|id) (?:no|nr|number)\.?|ssn no", re.IGNORECASE)
_POSITION = re.compile(
    r"(?:job |position |work )?(?:title|position|role|function|occupation|profession|designation|job|department|dept|"
    r"team|type|category|relation(?:ship)?|rolle|funktion|stelle|beruf|poste|fonction|cargo|puesto|funzione|functie|"
    r"parentesco|verwandtschaft|parenté|lien de parenté|parentela|relatie|verwantschap)s?"
)
PERSON = "Participant"
"""The label given to lines that the layout shows to be people."""


@lru_cache(maxsize=20_000)
def label_spec(text: str) -> LabelSpec | None:
    """What a line announces as a field label or column header, or None when it is no known label."""
    if _DOTTED.fullmatch(text):
        return None  # a name in a program: "user.login"
    if sum(c.isdigit() for c in text) > 2:
        return None  # a label with its value: "MRN 11920911"
    cleaned = clean_label(text)
    if len(cleaned) not in CHARACTERS:
        return None
    return spec_of_label(engine_label(text)) or spec_of_label(cleaned)  # "Sicil No" is listed so


def label_kind(text: str) -> Kind | None:
    """The kind of value that a label announces; None for no known label, and for words that are labels only beside a
    value of a certain shape ("Main" beside a telephone number)."""
    spec = label_spec(text)
    return spec.kind if spec is not None and not spec.shape else None


def inline_label(text: str) -> tuple[str, int] | None:
    """The label of "Label: value" and where the value begins, or None."""
    inline = _INLINE.match(text)
    return (inline.group(1), inline.end()) if inline and label_spec(inline.group(1)) else None


def is_weak(text: str) -> bool:
    """True for labels that name people and things alike ("Name", "To")."""
    spec = label_spec(text)
    return spec is not None and spec.weak


def heads_positions(text: str) -> bool:
    """Whether what stands under these words says what somebody is: "Title", "Department"."""
    return bool(_POSITION.fullmatch(text.strip().casefold()))


def clean_label(text: str) -> str:
    """The label without its colon, asterisk, question mark or sort arrow."""
    return " ".join(_TRIM.sub("", _TRIM.sub("", text)).split())


def engine_label(text: str) -> str:
    """The label in words that the text engine knows: "Contact No." is a contact number, "S.S.N." an SSN."""
    cleaned = clean_label(text)
    if re.fullmatch(r"(?:\w\.)+\w", cleaned):
        cleaned = cleaned.replace(".", "")
    return _NUMBER.sub("number", _ALIASES.sub("national id", cleaned))
