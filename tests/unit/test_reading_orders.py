"""In which order the independent reader puts the lines of a screen together, px for px."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from redaction.errors import EngineUnavailable
from validation.reading.line_looks import stretched, unstruck
from validation.reading.read_lines import reading_orders
from validation.reading.tesseract import model_path


def test_along_the_rows_and_down_the_columns() -> None:
    boxes = [(200, 10, 300, 30), (10, 12, 100, 32), (10, 40, 100, 60), (200, 41, 300, 61), (10, 200, 100, 220)]
    assert reading_orders(boxes) == [[1, 0, 2, 3, 4], [0, 3, 1, 2, 4]]
    assert reading_orders([]) == [[], []]


@pytest.mark.parametrize(
    ("below", "follows"),
    [
        ((110, 40, 200, 60), True),  # begins half a height to the right
        ((149, 40, 300, 60), True),  # shares more than half of the shorter one
        ((150, 40, 300, 60), False),
        ((90, 40, 102, 60), True),  # begins half a height to the left
        ((89, 40, 102, 60), False),
        ((89, 40, 120, 60), True),  # shares more than half of its own width
        ((70, 40, 115, 60), False),
        ((100, 30, 200, 50), True),
        ((100, 20, 200, 40), True),  # from the middle of the line above on
        ((100, 50, 200, 70), True),  # up to one height below
        ((100, 51, 200, 71), False),
    ],
)
def test_a_line_goes_on_in_the_one_below_it(below: tuple[int, int, int, int], follows: bool) -> None:
    first, beside = (100, 10, 200, 30), (400, 11, 500, 31)
    down = reading_orders([first, beside, below])[1]
    assert (down == [0, 2, 1]) is follows


def test_a_line_is_followed_once() -> None:
    boxes = [(10, 10, 100, 30), (20, 12, 100, 32), (10, 40, 100, 60)]
    down = reading_orders(boxes)[1]
    assert sorted(down) == [0, 1, 2] and down.index(2) == down.index(0) + 1


def struck(first: int, last: int, height: int = 30) -> np.ndarray:
    crop = np.full((height, 100), 255, np.uint8)
    crop[height // 3 : height - 4, ::9] = 0  # strokes
    crop[first : last + 1] = 0
    return crop


@pytest.mark.parametrize(("first", "last", "taken"), [(15, 15, True), (15, 20, True), (14, 20, False), (1, 1, False)])
def test_a_rule_through_letters_is_thin_and_in_the_middle(first: int, last: int, taken: bool) -> None:
    crop = struck(first, last)
    bare = unstruck(crop)
    assert (bare is not crop) is taken
    if taken:
        assert (bare[first : last + 1] == crop[first - 1]).all(), "strokes go on through it"
        assert (bare[:first] == crop[:first]).all() and (bare[last + 1 :] == crop[last + 1 :]).all()


def test_a_piece_of_a_screen_becomes_dark_on_white() -> None:
    piece = np.full((10, 30, 3), (20, 60, 140), np.uint8)
    piece[3:5, 4:9] = (255, 255, 255)
    shown = stretched(piece)
    assert shown[0, 0] == 255 and shown[3, 4] == 0 and shown.dtype == np.uint8


def test_a_model_that_was_named_comes_before_the_systems_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = model_path.__wrapped__  # the path is looked for once a process
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    own = find()
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    assert find() == own, "nothing lies there"
    (tmp_path / own.name).write_bytes(b"x")
    assert find() == tmp_path / own.name
    monkeypatch.delenv("TESSDATA_PREFIX")
    monkeypatch.setattr("redaction.work.tesseract.FOLDERS", ())
    with pytest.raises(EngineUnavailable, match="tesseract-ocr-eng"):
        find()
