"""Thresholds that decide what is hidden on a screen, each asked on both of its sides."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind
from redaction.lexicon.values import plausible
from redaction.page.reading import NOT_READ, Line, Reading
from redaction.screens.ocr.unreadable import unreadable
from redaction.screens.rules.address_blocks import address_blocks
from redaction.screens.rules.row_ids import person_numbers
from tests.lines import line
from tests.pages import page


def stretched(text: str, wide: int, high: int = 10, score: float = 0.99, x: int = 10) -> Line:
    """A line whose characters share its width evenly."""
    edges = tuple(x + round(wide * i / len(text)) for i in range(len(text) + 1))
    return Line(text, (x, 10, x + wide, 10 + high), edges, score)


def two_words(wide: int, word: str) -> Line:
    """Four letters of 8 px, a space, and a word so many px wide; 10 px high."""
    edges = [10 + 8 * i for i in range(6)]
    edges += [edges[-1] + round(wide * i / len(word)) for i in range(1, len(word) + 1)]
    return Line(f"abcd {word}", (10, 10, edges[-1], 20), tuple(edges), 0.99)


@pytest.mark.parametrize(
    ("item", "hidden"),
    [
        (stretched("Zhvexia Brink", 104, 14, 0.8), False),
        (stretched("Zhvexia Brink", 104, 14, 0.799), True),
        (stretched(NOT_READ, 120, 9), True),
        (stretched(NOT_READ, 120, 8), False),
        (stretched(NOT_READ, 42, 14), True),
        (stretched(NOT_READ, 41, 14), False),
        (stretched("Zhvx", 100), False),
        (stretched("Zhvx", 101), True),
        (stretched("Zhvxia", 80, score=0.85), False),
        (stretched("Zhvxia", 81, score=0.85), True),
        (stretched("Zhvxia", 81, score=0.9), False),
        (stretched("Zhvxia", 81, score=0.899), True),
        (stretched("Zhvexia"[:4], 32, 14, x=0), True),
        (stretched("Zhvexia"[:5], 40, 14, x=0), False),
        (two_words(25, "Z"), True),
        (two_words(24, "Z"), False),
        (two_words(29, "Zq"), True),
        (two_words(28, "Zq"), False),
    ],
)
def test_from_where_on_a_line_counts_as_unread(item: Line, hidden: bool) -> None:
    assert bool(unreadable(Reading(600, 60, (item,)), [])) is hidden


@pytest.mark.parametrize(("sticks_out", "hidden"), [(3, False), (4, True)])
def test_how_much_of_an_unread_line_a_picture_must_cover(sticks_out: int, hidden: bool) -> None:
    item = stretched(NOT_READ, 100)
    photo = ImageFinding((10, 10, 110 - sticks_out, 20), Kind.FACE, 1.0, "faces")
    assert bool(unreadable(Reading(600, 60, (item,)), [photo])) is hidden


def numbered_people(rows: int, numbers: list[str], named: int) -> list[str]:
    """The numbers found in a table of people: so many rows, of which so many begin with somebody who was found."""
    names = [line("Zhvexia Brink", y=10 + 24 * i) for i in range(rows)]
    cells = [line(number, 200, 10 + 24 * i) for i, number in enumerate(numbers)]
    found = [ImageFinding(name.box, Kind.PERSON, 0.9, "names", name.text) for name in names[:named]]
    return [f.value for f in person_numbers(page([*names, *cells]), found)]


@pytest.mark.parametrize(
    ("rows", "numbers", "named", "hidden"),
    [
        (4, [f"2041{i}" for i in range(4)], 4, True),
        (3, [f"2041{i}" for i in range(3)], 3, False),
        (4, [f"2041{i}" for i in range(4)], 3, False),
        (4, [f"204{i}" for i in range(4)], 4, False),  # a digit too few
        (10, [f"2041{i}" for i in range(10)], 6, True),  # as many rows of people as must be
        (10, [f"2041{i}" for i in range(10)], 5, False),
        (10, [f"2041{i}" for i in range(6)] + ["open"] * 4, 10, True),  # as many numbers as must be
        (10, [f"2041{i}" for i in range(5)] + ["open"] * 5, 10, False),
        (10, ["20410", "20410", *(f"2041{i}" for i in range(1, 9))], 10, True),  # one of ten stands twice
        (10, ["20410", "20410", "20410", *(f"2041{i}" for i in range(1, 8))], 10, False),
    ],
)
def test_when_a_column_of_numbers_names_people(rows: int, numbers: list[str], named: int, hidden: bool) -> None:
    assert bool(numbered_people(rows, numbers, named)) is hidden


@pytest.mark.parametrize(("digits", "hidden"), [(3, True), (2, False)])
def test_how_many_digits_a_number_beside_others_has(digits: int, hidden: bool) -> None:
    part = "C" + "7" * digits
    assert (part in numbered_people(5, [*(f"2041{i}" for i in range(4)), part], 5)) is hidden


def test_how_many_lines_an_address_has_and_how_long_they_are() -> None:
    lines = [line("Address: 4 Quay Street"), *(line("Northport", 82, 10 + 18 * i) for i in range(1, 6))]
    (chain,) = address_blocks(lines, {})
    assert len(chain) == 5 < len(lines)
    for length, goes_on in ((40, True), (41, False)):
        below = line("N" * length, 82, 28)
        assert bool(list(address_blocks([lines[0], below], {}))) is goes_on


@pytest.mark.parametrize(
    ("label", "value", "fits"),
    [
        ("Phone", "7" * 5, True),
        ("Phone", "7" * 4, False),
        ("Customer no.", "7" * 48, True),
        ("Customer no.", "7" * 49, False),
        ("Customer no.", "C-" + "7" * 2, True),
        ("Customer no.", "C-" + "7" * 1, False),
        ("Customer no.", "23,916.00", False),
        ("Customer no.", "1.234.567,89 €", False),
        ("Customer no.", "23.916.00", True),  # its signs do not part thousands
        ("Customer no.", "23,916.004", True),
        ("Customer no.", "01-Apr-2024 to 31-Mar-2025", False),
        ("Customer no.", "28/11/2016", False),
        ("Customer no.", "2025-26", False),  # a year and the next
        ("Customer no.", "2025-27", True),
        ("Approved by", "Zqv", True),
        ("Approved by", "Zq", False),
        ("Approved by", "Zhvexia Brink " + "7" * 3, True),
        ("Approved by", "Zhvexia Brink " + "7" * 4, False),
    ],
)
def test_what_may_stand_under_a_label(label: str, value: str, fits: bool) -> None:
    assert plausible(label, value, near=True) is fits


@pytest.mark.parametrize(
    ("cell", "hidden"),
    [
        ("Ref 204", True),
        ("Headcount plan 2025", False),  # two words of three letters or more: a line of words
        ("324/10000", False),  # a share of a whole
        ("324/10001", True),
    ],
)
def test_a_number_of_a_person_stands_by_itself(cell: str, hidden: bool) -> None:
    numbers = [*(f"2041{i}" for i in range(4)), cell]
    assert (cell in numbered_people(5, numbers, 5)) is hidden
