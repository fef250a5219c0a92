"""Codes of several groups go whole: plates, dockets, numbers behind the letters of their register."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source
from redaction.screens.span_boxes import found_on
from redaction.screens.whole_codes import grown, whole_codes
from tests.lines import grown_over, line
from tests.pages import page


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("KX40 UWK · e-Van", "KX40", "KX40 UWK"),
        ("sygn. II C 118/25", "118/25", "II C 118/25"),
        ("Tjänstebil FLH 42S", "42S", "FLH 42S"),
        ("Y82 CFT", "CFT", "Y82 CFT"),
        ("HRN 25601412", "25601412", "HRN 25601412"),
        # digits alone, words, labels, marks of screens and what touches other signs are none of it
        ("Paid 4711 EUR", "4711", "4711"),
        ("ID 4711", "4711", "4711"),
        ("Room A12 OK", "A12", "A12"),
        ("72 A4711", "A4711", "A4711"),
        ("A4711 ZQX: open", "A4711", "A4711"),
        ("ZQX, A4711", "A4711", "A4711"),
        ("Wells A4711", "A4711", "A4711"),
        # no code of letters and digits
        ("ZQX VYK", "VYK", "VYK"),
        # fourteen letters and digits at most
        ("ZQXV 4711471147", "4711471147", "ZQXV 4711471147"),
        ("ZQXV 47114711471", "47114711471", "47114711471"),
    ],
)
def test_a_code_is_grown_over_the_groups_of_capitals_beside_it(text: str, part: str, expected: str) -> None:
    assert grown_over(grown, text, part) == expected


@pytest.mark.parametrize(
    ("kind", "source", "expected"),
    [
        (Kind.ID, Source.PATTERN, "KX40 UWK"),
        (Kind.ADDRESS, Source.MODEL, "KX40 UWK"),
        (Kind.PERSON, Source.MODEL, "KX40"),
        (Kind.ID, Source.CHECKED, "KX40"),
    ],
)
def test_only_numbers_and_what_is_taken_for_addresses_grow(kind: Kind, source: Source, expected: str) -> None:
    at = line("KX40 UWK", 10, 10)
    shown = page([at])
    found = found_on(shown, at, (0, 4), kind, 0.9, "test", source)
    (out,) = whole_codes(shown, [found])
    assert out.value == expected and out.box[2] == (79 if " " in expected else found.box[2])


def test_what_is_no_code_stays_as_it_is() -> None:
    at = line("Vexlor UWK 4711", 10, 10)
    shown = page([at])
    found = found_on(shown, at, (0, 6), Kind.ADDRESS, 0.9, "test")
    assert list(whole_codes(shown, [found])) == [found]
