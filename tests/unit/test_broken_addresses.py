"""Which lines below each other are one mail address that was cut, and which are an address and something else."""

from __future__ import annotations

import pytest

from redaction.screens.passages import passages
from tests.lines import line
from tests.pages import page


def joined_without_blank(above: str, below: str) -> bool:
    shown = page([line(above, 10, 10), line(below, 10, 26)])
    return any(passage.input.text == above + below for passage in passages(shown))


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("ada.brandt@company.ex", "ample.com"),
        ("ada.brandt@company.co", ".uk"),
        ("ada.brandt@compan", "y2.com"),
        ("ada.very", "-long@company.com"),
        ("ada.very.long", "brandt@company.com"),
    ],
)
def test_an_address_that_was_cut_is_one(above: str, below: str) -> None:
    assert joined_without_blank(above, below)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("ada.brandt@sapo.pt", "111.151"),
        ("ada.brandt@sapo.pt", "912345678"),
        ("ada.brandt@sapo.pt", "yesterday"),
        ("Moinho S.A.", "ada.brandt@sapo.pt"),
        ("Moinho Lda.", "ada.brandt@sapo.pt"),
        ("E-posta", "ada.brandt@sapo.pt"),
    ],
)
def test_a_whole_address_goes_on_with_no_figure_and_begins_with_no_label_or_legal_form(above: str, below: str) -> None:
    assert not joined_without_blank(above, below)
