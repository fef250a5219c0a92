"""Where a declared value of ordinary words is believed: by itself, in a slug, in quotes, beside its label.

"Blue Sky" that was declared as a company is the company where the words have a line, a cell, a segment of a path or a
title to themselves, in any case; inside a sentence only where they are written as they were declared.
"""

from __future__ import annotations

import re

from redaction.findings import Kind
from redaction.kinds.table import DECLARED_KINDS
from redaction.text.patterns.labels import label_kind

#: So many characters around a value are looked at.
_NEAR = 48
_OPENS = re.compile(
    r"(?:^|[\n\r\t|<>»«›‹–—•·…\"“”„‘’'`´(\[{=;:/\\?&+*~]|(?<=\w)\.|\s-)"
    r"[ \t>*•·–—-]{0,20}(?:(?<![^\s>])\d{1,3}[.)][ \t]{0,20})?\Z"
)
_CLOSES = re.compile(r"[ \t]{0,20}(?:$|[\n\r\t|<>»«›‹–—•·…\"“”‘’'`´)\]};/\\?&#+!@=:,.]|-\s)")
#: A comma before a value opens a cell; behind a single word, a comma, a colon or an equals sign with a space goes on
#: with the sentence, or makes the word a label.
_COMMA = re.compile(r",[ \t]{0,20}\Z")
_CELL_COMMA = re.compile(r"(?<=\S),\Z")
_GOES_ON = re.compile(r"[ \t]{0,20}[,:=](?:\s|$)")
_SIGIL = re.compile(r"(?<![\w.])[@#]\Z")
_LABEL = re.compile(
    r"(?:^|[\n\t,;|(\[{<])[ \t>*•\"'-]{0,20}+(?P<label>[^\W\d_][\w #/-]{1,30}?)[\"']?[ \t]{0,20}"
    r"(?::|=|->|➜)[ \t]{0,20}+[\"'`@#<(\[]{0,20}+\Z"
)
_SLUG = re.compile(r"[-_.+‐‑]|%20")


def believed(text: str, start: int, end: int, value: str, kind: Kind, words: int) -> bool:
    """Whether characters start..end, the words of a declared value in any case, are that value and not just words."""
    surface = text[start:end]
    if words > 1 and all(_SLUG.fullmatch(gap) for gap in re.split(r"[^\W_]+", surface)[1:-1]):
        return True
    if surface == value and (words > 1 or _told_by_case(value, kind)):
        return True
    before = text[max(0, start - _NEAR) : start]
    if start > _NEAR:
        before = "x" + before
    after = text[end : end + _NEAR] + ("x" if len(text) - end > _NEAR else "")
    return _stands(before, after, words) or _beside_label(before, kind)


def _told_by_case(value: str, kind: Kind) -> bool:
    """Whether the case of one word tells it from the ordinary word: not that of people, who begin sentences."""
    return kind is not Kind.PERSON and any(c.isupper() or c.isdigit() for c in value)


def _stands(before: str, after: str, words: int) -> bool:
    if _SIGIL.search(before):
        return True
    opens = _OPENS.search(before) or (_COMMA if words > 1 else _CELL_COMMA).search(before)
    return bool(opens and _CLOSES.match(after)) and not (words == 1 and _GOES_ON.match(after))


def _beside_label(before: str, kind: Kind) -> bool:
    label = _LABEL.search(before)
    if label is None:
        return False
    labelled = DECLARED_KINDS.get(label["label"].strip().casefold().replace(" ", "_")) or label_kind(label["label"])
    return labelled is kind or {labelled, kind} == {Kind.PERSON, Kind.COMPANY}


def opens(text: str, start: int) -> bool:
    """Whether what begins here has nothing before it in its line, cell or segment."""
    before = text[max(0, start - _NEAR) : start]
    return bool(_OPENS.search(("x" if start > _NEAR else "") + before))
