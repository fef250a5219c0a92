"""Whether all figures of a text are those of days, hours and amounts, however they were run together: these identify
nobody.

202516:52      APP15:34      03Mar 202519:45      Data Loader, 07/27/2023      R40 000 – R60 000      12 1314 1516 1718
"""

from __future__ import annotations

import re

from redaction.lexicon.values import (
    CURRENCY_WORDS,
    DAY,
    DAY_NUMBER,
    DAY_OF_YEAR,
    FIGURES,
    MONTH_NUMBER,
    WITH_CURRENCY,
    YEAR,
)
from redaction.lexicon.words import CALENDAR
from redaction.text.interface import of_calendar

DAYS, DAYS_RUN_TOGETHER = 3, 4
"""Fewest days one after the other that are a row of a calendar, the last of them of two digits; and where no blank was
read."""
_TWO_DIGITS, _LAST = 10, 31
_HOUR = r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,6})?)?"
_MONTH = r"(?P<month>[^\W\d_]{3,12})\.?"
_CODES = r"(?:AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|INR|JPY|KES|MXN|NGN|NOK|NZD|PLN|RON|SEK|SGD|TRY|USD|ZAR)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{DAY}(?:[^\W\d_]{{1,3}}|[·,;])\d\d?\.\d\d(?!\d)",
        rf"{DAY}(?:(?!\d)|(?={_HOUR})|(?={DAY}))",
        rf"{DAY_NUMBER}(?:st|nd|rd|th|[.-])? ?(?:de |d['’])?{_MONTH}(?:[ ,-]{{0,2}}(?:de )?{YEAR})?(?!\d(?!\d?:))",
        rf"{_MONTH} ?{DAY_NUMBER}(?:st|nd|rd|th)?(?:,? ?{YEAR})?(?!\d)",
        rf"{_MONTH} ?{YEAR}(?!\d(?!\d?:))",
        rf"(?:{DAY_OF_YEAR}|{MONTH_NUMBER}[./]{DAY_NUMBER})(?={_HOUR})",
        rf"{DAY_OF_YEAR} ?[-–] ?{DAY_OF_YEAR}(?!\d)",
        rf"{YEAR}(?={_HOUR})",
        rf"(?<!:){_HOUR}(?![:\d])|(?<!:){_HOUR}(?={DAY})",
        rf"{WITH_CURRENCY}(?:[kKmM]n?(?!\w))?",
        rf"(?:{_CODES}|R|Rs\.?) ?\d{{1,3}}(?:[ ,.]\d{{3}})+(?:[.,]\d\d)?(?!\d)",
        rf"{FIGURES} ?{_CODES}(?!\w)",
        rf"\d[\d.,'’ \u00a0]{{0,14}}[.,]\d\d ?(?:{CURRENCY_WORDS})(?!\w)",
    )
)
_INITIAL = re.compile(r"\d[A-Z](?:\.|\b)")
"""The first letter of somebody beside whom a day or an hour stands: "09:00R."."""
_ONE_DAY = re.compile(rf"\W{{0,2}}[^\W\d_]?\W?{DAY}\W{{0,2}}")
"""A day and nothing else, perhaps behind a sign that was read as a letter: it may be somebody's birth."""
_TICKS = re.compile(r"(?:0|\d{1,4}[kKM])(?: \d{1,4}[kKM])+")
"""What the axis of a chart says: "0 200k 400k"."""


def of_time_or_money(text: str) -> bool:
    """Whether a text has figures, and all of them are those of days, hours and amounts."""
    if _TICKS.fullmatch(text) or are_days(text):
        return True
    if _INITIAL.search(text) or _ONE_DAY.fullmatch(text):
        return False
    at, met = 0, False
    while at < len(text):
        end = _told(text, at)
        if end == at and text[at].isdecimal():
            return False
        met, at = met or end > at, max(end, at + 1)
    return met


def are_days(text: str) -> bool:
    """Whether a text is nothing but days one after the other, as a calendar shows a week."""
    if not all(sign.isdecimal() or sign == " " for sign in text):
        return False
    least = DAYS if " " in text else DAYS_RUN_TOGETHER
    digits = text.replace(" ", "")
    return any(_is_run(digits, first, least) for first in range(1, _LAST - least + 2))


def _is_run(digits: str, first: int, least: int) -> bool:
    """Whether digits are those of so many days at least, from the first on."""
    run = ""
    for day in range(first, _LAST + 1):
        run += str(day)
        if not digits.startswith(run):
            return False
        if run == digits:
            return day > first + least - 2 and day >= _TWO_DIGITS
    return False


def _told(text: str, at: int) -> int:
    """Where a day, an hour or an amount ends that begins here; `at` where none does."""
    before = text[at - 1 : at]
    if text[at].isalpha() and before.isalpha():
        return at
    for form in _FORMS:
        match = form.match(text, at)
        if match is None:
            continue
        month = match.groupdict().get("month")
        if month is None:
            if not (text[at].isalpha() and before.isdecimal()):
                return match.end()
        elif month.casefold() in CALENDAR or of_calendar(month, beside_number=True):
            return match.end()
    return at
