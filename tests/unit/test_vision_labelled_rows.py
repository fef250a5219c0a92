"""Rows of people with a label on their left."""

from __future__ import annotations

import pytest

from redaction.page.reading import Line, Reading
from redaction.screens.rules.labelled_rows import labelled_rows
from tests.lines import line
from tests.pages import page_of


def page(*lines: Line) -> Reading:
    return Reading(1200, 300, lines, (), (), ())


def test_who_does_what_on_each_day() -> None:
    row = [line("Approver", 10), *(line(text, 200 + 100 * i) for i, text in enumerate(("PT", "Brandt", "YB", "Page")))]
    assert [f.value for f in labelled_rows(page_of(page(*row)), [])] == ["PT", "Brandt", "YB", "Page"]


@pytest.mark.parametrize(
    "cells",
    [("PT", "E-mail", "Brandt", "YB"), ("Open", "Closed", "Late", "Page"), ("12", "30", "PT", "41"), ("PT", "Brandt")],
)
def test_other_cells_are_left_alone(cells: tuple[str, ...]) -> None:
    row = [line("Approver", 10), *(line(text, 200 + 100 * i) for i, text in enumerate(cells))]
    assert not list(labelled_rows(page_of(page(*row)), []))
