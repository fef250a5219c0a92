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
from redaction.findings import Box
from redaction.screens.frames.noise import AROUND, FLOOR, LEAST, beyond_noise
from redaction.screens.pictures.differences import apart
from redaction.video.slide import slid

BLOCK = 16
"""Side of a block in px, the macroblock of most codecs."""
MOSTLY = 0.5
"""Where more than this share of the blocks changed, the frame is taken whole: it is another page, and sharper as its
own."""


def steadied(kept: Pixels, frame: Pixels) -> Pixels | None:
    """`frame` with the blocks of `kept` wherever the two differ by noise alone; None when they do so everywhere.

    What scrolled is held against `kept` where it came from, and where it moved by noise alone it is what `kept` showed
    there, moved: readers of frames carry lines that moved only to the bit. Both are H × W × 3 RGB of one size.
    """
    height, width, _ = kept.shape
    left, top, wide, high = cv2.boundingRect((apart(kept, frame) > FLOOR).view(np.uint8))
    if not wide:
        return None
    # whole blocks
    x0, y0 = left // BLOCK * BLOCK, top // BLOCK * BLOCK
    part = x0, y0, min(width, _up(left + wide)), min(height, _up(top + high))
    changed = _changed(kept, frame, part)
    if not changed.any():
        return None
    out = kept.copy()
    column, row, columns, rows = cv2.boundingRect(changed.view(np.uint8))
    x0, y0, x1, y1 = x0 + column * BLOCK, y0 + row * BLOCK, x0 + (column + columns) * BLOCK, y0 + (row + rows) * BLOCK
    changed = changed[row : row + rows, column : column + columns]
    part = x0, y0, min(width, x1), min(height, y1)
    moved = _moved(kept, frame, part)
    if moved is not None:
        # Between the lines, too, where nothing seems to have changed: a line is carried with what is around it.
        fits = ~_changed(moved, frame, part)
        _take(out, moved, fits, x0, y0)
        changed = changed & ~fits
    if changed.sum() > MOSTLY * (_up(height) // BLOCK) * (_up(width) // BLOCK):
        return frame
    _take(out, frame, changed, x0, y0)
    return out


def _up(length: int) -> int:
    return -(-length // BLOCK) * BLOCK


def _changed(kept: Pixels, frame: Pixels, part: Box) -> NDArray[np.bool_]:
    """Which blocks of a part changed by more than noise."""
    x0, y0, x1, y1 = part
    rim = AROUND // 2  # on which the contrast of what lies at the rim of the part is measured
    a, b = max(0, x0 - rim), max(0, y0 - rim)
    some, other = (np.ascontiguousarray(image[b : y1 + rim, a : x1 + rim]) for image in (kept, frame))
    inside = slice(y0 - b, y1 - b), slice(x0 - a, x1 - a)
    strong = _blocks(beyond_noise(some, other)[inside]) >= LEAST
    # What is left of a letter that reaches into the next block is taken with it.
    near = cv2.dilate(strong.view(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    return np.asarray(strong | (near & (_blocks(apart(some, other)[inside] > FLOOR) > 0)))


def _moved(kept: Pixels, frame: Pixels, part: Box) -> Pixels | None:
    """`kept`, moved up or down as what changed within a part seems to have moved; where nothing came from, black."""
    x0, y0, x1, y1 = part
    by = slid(kept[y0:y1, x0:x1], frame[y0:y1, x0:x1])
    if not by:
        return None
    out = np.zeros_like(kept)
    if by > 0:
        out[by:] = kept[:-by]
    else:
        out[:by] = kept[-by:]
    return out


def _take(out: Pixels, image: Pixels, blocks: NDArray[np.bool_], x0: int, y0: int) -> None:
    for row, column in zip(*np.nonzero(blocks), strict=True):
        y, x = y0 + int(row) * BLOCK, x0 + int(column) * BLOCK
        out[y : y + BLOCK, x : x + BLOCK] = image[y : y + BLOCK, x : x + BLOCK]


def _blocks(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many px of each block are set, of a mask that begins with one."""
    height, width = mask.shape
    rows = np.add.reduceat(mask, range(0, height, BLOCK), axis=0, dtype=np.int64)
    return np.asarray(np.add.reduceat(rows, range(0, width, BLOCK), axis=1))
