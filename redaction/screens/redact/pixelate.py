"""The style `pixelate`: made-up letters as a mosaic."""

from __future__ import annotations

import functools
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.screens.redact.lettering import smear
from redaction.screens.redact.styles import SMEAR_UNITS, HidingStyle, Look


class Pixelate:
    """Cells of a unit; the first and the last are empty."""

    surrogate: Literal["unreadable"] = "unreadable"

    def line(self, text: str, look: Look, room: int) -> NDArray[np.uint8]:
        """A mosaic of letters, zero along the border."""
        return _mosaic(text, look.unit, min(room // look.unit, SMEAR_UNITS))

    def picture(self, tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The neutral tile as a mosaic."""
        return _cells(tile, max(4, len(tile) // 6))


@functools.lru_cache(maxsize=512)
def _mosaic(text: str, size: int, room: int) -> NDArray[np.uint8]:
    return _cells(smear(text, size, room), size)


def _cells(patch: NDArray[np.uint8], cell: int) -> NDArray[np.uint8]:
    height, width = patch.shape[:2]
    small = cv2.resize(patch, (max(1, width // cell), max(1, height // cell)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


STYLE: HidingStyle = Pixelate()
