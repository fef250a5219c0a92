"""What stands next to a line and below a header, with boxes drawn by hand. Pure geometry."""

from __future__ import annotations

import pytest

from redaction.page import columns
from redaction.page.columns import below, unbroken
from redaction.page.neighbours import NOWHERE, next_aligned, next_right, reaches
from redaction.page.words import shape_of
from tests.lines import line
from tests.unit.test_page_measures import box


def test_the_next_aligned_line_is_the_nearest_above_or_below() -> None:
    lines = [box(50, 0, 90, 10), box(50, 20, 70, 30), box(200, 32, 240, 42), box(50, 48, 90, 58)]
    assert next_aligned(lines[1], lines, up=True) == (0, 10)
    assert next_aligned(lines[1], lines, up=False) == (3, 18)
    assert next_aligned(lines[2], lines, up=True) == (None, NOWHERE)


@pytest.mark.parametrize(("top", "expected"), [(8, 1), (7, None)])
def test_lines_below_each_other_may_overlap_by_two_pixels(top: int, expected: int | None) -> None:
    lines = [box(50, 0, 90, 10), box(50, top, 90, top + 10)]
    assert next_aligned(lines[0], lines, up=False)[0] == expected


def test_the_next_line_on_the_right_is_the_nearest_on_the_row() -> None:
    lines = [box(0, 0, 40, 10), box(120, 0, 160, 10), box(60, 2, 100, 12), box(45, 30, 60, 40)]
    assert next_right(lines[0], lines) is lines[2]
    assert next_right(lines[1], lines) is None


@pytest.mark.parametrize(("x", "expected"), [(39, False), (40, True), (60, True), (61, False)])
def test_a_line_reaches_so_many_line_heights_to_the_right(x: int, expected: bool) -> None:
    left, right = box(0, 0, 40, 10), box(x, 0, x + 30, 10)
    assert reaches(left, right, [left, right], 2) is expected


@pytest.mark.parametrize(("width", "text", "expected"), [(10, "ab", True), (11, "ab", False), (11, "a", True)])
def test_a_line_reaches_over_signs_but_not_over_words(width: int, text: str, expected: bool) -> None:
    left, right = box(0, 0, 40, 10), box(80, 0, 120, 10)
    assert reaches(left, right, [left, box(50, 0, 50 + width, 10, text), right], 9) is expected


def test_a_column_is_unbroken_around_a_cell() -> None:
    tops = [0, 10, 20, 51, 61]
    assert unbroken([4, 2, 0, 1, 3], tops, 1, 30) == [0, 1, 2]
    assert unbroken(range(5), tops, 4, 30) == [3, 4]
    assert unbroken(range(5), tops, 4, 31) == [0, 1, 2, 3, 4]


HEADERS = [box(50, 0, 90, 10, "Name"), box(200, 0, 240, 10, "Ref")]


def test_a_header_that_stands_alone_heads_no_column() -> None:
    cells = [box(50, 20, 90, 30), box(50, 40, 90, 50)]
    assert list(below(HEADERS[0], [HEADERS[0], *cells])) == []
    assert list(below(HEADERS[0], [*HEADERS, *cells])) == [2, 3]


@pytest.mark.parametrize(
    ("x0", "x1", "expected"),
    [(85, 120, True), (86, 120, False), (15, 45, True), (14, 45, False), (199, 240, False), (0, 51, True)],
)
def test_the_cells_of_a_column_begin_near_its_header_or_overlap_it(x0: int, x1: int, expected: bool) -> None:
    title = box(50, 0, 60, 10)
    assert list(below(title, [title, HEADERS[1], box(x0, 20, x1, 30)])) == [2] * expected


def test_a_column_ends_at_a_long_gap_below_its_header() -> None:
    far = round(columns.PITCH * 10)
    assert list(below(HEADERS[0], [*HEADERS, box(50, 10 + far, 90, 20 + far)])) == [2]
    assert list(below(HEADERS[0], [*HEADERS, box(50, 11 + far, 90, 21 + far)])) == []


@pytest.mark.parametrize(("height", "expected"), [(17, [2, 3]), (18, [2])])
def test_what_is_far_larger_than_header_and_cells_ends_the_column(height: int, expected: list[int]) -> None:
    lines = [*HEADERS, box(50, 20, 90, 30), box(50, 40, 90, 40 + height)]
    assert list(below(HEADERS[0], lines)) == expected


@pytest.mark.parametrize(("x", "top", "expected"), [(60, 40, [2, 3]), (61, 40, [2]), (61, 39, [2, 3])])
def test_what_is_neither_at_the_edge_nor_close_is_no_cell(x: int, top: int, expected: list[int]) -> None:
    cell = box(50, 14, 90, 24)  # a gap counts from the cell's middle, 19
    assert list(below(HEADERS[0], [*HEADERS, cell, box(x, top, x + 20, top + 10)])) == expected


def test_texts_of_one_shape_have_digits_and_letters_at_the_same_places() -> None:
    assert shape_of("C-1042") == shape_of("K-7731") == "a-0000" != shape_of("C1042")


@pytest.mark.parametrize(("width", "expected"), [(19, [2, 4]), (20, [2])])
def test_a_sign_beside_a_column_is_no_cell_and_does_not_end_it(width: int, expected: list[int]) -> None:
    """The dots of a menu, and the pointer, stand beside a column: narrower than two of the header's heights. What
    is wider and stands so is a heading."""
    header, other = box(200, 0, 240, 10, "Company"), box(400, 0, 440, 10, "Stage")
    sign = box(165, 40, 165 + width, 63)
    lines = [header, other, box(200, 20, 260, 30), sign, box(200, 60, 260, 70)]
    assert list(below(header, lines)) == expected


@pytest.mark.parametrize(("text", "expected"), [("20-30-94", [2, 3, 4]), ("20-30-9", [2]), ("Branch", [2])])
def test_a_number_of_the_shape_of_the_first_cell_is_a_cell_however_high_its_box(text: str, expected: list[int]) -> None:
    top = [line("Sort code", 10, 10, 12), line("Account", 200, 10, 12)]
    cells = [line("20-74-26", 10, 30, 12), line(text, 10, 44, 24), line("20-88-44", 10, 75, 12)]
    assert list(below(top[0], [*top, *cells])) == expected
