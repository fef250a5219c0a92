"""Words that were read as lines of their own though they stand in one text: "Personnel" "no.", "POLICY" "HOLDER"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from redaction.lexicon.labels import label_kind
from redaction.page.boxes import touch, union
from redaction.page.measures import close_behind
from redaction.page.reading import Disc, Line, Reading
from redaction.page.wrapping import split_rows

_GAP = 0.95
"""Of the height: a gap as wide as that is still one between words of a wide typeface."""
_READABLE = 0.8


def rejoined(reading: Reading) -> Reading:
    """The reading with words that stand close behind each other in one row as one line. A label and its value stay
    apart, and so do times, icons, and the letters of an avatar and the name beside it."""
    lines, discs = reading.lines, reading.discs
    rows = split_rows(lines, lambda a, b: _behind(a, b) and _joinable(a, discs) and _joinable(b, discs))
    whole = {row[0]: _parts([lines[k] for k in row]) for row in rows}
    rest = {k for row in rows for k in row[1:]}
    out = [part for i, line in enumerate(lines) if i not in rest for part in whole.get(i, [line])]
    return replace(reading, lines=tuple(out)) if len(out) < len(lines) else reading


def _joinable(line: Line, discs: Sequence[Disc]) -> bool:
    letters = len(line.text) <= 3 and line.text.isupper()
    return (
        not line.turned
        and line.score >= _READABLE
        and line.text[:1].isalpha()
        and not (letters and any(touch(line.box, box) for box, _ in discs))
    )


def _behind(line: Line, other: Line) -> bool:
    return close_behind(line, other, _GAP * min(line.height, other.height))


def _parts(chain: list[Line]) -> list[Line]:
    """The chain as one line, unless some word of it is a label and the whole is none."""
    whole = " ".join(line.text for line in chain)
    if not label_kind(whole) and any(label_kind(line.text) for line in chain):
        return chain
    edges: list[int] = []
    for line in chain:
        edges += line.edges  # the last edge of a line and the first of the next are the two sides of the space
    box = reduce(union, (line.box for line in chain))
    return [Line(whole, box, tuple(edges), min(line.score for line in chain))]
