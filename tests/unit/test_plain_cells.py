"""Ordinary words that show as cells end names and are found nowhere else; words that name somebody do neither."""

from __future__ import annotations

import pytest

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.page.reading import Line, Reading
from redaction.screens.plain_cells import CELL_WORDS, HIDDEN, beside_cells, plain_cells, steady_cells
from redaction.screens.rescorer.rescore import DETECTOR

FRAME = Reading(800, 600, ())
GLYPH = 8


def line(text: str, top: int = 100, left: int = 20, height: int = 14) -> Line:
    edges = tuple(left + GLYPH * i for i in range(len(text) + 1))
    return Line(text, (left, top, edges[-1], top + height), edges)


def finding(
    on: Line, value: str, *, kind: Kind = Kind.PERSON, detector: str = "names-model", source: Source = Source.MODEL
) -> ImageFinding:
    at = on.text.index(value)
    box = on.edges[at], on.box[1], on.edges[at + len(value)], on.box[3]
    return ImageFinding(box, kind, 0.9, detector, value, source)


def claim(on: Line, value: str) -> ImageFinding:
    return finding(on, value, kind=Kind.COMPANY, detector=DETECTOR, source=Source.PATTERN)


def values(lines: list[Line], found: list[ImageFinding], cells: set[str] | None = None) -> list[str]:
    told = plain_cells(lines, found) if cells is None else cells
    return [f.value for f in beside_cells(lines, FRAME, found, told)]


def test_a_word_that_shows_as_a_cell_is_not_found_beside_a_company() -> None:
    cell, joined = line("Controller"), line("Brevik GmbH Controller", 140)
    firm = finding(joined, "Brevik GmbH", kind=Kind.COMPANY)
    assert values([cell, joined], [firm, claim(joined, "Controller")]) == ["Brevik GmbH"]
    assert values([joined], [firm, claim(joined, "Controller")]) == ["Brevik GmbH", "Controller"]


def test_what_is_left_of_a_line_beside_a_name_is_a_cell_too() -> None:
    one, two = line("Ann Barrow Controller"), line("Tom Reed Controller", 140)
    found = [finding(one, "Ann Barrow"), finding(two, "Tom Reed"), claim(two, "Controller")]
    assert values([one, two], found) == ["Ann Barrow", "Tom Reed"]


def test_a_part_of_a_cell_is_judged_as_the_whole() -> None:
    cell, joined = line("Treasury Analyst"), line("Brevik GmbH Treasury Analyst", 140)
    firm = finding(joined, "Brevik GmbH", kind=Kind.COMPANY)
    assert values([cell, joined], [firm, claim(joined, "Treasury")]) == ["Brevik GmbH"]


def test_a_cell_that_is_hidden_tells_nothing() -> None:
    cell, other = line("Controller"), line("Controller", 140)
    hidden = finding(cell, "Controller", detector="label", source=Source.LABEL)
    assert values([cell, other], [hidden, claim(other, "Controller")]) == ["Controller", "Controller"]


@pytest.mark.parametrize(("share", "shows"), [(HIDDEN, False), (HIDDEN - 0.1, True)])
def test_what_hides_a_cell_has_a_share_of_its_height(share: float, shows: bool) -> None:
    cell = line("Controller", 100, height=20)
    box: Box = (0, 90, 400, 100 + round(share * 20))
    over = ImageFinding(box, Kind.PERSON, 0.9, "label", "", Source.LABEL)
    assert ("controller" in plain_cells([cell], [over])) is shows


@pytest.mark.parametrize("text", ["Ann", "Rose Garden", "Qv", "Zentrix", "Room 4", "sales@", "a b"])
def test_names_codes_and_scraps_are_no_cells(text: str) -> None:
    assert text.casefold() not in plain_cells([line(text)], [])


@pytest.mark.parametrize(("words", "is_cell"), [(CELL_WORDS, True), (CELL_WORDS + 1, False)])
def test_a_cell_has_a_few_words(words: int, is_cell: bool) -> None:
    text = " ".join(["invoice", "total", "amount", "column"][:words])
    assert (text in plain_cells([line(text)], [])) is is_cell


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Ann Barrow Controller", "Ann Barrow"),
        ("Ann BarrowHigh", "Ann Barrow"),
        ("Ann Barrow Urgent", "Ann Barrow"),
        ("Ann Controller", "Ann Controller"),  # no whole name without it
        ("A Controller", "A Controller"),
        ("Ann Barrow Ledger", "Ann Barrow Ledger"),  # shows nowhere
    ],
)
def test_a_whole_name_ends_before_a_cell_or_a_state(text: str, end: str) -> None:
    page = [line("Controller"), line(text, 140)]
    (left,) = beside_cells(page, FRAME, [finding(page[1], text)], plain_cells(page, [finding(page[1], text)]))
    assert left.value == end
    assert left.box[2] < page[1].edges[len(end)] + GLYPH


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Brevik GmbH Shipping", "Brevik GmbH"),
        ("Brevik Freight Shipping", "Brevik Freight Shipping"),  # what firms end in is a heading as well
        ("Brevik Freight Open", "Brevik Freight"),
    ],
)
def test_a_company_ends_behind_its_legal_form(text: str, end: str) -> None:
    page = [line("Shipping"), line(text, 140)]
    found = [finding(page[1], text, kind=Kind.COMPANY)]
    assert values(page, found) == [end]


@pytest.mark.parametrize("source", [Source.LABEL, Source.REGISTRY, Source.CHECKED])
def test_what_a_label_a_registry_or_a_check_tells_stays(source: Source) -> None:
    page = [line("Controller"), line("Ann Barrow Controller", 140)]
    assert values(page, [finding(page[1], "Ann Barrow Controller", source=source)]) == ["Ann Barrow Controller"]


def test_on_a_film_a_cell_shows_on_as_many_frames_as_it_is_found_on() -> None:
    shows, joined = [line("Controller")], [line("Brevik GmbH Controller")]
    firm = finding(joined[0], "Brevik GmbH", kind=Kind.COMPANY)
    found = [firm, claim(joined[0], "Controller")]
    assert "controller" in steady_cells([shows, joined], [[], found])
    assert "controller" not in steady_cells([shows, joined, joined], [[], found, found])


@pytest.mark.parametrize(("text", "shows"), [("Einstellungen", True), ("Uložit", True), ("Vexlorinen", False)])
def test_words_of_screens_in_other_languages_are_cells(text: str, shows: bool) -> None:
    assert (text.casefold() in plain_cells([line(text)], [])) is shows
