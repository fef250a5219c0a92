"""A column of codes: initials of the registry are nobody's where most codes above and below them are nobody's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redaction.findings import ImageFinding, Kind, Source
from redaction.page.page import Page
from redaction.screens.code_columns import FEWEST, MOST, SAME, SHOWN, code_columns
from tests.lines import line
from tests.pages import page


def column(*texts: str) -> Page:
    return page([line(text, 40, 40 + 30 * row) for row, text in enumerate(texts)])


def initials(shown: Page, *rows: int) -> list[ImageFinding]:
    return [
        ImageFinding(one.box, Kind.PERSON, 0.8, "registry-initials", one.text, Source.INITIALS)
        for one in (shown.lines[row] for row in rows)
    ]


def left(shown: Page, found: list[ImageFinding], labelled: frozenset[int] = frozenset()) -> list[str]:
    return [f.value for f in code_columns(shown, found, labelled)]


def test_initials_among_codes_that_nothing_finds_are_nobodys() -> None:
    shown = column("DG", "RV", "DZ", "DG")
    assert left(shown, initials(shown, 0, 3)) == []


def test_what_a_model_says_of_a_code_tells_nothing() -> None:
    shown = column("DG", "RV", "DZ", "DG")
    for source, left_over in ((Source.MODEL, ["RV"]), (Source.LABEL, ["DG", "DG", "RV"])):
        one = shown.lines[1]
        told = ImageFinding(one.box, Kind.PERSON, 0.9, "other", one.text, source)
        assert sorted(left(shown, [*initials(shown, 0, 3), told])) == left_over


def test_a_single_letter_is_a_code_beside_initials_and_none_of_theirs() -> None:
    shown = column("F", "DG", "S1", "DG")
    assert left(shown, initials(shown, 1, 3)) == []


def test_a_column_of_initials_that_the_registry_knows_stays() -> None:
    shown = column("DG", "RV", "DZ", "DG")
    assert left(shown, initials(shown, 0, 1, 2, 3)) == ["DG", "RV", "DZ", "DG"]


@pytest.mark.parametrize("others", [FEWEST - 1, FEWEST])
def test_one_code_that_nothing_finds_may_be_somebody(others: int) -> None:
    shown = column("DG", *["RV", "DZ"][:others])
    assert (left(shown, initials(shown, 0)) == []) == (others == FEWEST)


@pytest.mark.parametrize("known", [4, 5])
def test_so_many_codes_must_be_nobodys(known: int) -> None:
    codes = ["DG", "DR", "AB", "HK", "PL", "RV", "DZ"]
    texts = codes[:known] + codes[5:]
    shown = column(*texts)
    assert (left(shown, initials(shown, *range(known))) == []) == (2 / (known + 2) >= SHOWN)


@pytest.mark.parametrize("rows", [SAME - 1, SAME])
def test_one_code_row_below_row_is_a_unit(rows: int) -> None:
    shown = column(*["ST"] * rows)
    found = initials(shown, *range(rows))
    assert (left(shown, found) == []) == (rows == SAME)
    assert left(shown, found, frozenset(range(rows))) == ["ST"] * rows, "a label says whose they are"


def test_the_header_of_a_unit_may_be_a_code_and_another_code_is_none() -> None:
    shown = column("ME", *["ST"] * SAME)
    assert left(shown, initials(shown, *range(1, SAME + 1))) == []
    shown = column("AB", *["ST"] * SAME, "AB")
    assert len(left(shown, initials(shown, *range(SAME + 2)))) == SAME + 2


def test_initials_of_somebody_on_the_page_stay() -> None:
    shown = column("DG", "RV", "DZ", "Dorthe Gundlach")
    person = ImageFinding(shown.lines[3].box, Kind.PERSON, 0.9, "names-model", shown.lines[3].text, Source.MODEL)
    assert left(shown, [*initials(shown, 0), person]) == ["DG", "Dorthe Gundlach"]


def test_what_a_label_says_stays() -> None:
    shown = column("DG", "RV", "DZ")
    one = shown.lines[0]
    told = ImageFinding(one.box, Kind.USERNAME, 0.9, "label", one.text, Source.LABEL)
    assert left(shown, [told]) == ["DG"]


@pytest.mark.parametrize("more", [0, 1])
def test_a_finding_is_about_a_line_of_which_it_covers_most(more: int) -> None:
    shown = column("DG", "RV", "DZ")
    (found,) = initials(shown, 0)
    x0, y0, x1, y1 = found.box
    part = replace(found, box=(x0, y0, x1, y0 + round(MOST * (y1 - y0)) + more))
    assert (y1 - y0) * MOST % 1 == 0
    assert left(shown, [part]) == ["DG"] * (1 - more)


def test_codes_elsewhere_say_nothing() -> None:
    lines = [line("DG", 40, 40), line("RV", 400, 40), line("DZ", 700, 40)]
    shown = page(lines)
    assert left(shown, initials(shown, 0)) == ["DG"]


def test_initials_under_a_header_of_things_are_nobodys() -> None:
    cells = [line("Article", 40, 40), line("Amount", 300, 40), line("ST", 40, 70), line("1,20", 300, 70)]
    shown = page(cells)
    assert left(shown, initials(shown, 2)) == []
