"""Lines too pale for the detector: light grey on white, dark grey on black, as greyed-out rows are written.

The detector sees a large screen at half its size, where the thin strokes of pale text vanish. Their outlines are still
there: pixels that differ a little from their neighbours, with none beside them that differ much.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import touch
from redaction.screens.ocr.foreground import foreground_mask
from redaction.screens.pictures.differences import spread

_LEAST, _MOST = 8, 64
"""Neighbouring pixels of pale text differ by this much; what differs more the detector sees by itself."""
_JOIN = 11
"""Letters and words up to this many px apart are one line."""
_LOWEST, _HIGHEST, _LONGER = 6, 40, 3
"""Height of a line in px, and how many times as long it is at least."""
_LETTERS = 4
"""Pieces of foreground, at least: fewer are an icon or a stroke."""


def faint_lines(image: NDArray[np.uint8], known: Sequence[Box]) -> list[Box]:
    """Boxes of what may be pale lines on an H × W × 3 image, away from the boxes of `known` lines. Sorted."""
    steps = spread(image)
    strong = cv2.dilate((steps > _MOST).astype(np.uint8), np.ones((5, 5), np.uint8))
    faint = ((steps >= _LEAST) & (strong == 0)).astype(np.uint8)
    for x0, y0, x1, y1 in known:
        faint[max(0, y0 - 4) : max(0, y1 + 4), max(0, x0 - 4) : max(0, x1 + 4)] = 0
    joined = cv2.morphologyEx(faint, cv2.MORPH_CLOSE, np.ones((1, _JOIN), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    found = []
    for x, y, wide, high, _ in stats[1:count].tolist():
        if _LOWEST <= high <= _HIGHEST and wide >= _LONGER * high:
            box = _of_letters(image, (x, y, x + wide, y + high))
            if box is not None and not any(touch(box, line) for line in known):  # a frame around a line
                found.append(box)
    return sorted(found)


def _of_letters(image: NDArray[np.uint8], box: Box) -> Box | None:
    """The box fitted to its foreground, when that consists of several pieces none of which is a rule or a frame."""
    x0, y0, x1, y1 = box
    count, _, stats, _ = cv2.connectedComponentsWithStats(foreground_mask(image[y0:y1, x0:x1]).astype(np.uint8))
    left, top, wide, high, area = stats[1:count].T if count > 1 else np.zeros((5, 0), np.int32)
    letters = (area >= 4) & (high >= 0.3 * (y1 - y0))
    if letters.sum() < _LETTERS or int(wide.max()) > 0.5 * (x1 - x0):
        return None
    fitted = (
        x0 + int(left.min()),
        y0 + int(top.min()),
        x0 + int((left + wide).max()),
        y0 + int((top + high).max()),
    )
    return fitted if fitted[3] - fitted[1] >= _LOWEST else None
