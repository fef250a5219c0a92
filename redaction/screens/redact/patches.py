"""The patch that is laid over a hidden place: what a style draws, in the colours of the surroundings."""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.screens.redact.ground import Colour
from redaction.screens.redact.lettering import drawable
from redaction.screens.redact.styles import BAND_UNITS, HidingStyle, Look

_SMALLEST_LINE = 12
"""Height in px from which a line box is of the second size class, and a badge has letters."""
_LETTERS, _CAPITALS = 0.42, 0.03
"""The em of the letters on a badge, and how far their small letters' middle lies below its own, in its height."""


def unit(height: int) -> int:
    """The size class of a line box, as a quarter of the band drawn for it, in px: it doubles with the height.

    Boxes of 12 to 23 px (text of 11 to 16 px, with or without descenders and accents) are one class, so that the
    letters of a name do not decide it.
    """
    size = 2
    while height >= _SMALLEST_LINE * size // 2:
        size *= 2
    return size


def line_strength(style: HidingStyle, text: str, look: Look, room: int) -> NDArray[np.float32]:
    """The strength, 0 to 1, of one hidden line in at most `room` px, its middle row on that of the small letters.

    A text without a letter that can be drawn has no width.
    """
    plain = drawable(text)
    drawn = style.line(plain, look, room) if plain else np.empty((BAND_UNITS * look.unit, 0), dtype=np.uint8)
    return np.asarray(drawn.astype(np.float32) / 255, dtype=np.float32)


def blended(ground: NDArray[np.uint8], colour: Colour, strength: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A colour laid over an h × w × 3 ground with an h × w strength of 0 to 1."""
    share = strength[:, :, None]
    return np.asarray(np.rint(ground * (1 - share) + colour * share), dtype=np.uint8)


def picture_patch(
    style: HidingStyle,
    ground: NDArray[np.uint8],
    colours: tuple[Colour, Colour],
    person: bool,
    letters: str,
    disc: bool,
) -> NDArray[np.uint8]:
    """What lies over a picture, as large as its h × w × 3 ground: a neutral head and shoulders for a face, a plain tile
    with a surrogate's initials for a badge, a plain tile for anything else; a disc where there was one."""
    height, width = ground.shape[:2]
    background, foreground = (c.astype(int) for c in colours)
    tile = np.empty((height, width, 3), dtype=np.uint8)
    tile[:] = (background * 3 + foreground) // 4
    if person and min(height, width) >= 8:
        tone = tuple(int(v) for v in (background + foreground) // 2)
        radius = max(1, min(height, width) * 2 // 9)
        cv2.circle(tile, (width // 2, height * 2 // 5), radius, tone, -1)
        cv2.ellipse(tile, (width // 2, height), (radius * 2, max(1, height * 3 // 8)), 0, 180, 360, tone, -1)
    tile = style.picture(tile)
    if letters and min(height, width) >= _SMALLEST_LINE:
        drawn = line_strength(style, letters, Look(unit(height), round(_LETTERS * height)), width)[-height:]
        top, left = max(0, (height - len(drawn)) // 2 + round(_CAPITALS * height)), (width - drawn.shape[1]) // 2
        place = tile[top : top + len(drawn), left : left + drawn.shape[1]]
        place[:] = blended(place, colours[1], drawn[: len(place)])
    return blended(ground, tile, _disc(height, width)) if disc else tile


@functools.lru_cache(maxsize=64)
def _disc(height: int, width: int) -> NDArray[np.float32]:
    """The share of each pixel that lies in the ellipse that fits."""
    fine = np.zeros((8 * height, 8 * width), dtype=np.float32)
    cv2.ellipse(fine, (4 * width, 4 * height), (4 * width, 4 * height), 0, 0, 360, 1, -1)
    return np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA), dtype=np.float32)
