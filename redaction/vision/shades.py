"""By how much pixels differ, each time in the channel that differs most."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

_AROUND = np.ones((3, 3), np.uint8)


def apart(some: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """h × w: by how much two h × w × 3 pieces differ, pixel by pixel."""
    return _widest(cv2.absdiff(np.ascontiguousarray(some), np.ascontiguousarray(other)))


def spread(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """H × W: by how much the lightest and the darkest pixel differ in the 3 × 3 around each of an H × W × 3 image."""
    return _widest(cv2.subtract(cv2.dilate(image, _AROUND), cv2.erode(image, _AROUND)))


def _widest(away: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(np.maximum(np.maximum(away[:, :, 0], away[:, :, 1]), away[:, :, 2]), dtype=np.uint8)
