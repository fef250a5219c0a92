"""By how much pixels differ, each time in the channel that differs most; and the pixels under a mask."""

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


def picked(pixels: NDArray[np.uint8], mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """N × 3: the pixels of an h × w × 3 (or n × 3) piece for which an h × w (or n) mask is true, in raster order.

    numpy picks whole pixels ten times sooner than it picks each of three channels.
    """
    whole = np.ascontiguousarray(pixels).view("V3")[..., 0]
    return np.asarray(whole[mask].view(np.uint8).reshape(-1, 3), dtype=np.uint8)


def _widest(away: NDArray[np.uint8]) -> NDArray[np.uint8]:
    most: NDArray[np.uint8] = np.maximum(away[:, :, 0], away[:, :, 1])
    return np.maximum(most, away[:, :, 2], out=most)
