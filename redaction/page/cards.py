"""Cards: a picture and the line beside it, and pictures lined up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from redaction.findings import Box
from redaction.page.boxes import middle
from redaction.page.measures import DISC_EDGE
from redaction.page.reading import Line

_REACH, _INTO, _NEAR = 28, 4, 16
"""In px: how far right of a picture its line begins at least, how far its box may reach into it, how near a line on the
left of it ends."""
_RIM, _HIGHEST = 2, 1.1
"""A line beside a picture has its middle on the picture's rows, give or take so many px, and is no higher than this."""


def cards(pictures: Sequence[Box], lines: Sequence[Line]) -> Mapping[Box, int]:
    """Picture → the first line on its right, on its rows, not far away and no higher than it, where there is one."""
    found: dict[Box, int] = {}
    for box in pictures:
        low, high = box[2] - _INTO, box[2] + max(_REACH, box[2] - box[0])
        right = [i for i, line in enumerate(lines) if low <= line.box[0] <= high and _beside(line, box)]
        if right:
            found[box] = min(right, key=lambda i: (lines[i].box[1], lines[i].box[0]))
    return found


def left_of(box: Box, lines: Sequence[Line]) -> int | None:
    """The line that ends close to the left of a picture, on its rows and no higher than it."""
    near = max(_NEAR, (box[2] - box[0]) // 2)
    left = [i for i, line in enumerate(lines) if 0 <= box[0] - line.box[2] <= near and _beside(line, box)]
    return max(left, key=lambda i: lines[i].box[2], default=None)


def on_rows(line: Line, box: Box) -> bool:
    """Whether a line's middle stands on the rows of a picture."""
    return box[1] - _RIM <= middle(line.box) <= box[3] + _RIM


def lined_up(a: Box, b: Box) -> bool:
    """Whether two pictures are of one size, and in one row or column."""
    same = all(abs((a[k + 2] - a[k]) - (b[k + 2] - b[k])) <= DISC_EDGE for k in (0, 1))
    return same and any(abs(a[k] - b[k]) <= DISC_EDGE for k in (0, 1))


def _beside(line: Line, box: Box) -> bool:
    return on_rows(line, box) and line.height <= _HIGHEST * (box[3] - box[1])
