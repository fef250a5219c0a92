"""The patch that is laid over a hidden place: what a style draws, in the colours of the surroundings."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.screens.redact.lettering import drawable
from redaction.screens.redact.styles import BAND_UNITS, SMEAR_UNITS, HidingStyle

Colour = NDArray[np.uint8]
_SMALLEST_LINE = 12
"""Height in px from which a line box is of the second size class."""


def unit(height: int) -> int:
    """The size class of a line box, as a quarter of the band drawn for it, in px: it doubles with the height.

    Boxes of 12 to 23 px (text of 11 to 16 px, with or without descenders and accents) are one class, so that the
    letters of a name do not decide it.
    """
    size = 2
    while height >= _SMALLEST_LINE * size // 2:
        size *= 2
    return size


def line_patch(
    style: HidingStyle, text: str, size: int, background: Colour, foreground: Colour, room: int = SMEAR_UNITS
) -> NDArray[np.uint8]:
    """The h × w × 3 patch for one hidden line of size class `size`, to be laid over the background; h is 4 units.

    `room`, in units, is how much width there is. A text without a letter that can be drawn gives a patch of no width.
    """
    plain = drawable(text)
    if not plain:
        return np.empty((BAND_UNITS * size, 0, 3), dtype=np.uint8)
    share = (style.line(plain, size, room).astype(np.float32) / 255.0)[:, :, None]
    return np.asarray(np.rint(background * (1 - share) + foreground * share), dtype=np.uint8)


def picture_patch(
    style: HidingStyle, height: int, width: int, background: Colour, foreground: Colour, person: bool
) -> NDArray[np.uint8]:
    """A neutral head and shoulders for a face, a plain tile for anything else: the same for everybody."""
    tile = np.empty((height, width, 3), dtype=np.uint8)
    tile[:] = (background.astype(int) * 3 + foreground.astype(int)) // 4
    if person and min(height, width) >= 8:
        tone = tuple(int(v) for v in (background.astype(int) + foreground.astype(int)) // 2)
        radius = max(1, min(height, width) * 2 // 9)
        cv2.circle(tile, (width // 2, height * 2 // 5), radius, tone, -1)
        cv2.ellipse(tile, (width // 2, height), (radius * 2, max(1, height * 3 // 8)), 0, 180, 360, tone, -1)
    return style.picture(tile)
