"""Letters as a drawing: the font, a line of text, and letters that tell nothing of the text they were made from."""

from __future__ import annotations

import functools
import hashlib
import unicodedata

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.screens.redact.styles import BAND_UNITS


@functools.lru_cache(maxsize=512)
def written(text: str, size: int) -> NDArray[np.uint8]:
    """Strength 0 to 255 of a line of text in a size class, vertically centred by the font and not by its letters."""
    font = _font(size)
    width = int(np.ceil(font.getlength(text))) + 2
    page = Image.new("L", (width, BAND_UNITS * size), 0)
    ascent, descent = font.getmetrics()
    baseline = (BAND_UNITS * size + ascent - descent) // 2
    ImageDraw.Draw(page).text((1, baseline), text, font=font, fill=255, anchor="ls")
    return np.asarray(page, dtype=np.uint8)


def smear(text: str, size: int, room: int) -> NDArray[np.uint8]:
    """Strength of forty letters drawn by a digest of the text, so that not even its length shows: `room` units
    wide, with a unit left free on both sides. The canvas is the caller's own."""
    height, width = BAND_UNITS * size, room * size
    canvas = np.zeros((height, width), dtype=np.uint8)
    drawn = written(_letters(text), size)[:, : width - 2 * size]
    canvas[:, size : size + drawn.shape[1]] = drawn
    return canvas


def drawable(text: str) -> str:
    """Latin letters and signs only: the font has no more."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return " ".join(plain.split())


def font_is_there() -> bool:
    """Whether Pillow can draw letters at all (`entrophy doctor` asks)."""
    return isinstance(ImageFont.load_default(size=13), ImageFont.FreeTypeFont)


@functools.lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """The font inside Pillow: the same on every machine."""
    font = ImageFont.load_default(size=3.25 * size)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return font


def _letters(text: str) -> str:
    digest = hashlib.shake_128(text.encode("ascii")).digest(40)
    return "".join("abcdehklmnorstu"[byte % 15] for byte in digest)
