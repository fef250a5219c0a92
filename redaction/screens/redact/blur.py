"""The style `blur`: made-up letters, blurred beyond reading."""

from __future__ import annotations

import functools
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.screens.redact.lettering import smear
from redaction.screens.redact.styles import SMEAR_UNITS, HidingStyle, Look


class Blur:
    """It fades into the ground, so that neither width nor height of what was there shows."""

    surrogate: Literal["unreadable"] = "unreadable"

    def line(self, text: str, look: Look, room: int) -> NDArray[np.uint8]:
        """Blurred letters, zero along the border."""
        return _blurred(text, look.unit, min(room // look.unit, SMEAR_UNITS))

    def picture(self, tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The neutral tile, blurred."""
        sigma = max(2.0, len(tile) / 12)
        return np.asarray(cv2.GaussianBlur(tile, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE), dtype=np.uint8)


@functools.lru_cache(maxsize=512)
def _blurred(text: str, size: int, room: int) -> NDArray[np.uint8]:
    soft = cv2.GaussianBlur(smear(text, size, room), (0, 0), 0.75 * size).astype(np.float32)
    # A blur that the border cuts would show where the border is.
    height, width = soft.shape
    rows = np.minimum(np.arange(height), np.arange(height)[::-1]) / size
    columns = np.minimum(np.arange(width), np.arange(width)[::-1]) / size
    soft *= np.minimum(1, rows)[:, None] * np.minimum(1, columns)[None, :]
    return np.asarray(np.rint(soft), dtype=np.uint8)


STYLE: HidingStyle = Blur()
