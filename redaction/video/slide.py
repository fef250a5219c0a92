"""By how far a part of the screen moved up or down from one frame to the next, as far as a lossy codec shows it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.capture.images import Pixels

TALL = 120
"""Parts less high than this, in px, are not taken for scrolling."""
OVERLAP = 64
"""So many rows must be seen before and after."""
BETTER = 0.3
"""A column fits where it moved to when less than this share is left of the difference that it has where it was."""
MOST = 0.5
"""So much of all difference must go with the columns that fit: beside a list that scrolls something else may change."""
_CELL = 16
"""Rows are compared by the means of cells of so many px."""


def slid(kept: Pixels, frame: Pixels) -> int:
    """By how many px what two h × w × 3 parts show moved down (up is negative); 0 where it did not just move."""
    height = frame.shape[0]
    if height < TALL:
        return 0
    before, after = _rows(kept), _rows(frame)
    there = np.abs(before - after).mean(axis=0)
    best, by = MOST * float(there.sum()), 0
    for step in range(1, height - OVERLAP + 1):
        for down in (step, -step):
            some, other = (before[:-step], after[step:]) if down > 0 else (before[step:], after[:-step])
            away = np.abs(some - other).mean(axis=0)
            fits = away < BETTER * there
            gone = float((there - away)[fits].sum())
            if gone > best:
                best, by = gone, down
    return by


def _rows(part: Pixels) -> NDArray[np.float32]:
    """h × cells: the light of each row, cell by cell."""
    grey = cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_RGB2GRAY)
    height, width = grey.shape
    wide = max(1, width // _CELL)
    return np.asarray(cv2.resize(grey.astype(np.float32), (wide, height), interpolation=cv2.INTER_AREA))
