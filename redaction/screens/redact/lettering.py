"""Letters as a drawing: the font, a line of text, and letters that tell nothing of the text they were made from."""

from __future__ import annotations

import functools
import hashlib
import math
import unicodedata
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.screens.redact.styles import BAND_UNITS, Look

_MIDDLE = 0.27
"""The middle of the small letters above their line, in ems."""
_BOLDER = 0.07
"""By how much bold strokes are wider, in ems."""
_TIGHTEST, _SMALLEST = 0.8, 8
"""Letters are made smaller to this share, and to this em in px, before a text is cut off."""


def middle(baseline: int, em: int) -> int:
    """The row in the middle of the small letters of a line."""
    return baseline - round(_MIDDLE * em)


@dataclass(frozen=True, slots=True)
class Measures:
    """What a text measures in our font, in ems: how high it reaches above its line, where its ink begins and how wide
    it is. No width: the font does not have its letters."""

    above: float
    bearing: float = 0.0
    width: float = 0.0


_FOREIGN = Measures(0.8)
"""Letters that our font does not have."""
_MEASURED_AT, _INK = 32, 0.45
"""Em in px, and the strength from which a pixel counts as ink."""


def measured(text: str) -> Measures:
    """What a text measures in our font."""
    plain = drawable(text)
    letters = unicodedata.normalize("NFKD", text)
    if not any(c.isalnum() for c in plain) or any(c.isalpha() and not c.isascii() for c in letters):
        return _FOREIGN
    ink = written(plain, _MEASURED_AT) >= _INK * 255
    rows, columns = np.nonzero(ink.any(axis=1))[0], np.nonzero(ink.any(axis=0))[0]
    line = _MEASURED_AT + round(_MIDDLE * _MEASURED_AT)
    return Measures(
        (line - int(rows[0])) / _MEASURED_AT,
        (int(columns[0]) - 1) / _MEASURED_AT,
        (int(columns[-1]) + 1 - int(columns[0])) / _MEASURED_AT,
    )


def stroke(strength: NDArray[np.float32]) -> float:
    """The mean width in px of the strokes of drawn letters, across, of strengths of 0 to 1."""
    return float(2 * strength.sum() / max(1.0, np.abs(np.diff(strength, axis=1)).sum()))


@functools.lru_cache(maxsize=1024)
def written(text: str, em: int, bold: bool = False) -> NDArray[np.uint8]:
    """Strength 0 to 255 of a line of text, two ems high: its middle row is that of the small letters."""
    font, thicker = _font(em), _thicker(em, bold)
    page = Image.new("L", (_width(text, em, bold), 2 * em), 0)
    draw, left, line = ImageDraw.Draw(page), 1.0, em + round(_MIDDLE * em)
    for piece in text if bold else [text]:  # bold letters stand further apart
        draw.text((left, line), piece, font=font, fill=255, anchor="ls")
        left += font.getlength(piece) + thicker / 2
    drawn = np.asarray(page, dtype=np.uint8)
    for _ in range(thicker):
        drawn = np.maximum(drawn, np.pad(drawn, ((0, 0), (1, 0)))[:, :-1])
    return drawn


def fitting(text: str, look: Look, room: int) -> NDArray[np.uint8]:
    """As `written`, in at most `room` px: made a little smaller, and cut off where that is not enough."""
    em, width = look.em, _width(text, look.em, look.bold)
    if width > room:
        em = min(em, max(_SMALLEST, math.ceil(_TIGHTEST * em), em * room // width))
    end, shown = len(text), text
    while end > 2 and _width(shown, em, look.bold) > room:
        end -= 1
        shown = text[:end].rstrip(" .") + "\N{HORIZONTAL ELLIPSIS}"
    drawn = written(shown, em, look.bold)
    return drawn if drawn.shape[1] <= room else drawn[:, :0]


def _thicker(em: int, bold: bool) -> int:
    return max(1, round(_BOLDER * em)) if bold else 0


def _width(text: str, em: int, bold: bool) -> int:
    """In px, with one free on both sides."""
    thicker = _thicker(em, bold)
    across = sum(map(_font(em).getlength, text)) if bold else _font(em).getlength(text)
    return math.ceil(across + thicker * len(text) / 2) + 2 + thicker


def em_of_unit(size: int) -> int:
    """The em in px of letters of a size class of which nothing more is known."""
    return 13 * size // 4


def smear(text: str, size: int, room: int) -> NDArray[np.uint8]:
    """Strength of forty letters drawn by a digest of the text, so that not even its length shows: `room` units
    wide, with a unit left free on both sides. The canvas is the caller's own."""
    height, width = BAND_UNITS * size, room * size
    canvas = np.zeros((height, width), dtype=np.uint8)
    letters = written(_letters(text), em_of_unit(size))
    rest = (len(letters) - height) // 2
    drawn = letters[rest : rest + height, : width - 2 * size]
    canvas[:, size : size + drawn.shape[1]] = drawn
    return canvas


def drawable(text: str) -> str:
    """Latin letters and signs only: the font has no more."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return " ".join(plain.split())


def font_is_there() -> bool:
    """Whether Pillow can draw letters at all (`entrophy doctor` asks)."""
    return isinstance(ImageFont.load_default(size=13), ImageFont.FreeTypeFont)


@functools.lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """The font inside Pillow: the same on every machine."""
    font = ImageFont.load_default(size=size)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return font


def _letters(text: str) -> str:
    digest = hashlib.shake_128(text.encode("ascii")).digest(40)
    return "".join("abcdehklmnorstu"[byte % 15] for byte in digest)
