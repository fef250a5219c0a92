"""Lines as they are snapped and read: tails of letters, and text that runs up or down the screen."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.vision.ink import ink_mask, snap, split_wide
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


def test_a_tile_glued_to_a_name_is_cut_off_and_a_dense_letter_is_not() -> None:
    image = np.full((40, 200, 3), (30, 90, 220), np.uint8)
    image[8:26, 10:28] = (190, 140, 20)
    for x in range(36, 150, 9):
        image[10:24, [x, x + 1, x + 5]] = 255
    left, right = split_wide(image, (10, 8, 150, 26))
    assert left == (10, 8, 28, 26) and right[0] == 36
    plain = np.full((40, 200, 3), 255, np.uint8)
    for x in range(20, 120, 9):
        plain[10:20, [x, x + 1, x + 5]] = 0
    plain[10:20:3, 119:126] = 0
    plain[10:20, 119:126] = 0
    plain[13:15, 122:125] = 255
    assert len(split_wide(plain, (20, 10, 126, 20))) == 1


def test_lines_stacked_closely_beside_a_frame_stay_apart() -> None:
    image = np.full((60, 200, 3), 255, np.uint8)
    image[5:50, 22] = 90
    for top in (10, 24):
        for x in range(30, 120, 9):
            image[top : top + 12, [x, x + 5]] = 0
            image[[top, top + 6], x : x + 6] = 0
    upper = snap(image, (32, 12, 114, 20), (24, 6, 124, 27))
    lower = snap(image, (32, 26, 114, 34), (24, 20, 124, 40))
    assert (upper[1], upper[3]) == (10, 22) and (lower[1], lower[3]) == (24, 36)
