"""Figures that are all those of days, hours and amounts, and figures that are not."""

from __future__ import annotations

import pytest

from redaction.screens.rescorer.figures import are_days, of_time_or_money


@pytest.mark.parametrize(
    "text",
    [
        "202516:52",
        "APP15:34",
        "APP8:14AM",
        "03Mar 202519:45",
        "12March 202518:28",
        "Feb202511:39",
        "31-Mar-2026",
        "March 3rd, 2025",
        "3 de marzo de 2025",
        "Loader, 07/27/2023",
        "Seit13-06-2025",
        "au30/03/2025",
        "2025-07-2714:02",
        "01.11.2024-31.10.2025",
        "am17.08.202530.08.2025.",
        "ES10:3909/03/2025",
        "26.01.2025ob6.15",
        "04/1514:30",
        "16/07-20/07",
        "R40 000 – R60 000",
        "R100 000.",
        "S$557k",
        "CHF 1.200,00",
        "1 250,00 €",
        "4607 EUR",
        "60295,21zł",
        "A50%- B50%",
        "0 200k 400k 600k",
    ],
)
def test_days_hours_and_amounts(text: str) -> None:
    assert of_time_or_money(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Loader",
        "4711",
        "2025",
        "AB-1234",
        "26.01.2025",  # it may be a birth
        "L26.01.2025",
        "09:00R.",  # somebody's initial
        "16-12-2024B",
        "AA:12:30:15:22:10",
        "03.67.99.36",
        "2/12 Vexlor Parade",
        "6/11 Vexlor Street",
        "15003 A Vexla",
        "April 4711",
        "Vexlagen 9",  # "gen" is January in Italian
        "12EUR 4607",
        "Vexlor 12, 2025",
        "12Vexlor 202518:28",
        "C7·04/0515:19",
        "25:10",
        "10:60",
        "R2345",
        "4607 EURO",
        "XR40 000",
        "200k",
        "12,5zł",
    ],
)
def test_other_figures(text: str) -> None:
    assert not of_time_or_money(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12131415161718", True),
        ("12 1314 1516 1718", True),
        ("5 678910 11", True),
        ("28 29 30 31", True),
        ("9 10 11", True),  # three with blanks
        ("10 11", False),
        ("9101112", True),  # four without
        ("91011", False),
        ("7 8 9", False),  # of one digit: it may be any number in groups
        ("30 31 32", False),
        ("0 1 2 3 10", False),
        ("10 12 14", False),
        ("10-11-12", False),
        ("10 11 1", False),
        ("", False),
    ],
)
def test_a_week_of_a_calendar_is_days_one_after_the_other(text: str, expected: bool) -> None:
    assert are_days(text) is expected
