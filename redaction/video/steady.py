"""What a lossy codec does to a picture that stands still, told from what changed on the screen.

A codec draws a still screen a little differently in every picture, most of all where a key frame begins anew. Readers
of frames carry over what is the same to the bit, so what is only the codec's is taken out: block by block a frame keeps
what the frame before showed. Nothing can slip through by that: a block that is kept was searched when it first came,
and a block that is not is taken as it is. A difference that is not noticed is not shown either.

Noise stands beside edges and grows with them, so a difference is held against the contrast around it. It is measured
from the last frame that was kept, never from the one before: a slow fade adds up until it is noticed.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.capture.images import Pixels
from redaction.screens.pictures.differences import apart

BLOCK = 16
"""Side of a block in px, the macroblock of most codecs."""
FLOOR = 8
"""Differences up to this, of 255 in the channel that differs most, are noise anywhere."""
CONTRAST = 0.3
"""Differences up to the floor and this share of the contrast around are noise."""
AROUND = 9
"""The contrast is that of a square of so many px, in both pictures."""
LEAST = 4
"""A block with so many px beyond noise has changed."""
MOSTLY = 0.5
"""Where more than this share of the blocks changed, the frame is taken whole: it is another page, and sharper as its
own."""


def steadied(kept: Pixels, frame: Pixels) -> Pixels | None:
    """`frame` with the blocks of `kept` wherever the two differ by noise alone; None when they do so everywhere.

    Both are H × W × 3 RGB of one size.
    """
    away = apart(kept, frame)
    left, top, wide, high = cv2.boundingRect((away > FLOOR).view(np.uint8))
    if not wide:
        return None
    height, width = away.shape
    # whole blocks, and around them what the contrast of their rims is measured on
    x0, y0 = left // BLOCK * BLOCK, top // BLOCK * BLOCK
    x1, y1 = min(width, _up(left + wide)), min(height, _up(top + high))
    strong = _blocks(_beyond(kept, frame, away, x0, y0, x1, y1)) >= LEAST
    if not strong.any():
        return None
    # What is left of a letter that reaches into the next block is taken with it.
    near = cv2.dilate(strong.view(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    changed = strong | (near & (_blocks(away[y0:y1, x0:x1] > FLOOR) > 0))
    if changed.sum() > MOSTLY * (_up(height) // BLOCK) * (_up(width) // BLOCK):
        return frame
    out = kept.copy()
    for row, column in zip(*np.nonzero(changed), strict=True):
        y, x = y0 + int(row) * BLOCK, x0 + int(column) * BLOCK
        out[y : y + BLOCK, x : x + BLOCK] = frame[y : y + BLOCK, x : x + BLOCK]
    return out


def _up(length: int) -> int:
    return -(-length // BLOCK) * BLOCK


def _beyond(
    kept: Pixels,
    frame: Pixels,
    away: NDArray[np.uint8],
    x0: int,
    y0: int,
    x1: int,
    y1: int,
) -> NDArray[np.bool_]:
    """Pixels of a part that differ by more than noise."""
    rim = AROUND // 2
    a, b = max(0, x0 - rim), max(0, y0 - rim)
    some, other = kept[b : y1 + rim, a : x1 + rim], frame[b : y1 + rim, a : x1 + rim]
    around = np.ones((AROUND, AROUND), np.uint8)
    high = cv2.dilate(cv2.max(np.ascontiguousarray(some), np.ascontiguousarray(other)), around)
    low = cv2.erode(cv2.min(np.ascontiguousarray(some), np.ascontiguousarray(other)), around)
    contrast = apart(high, low)[y0 - b : y1 - b, x0 - a : x1 - a]
    limit = FLOOR + CONTRAST * np.arange(256, dtype=np.float64)
    return np.asarray(away[y0:y1, x0:x1] > limit[contrast], dtype=bool)


def _blocks(
    mask: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """How many px of each block are set, of a mask that begins with one."""
    height, width = mask.shape
    rows = np.add.reduceat(mask, range(0, height, BLOCK), axis=0, dtype=np.int64)
    return np.asarray(np.add.reduceat(rows, range(0, width, BLOCK), axis=1))
