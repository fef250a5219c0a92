"""Addresses of other countries go whole: street, flat, postcode and town."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind
from redaction.page.reading import Line
from redaction.screens.span_boxes import found_on
from redaction.screens.whole_addresses import grown, whole_addresses
from tests.lines import grown_over, line
from tests.pages import page


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("al. Lipowa 46 m. 5, 15-019 Gdynia", "Lipowa 46", "al. Lipowa 46 m. 5, 15-019 Gdynia"),
        ("Lipowa 361, 90-001", "361, 90-001", "Lipowa 361, 90-001"),
        ("Akác köz 8., 6720 Szeged", "8., 6720", "Akác köz 8., 6720 Szeged"),
        ("Cabinet : 2 bis, avenue Jean-Vexlor", "Jean-Vexlor", "2 bis, avenue Jean-Vexlor"),
        ("Viale dei Tigli 21, int. 6", "Viale dei Tigli 21", "Viale dei Tigli 21, int. 6"),
        ("Trg Lipe 46, 2000 Maribor", "Trg Lipe 46", "Trg Lipe 46, 2000 Maribor"),
        ("35000 Rennes", "35000", "35000 Rennes"),
        ("Gül Sok. No:10 42033 Vexlu/Konya", "10 42033 Vexlu", "10 42033 Vexlu/Konya"),
        ("42033 Vexlu/izmir", "42033 Vexlu", "42033 Vexlu/izmir"),
        ("Vexlu/Konya", "Vexlu", "Vexlu"),
        ("10 Vexlu/7", "10 Vexlu", "10 Vexlu"),
        ("Cabinet : 2 bis, avenue Jean-Vexlor", "avenue Jean-Vexlor", "2 bis, avenue Jean-Vexlor"),
        ("Calea Vexlor 27, 700184 lași", "Calea Vexlor 27", "Calea Vexlor 27, 700184 lași"),
        ("2103 København ∅", "2103", "2103 København ∅"),
        ("Praceta dos Vexlos, 7, 3.º A", "Praceta dos Vexlos, 7", "Praceta dos Vexlos, 7, 3.º A"),
        ("Calle Vexla 99, bajo, a las", "Calle Vexla 99", "Calle Vexla 99, bajo"),
        ("Oude Vexla 178 bis", "Oude Vexla 178", "Oude Vexla 178 bis"),
        ("Calle Vexla 99 bajos pisos", "Calle Vexla 99", "Calle Vexla 99 bajos"),
        ("Calle Vexla 99, bajando", "Calle Vexla 99", "Calle Vexla 99"),
        ("Rua Vexlo, 7, 2.º Esq., tocar", "Rua Vexlo, 7", "Rua Vexlo, 7, 2.º Esq."),
        ("Calle Vexlo, 7, 2º", "Calle Vexlo, 7", "Calle Vexlo, 7, 2º"),
        ("Calle Vexlo, 7, 2º AB", "Calle Vexlo, 7", "Calle Vexlo, 7, 2º"),
        ("Calle Vexlo, 7, 2 A", "Calle Vexlo, 7", "Calle Vexlo, 7"),
        # nothing beside the address is one
        ("Kvittering 2 av 4", "Kvittering 2", "Kvittering 2"),
        ("Room 12 Max 14", "12", "12"),
        ("Lipowa 46, 12 items", "Lipowa 46", "Lipowa 46"),
    ],
)
def test_an_address_is_grown_over_what_belongs_to_it(text: str, part: str, whole: str) -> None:
    assert grown_over(grown, text, part) == whole


@pytest.mark.parametrize(
    ("under", "gap", "expected"),
    [
        ("35000 Rennes", 10, True),
        ("1200-194 Lisboa", 10, True),
        ("2907 Brest CEDEX", 10, True),
        ("35000 Rennes", 16, True),
        ("35000 Rennes", 17, False),  # 1.2 heights of 14 px
        ("35000 items left", 10, False),
        ("Rennes", 10, False),
    ],
)
def test_postcode_and_town_below_a_street_go_with_it(under: str, gap: int, expected: bool) -> None:
    street = line("Rue Haute 14", 10, 10)
    lines: tuple[Line, ...] = (street, line(under, 10, street.box[3] + gap))
    shown = page(lines)
    found: list[ImageFinding] = [found_on(shown, street, None, Kind.ADDRESS, 0.9, "test")]
    assert (under in [f.value for f in whole_addresses(shown, found)]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Domiciliu Calea Vexlor 27, 700184 Iași", "Calea Vexlor 27, 700184 Iași"),
        ("Vexlor Cad. No: 48, 06420", "Vexlor Cad. No: 48, 06420"),
        ("Praceta Eça Vexlor, lote 4, 1200-194 Lisboa", ""),
        ("Calea Vexlor 27", ""),
        ("Order 27, 70018 units", ""),
    ],
)
def test_street_house_number_and_postcode_are_an_address_by_themselves(text: str, expected: str) -> None:
    shown = page([line(text, 10, 10)])
    assert [f.value for f in whole_addresses(shown, [])] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("text", "below", "expected"),
    [
        ("Lindenallee", "70", "70"),
        ("Lindenallee", "70b, 10115 Berlin", "70b, 10115 Berlin"),
        ('STREET="ul. Vexlowa', '14"', "14"),
        ("Ivy Bank, Vexlor", "Road", "Road"),
        ("Ivy Bank, Vexlor", "Road 7 is closed", "Road"),
        ("Ivy Bank, Vexlor", "Roads", None),
        ("Lindenallee 3", "70", None),  # it has its number
        ("12 Vexlor", "Road", "Road"),
        ("Lindenallee today", "70", None),  # does not end its line
        ("Lindenallee", "70.5 km", None),
        ("Lindenallee", "70%", None),
        ("Lindenallee", "88 /min", None),
        ("Lindenallee", "items 70", None),
    ],
)
def test_what_of_a_street_its_line_is_too_narrow_for(text: str, below: str, expected: str | None) -> None:
    value = text.removeprefix('STREET="').removesuffix(" today")
    shown = page([line(text, 10, 10), line(below, 10, 28)])
    finding = found_on(
        shown, shown.lines[0], (text.index(value), len(text.removesuffix(" today"))), Kind.ADDRESS, 0.9, "x"
    )
    rests = [f.value for f in whole_addresses(shown, [finding]) if f.box[1] > 24]
    assert rests == ([expected] if expected else [])
