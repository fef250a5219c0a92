"""Columns: lines below each other at one edge, whatever stands over them, and the cells below a header."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.page.measures import EDGE, LEFT, RIGHT, same_edge, same_row, same_size
from redaction.page.neighbours import NOWHERE
from redaction.page.reading import Line
from redaction.page.words import shape_of

PITCH = 6.0
"""In line heights: rows of one column stand no further apart, nor does what goes on below a header."""
_ONE_SIZE = 0.5
"""Natural logarithm of the ratio of two heights of one size, where boxes are counted, not read: what the re-scorer was
trained with, a little less than `same_size` allows."""
_NEAR = 3.5
"""In heights of the header: how far from its left edge the cells of its column begin."""
_INDENT = 6
"""In px: what stands further from a header's edge than this and its height is not at it."""
_CRUMB = 2.0
"""In heights of the header: what is narrower and beside the column is a sign (a menu's dots, the pointer), no cell."""
_HEADING = 1.8
"""A line so much higher than a header and its first cell is a heading."""


def column_of(lines: Sequence[Line], start: int, edge: int = LEFT) -> list[int]:
    """The lines at the left edge of a line (0), or at its right edge (2), of its height, row below row without a long
    gap."""
    first = lines[start]
    return in_column(lines, (i for i, x in enumerate(lines) if not x.turned and same_size(first, x)), start, edge)


def in_column(lines: Sequence[Line], some: Iterable[int], at: int, edge: int = LEFT) -> list[int]:
    """Of some lines those that begin (or end) at one edge with one of them, row below row without a long gap."""
    one = lines[at]
    cells = (i for i in some if same_edge(lines[i], one, edge))
    return unbroken(cells, [line.box[1] for line in lines], at, PITCH * one.height)


def unbroken(cells: Iterable[int], tops: Sequence[float], at: int, most: float) -> list[int]:
    """Of the cells at one edge those around one of them, from the top, without a gap of more than so many px between
    their upper edges."""
    column: list[int] = []
    for i in sorted(cells, key=lambda i: (tops[i], i)):
        if column and tops[i] - tops[column[-1]] > most:
            if at in column:
                break
            column = []
        column.append(i)
    return column


def at_one_edge(boxes: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every pair of n × 4 boxes that begin at one left edge and are of one size, each with itself too: the places of
    the ones, in order, and of the others."""
    height = np.maximum(1.0, boxes[:, 3] - boxes[:, 1])
    one, two = np.nonzero(np.abs(boxes[:, None, 0] - boxes[:, 0]) <= EDGE)
    alike = np.abs(np.log(height[one] / height[two])) < _ONE_SIZE
    return one[alike], two[alike]


def headers(lines: Sequence[Line]) -> NDArray[np.int64]:
    """For each line the topmost of those above it at its left edge, at its right edge or on its middle, row over row
    without a long gap: of these three columns the one with the most cells. -1 where there is none."""
    out = np.full(len(lines), -1)
    if not lines:
        return out
    boxes = np.array([line.box for line in lines], dtype=float)
    tops, most = boxes[:, 1], np.zeros(len(lines))
    down = np.lexsort((np.arange(len(lines)), tops))[::-1]
    for edges in (boxes[:, 0], boxes[:, 2], (boxes[:, 0] + boxes[:, 2]) / 2):
        for i, line in enumerate(lines):
            above = down[(np.abs(edges[down] - edges[i]) <= EDGE) & (tops[down] < tops[i])]
            gaps = np.concatenate([[tops[i]], tops[above]])
            apart = np.flatnonzero(gaps[:-1] - gaps[1:] > PITCH * line.height)
            many = apart[0] if len(apart) else len(above)
            if many > most[i]:
                most[i], out[i] = many, above[many - 1]
    return out


def below(title: Line, lines: Sequence[Line]) -> Iterator[int]:
    """The cells below a column header: overlapping or aligned with it, row after row, until a long gap or a heading.

    A header has another text on its row (other headers); what stands alone heads no column.
    """
    row = [x for x in lines if same_row(x, title) and x is not title]
    if not row:
        return
    right = min((x.box[0] for x in row if x.box[0] > title.box[2]), default=NOWHERE)
    left = max((x.box[2] for x in row if x.box[2] < title.box[0]), default=-1) - title.height
    first, bottom = None, title.box[3]
    for i in sorted(range(len(lines)), key=lambda k: lines[k].box[1]):
        line = lines[i]
        if line.box[1] < title.box[3] or line.turned or not left <= line.box[0] < right:
            continue
        overlaps = min(line.box[2], title.box[2]) > max(line.box[0], title.box[0])
        if not overlaps and not same_edge(line, title, within=_NEAR * title.height):
            continue
        if not overlaps and line.box[2] - line.box[0] < _CRUMB * title.height:
            continue
        gap = line.box[1] - bottom
        if gap > PITCH * title.height or (first is not None and _set_apart(line, title, first, gap)):
            return
        yield i
        first, bottom = first or line, max(bottom, line.box[1] + line.height // 2)


def _set_apart(line: Line, title: Line, first: Line, gap: int) -> bool:
    """Whether a line is no cell of the column of a header and the first cell below it, but a heading: it is far larger
    than both, or it stands neither at their edges nor as close to what is above it as that cell to the header. A number
    of the very shape of that cell is a cell, whatever box was found around it."""
    if any(map(str.isdigit, line.text)) and shape_of(line.text) == shape_of(first.text):
        return False
    if line.height >= _HEADING * max(title.height, first.height):
        return True
    flush = same_edge(first, title) and not same_edge(line, title, within=max(_INDENT, title.height))
    ends = any(same_edge(line, other, RIGHT) for other in (title, first))
    return flush and not ends and gap > 2 * max(title.height, first.box[1] - title.box[3])
