"""What is hidden with a finding: the title before a name, the suffix behind it, the postcode before a town."""

from __future__ import annotations

import re

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.languages import ENGLISH, Language
from redaction.text.merge import GREETING

_TITLE = re.compile(
    r"(?:\b(?:mr|mrs|ms|miss|mx|dr|prof|professor|doctor|sir|madam|herr|frau|mme|sr|sra|rev|hon|capt)\.? {1,12})"
    r"{1,6}$|@$",
    re.IGNORECASE,
)
#: What is joined to a name from the left: "Anna-" of a double name, "j_" of a log-in.
_JOINED = re.compile(r"(?:(?<![^\W_])[^\W_]++-|(?<![\w.@-])[a-z]{1,2}[._])$")
_AFTER = re.compile(r"^,? +(?:jr|sr|ii|iii|iv|phd|md|esq)\b\.?", re.IGNORECASE)
#: The postcode before a town; a year is none.
POSTCODE = re.compile(r"(?:^|(?<=[\s,]))(?:[A-Z]{1,2}-)?(?!(?:19|20)\d\d )\d{4,6} $")
#: The first letters of a word of which the end of the line shows no more: whatever it began.
_CUT = re.compile(r"^ [^\W\d_]{1,2}(?:\.{2,3}|…)$")
_HOUSE = re.compile(r"^ \d{1,4}[a-z]?$")
#: The same with the entrance or the flat behind a stroke: "1b/4".
_HOUSE_AND_FLAT = re.compile(r" \d{1,4}[a-zA-Z]?(?:/\d{1,4}[a-zA-Z]?)?(?![\w./-])")
_SECOND = re.compile(r"^ [^\W\d_a-z][^\W\d_]+")
_NEXT = re.compile(r"^ (?P<word>[^\W\d_a-z][^\W\d_]+)(?![\w@&])")
_BEFORE = re.compile(r"(?:^|(?<=[ (\[]))(?P<word>[^\W\d_a-z][^\W\d_]+) $")


def widened(
    text: str, start: int, end: int, finding: TextFinding, language: Language = ENGLISH
) -> tuple[int, int, TextFinding]:
    """An address's span with the postcode before it; a person's with the title before, the suffix after, the @ of a
    handle, the capitalised word after a lone first name ("Ada Admin - 2 hours ago"), capitalised words beside it that
    no dictionary has (more of the name), the number behind a street called after somebody, and a letter or two behind
    which the line is cut."""
    if finding.kind in (Kind.PERSON, Kind.USERNAME):
        joined = _JOINED.search(text[:start])
        start = titled(text, joined.start() if joined else start)
        one = " " not in text[start:end].strip() and finding.source is not Source.LOGIN  # which spells the whole name
        if finding.kind is Kind.PERSON and one and text[start : start + 1].isupper():
            second = _SECOND.match(text[end:])
            end += second.end() if second else 0
        if finding.kind is Kind.PERSON:
            start, end = _with_rest(text, start, end, language)
            greeted = GREETING.match(text, start, end)
            start = greeted.end() if greeted else start
        after = _AFTER.match(text[end:])
        if finding.kind is Kind.PERSON:
            after = after or _HOUSE.match(text[end:]) or _CUT.match(text[end:])
        end += after.end() if after else 0
    if finding.kind is Kind.ADDRESS:
        code = POSTCODE.search(text[:start])
        start = code.start() if code else start
    return start, end, finding


def titled(text: str, start: int) -> int:
    """Where a name begins whose first word stands at `start`: at the title before it, or at the @ of a handle."""
    before = _TITLE.search(text[:start])
    return before.start() if before else start


def housed(text: str, end: int) -> int:
    """Where an address ends whose last word ends at `end`: behind the number of the house."""
    number = _HOUSE_AND_FLAT.match(text, end)
    return number.end() if number else end


def _with_rest(text: str, start: int, end: int, language: Language) -> tuple[int, int]:
    while (more := _NEXT.match(text[end:])) and _unknown(more["word"], language):
        end += more.end()
    while (more := _BEFORE.search(text[:start])) and _unknown(more["word"], language):
        start = more.start()
    return start, end


def _unknown(word: str, language: Language) -> bool:
    """Capitalised as in a name, and in no dictionary."""
    return word[1:].islower() and not language.common(word)
