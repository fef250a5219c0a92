"""Thresholds of the page and of the rules, each just below, at and just above its value. Invented people only."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind
from redaction.lexicon import values
from redaction.page.measures import at_the_top
from redaction.page.reading import Line
from redaction.screens.labels.forms import field_labels
from redaction.screens.rules import lists
from redaction.screens.rules.avatars import beside_avatars
from redaction.screens.rules.initials import initials
from tests.pages import page


def line(text: str, x: int, y: int, height: int = 14) -> Line:
    edges = tuple(x + 8 * i for i in range(len(text) + 1))
    return Line(text, (x, y, edges[-1], y + height), edges, 0.99)


@pytest.mark.parametrize(("bottom", "height", "expected"), [(119, 600, True), (120, 600, False), (139, 1000, True)])
def test_the_top_is_seven_fiftieths_or_120_px(bottom: int, height: int, expected: bool) -> None:
    assert at_the_top((0, 0, 10, bottom), height) is expected
    assert not at_the_top((0, 0, 10, 140), 1000)


@pytest.mark.parametrize(("gap", "expected"), [(0, True), (28, True), (29, False)])
def test_a_name_begins_near_its_avatar(gap: int, expected: bool) -> None:
    face = ((10, 200, 34, 224), 0.9, "mtcnn")
    found = beside_avatars(page([line("Zhvexia Brink", 34 + gap, 205)], faces=[face]))
    assert bool(found) is expected


@pytest.mark.parametrize(("height", "expected"), [(26, True), (27, False)])
def test_a_name_is_hardly_higher_than_its_avatar(height: int, expected: bool) -> None:
    face = ((10, 200, 34, 224), 0.9, "mtcnn")
    found = beside_avatars(page([line("Zhvexia Brink", 40, 212 - height // 2, height)], faces=[face]))
    assert bool(found) is expected


@pytest.mark.parametrize(("right", "expected"), [(728, True), (727, False)])
def test_the_signed_in_users_avatar_is_in_the_upper_right_corner(right: int, expected: bool) -> None:
    face = ((right - 24, 10, right, 34), 0.9, "mtcnn")
    name = line("Zhvexia Brink", right - 24 - 10 - 13 * 8, 15)
    assert bool(beside_avatars(page([name], faces=[face]))) is expected


@pytest.mark.parametrize(("rows", "expected"), [(3, 0), (4, 4)])
def test_a_list_has_four_lines(rows: int, expected: int) -> None:
    names = ("Zhvexia Brink", "Teo Vargahan", "Ines Okaforhang", "Uma Callowayx")
    assert len(lists.lists(page([line(name, 20, 20 + 30 * i) for i, name in enumerate(names[:rows])]))) == expected


@pytest.mark.parametrize(("x", "expected"), [(4, 4), (5, 0)])
def test_a_list_has_one_edge(x: int, expected: int) -> None:
    names = ("Zhvexia Brink", "Teo Vargahan", "Ines Okaforhang", "Uma Callowayx")
    lines = [line(name, 20 + (x if i == 3 else 0), 20 + 30 * i) for i, name in enumerate(names)]
    assert len(lists.lists(page(lines))) == expected


@pytest.mark.parametrize(("x", "expected"), [(3, 2), (4, 1)])
def test_discs_of_one_column_are_of_one_edge(x: int, expected: int) -> None:
    person = ImageFinding((60, 200, 160, 214), Kind.PERSON, 0.9, "label", "Zhvexia Brink")
    discs = [((10, 195, 40, 225), "ZB"), ((10 + x, 300, 40 + x, 330), "k")]
    assert len(initials(page([], discs=discs), [person])) == expected


@pytest.mark.parametrize(("gap", "expected"), [(18 * 14, True), (18 * 14 + 1, False)])
def test_a_value_stands_eighteen_lines_right_of_its_label(gap: int, expected: bool) -> None:
    label = line("Candidate", 10, 10)
    lines = [label, line("Zhvexia Brink", label.box[2] + gap, 10)]
    assert (1 in field_labels(page(lines))) is expected


@pytest.mark.parametrize(("gap", "expected"), [(22, True), (23, False)])
def test_a_label_stands_right_above_its_value(gap: int, expected: bool) -> None:
    lines = [line("Candidate", 10, 10), line("Zhvexia Brink", 10, 24 + gap)]
    assert (1 in field_labels(page(lines))) is expected


@pytest.mark.parametrize(("gap", "expected"), [(6 * 14, 3), (6 * 14 + 1, 2)])
def test_a_column_ends_with_a_long_gap(gap: float, expected: int) -> None:
    rows = [
        line("Candidate", 10, 10),
        line("Status", 300, 10),
        line("Zhvexia Brink", 10, 40),
        line("Teo Varga", 10, 70),
    ]
    bottom = 70 + 14 // 2
    cells = [*rows, line("Ines Okafor", 10, int(bottom + gap))]
    labelled = field_labels(page(cells))
    assert len([i for i, (label, _) in labelled.items() if label == "Candidate"]) == expected


@pytest.mark.parametrize(("value", "expected"), [("467001", False), ("4670012", True)])
def test_a_number_that_serves_as_a_log_in_has_seven_digits(value: str, expected: bool) -> None:
    assert values.plausible("Username", value, near=False) is expected


@pytest.mark.parametrize(("value", "expected"), [("020 7", False), ("020 79", True)])
def test_a_telephone_number_has_five_digits(value: str, expected: bool) -> None:
    assert values.plausible("Phone", value, near=True) is expected


@pytest.mark.parametrize(("value", "expected"), [("A1", False), ("A12", True), ("9" * 48, True), ("9" * 49, False)])
def test_an_id_has_three_signs_and_48_at_most(value: str, expected: bool) -> None:
    assert values.plausible("Employee number", value, near=True) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Zwischensumme Kontengruppe 12", False),
        ("合計(24名)", False),
        ("合計 14 件", False),
        ("Total 4711", False),
        ("Toplam", False),
        ("Totalis 4711", True),  # another word
    ],
)
def test_a_row_that_says_what_a_column_comes_to_holds_no_value(value: str, expected: bool) -> None:
    assert values.plausible("Employee number" if "4711" in value else "Customer", value, near=True) is expected


@pytest.mark.parametrize(("value", "expected"), [("Subtotal Kestrel", False), ("Totalt Kestrel", True)])
def test_words_stand_behind_a_total_of_eight_letters(value: str, expected: bool) -> None:
    assert values.plausible("Customer", value, near=True) is expected
