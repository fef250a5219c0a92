"""Text that is hard to see: pale on white, white on coloured bars, dark themes, small on large dense screens."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.screens.ocr.reader import LineReader

SANS = Path("/usr/share/fonts/truetype/lato/Lato-Regular.ttf")
NAME = "Henrietta Vossberg"
Colour = tuple[int, int, int]


@pytest.fixture(scope="module")
def reader() -> LineReader:
    return LineReader()


def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(SANS) if SANS.is_file() else "DejaVuSans.ttf", size)


def bar(paper: Colour, foreground: Colour, size: int) -> NDArray[np.uint8]:
    """A white page with a coloured bar across it and a name on the bar."""
    image = Image.new("RGB", (420, 140), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 40, 420, 84), fill=paper)
    draw.text((30, 54), NAME, fill=foreground, font=font(size))
    return np.asarray(image)


@pytest.mark.parametrize("size", [11, 12, 13])
@pytest.mark.parametrize(
    ("paper", "foreground"),
    [
        ((255, 255, 255), (190, 190, 190)),
        ((255, 255, 255), (210, 210, 210)),
        ((113, 75, 103), (255, 255, 255)),
        ((0, 120, 212), (255, 255, 255)),
        ((198, 40, 40), (255, 235, 235)),
        ((46, 125, 50), (200, 230, 201)),
        ((250, 200, 60), (255, 255, 255)),
        ((30, 30, 34), (150, 150, 156)),
        ((24, 26, 32), (90, 94, 104)),
    ],
)
def test_a_name_is_read_whatever_its_colours(reader: LineReader, paper: Colour, foreground: Colour, size: int) -> None:
    read = [line.text.replace(" ", "") for line in reader.lines(bar(paper, foreground, size))]
    assert NAME.replace(" ", "") in read


def test_a_dense_large_screen_is_read_in_tiles(reader: LineReader) -> None:
    image = Image.new("RGB", (3840, 2160), (245, 246, 248))
    draw = ImageDraw.Draw(image)
    places = [(x, y) for x in range(20, 3700, 610) for y in (12, 700, 1066, 1090, 1420, 2136)]
    for i, (x, y) in enumerate(places):
        draw.text((x, y), f"{NAME} {100 + i}", fill=(60, 60, 70), font=font(12))
    read = [line.text.replace(" ", "") for line in reader.lines(np.asarray(image))]
    missing = [i for i in range(len(places)) if f"{NAME} {100 + i}".replace(" ", "") not in read]
    assert missing == []
