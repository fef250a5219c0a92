"""What stands next to a line: above, below, left and right of it, and whether anything stands between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.page.measures import OVERLAP, aligned, same_row
from redaction.page.reading import Line

_INTO = 0.3
"""In line heights: neighbours may overlap by so much."""
ABOVE = 2
"""The place of what is above in `sides`."""
NOWHERE = 10**6
"""In px: as far away as anything stands that is not there."""


def next_aligned(line: Line, lines: Sequence[Line], *, up: bool) -> tuple[int | None, int]:
    """The nearest aligned line above or below, and how many px away it is."""
    gaps = (line.box[1] - other.box[3] if up else other.box[1] - line.box[3] for other in lines)
    near = min(
        (
            (gap, k)
            for k, gap in enumerate(gaps)
            if gap >= -OVERLAP and lines[k] is not line and aligned(line, lines[k])
        ),
        default=None,
    )
    return (near[1], near[0]) if near is not None else (None, NOWHERE)


def next_right(line: Line, lines: Sequence[Line]) -> Line | None:
    """The next line on the right of a line, on its row."""
    right = (other for other in lines if other.box[0] >= line.box[2] and same_row(other, line))
    return min(right, key=lambda other: other.box[0], default=None)


def reaches(left: Line, right: Line, lines: Sequence[Line], most: float) -> bool:
    """Whether one line stands left of another on its row, no more than so many line heights away, with nothing between
    them but signs: a single character, or what is narrower than the line is high."""
    if not same_row(left, right) or not 0 <= right.box[0] - left.box[2] <= most * max(left.height, right.height):
        return False
    return not any(
        other is not left
        and other is not right
        and same_row(other, right)
        and left.box[2] <= other.box[0]
        and other.box[2] <= right.box[0]
        and other.box[2] - other.box[0] > right.height
        and len(other.text) > 1
        for other in lines
    )


def sides(lines: Sequence[Line], rows: NDArray[np.bool_]) -> list[tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """For left and right on the row, above and below over or under it: for each of n lines, one at least, the nearest
    other (-1: none) and how many of its heights away that is. `rows` says n × n which share a row."""
    n = len(lines)
    x0, y0, x1, y1 = np.array([line.box for line in lines], dtype=float).T
    heights = np.maximum(1.0, y1 - y0)
    row = rows & ~np.eye(n, dtype=bool)
    over = (np.minimum(x1[:, None], x1) > np.maximum(x0[:, None], x0)) & ~rows & ~np.eye(n, dtype=bool)
    out = []
    for mask, gap in (
        (row, x0[:, None] - x1),
        (row, x0 - x1[:, None]),
        (over, y0[:, None] - y1),
        (over, y0 - y1[:, None]),
    ):
        far = np.where(mask & (gap >= -_INTO * heights[:, None]), gap, np.inf)
        nearest = far.argmin(axis=1)
        distance = far[np.arange(n), nearest] / heights
        out.append((np.where(np.isfinite(distance), nearest, -1), distance))
    return out
