"""What scrolling did between two frames: by how far content moved up or down, and which lines moved with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import extent, touch
from redaction.page.reading import Line
from redaction.screens.ocr.foreground import foreground_mask
from redaction.screens.pictures.differences import apart

Pixels = NDArray[np.uint8]
_BLOCK = 64
"""Columns of this many px vote together on how far they moved."""
_TALL = 120
"""Changes less high than this are not taken for scrolling."""
_VOTES = 24
_MARGIN = 4
"""A line is carried when so many px around it moved with it."""
_RIM, _FOREGROUND = 3, 6
"""So many px around a line still belong to it; less foreground than this many px is no letter."""


@dataclass(frozen=True, slots=True)
class Scrolled:
    """`lines` moved by `by` px (down is positive) with every pixel around them; `near` are the places where others
    would be now, if they moved too: they must be read again. So must what holds a pixel of `rest`, which are the
    changed ones that the move does not explain."""

    by: int
    lines: tuple[Line, ...]
    near: tuple[Box, ...]
    rest: NDArray[np.bool_]


def scrolled(
    before: Pixels, after: Pixels, differ: NDArray[np.bool_], lines: Sequence[Line], parts: Sequence[Box]
) -> Scrolled | None:
    """How H × W × 3 frames of one size follow from one another by scrolling; None when they do not.

    `differ` marks the pixels that changed, `parts` are boxes around them, `lines` those read on the frame before.
    """
    by = distance(before, after, differ)
    if by == 0:
        return None
    height = after.shape[0]
    same = np.zeros(after.shape[:2], dtype=bool)
    top, bottom = max(0, by), min(height, height + by)
    same[top:bottom] = ~differing(before[top - by : bottom - by], after[top:bottom])
    unchanged, near = [], []
    for line in lines:
        a, b, c, d = line.box
        moved = (a, b + by, c, d + by)
        if not any(touch(moved, part) for part in parts):
            continue  # nothing changed where it would be now
        around = same[max(0, moved[1] - _MARGIN) : moved[3] + _MARGIN, max(0, a - _MARGIN) : c + _MARGIN]
        if moved[1] >= _MARGIN and moved[3] + _MARGIN <= height and around.all():
            unchanged.append(replace(line, box=moved))
        else:
            near.append((a, max(0, moved[1]), c, min(height, moved[3])))
    return Scrolled(by, tuple(unchanged), tuple(near), differ & ~same)


def differing(before: Pixels, after: Pixels) -> NDArray[np.bool_]:
    """H × W: which pixels of two H × W × 3 frames are not the same."""
    return np.asarray(apart(before, after) > 0, dtype=bool)


def distance(before: Pixels, after: Pixels, differ: NDArray[np.bool_]) -> int:
    """By how many px what changed moved down (up is negative) between two frames; 0 where it did not just move."""
    box = extent(differ)
    if box is None or box[3] - box[1] < _TALL:
        return 0
    part = slice(box[1], box[3]), slice(box[0], box[2])
    return _moved(before[part], after[part])


def remains(after: Pixels, differ: NDArray[np.bool_], gone: Sequence[Box], lines: Sequence[Line]) -> list[Box]:
    """Which places of lines that are gone still show foreground that did not change and that no line moved over."""
    free = ~differ
    for line in lines:
        a, b, c, d = line.box
        free[max(0, b - _RIM) : d + _RIM, max(0, a - _RIM) : c + _RIM] = False
    return [
        (a, b, c, d)
        for a, b, c, d in gone
        if free[b:d, a:c].any() and int((foreground_mask(after[b:d, a:c]) & free[b:d, a:c]).sum()) >= _FOREGROUND
    ]


def _moved(before: Pixels, after: Pixels) -> int:
    """The distance that most telling rows of most columns moved by; 0 when there is none."""
    votes: Counter[int] = Counter()
    # A row's sum is a whole number below 2 to the 47th, which a float holds: matrices of floats multiply faster.
    weights = np.random.default_rng(1).integers(1, 1 << 31, _BLOCK * 3).astype(np.float64)
    for left in range(0, before.shape[1], _BLOCK):
        old, new = before[:, left : left + _BLOCK], after[:, left : left + _BLOCK]
        if np.array_equal(old, new):
            continue
        mine = weights[: old.shape[1] * 3]
        was = old.reshape(len(old), -1).astype(np.float64) @ mine
        now = new.reshape(len(new), -1).astype(np.float64) @ mine
        often = Counter(was.tolist())
        places = {value: row for row, value in enumerate(was.tolist()) if often[value] == 1}
        votes.update(row - places[value] for row, value in enumerate(now.tolist()) if value in places)
    del votes[0]
    best = max(votes, key=lambda by: (votes[by], -abs(by), by), default=0)
    return best if votes[best] >= max(_VOTES, 0.5 * votes.total()) else 0
