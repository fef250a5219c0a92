"""The measures of a page at their boundaries: rows, edges, sizes, chains, columns, wrapped lines. Pure geometry."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.page import measures
from redaction.page.blocks import block_below
from redaction.page.boxes import inside, meets
from redaction.page.columns import column_of
from redaction.page.measures import aligned, chains, close_behind, rows_of, same_edge, same_row, same_size
from redaction.page.page import Page
from redaction.page.reading import Line, Reading
from redaction.page.wrapping import onto_rows, split_rows, stacked, wrapped


def box(x0: int, y0: int, x1: int, y1: int, text: str = "text") -> Line:
    step = (x1 - x0) / len(text)
    return Line(text, (x0, y0, x1, y1), tuple(round(x0 + step * i) for i in range(len(text) + 1)), 0.99)


@pytest.mark.parametrize(("top", "expected"), [(15, False), (14, True), (10, True), (6, True), (5, False)])
def test_a_row_shares_more_than_half_of_the_lower_lines_height(top: int, expected: bool) -> None:
    one, two = box(0, 10, 40, 20), box(60, top, 90, top + 10)
    assert same_row(one, two) is same_row(two, one) is expected
    assert bool(rows_of([one, two])[0, 1]) is expected


@pytest.mark.parametrize(("x", "expected"), [(4, True), (5, False), (-4, True)])
def test_an_edge_is_one_within_four_pixels(x: int, expected: bool) -> None:
    assert same_edge(box(100, 0, 140, 10), box(100 + x, 20, 190 + x, 30)) is expected
    assert same_edge(box(100, 0, 140, 10), box(60, 20, 140 + x, 30), measures.RIGHT) is expected


def test_aligned_is_left_right_or_centred() -> None:
    line = box(100, 0, 200, 10)
    assert aligned(line, box(100, 20, 130, 30)) and aligned(line, box(170, 20, 200, 30))
    assert aligned(line, box(140, 20, 164, 30)) and not aligned(line, box(140, 20, 165, 30))


@pytest.mark.parametrize(("height", "expected"), [(12, False), (13, True), (33, True), (34, False)])
def test_lines_of_one_size_differ_by_their_stems(height: int, expected: bool) -> None:
    assert same_size(box(0, 0, 40, 20), box(0, 40, 40, 40 + height)) is expected


@pytest.mark.parametrize(("x", "expected"), [(99, False), (100, True), (108, True), (109, False)])
def test_close_behind_begins_after_the_line_and_not_far_away(x: int, expected: bool) -> None:
    assert close_behind(box(20, 0, 100, 10), box(x, 0, x + 30, 10), 8) is expected


def test_chains_follow_each_line_and_end_where_they_turn_back() -> None:
    assert list(chains({0: 1, 1: 2, 4: 2})) == [[0, 1, 2], [4, 2]]
    assert list(chains({0: 1, 1: 2, 2: 3}, longest=2)) == [[0, 1]]
    assert list(chains({0: 1, 1: 2, 2: 1})) == [[0, 1, 2]]


def test_a_column_goes_on_at_its_edge_until_a_long_gap() -> None:
    cells = [box(50, y, 90, y + 10) for y in (0, 30, 60, 121)]
    lines = [*cells, box(70, 90, 90, 100), box(50, 100, 90, 130)]
    assert column_of(lines, 0) == [0, 1, 2]
    assert column_of(lines, 0, measures.RIGHT) == [0, 1, 2, 4, 3]


@pytest.mark.parametrize(("gap", "expected"), [(9, [[0, 1]]), (10, [])])
def test_lines_wrap_at_one_edge_and_close_below(gap: int, expected: list[list[int]]) -> None:
    assert wrapped([box(10, 0, 90, 10), box(10, 10 + gap, 60, 20 + gap)]) == expected


def test_stacked_lines_may_be_centred_and_low() -> None:
    lines = [box(10, 0, 90, 10), box(30, 14, 70, 19)]
    assert wrapped(lines) == [] and stacked(lines) == [[0, 1]]


def test_a_row_that_was_read_apart_is_a_chain_and_goes_on_from_the_line_above() -> None:
    lines = [box(10, 0, 90, 10), box(10, 14, 40, 24), box(48, 14, 80, 24), box(200, 14, 240, 24)]
    rows = split_rows(lines)
    assert rows == [[1, 2]]
    assert onto_rows(wrapped(lines), rows) == [[0, 1, 2]]


def test_a_page_keeps_what_was_read_and_joins_what_is_one_text() -> None:
    reading = Reading(400, 60, (box(10, 10, 42, 24, "Nadia"), box(48, 10, 80, 24, "Brink")))
    page = Page.of(reading)
    assert [line.text for line in page.lines] == ["Nadia Brink"]
    assert page.read is reading and page.rows is page.rows


def test_a_page_measures_its_words_pictures_and_rows_once() -> None:
    lines = (box(40, 10, 120, 22, "Ada Brandt"), box(140, 12, 200, 24, "C-1042"), box(40, 40, 90, 52, "Teo"))
    face, disc = (0, 4, 30, 34), (0, 36, 20, 56)
    page = Page.of(Reading(400, 90, lines, faces=((face, 0.9, "faces"),), discs=((disc, "TV"),)))
    assert [(word.line, word.text) for word in page.words] == [(0, "Ada"), (0, "Brandt"), (1, "C-1042"), (2, "Teo")]
    assert page.words is page.words
    assert page.pictures == [face, disc]
    assert [[line.text for line in page.row(at)] for at in range(3)] == [["C-1042"], ["Ada Brandt"], []]


@pytest.mark.parametrize(
    ("tops", "expected"),
    [
        ((14, 28, 42), [1, 2, 3]),
        ((32, 64), [1, 2]),  # the widest gap between two lines
        ((33, 54), []),
        ((14, 34), [1, 2]),  # rows as uneven as may be
        ((14, 35), [1]),
    ],
)
def test_a_block_goes_on_in_even_rows(tops: tuple[int, ...], expected: list[int]) -> None:
    lines = [box(50, 0, 120, 10), *(box(50, top, 110, top + 10) for top in tops)]
    assert list(block_below(lines, 0, 50)) == expected


@pytest.mark.parametrize(("x", "height", "inside"), [(56, 10, True), (57, 10, False), (50, 16, True), (50, 17, False)])
def test_a_block_has_one_edge_and_one_size(x: int, height: int, inside: bool) -> None:
    assert list(block_below([box(50, 0, 120, 10), box(x, 14, 120, 14 + height)], 0, 50)) == [1] * inside


def test_what_lies_outside_of_the_image_is_cut_off() -> None:
    assert inside((-5, -6, 500, 600), np.zeros((100, 200, 3), np.uint8)) == (0, 0, 200, 100)


@pytest.mark.parametrize(
    ("other", "expected"), [((20, 0, 30, 10), False), ((0, 50, 5, 60), False), ((9, 39, 30, 90), True)]
)
def test_boxes_meet_that_share_a_pixel(other: tuple[int, int, int, int], expected: bool) -> None:
    assert meets([(0, 0, 10, 40)], [other]).tolist() == [expected]
