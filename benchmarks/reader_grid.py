"""Names drawn in the colours, sizes and turns of ordinary interfaces: what an independent reader must be able to see.

The names are made up by Faker with a fixed seed, a different one on every line, so that a line can be found only where
it was read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

_FONTS = Path("/usr/share/fonts/truetype")
FONTS = {
    "DejaVu Sans": _FONTS / "dejavu/DejaVuSans.ttf",
    "Liberation Sans": _FONTS / "liberation/LiberationSans-Regular.ttf",
    "Open Sans": _FONTS / "open-sans/OpenSans-Regular.ttf",
    "Roboto": _FONTS / "roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
}
#: ink on ground, by what an interface uses them for
COLOURS: dict[str, tuple[str, str]] = {
    "black on white": ("#111111", "#ffffff"),
    "grey on white": ("#767676", "#ffffff"),
    "pale grey on white": ("#cccccc", "#ffffff"),
    "light blue on white": ("#90caf9", "#ffffff"),
    "blue link on white": ("#1a73e8", "#ffffff"),
    "green on white": ("#2e7d32", "#ffffff"),
    "orange on white": ("#ff9800", "#ffffff"),
    "white on mid blue": ("#ffffff", "#1565c0"),
    "white on grey": ("#ffffff", "#777777"),
    "white on light blue": ("#ffffff", "#64b5f6"),
    "white on green": ("#ffffff", "#43a047"),
    "white on red": ("#ffffff", "#e53935"),
    "white on orange": ("#ffffff", "#fb8c00"),
    "pink on blue": ("#f48fb1", "#1976d2"),
    "yellow on purple": ("#ffee58", "#6a1b9a"),
    "white on black": ("#ffffff", "#000000"),
    "pale on dark": ("#cfd8dc", "#263238"),
    "grey on dark grey": ("#757575", "#303030"),
    "dark blue on dark grey": ("#5c6bc0", "#212121"),
    "dark on yellow": ("#5d4037", "#fff59d"),
}
#: the classes that the command line of Tesseract was blind on
HARD = ("pale grey on white", "light blue on white", "white on mid blue", "white on grey", "pink on blue",
        "grey on dark grey")  # fmt: skip
SIZES = (11, 12, 13, 14, 16)
SMALL_SIZES = (5, 6, 7, 8, 9)
ANGLES = (-90, -60, -45, -30, -15, 5, 10, 15, 30, 45, 60, 75, 90, 180)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture, and the names on it with their (class, box)."""

    image: NDArray[np.uint8]
    names: tuple[tuple[str, str, tuple[int, int, int, int]], ...]


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    from faker import Faker

    fake = Faker(["en_US", "en_GB", "nl_NL"])
    fake.seed_instance(11)
    made: dict[str, None] = {}
    while len(made) < 1500:
        name = f"{fake.first_name()} {fake.last_name()}"
        if name.isascii() and name.count(" ") == 1 and all(len(word) >= 4 for word in name.split()):
            made[name] = None
    return tuple(made)


def colour_pages(
    colours: dict[str, tuple[str, str]] = COLOURS, fonts: dict[str, Path] = FONTS, sizes: tuple[int, ...] = SIZES
) -> Iterator[Drawn]:
    """A page a font: for each colour pair a panel of one line a size, and a tight button of one line a size."""
    names = iter(_names())
    for path in fonts.values():
        height = (max(sizes) + 16) * len(sizes) + 20
        page = Image.new("RGB", (2 * 470, len(colours) // 2 * height + height), "#fafafa")
        pen, placed = ImageDraw.Draw(page), []
        for n, (label, (foreground, ground)) in enumerate(colours.items()):
            left, top = 10 + n % 2 * 460, 10 + n // 2 * height
            pen.rectangle((left, top, left + 215, top + height - 20), fill=ground)
            for m, size in enumerate(sizes):
                font = ImageFont.truetype(str(path), size)
                y = top + 8 + m * (max(sizes) + 16)
                for x, tight in ((left + 12, False), (left + 240, True)):
                    name = next(names)
                    box = tuple(int(v) for v in pen.textbbox((x, y), name, font=font))
                    if tight:
                        pen.rounded_rectangle((box[0] - 6, box[1] - 4, box[2] + 6, box[3] + 4), radius=5, fill=ground)
                    pen.text((x, y), name, font=font, fill=foreground)
                    placed.append((label, name, box))
        yield Drawn(np.asarray(page)[..., ::-1].copy(), tuple(placed))


def lines_page(label: str, size: int, font: Path, count: int, *, foreground: str = "#303030", ground: str = "#ffffff",
               struck: bool = False, skip: int = 0) -> Drawn:  # fmt: skip
    """One line under the other in one size; struck through if asked for."""
    letters = ImageFont.truetype(str(font), size)
    page = Image.new("RGB", (420, (size + 14) * count + 20), ground)
    pen, placed = ImageDraw.Draw(page), []
    for n, name in enumerate(_names()[skip : skip + count]):
        at = (20, 12 + n * (size + 14))
        box = tuple(int(v) for v in pen.textbbox(at, name, font=letters))
        pen.text(at, name, font=letters, fill=foreground)
        if struck:
            middle = (pen.textbbox(at, "x", font=letters)[1] + box[3]) // 2
            pen.line((box[0], middle, box[2], middle), fill=foreground, width=max(1, size // 14))
        placed.append((label, name, box))
    return Drawn(np.asarray(page)[..., ::-1].copy(), tuple(placed))


def turned_page(label: str, angle: int, size: int, font: Path, count: int, *, skip: int = 0) -> Drawn:
    """Names turned by degrees, each by itself, four in a row, among upright lines of an ordinary page."""
    letters, plain = ImageFont.truetype(str(font), size), ImageFont.truetype(str(font), 13)
    cell = 15 * size
    page = Image.new("RGB", (4 * cell, -(-count // 4) * (cell + 30)), "#ffffff")
    pen, placed = ImageDraw.Draw(page), []
    for n, name in enumerate(_names()[skip : skip + count]):
        x, y = n % 4 * cell, n // 4 * (cell + 30)
        pen.text((x + 10, y + 4), "Open orders", font=plain, fill="#202020")
        box = letters.getbbox(name)
        line = Image.new("L", (int(box[2]) + 8, int(box[3]) + 8), 0)
        ImageDraw.Draw(line).text((4, 4), name, font=letters, fill=255)
        mask = line.rotate(angle, expand=True, resample=Image.Resampling.BICUBIC)
        at = (x + (cell - mask.width) // 2, y + 24 + (cell - mask.height) // 2)
        page.paste(Image.new("RGB", mask.size, "#26323a"), at, mask)
        placed.append((label, name, (*at, at[0] + mask.width, at[1] + mask.height)))
    return Drawn(np.asarray(page)[..., ::-1].copy(), tuple(placed))


def as_png(drawn: Drawn) -> bytes:
    """The picture as the bytes of a PNG."""
    return bytes(cv2.imencode(".png", drawn.image)[1].tobytes())
