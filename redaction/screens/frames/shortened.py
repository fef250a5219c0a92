"""What is left of a value while it is typed or taken back: a letter or two at the place where a neighbouring frame
shows the whole.

So few letters are often the same by chance, in the middle of other words. Here nothing but a letter or two and the
caret may follow them, and behind these the line must be empty: whoever writes there begins the very value.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from redaction.findings import ImageFinding
from redaction.screens.ocr.foreground import foreground_mask

Pixels = NDArray[np.uint8]
DETECTOR = "beginning"
LETTER = 0.4
"""Line heights that the narrowest letter takes with what is around it."""
TYPED = 1.3
"""Line heights of what may follow what is the same: two letters that are typed instead, and the caret."""
SHORTER = 0.3
"""Line heights by which a beginning is shorter than the whole: the narrowest letter."""
EMPTY = 1.5
"""Line heights behind that in which nothing stands."""


def beginning(after: Pixels, changed: NDArray[np.bool_], finding: ImageFinding) -> ImageFinding | None:
    """What an H × W × 3 frame shows of the beginning of a value that was found on another; None where that is not what
    stands there. `changed` tells which pixels of both are not the same. A beginning that stays as it is, or to which
    other letters are typed, is one still."""
    x0, y0, x1, y1 = finding.box
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(after.shape[1], x1), min(after.shape[0], y1)
    wide, tall = x1 - x0, y1 - y0
    if wide <= 0 or tall <= 0:
        return None
    columns = np.flatnonzero(changed[y0:y1, x0:x1].any(axis=0))
    begun = finding.detector == DETECTOR
    same = int(columns[0]) if columns.size else wide
    if same < LETTER * tall or (same == wide and not begun):
        return None
    most = same + round(TYPED * tall)
    empty = min(after.shape[1], max(x1, x0 + most + round(EMPTY * tall)))
    ink = np.asarray(foreground_mask(np.ascontiguousarray(after[y0:y1, x0:empty])).any(axis=0), dtype=bool)
    if not ink[:same].any() or ink[most:].any():
        return None
    end = int(np.flatnonzero(ink)[-1]) + 1
    if not begun and end > wide - SHORTER * tall:
        return None
    return replace(finding, box=(x0, y0, x0 + end, y1), detector=DETECTOR)
