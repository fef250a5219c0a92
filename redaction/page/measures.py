"""Where lines of text stand to each other: on one row, at one edge, of one size, in one chain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.reading import Line

SAME_ROW = 0.5
"""Of the lower line's height: what two lines of one row share at least."""
EDGE = 4
"""In px: edges (or middles, twice) of lines of one column differ by no more."""
DISC_EDGE = 3
"""In px: edges and sizes of discs and tiles of one row or column differ by no more. They are drawn, not read."""
SAME_SIZE = (0.6, 1.7)
"""Ratio of heights of two lines of one typeface and size: with and without letters with stems."""
ALIKE = (0.7, 1.45)
"""The same for two words of one line."""
ITEM = 4
"""In px: heights of the items of one list differ by no more."""
OVERLAP = 2
"""In px: boxes of lines below each other may overlap by so much."""
TOP_SHARE, TOP = 0.14, 120
"""The top of a screen, where the signed-in user's badge is: this share of its height, or so many px."""
LEFT, RIGHT = 0, 2
"""The edges of a box by their place in it."""


def rows_of(lines: Sequence[Line]) -> NDArray[np.bool_]:
    """n × n: which lines share a row (see `same_row`)."""
    top, bottom = (np.array([line.box[side] for line in lines], dtype=np.int64) for side in (1, 3))
    shared = np.minimum(bottom[:, None], bottom) - np.maximum(top[:, None], top)
    return np.asarray(shared > SAME_ROW * np.minimum((bottom - top)[:, None], bottom - top), dtype=bool)


def items_of(lines: Sequence[Line]) -> NDArray[np.bool_]:
    """n × n: which lines may be items of one list: one left edge, one height."""
    left, height = np.array([(line.box[LEFT], line.height) for line in lines], dtype=np.int64).reshape(-1, 2).T
    same = abs(left[:, None] - left) <= EDGE
    return np.asarray(same & (abs(height[:, None] - height) <= ITEM), dtype=bool)


def same_row(a: Line, b: Line) -> bool:
    """Whether two lines share more than half of the lower one's height."""
    (_, top, _, bottom), (_, upper, _, lower) = a.box, b.box
    if bottom <= upper or lower <= top:
        return False
    return min(bottom, lower) - max(top, upper) > SAME_ROW * min(bottom - top, lower - upper)


def same_edge(a: Line, b: Line, edge: int = LEFT, within: float = EDGE) -> bool:
    """Whether two lines begin (or end) at one edge, give or take so many px."""
    return abs(a.box[edge] - b.box[edge]) <= within


def aligned(a: Line, b: Line) -> bool:
    """The same left or right edge, or the same middle."""
    return same_edge(a, b, LEFT) or same_edge(a, b, RIGHT) or centred(a, b)


def centred(a: Line, b: Line, within: float = EDGE) -> bool:
    """Whether two lines have one middle, give or take half so many px."""
    return abs(sum(a.box[::2]) - sum(b.box[::2])) <= within


def same_size(a: Line, b: Line, ratio: tuple[float, float] = SAME_SIZE) -> bool:
    """Whether line b is about as high as line a."""
    return ratio[0] < b.height / max(1, a.height) < ratio[1]


def close_behind(line: Line, other: Line, most: float) -> bool:
    """Whether another line begins right behind a line, on its row, no more than so many px away and about as high."""
    gap = other.box[0] - line.box[2]
    return 0 <= gap <= most and same_row(line, other) and same_size(line, other, ALIKE)


def chains(following: Mapping[int, int], longest: int = 1_000_000) -> Iterator[list[int]]:
    """Follow each line that follows no other, from one to the next, over so many lines at most."""
    for start in sorted(set(following) - set(following.values())):
        chain = [start]
        while chain[-1] in following and following[chain[-1]] not in chain and len(chain) < longest:
            chain.append(following[chain[-1]])
        yield chain


def at_the_top(box: Box, height: int) -> bool:
    """Whether a box ends in the bar at the top of a screen so many px high."""
    return box[3] < max(TOP, TOP_SHARE * height)
