"""Which lines a finding on joined lines is about."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.page.passage import joined
from redaction.page.reading import Reading
from redaction.screens.rules.widening import widened
from redaction.screens.span_boxes import boxes_for
from tests.lines import line
from tests.pages import page_of


def covered(kind: Kind, *texts: str) -> list[str]:
    """What of each line is hidden when a detector takes all of them, joined, for one thing."""
    lines = tuple(line(text, y=20 * i) for i, text in enumerate(texts))
    passage = joined(lines, [(i, 0) for i in range(len(lines))], None)
    found = TextFinding(0, len(passage.input.text), kind, 0.9, "names-model", Source.MODEL)
    return [f.value for f in boxes_for(page_of(Reading(900, 200, lines, (), (), ())), [passage], [[found]])]


@pytest.mark.parametrize(
    ("kind", "texts", "kept"),
    [
        (Kind.PERSON, ("Parlan, Igor", "Out of office"), ["Parlan, Igor"]),
        (Kind.ADDRESS, ("42 Ulm Parkway, Talaville", "Credit limit"), ["42 Ulm Parkway, Talaville"]),
        (Kind.EMAIL, ("ada.brandt@nord.example", "Lead attorney"), ["ada.brandt@nord.example"]),
        (Kind.PERSON, ("Ada Brandt", "Birthdate"), ["Ada Brandt"]),
        (Kind.PERSON, ("Ada Brandt", "Title"), ["Ada Brandt"]),
        (Kind.COMPANY, ("VENDOR", "Kestrel Packaging Inc."), ["Kestrel Packaging Inc."]),
        (
            Kind.COMPANY,
            ("Thomas Brandt", "Senior Analyst", "Castor Brewing B.V."),
            ["Thomas Brandt", "Castor Brewing B.V."],
        ),
        (Kind.PERSON, ("Mon 14 April", "Ada Brandt"), ["Ada Brandt"]),
        (Kind.ADDRESS, ("Fri 18 April", "Hauptweg 9"), ["Hauptweg 9"]),
        (Kind.PERSON, ("14 April 2025", "Ada Brandt"), ["Ada Brandt"]),
        (Kind.PHONE, ("18", "18", "18", "18", "18"), []),
        (Kind.PHONE, ("1845", "2073"), []),
        (Kind.PHONE, ("1845", "207", "3311"), ["1845", "207", "3311"]),
        (Kind.ADDRESS, ("横浜市港北区日吉本町3丁目49-6", "2017年6月8日"), ["横浜市港北区日吉本町3丁目49-6"]),
        (Kind.PERSON, ("Kovács", "R 204"), ["Kovács"]),
        (Kind.PERSON, ("Kovács", "Raum 112"), ["Kovács"]),
        (Kind.PERSON, ("Kovács", "Zhvexia 1"), ["Kovács", "Zhvexia 1"]),
        (Kind.ADDRESS, ("Open orders", "123"), []),
        (Kind.PHONE, ("Tel.", "011 143255"), ["011 143255"]),
        (Kind.DATE_OF_BIRTH, (":", "01/29/1956"), ["01/29/1956"]),
        (Kind.ID, ("VAT", "·", "FR69835285312"), ["FR69835285312"]),
    ],
)
def test_a_line_of_ordinary_words_is_not_part_of_it(kind: Kind, texts: tuple[str, ...], kept: list[str]) -> None:
    assert covered(kind, *texts) == kept


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        (Kind.PERSON, ("Ada", "Brandt")),
        (Kind.PERSON, ("April", "Brandt")),
        (Kind.PERSON, ("Field", "Stone")),
        (Kind.PERSON, ("Grace", "Will Cook")),
        (Kind.ADDRESS, ("12", "Station Road")),
        (Kind.ADDRESS, ("Hauptweg 9", "28072 Reading")),
        (Kind.EMAIL, ("ada.brandt@nord", ".example")),
        (Kind.COMPANY, ("Global Freight", "Solutions Ltd")),
        (Kind.COMPANY, ("Castor", "Partners")),
        (Kind.PHONE, ("+44 7332", "849 091")),
        (Kind.PHONE, ("555", "0199")),
        (Kind.ID, ("KQW", "4471")),
        (Kind.ADDRESS, ("Lange Voorhout", "12")),
        (Kind.ADDRESS, ("Garden Lane", "12")),
    ],
)
def test_what_may_be_part_of_it_stays(kind: Kind, texts: tuple[str, ...]) -> None:
    assert covered(kind, *texts) == list(texts)


@pytest.mark.parametrize(
    ("text", "found", "kind", "whole"),
    [
        ("18681 Talaville", "Talaville", Kind.ADDRESS, "18681 Talaville"),
        ("D-18681 Talaville", "Talaville", Kind.ADDRESS, "D-18681 Talaville"),
        ("March 2025 Talaville", "Talaville", Kind.ADDRESS, "Talaville"),
        ("Ada-Brandt-Weg 25", "Ada-Brandt-Weg", Kind.PERSON, "Ada-Brandt-Weg 25"),
        ("Ada Brandt 25 minutes ago", "Ada Brandt", Kind.PERSON, "Ada Brandt"),
    ],
)
def test_numbers_that_belong_to_an_address(text: str, found: str, kind: Kind, whole: str) -> None:
    start = text.index(found)
    first, last, _ = widened(text, start, start + len(found), TextFinding(start, start + len(found), kind, 0.9, "x"))
    assert text[first:last] == whole


@pytest.mark.parametrize(
    ("upper", "lower", "end", "kept"),
    [
        ("Brandt, Ada", "Ref INV-484", "Ref", ["Brandt, Ada"]),
        ("Brandt, Ada", "Out of office", "Out of", ["Brandt, Ada"]),
        ("Brandt, Ada", "Brandt and others", "Brandt", ["Brandt, Ada", "Brandt"]),
        ("Ada", "Stone came yesterday", "Stone", ["Ada", "Stone"]),
    ],
)
def test_a_name_ends_before_ordinary_words_of_the_next_text(upper: str, lower: str, end: str, kept: list[str]) -> None:
    lines = (line(upper, y=0), line(lower, y=20))
    passage = joined(lines, [(0, 0), (1, 0)], None)
    found = TextFinding(0, len(upper) + 1 + len(end), Kind.PERSON, 0.9, "names-model", Source.MODEL)
    reading = Reading(900, 200, lines, (), (), ())
    assert [f.value for f in boxes_for(page_of(reading), [passage], [[found]])] == kept


@pytest.mark.parametrize(("text", "kept"), [("Hola, Nuria", "Nuria"), ("Bonjour Nuria", "Nuria"), ("Hola", "Hola")])
def test_a_greeting_is_no_part_of_a_name(text: str, kept: str) -> None:
    assert covered(Kind.PERSON, text) == [kept]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("met Ada Brandt o...", "Ada Brandt o..."),
        ("met Ada Brandt of…", "Ada Brandt of…"),
        ("met Ada Brandt off...", "Ada Brandt"),
        ("met Ada Brandt o... yes", "Ada Brandt"),
        ("met Ada Brandt of", "Ada Brandt"),
    ],
)
def test_the_first_letters_of_a_word_that_is_cut_go_with_the_name(text: str, kept: str) -> None:
    start = text.index("Ada")
    first, last, _ = widened(text, start, start + 10, TextFinding(start, start + 10, Kind.PERSON, 0.9, "x"))
    assert text[first:last] == kept


def test_a_login_that_spells_the_whole_name_takes_no_word_beside_it() -> None:
    text = "from NadiaBrink Normal"
    known = TextFinding(5, 15, Kind.PERSON, 0.85, "registry-login", Source.LOGIN)
    assert widened(text, 5, 15, known)[:2] == (5, 15)
    model = TextFinding(5, 15, Kind.PERSON, 0.85, "names-model", Source.MODEL)
    assert widened(text, 5, 15, model)[:2] == (5, 22)
