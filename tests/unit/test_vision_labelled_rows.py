"""Rows with a label and several cells, and numbers beside names."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind
from redaction.page.reading import Line, Reading
from redaction.screens.rules.labelled_rows import labelled_rows
from tests.lines import line
from tests.pages import page_of


def page(*lines: Line) -> Reading:
    return Reading(1200, 300, lines, (), (), ())


def over(found: Line, kind: Kind, start: int = 0, end: int | None = None) -> ImageFinding:
    text = found.text[start:end]
    x0, y0, _, y1 = found.box
    return ImageFinding((x0 + 8 * start, y0, x0 + 8 * (start + len(text)), y1), kind, 0.9, "label", text)


def test_records_side_by_side_have_numbers_of_one_shape() -> None:
    row = [line("Customer no.", 10), line("C-25714", 200), line("C-90123", 400), line("[empty]", 600)]
    found = list(labelled_rows(page_of(page(*row)), [over(row[1], Kind.ID)]))
    assert [f.value for f in found] == ["C-90123"] and found[0].kind is Kind.ID


def test_another_label_on_the_row_has_values_of_its_own() -> None:
    row = [line("Customer no.", 10), line("C-25714", 200), line("E-mail", 400), line("C-90123", 500)]
    assert not list(labelled_rows(page_of(page(*row)), [over(row[1], Kind.ID)]))


def test_who_does_what_on_each_day() -> None:
    row = [line("Approver", 10), *(line(text, 200 + 100 * i) for i, text in enumerate(("PT", "Brandt", "YB", "Page")))]
    assert [f.value for f in labelled_rows(page_of(page(*row)), [])] == ["PT", "Brandt", "YB", "Page"]


@pytest.mark.parametrize("cells", [("Open", "Closed", "Late", "Page"), ("12", "30", "PT", "41"), ("PT", "Brandt")])
def test_other_cells_are_left_alone(cells: tuple[str, ...]) -> None:
    row = [line("Approver", 10), *(line(text, 200 + 100 * i) for i, text in enumerate(cells))]
    assert not list(labelled_rows(page_of(page(*row)), []))


def test_a_row_of_a_table_beside_a_label_is_no_row_of_people() -> None:
    texts = ("Brandt", "ada@nord.example", "Okafor", "Job board", "Weiss")
    row = [line("Approver", 10), *(line(text, 200 + 160 * i) for i, text in enumerate(texts))]
    assert not list(labelled_rows(page_of(page(*row)), [over(row[2], Kind.EMAIL)]))
