"""Lines as they are snapped and read: tails of letters, and text that runs up or down the screen."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.vision.ink import ink_mask, snap
from redaction.vision.mapper import span_box
from redaction.vision.reader import LineReader


@pytest.fixture(scope="module")
def reader() -> LineReader:
    return LineReader()


def drawn(text: str = "Contact: Henrietta Vossberg", size: int = 14) -> NDArray[np.uint8]:
    image = Image.new("RGB", (480, 160), "white")
    font = ImageFont.truetype("DejaVuSans.ttf", size)
    ImageDraw.Draw(image).text((20, 40), text, fill="black", font=font)
    return np.asarray(image)


@pytest.mark.parametrize("size", [11, 12, 13, 14, 16, 20])
def test_the_tail_of_a_last_letter_belongs_to_its_line(reader: LineReader, size: int) -> None:
    image = drawn(size=size)
    (line,) = reader.lines(image)
    inked = np.flatnonzero(ink_mask(image).any(axis=1))
    assert line.box[1] <= inked[0] and line.box[3] > inked[-1]


def test_a_band_that_ends_before_the_last_letter_still_takes_its_tail() -> None:
    image = drawn("Vossberg")
    rows, columns = np.nonzero(ink_mask(image))
    top, bottom, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    core = (int(left), int(top), int(right) - 4, int(bottom) - 4)
    assert snap(image, core, (left - 3, top - 3, right + 3, bottom + 2))[3] == bottom


@pytest.mark.parametrize("turns", [1, 3])
def test_text_on_its_side_is_read_either_way_and_hidden_whole(reader: LineReader, turns: int) -> None:
    image = np.ascontiguousarray(np.rot90(drawn(), turns))
    (line,) = reader.lines(image)
    assert line.turned and line.text == "Contact: Henrietta Vossberg"
    rows, columns = np.nonzero(ink_mask(image))
    x0, y0, x1, y1 = span_box(line, 9, len(line.text), image.shape[1], image.shape[0])
    assert x0 <= columns.min() and columns.max() < x1 and y0 <= rows.min() and rows.max() < y1
    assert x1 - x0 < 40, "a column beside it is left alone"
