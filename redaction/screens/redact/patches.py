"""What a hidden place looks like: patches made from its colours, a surrogate and a size class, nothing else."""

from __future__ import annotations

import functools
import hashlib
import unicodedata
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Style = Literal["fill", "blur", "pixelate", "substitute"]
Colour = NDArray[np.uint8]
_SMALLEST_LINE = 12
SMEAR_UNITS, BAND_UNITS = 16, 4
"""Width and height, in units, of what is drawn for a hidden line in the styles `blur` and `pixelate`."""


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
    style: Style, text: str, size: int, paper: Colour, ink: Colour, room: int = SMEAR_UNITS
) -> NDArray[np.uint8]:
    """The h × w × 3 patch for one hidden line of size class `size`, to be laid over paper; h is 4 units.

    `blur` and `pixelate` are 16 units wide (fewer where `room`, in units, is less) and fade into the paper; their
    letters are drawn by a digest of the surrogate, so that not even the surrogate's length shows. `substitute` is as
    wide as the surrogate. `fill`, and a text without a letter that can be drawn, give a patch of no width.
    """
    plain = _drawable(text)
    if style == "fill" or not plain:
        return np.empty((BAND_UNITS * size, 0, 3), dtype=np.uint8)
    if style == "substitute":
        strength = _written(plain, size)
    else:
        strength = _smear(style, _letters(plain), size, min(room, SMEAR_UNITS))
    share = (strength.astype(np.float32) / 255.0)[:, :, None]
    return np.asarray(np.rint(paper * (1 - share) + ink * share), dtype=np.uint8)


def picture_patch(style: Style, height: int, width: int, paper: Colour, ink: Colour, person: bool) -> NDArray[np.uint8]:
    """A neutral head and shoulders for a face, a plain tile for anything else: the same for everybody."""
    patch = np.empty((height, width, 3), dtype=np.uint8)
    patch[:] = (paper.astype(int) * 3 + ink.astype(int)) // 4
    if person and min(height, width) >= 8:
        tone = tuple(int(v) for v in (paper.astype(int) + ink.astype(int)) // 2)
        radius = max(1, min(height, width) * 2 // 9)
        cv2.circle(patch, (width // 2, height * 2 // 5), radius, tone, -1)
        cv2.ellipse(patch, (width // 2, height), (radius * 2, max(1, height * 3 // 8)), 0, 180, 360, tone, -1)
    if style == "blur":
        sigma = max(2.0, height / 12)
        return np.asarray(cv2.GaussianBlur(patch, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE), dtype=np.uint8)
    if style == "pixelate":
        return _cells(patch, max(4, height // 6))
    return patch


@functools.lru_cache(maxsize=512)
def _smear(style: Style, letters: str, size: int, units: int) -> NDArray[np.uint8]:
    """Ink strength 0 to 255 of blurred or pixelated letters, zero along the border."""
    height, width = BAND_UNITS * size, units * size
    raw = np.zeros((height, width), dtype=np.uint8)
    drawn = _written(letters, size)[:, : width - 2 * size]
    raw[:, size : size + drawn.shape[1]] = drawn
    if style == "pixelate":
        soft = _cells(raw, size).astype(np.float32)
    else:
        soft = cv2.GaussianBlur(raw, (0, 0), 0.75 * size).astype(np.float32)
        # A blur that the border cuts would show where the border is.
        rows = np.minimum(np.arange(height), np.arange(height)[::-1]) / size
        columns = np.minimum(np.arange(width), np.arange(width)[::-1]) / size
        soft *= np.minimum(1, rows)[:, None] * np.minimum(1, columns)[None, :]
    return np.asarray(np.rint(soft), dtype=np.uint8)


def _cells(patch: NDArray[np.uint8], cell: int) -> NDArray[np.uint8]:
    height, width = patch.shape[:2]
    small = cv2.resize(patch, (max(1, width // cell), max(1, height // cell)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


@functools.lru_cache(maxsize=512)
def _written(text: str, size: int) -> NDArray[np.uint8]:
    """Ink strength of a line of text, vertically centred by the font and not by its letters."""
    font = _font(size)
    width = int(np.ceil(font.getlength(text))) + 2
    page = Image.new("L", (width, BAND_UNITS * size), 0)
    ascent, descent = font.getmetrics()
    baseline = (BAND_UNITS * size + ascent - descent) // 2
    ImageDraw.Draw(page).text((1, baseline), text, font=font, fill=255, anchor="ls")
    return np.asarray(page, dtype=np.uint8)


@functools.lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """The font inside Pillow: the same on every machine."""
    font = ImageFont.load_default(size=3.25 * size)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return font


def font_is_there() -> bool:
    """Whether Pillow can draw letters at all (`entrophy doctor` asks)."""
    return isinstance(ImageFont.load_default(size=13), ImageFont.FreeTypeFont)


def _drawable(text: str) -> str:
    """Latin letters and signs only: the font has no more."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return " ".join(plain.split())


def _letters(text: str) -> str:
    """Forty letters that depend on a text and tell nothing of it, its length included."""
    digest = hashlib.shake_128(text.encode("ascii")).digest(40)
    return "".join("abcdehklmnorstu"[byte % 15] for byte in digest)
