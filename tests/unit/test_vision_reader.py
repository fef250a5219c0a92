"""Lines as they are snapped and read: tails of letters, and text that runs up or down the screen."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.screens.ocr.faint import faint_lines
from redaction.screens.ocr.foreground import foreground_mask, snap, split_stacked, split_wide
from redaction.screens.ocr.mapper import span_box
from redaction.screens.ocr.reader import LineReader


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
    filled = np.flatnonzero(foreground_mask(image).any(axis=1))
    assert line.box[1] <= filled[0] and line.box[3] > filled[-1]


def test_a_band_that_ends_before_the_last_letter_still_takes_its_tail() -> None:
    image = drawn("Vossberg")
    rows, columns = np.nonzero(foreground_mask(image))
    top, bottom, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    core = (int(left), int(top), int(right) - 4, int(bottom) - 4)
    assert snap(image, core, (left - 3, top - 3, right + 3, bottom + 2))[3] == bottom


@pytest.mark.parametrize("turns", [1, 3])
def test_text_on_its_side_is_read_either_way_and_hidden_whole(reader: LineReader, turns: int) -> None:
    image = np.ascontiguousarray(np.rot90(drawn(), turns))
    (line,) = reader.lines(image)
    assert line.turned and line.text == "Contact: Henrietta Vossberg"
    rows, columns = np.nonzero(foreground_mask(image))
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


def test_two_lines_in_one_box_are_read_apart(reader: LineReader) -> None:
    image = Image.new("RGB", (300, 80), "white")
    draw = ImageDraw.Draw(image)
    for text, top in (("Viguerre", 20), ("Apr 10", 33)):
        draw.text((20, top), text, fill="black", font=ImageFont.truetype("DejaVuSans.ttf", 11))
    pixels = np.asarray(image)
    rows, columns = np.nonzero(foreground_mask(pixels))
    box = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
    upper, lower = reader.read(pixels, [box])
    assert (upper.text, lower.text) == ("Viguerre", "Apr 10") and upper.box[3] <= lower.box[1]


def test_one_line_is_not_cut_in_two() -> None:
    image = drawn(size=20)
    rows, columns = np.nonzero(foreground_mask(image))
    box = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
    assert split_stacked(image, box) == [box]


@pytest.mark.parametrize(
    ("ground", "foreground", "pale"), [("white", "#222222", "#e0e0e0"), ("#1e1e1e", "#dddddd", "#3c3c3c")]
)
def test_pale_lines_on_a_large_screen_are_read(reader: LineReader, ground: str, foreground: str, pale: str) -> None:
    image = Image.new("RGB", (1920, 1080), ground)
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype("DejaVuSans.ttf", 13)
    for row in range(12):
        draw.text((40, 420 + row * 24), "Open invoices by due date, region and status", fill=foreground, font=font)
    draw.text((900, 200), "Henrietta Vossberg", fill=pale, font=font)
    assert "Henrietta Vossberg" in [line.text for line in reader.lines(np.asarray(image))]


def test_pale_frames_rules_and_shades_are_no_lines() -> None:
    image = Image.new("RGB", (800, 400), "white")
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((40, 40, 300, 64), 6, outline="#e0e0e0")
    draw.line((40, 120, 700, 120), fill="#e8e8e8")
    for row in range(4):
        draw.rectangle((40, 200 + 40 * row, 700, 220 + 40 * row), fill="#f2f2f2")
    assert faint_lines(np.asarray(image), []) == []
    draw.text((60, 44), "Henrietta Vossberg", fill="black", font=ImageFont.truetype("DejaVuSans.ttf", 13))
    assert faint_lines(np.asarray(image), [(58, 44, 190, 62)]) == []


def test_lines_on_a_nearly_empty_screen_of_one_colour_are_found(reader: LineReader) -> None:
    image = Image.new("RGB", (1920, 1080), "#1f6feb")
    draw = ImageDraw.Draw(image)
    for row, pale in enumerate(("#4f8fff", "#3f7ff0", "#3579ef")):
        for column in range(4):
            place = (40 + 300 * column, 30 + 40 * row)
            draw.text(place, "Henrietta Vossberg", fill=pale, font=ImageFont.truetype("DejaVuSans.ttf", 12))
    texts = [line.text for line in reader.lines(np.asarray(image))]
    assert texts.count("Henrietta Vossberg") >= 10
