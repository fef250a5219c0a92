"""Numbers of which every row of people has its own."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind
from redaction.page.reading import Reading
from redaction.screens.rules.row_ids import person_numbers
from tests.lines import line
from tests.pages import page_of

PEOPLE = ("Ada Brandt", "Otto Weiss", "Ines Calvo", "Jun Sato", "Mara Lindqvist")


def hidden(header: str, cells: tuple[str, ...], title: str = "") -> list[str]:
    """What is hidden in the last column of a table of people; `title` stands before each of them."""
    lines = [line("Somebody", 200, 10), line(header, 420, 10)]
    found = []
    for i, (person, cell) in enumerate(zip(PEOPLE, cells, strict=True)):
        top = 40 + 30 * i
        lines += [line(person, 200, top), line("1,204.50", 340, top), line(cell, 420, top)]
        lines += [line(title, 40, top)] if title else []
        found.append(ImageFinding((200, top, 200 + 8 * len(person), top + 14), Kind.PERSON, 0.9, "lists", person))
    reading = Reading(800, 300, tuple(lines), (), (), ())
    return [f.value for f in person_numbers(page_of(reading), found)]


@pytest.mark.parametrize(
    "cells",
    [
        ("249379540", "016133178", "162933094", "673038539", "923068954"),
        ("EMP-0901", "TX23623", "171 01", "4119620", "88-1042-7"),
        ("249379540", "016133178", "on file", "673038539", "923068954"),
    ],
)
def test_a_number_for_every_person_is_hidden(cells: tuple[str, ...]) -> None:
    assert hidden("Deposit", cells) == [cell for cell in cells if cell != "on file"]


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Order", ("249379540", "016133178", "162933094", "673038539", "923068954")),
        ("Invoice no.", ("249379540", "016133178", "162933094", "673038539", "923068954")),
        ("Deposit", ("20250101", "20250101", "20250101", "20250101", "20250102")),
        ("Deposit", ("2025-01-01", "2025-01-02", "2025-01-03", "2025-01-04", "2025-01-05")),
        ("Deposit", ("1,204.50", "12,300.00", "88,120.10", "1,000.00", "40,000.00")),
        ("Deposit", ("1100", "1200", "2050", "1300", "1400")),
    ],
)
def test_numbers_of_things_and_amounts_are_not(header: str, cells: tuple[str, ...]) -> None:
    assert hidden(header, cells) == []


def test_a_list_of_things_that_names_people_is_no_table_of_people() -> None:
    cells = ("249379540", "016133178", "162933094", "673038539", "923068954")
    assert hidden("Deposit", cells, title="Printer jam") == []
