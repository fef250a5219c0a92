"""What a lossy codec does to pixels that show the same, told from what changed on the screen.

Noise stands beside edges and grows with them, so a difference is held against the contrast around it; and it stands
alone, so a few pixels beyond that change nothing. Used where a film comes in, and where something known is looked for
again on another frame: there a pixel that the codec drew a little differently must not hide that the rest is the same.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.screens.pictures.differences import apart

Pixels = NDArray[np.uint8]
FLOOR = 8
"""Differences up to this, of 255 in the channel that differs most, are noise anywhere."""
CONTRAST = 0.3
"""Differences up to the floor and this share of the contrast around are noise."""
AROUND = 9
"""The contrast is that of a square of so many px, in both pictures."""
LEAST = 4
"""So many px of such a square (of a block, redaction.video.steady) beyond noise, and they have changed."""
_SQUARE = np.ones((AROUND, AROUND), np.uint8)
_LIMIT = FLOOR + CONTRAST * np.arange(256, dtype=np.float64)
"""The largest difference that is noise, by the contrast around."""


def beyond_noise(some: Pixels, other: Pixels) -> NDArray[np.bool_]:
    """h × w: which pixels of two h × w × 3 pieces differ by more than noise, each by itself."""
    if not some.size:
        return np.zeros(some.shape[:2], dtype=bool)
    away = apart(some, other)
    if int(away.max()) <= FLOOR:
        return np.zeros(away.shape, dtype=bool)
    some, other = np.ascontiguousarray(some), np.ascontiguousarray(other)
    contrast = apart(cv2.dilate(cv2.max(some, other), _SQUARE), cv2.erode(cv2.min(some, other), _SQUARE))
    return np.asarray(away > _LIMIT[contrast], dtype=bool)


def changed(some: Pixels, other: Pixels) -> NDArray[np.bool_]:
    """h × w: those of them that do not stand alone."""
    strong = beyond_noise(some, other)
    if not strong.any():
        return strong
    ones = strong.astype(np.float32)
    near = cv2.boxFilter(ones, -1, (AROUND, AROUND), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(strong & (near > LEAST - 0.5), dtype=bool)
