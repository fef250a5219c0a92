"""Columns most of whose cells are found: less evidence is enough for the others."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.page.page import Page
from redaction.screens.rescorer.columns import numbered_cells, with_columns
from tests.lines import line
from tests.pages import page

FOUND = ["vexlora", "brinkze", "quillo7"]


def column(cells: list[str], *, pitch: int = 20) -> Page:
    return page([line(text, 10, 10 + pitch * i) for i, text in enumerate(cells)])


def asked(shown: Page, chance: float, found: int) -> bool:
    """Whether the last word of a page is found with a chance, where so many words before it are."""
    have = np.array([at < found for at in range(len(shown.words))])
    chances = np.where(have, 0.9, 0.0)
    chances[-1] = chance
    out = with_columns(shown, have, chances)
    assert (out[:-1] == have[:-1]).all()
    return bool(out[-1])


@pytest.mark.parametrize(("chance", "expected"), [(0.06, True), (np.nextafter(0.06, 0), False)])
def test_a_cell_of_a_column_of_log_ins_needs_less(chance: float, expected: bool) -> None:
    assert asked(column([*FOUND, "nshinda"]), chance, 3) is expected


@pytest.mark.parametrize(
    ("cells", "found", "expected"),
    [
        (["vexlora", "brinkze", "nshinda"], 2, True),
        (["vexlora", "vexlora", "nshinda"], 2, False),  # one and the same
        (["vexlora", "nshinda"], 1, False),
        (["vexlora", "brinkze", "open", "done", "nshinda"], 2, False),  # no more than what shows
        (["vexlora", "brinkze", "open", "nshinda"], 2, True),
        (["vexlora", "brinkze", "Nshinda"], 2, False),  # written otherwise
        (["Vexlora", "Brinkze", "Nshinda"], 2, True),
        (["VEXLORA", "BRINKZE", "NSHINDA"], 2, False),  # abbreviations are written so, too
        (["vexlora", "brinkze", "nshinda now"], 2, False),  # no single word
        (["王小明", "李小红", "寄件客户"], 2, False),
    ],
)
def test_which_cells_of_a_column_are_taken(cells: list[str], found: int, expected: bool) -> None:
    assert asked(column(cells), 0.1, found) is expected


def test_a_column_ends_at_a_long_gap_and_at_another_edge() -> None:
    assert asked(column([*FOUND, "nshinda"], pitch=84), 0.1, 3)
    assert not asked(column([*FOUND, "nshinda"], pitch=85), 0.1, 3)
    apart = page([*(line(text, 10, 10 + 20 * i) for i, text in enumerate(FOUND)), line("nshinda", 40, 70)])
    assert not asked(apart, 0.1, 3)


@pytest.mark.parametrize(
    ("cells", "chance", "expected"),
    [
        (["1012", "1061"], 0.3, ["1012", "1061"]),
        (["1012", "1061"], np.nextafter(0.3, 0), []),
        (["1012", "1044"], 0.3, []),  # hours all of them
        (["1012", "1061", "new"], 0.3, ["1012", "1061"]),
        (["1012", "10612"], 0.3, ["10612"]),  # of another length
        (["1012", "1061 A"], 0.3, []),
    ],
)
def test_a_number_of_a_column_shows_that_others_are_no_hours(
    cells: list[str], chance: float, expected: list[str]
) -> None:
    shown = column(cells)
    numbered = numbered_cells(shown, np.full(len(shown.words), chance))
    assert [shown.lines[at].text for at in sorted(numbered)] == expected


def test_a_number_elsewhere_shows_nothing() -> None:
    shown = page([line("1012", 10, 10), line("1061", 200, 30)])
    assert numbered_cells(shown, np.array([0.0, 0.9])) == {1}
