"""Words that were read as lines of their own though they stand in one text: "Personnel" "no.", "POLICY" "HOLDER"; and
words that were read as one though they stand apart: "Ada BrandtNormal", "MRN 4711·08/09/1972"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from statistics import median

from redaction.lexicon.labels import label_kind
from redaction.page.boxes import middle, touch, union
from redaction.page.measures import close_behind
from redaction.page.reading import Disc, Line, Reading
from redaction.page.wrapping import split_rows

_GAP = 0.95
"""Of the height: a gap as wide as that is still one between words of a wide typeface."""
_READABLE = 0.8
_LEVEL = 0.33
"""Of the lower height: the middles of two words of one row differ by less, whatever stands up or hangs down in them."""
_CAPITAL = 1.2
"""Widths of a usual letter that a capital takes."""
_APART = 2.4
"""Line heights that two letters take together, the last of a word and the capital of the next, where a gap lies between
them that was not read as a space: a badge stands behind a name. The widest letters take 2.2."""

_SIGN = r"[\u3040-\u30ff\u3400-\u9fff]"
_GLUED = re.compile(
    r"(?<![·•])(?:(?<=\S)[·•](?![·•])|[·•](?=[^\s·•]))"
    rf"(?<![lL][·•](?=[lL]))(?<!{_SIGN}[·•](?={_SIGN}))"
)
"""A dot between two parts of a line beside which the reader saw no space, as beside every second one. Not within a
word ("Gal·la", "巴特尔·乌兰"), nor a row of dots that stands for figures."""


def rejoined(reading: Reading) -> Reading:
    """The reading with words that stand close behind each other in one row as one line. A label and its value stay
    apart, and so do times, icons, and the letters of an avatar and the name beside it."""
    lines, discs = tuple(_parted(_dotted(line)) for line in reading.lines), reading.discs
    rows = split_rows(lines, lambda a, b: _behind(a, b) and _joinable(a, discs) and _joinable(b, discs))
    whole = {row[0]: _parts([lines[k] for k in row]) for row in rows}
    rest = {k for row in rows for k in row[1:]}
    out = [part for i, line in enumerate(lines) if i not in rest for part in whole.get(i, [line])]
    return replace(reading, lines=tuple(out)) if tuple(out) != reading.lines else reading


def _dotted(line: Line) -> Line:
    """The line with a space on either side of a dot that parts it; the dot's own place is shared with them."""
    text, edges = line.text, line.edges
    if line.turned or len(edges) != len(text) + 1:
        return line
    for match in reversed(list(_GLUED.finditer(text))):
        at = match.start()
        left, right = at > 0 and not text[at - 1].isspace(), at + 1 < len(text) and not text[at + 1].isspace()
        start, end = edges[at : at + 2]
        third = (end - start) // 3
        text = f"{text[:at]}{' ' * left}{text[at]}{' ' * right}{text[at + 1 :]}"
        edges = (*edges[: at + 1], *[start + third] * left, *[end - third] * right, *edges[at + 1 :])
    return replace(line, text=text, edges=edges) if text != line.text else line


def _parted(line: Line) -> Line:
    """The line with a space, as wide as the gap, where one was not read."""
    text, edges = line.text, line.edges
    if line.turned or len(edges) != len(text) + 1:
        return line
    found = [i for i in range(1, len(text)) if _gap(line, i)]
    if not found:
        return line
    usual = round(median(b - a for a, b in pairwise(line.edges)))
    for i in reversed(found):
        end = min(edges[i], edges[i - 1] + usual)
        start = max(end, edges[i], edges[i + 1] - round(_CAPITAL * usual))
        text, edges = f"{text[:i]} {text[i:]}", (*edges[:i], end, start, *edges[i + 1 :])
    return replace(line, text=text, edges=edges)


def _gap(line: Line, at: int) -> bool:
    before, after = line.text[at - 1], line.text[at]
    wide = line.edges[at + 1] - line.edges[at - 1]
    return before.islower() and after.isupper() and wide >= _APART * line.height


def _joinable(line: Line, discs: Sequence[Disc]) -> bool:
    letters = len(line.text) <= 3 and line.text.isupper()
    return (
        not line.turned
        and line.score >= _READABLE
        and line.text[:1].isalpha()
        and not (letters and any(touch(line.box, box) for box, _ in discs))
    )


def _behind(line: Line, other: Line) -> bool:
    low = min(line.height, other.height)
    level = abs(middle(line.box) - middle(other.box)) < _LEVEL * low
    return level and close_behind(line, other, _GAP * low)


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
