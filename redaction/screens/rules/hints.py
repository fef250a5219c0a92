"""Parts of a line that the line itself shows to be somebody's: "Label: value", changes, names beside their log-ins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import ordinary
from redaction.lexicon.vocabulary import occurs
from redaction.page.labels import engine_label, inline_labels, is_weak, label_kind
from redaction.page.language import ENGLISH, Language
from redaction.page.values import suits
from redaction.screens.rules.hints_logins import LOGINS
from redaction.screens.rules.hints_people import PEOPLE
from redaction.screens.rules.rule import Hint, Labelled, hint

_CHANGE = re.compile(
    r"^[\s•*·–-]{0,12}(?P<old>.{0,200}?)\s{0,12}(?:→|➔|➜|⇒|->|=>|—>)\s{0,12}(?P<new>\S.{0,200}?)\s{0,12}"
    r"\((?P<label>[^()]{2,32})\)\s*$"
)
_BEGUN_DIGITS = 4
"""Digits of a telephone number that ends with its line: the rest stands on the next one, or is still to be typed."""


def _inline(text: str, language: Language) -> Iterator[Labelled]:
    for label, start, end in inline_labels(text):
        if suits(label, text[start:end], language) and not (is_weak(label) and _heading(text[start:end])):
            yield start, end, engine_label(label)


def _heading(value: str) -> bool:
    """Whether the value of a label is a word of labels itself: "CUSTOMER : PROJECT" is the header of a column."""
    word = value.strip()
    return word.isalpha() and ordinary(word) and occurs(word) and not name_lists().is_name(word)


def _change(text: str, _: Language) -> Iterator[Labelled]:
    change = _CHANGE.match(text)
    if change and label_kind(change["label"]):
        for side in ("old", "new"):
            if change[side]:
                yield *change.span(side), engine_label(change["label"])


HINTS: tuple[Hint, ...] = (
    Hint("inline-label", "Owner: Nadia Brink", _inline),
    Hint("change", "Nadia Brink → Ines Calloway (Owner)", _change),
    hint("dialled", "02079460991", r"\A(?P<phone>0[1-9]\d{8,10})(?: \([^()\d]{2,20}\))?\Z"),
    hint(
        "random",
        "Zx81kQpLw92mVbTr5YhN3cDe",
        r"\A(?P<token>(?=[^a-z]{0,199}[a-z])(?=[^A-Z]{0,199}[A-Z])(?=(?:\D{0,198}\d){2})[A-Za-z0-9+/_-]{24,200})\Z",
    ),
    hint(
        "begun-number",
        "Call +44 20 794",
        r"(?<![\w+])(?P<phone>\+[1-9]\d{0,2} \(?(?=(?:\d[ ().-]{0,2}){2,9}$)[\d ().-]*\d)$",
        lambda m: sum(c.isdigit() for c in m["phone"]) >= _BEGUN_DIGITS,
    ),
    *PEOPLE,
    *LOGINS,
)


@lru_cache(maxsize=20_000)
def hints(text: str, language: Language = ENGLISH, disabled: frozenset[str] = frozenset()) -> tuple[Labelled, ...]:
    """All hints of one line, without those `disabled` by name. From frame to frame most lines are the same."""
    return tuple(span for hint in HINTS if hint.name not in disabled for span in hint.spans(text, language))
