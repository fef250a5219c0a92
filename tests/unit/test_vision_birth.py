"""Days long ago on screens with people."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind
from redaction.page.reading import Line, Reading
from redaction.screens.rules.birth import birth_dates
from tests.pages import page_of

SOMEBODY = ImageFinding((10, 10, 110, 24), Kind.PERSON, 0.9, "label", "Ada Brandt")


def reading(text: str) -> Reading:
    edges = tuple(float(10 + 8 * i) for i in range(len(text) + 1))
    return Reading(800, 300, (Line(text, (10, 40, 10 + 8 * len(text), 54), edges, 0.99),), (), (), ())


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("1974-03-11", "1974-03-11"),
        ("called on 11/04/1991 by", "11/04/1991"),
        ("14.11.1966", "14.11.1966"),
        ("I was born 11 April 1991, and", "11 April 1991"),
        ("November 4, 1988", "November 4, 1988"),
        ("12 de mayo de 1972", "12 de mayo de 1972"),
        ("3. Mai 2001", "3. Mai 2001"),
        ("04-Aug-1999", "04-Aug-1999"),
        ("1970年10月31日生", "1970年10月31日"),
        ("昭和43年2月18日", "昭和43年2月18日"),
        ("平成19年4月1日", "平成19年4月1日"),
    ],
)
def test_days_long_ago_are_found(text: str, born: str) -> None:
    (found,) = birth_dates(page_of(reading(text)), [SOMEBODY])
    assert found.kind is Kind.DATE_OF_BIRTH and found.value == born


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-11",
        "01/01/1970",
        "1 January 2000",
        "1999-03-02 12:30:11",
        "Copyright 1999",
        "May 2001",
        "version 12.4.1999.2",
        "45/13/1988",
        "10.0.1998",
        "part 11-04-1991-7",
        "2025年10月31日",
        "平成20年4月1日",
    ],
)
def test_other_numbers_are_not(text: str) -> None:
    assert not list(birth_dates(page_of(reading(text)), [SOMEBODY]))


def test_a_screen_without_people_keeps_its_dates() -> None:
    assert not list(birth_dates(page_of(reading("1974-03-11")), []))
