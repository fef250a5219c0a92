"""Cards, lists, neighbours and words of a page, with boxes drawn by hand. Pure geometry."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.findings import Box
from redaction.page.cards import cards, left_of, lined_up, on_rows
from redaction.page.columns import at_one_edge
from redaction.page.measures import items_of
from redaction.page.neighbours import sides
from redaction.page.reading import Reading
from redaction.page.words import beside_on_line, elsewhere
from tests.pages import page, page_of
from tests.unit.test_page_measures import box

PICTURE: Box = (10, 100, 34, 124)


def test_a_card_is_a_picture_and_the_first_line_on_its_right() -> None:
    lines = [box(40, 113, 90, 123), box(40, 101, 120, 111), box(40, 140, 90, 150)]
    other: Box = (10, 200, 34, 224)
    assert cards([PICTURE, other], lines) == {PICTURE: 1}
    on_page = page_of(Reading(400, 300, tuple(lines), faces=((other, 0.9, "faces"),), discs=((PICTURE, "NB"),)))
    assert on_page.cards == {PICTURE: 1}


@pytest.mark.parametrize(("x", "wide", "expected"), [(29, 24, 0), (30, 24, 1), (62, 24, 1), (63, 24, 0), (90, 40, 1)])
def test_the_line_of_a_card_begins_near_its_picture(x: int, wide: int, expected: int) -> None:
    assert len(cards([(10, 100, 10 + wide, 124)], [box(x, 105, x + 50, 115)])) == expected


@pytest.mark.parametrize(("x", "wide", "expected"), [(84, 24, 0), (83, 24, None), (80, 40, 0), (79, 40, None)])
def test_a_line_left_of_a_picture_ends_near_it(x: int, wide: int, expected: int | None) -> None:
    assert left_of((100, 100, 100 + wide, 124), [box(x - 50, 105, x, 115)]) == expected


@pytest.mark.parametrize(("top", "expected"), [(93, True), (92, False), (121, True), (122, False)])
def test_a_line_beside_a_picture_has_its_middle_on_its_rows(top: int, expected: bool) -> None:
    assert on_rows(box(40, top, 90, top + 10), PICTURE) is expected


@pytest.mark.parametrize(("by", "expected"), [(3, True), (4, False)])
def test_pictures_of_one_size_in_a_row_or_column_are_lined_up(by: int, expected: bool) -> None:
    assert lined_up(PICTURE, (10 + by, 300, 34 + by, 324)) is expected
    assert lined_up(PICTURE, (200, 100 + by, 224, 124 + by)) is expected
    assert lined_up(PICTURE, (10, 300, 34 + by, 324)) is expected
    assert not lined_up(PICTURE, (200, 300, 224, 324))


@pytest.mark.parametrize(("x", "bottom", "expected"), [(704, 34, True), (703, 34, False), (704, 120, False)])
def test_the_signed_in_users_picture_is_at_the_corner(x: int, bottom: int, expected: bool) -> None:
    assert page([]).at_the_corner((x, bottom - 24, x + 24, bottom), 4) is expected


@pytest.mark.parametrize(
    ("x", "height", "expected"), [(54, 10, True), (55, 10, False), (50, 14, True), (50, 15, False)]
)
def test_the_items_of_a_list_have_one_edge_and_one_height(x: int, height: int, expected: bool) -> None:
    items = items_of([box(50, 0, 90, 10), box(x, 40, 200, 40 + height)])
    assert items.tolist() == [[True, expected], [expected, True]]
    assert items_of([]).shape == (0, 0)


@pytest.mark.parametrize(("x", "height", "expected"), [(54, 16, True), (55, 16, False), (50, 17, False)])
def test_boxes_at_one_edge_are_of_one_size(x: int, height: int, expected: bool) -> None:
    one, two = at_one_edge(np.array([(50, 0, 90, 10), (x, 40, 90, 40 + height)], dtype=float))
    assert [*zip(one.tolist(), two.tolist(), strict=True)] == [(0, 0), *([(0, 1), (1, 0)] * expected), (1, 1)]


def test_the_nearest_lines_on_each_side_are_told_with_their_distance() -> None:
    lines = [box(0, 0, 40, 10), box(60, 0, 100, 10), box(0, 25, 40, 35), box(200, 50, 240, 60)]
    around = page(lines).sides
    assert [nearest.tolist() for nearest, _ in around] == [
        [-1, 0, -1, -1],
        [1, -1, -1, -1],
        [-1, -1, 0, -1],
        [2, -1, -1, -1],
    ]
    assert [float(far.min()) for _, far in around] == [2.0, 2.0, 1.5, 1.5]


@pytest.mark.parametrize(("top", "expected"), [(7, 1), (6, -1)])
def test_neighbours_may_overlap_by_three_tenths(top: int, expected: int) -> None:
    lines = [box(0, 0, 40, 10), box(0, top, 40, top + 10)]
    assert sides(lines, np.eye(2, dtype=bool))[3][0][0] == expected


def test_words_beside_a_word_are_those_of_its_line_and_elsewhere_is_the_same_word() -> None:
    words = page([box(0, 0, 60, 10, "one two Two"), box(0, 20, 40, 30, "two")]).words
    values = np.array([0.1, 0.2, 0.4, 0.9])
    assert beside_on_line(values, words, 1).tolist() == [0.2, 0.4, -1.0, -1.0]
    two = beside_on_line(np.column_stack([values, values]), words, -2)
    assert two.tolist() == [[-1, -1], [-1, -1], [0.1, 0.1], [-1, -1]]
    assert np.round(elsewhere(words, values), 2).tolist() == [[1, 0], [3, 0.65], [3, 0.55], [3, 0.3]]
