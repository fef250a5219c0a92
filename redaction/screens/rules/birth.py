"""Dates so old that somebody was born then: on a screen with people they name one, whatever stands over them.

Ada Brandt      Nurse       on a screen with a person
14.11.1966                  is somebody's birthday, with no label over it
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redaction.findings import ImageFinding, Kind
from redaction.page.page import Page
from redaction.screens.span_boxes import found_on
from redaction.text.known.registry import Registry

_YEAR = r"(?:19[2-9]\d|200[0-7])"
"""Whoever works in 2025 or later was born before 2008; programs hardly show other days of those years."""
_MONTH = (
    r"(?:jan|feb|fév|fev|mar|mär|mrt|apr|avr|abr|ma[iy]|mag|jun|juin|giu|jul|juil|lug|aug|août|ago|sep|set|oct|okt|"
    r"ott|out|nov|dec|dez|déc|dic|ene|gen)[^\W\d_]{0,7}\.?"
)
_DAY, _NUMBER = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
_BORN = re.compile(
    rf"(?<![\w./:-])(?:{_DAY} ?(?P<mark>[./-]) ?{_DAY} ?(?P=mark) ?{_YEAR}"
    rf"|{_YEAR}(?P<same>[./-]){_NUMBER}(?P=same){_DAY}"
    rf"|{_DAY}(?:st|nd|rd|th|er|º|ª|\.)?[ -](?:of |de |di )?{_MONTH},?[ -](?:de |del )?{_YEAR}"
    rf"|{_MONTH} {_DAY}(?:st|nd|rd|th)?,? {_YEAR})"
    r"(?![\w/-]|[T ,]{1,2}\d{1,2}[:h]\d\d|[.:]\d)"
    # Chinese and Japanese, with the eras of emperors: 昭和 ended in 1989, 平成 19 is 2007
    rf"|(?:(?<!\d){_YEAR}|(?:大正|昭和)(?:元|\d\d?)|平成(?:元|1?\d))年 ?{_NUMBER}月 ?{_DAY}日(?!\d)",
    re.IGNORECASE,
)
_NEVER = re.compile(r"^0?1\D{1,2}0?1\D|\D0?1\D0?1$|^0?1\D{0,3} ?jan|^jan\w* 0?1\b", re.IGNORECASE)
"""The first of January: where nobody entered a day, programs show this one."""


def birth_dates(page: Page, found: Sequence[ImageFinding], _: Registry | None = None) -> Iterator[ImageFinding]:
    """Findings for days of 1920 to 2007 without a time, on a screen on which somebody was found."""
    if not any(f.kind is Kind.PERSON for f in found):
        return
    for line in page.lines:
        for match in _BORN.finditer(line.text):
            if not _NEVER.search(match.group()):
                yield found_on(page, line, match.span(), Kind.DATE_OF_BIRTH, 0.6, "birth-date")
