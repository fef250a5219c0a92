"""One word of somebody whom the page names in full, where it stands as a name: a word of a dictionary no registry looks
for by itself.

Booker, Chip                    named in full
Late arrival, Chip called       within a sentence, in a language that writes nouns small
Chip, can you come down?        spoken to
statement Booker.pdf            behind another word in the name of a file
Desk 2 · Booker                 the end of a title, if it is no word
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redaction.findings import ImageFinding, Kind, Source
from redaction.lexicon.lists import nobodys
from redaction.lexicon.words import CALENDAR, is_word
from redaction.page.boxes import touch
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.ocr.mapper import span_box
from redaction.screens.span_boxes import found_on
from redaction.text.interface import says
from redaction.text.known.positions import before_ending
from redaction.text.known.registry import Registry

SAME_PERSON = "same-person"
NAMED = 0.9
"""Score from which a finding of several words names somebody in full."""
SCORE = 0.8
_WORD = re.compile(r"[^\W\d_]{3,}(?![\w@])")
_SPOKEN_TO = re.compile(r", [^\W\d_A-Z]")
_WITHIN_BEFORE = re.compile(r"(?:(?<![\w.])[^\W\d_A-Z]{2,30}|,) $")
_WITHIN_AFTER = re.compile(r" [^\W\d_A-Z]{2}|[,.;?!]|['’]s |$")
_FILED_BEFORE = re.compile(r"[^\W_][ _-]$")
_SEGMENT = re.compile(r"[·•|] ?$")
_NEAR = 60
"""Characters beside a word that are looked at."""
_CAPITAL_NOUNS = "de"


def same_person(page: Page, found: Sequence[ImageFinding], _: Registry | None = None) -> Iterator[ImageFinding]:
    """Findings for such words that nothing was found in yet."""
    names = frozenset(word for finding in found if _in_full(finding) for word in _words(finding.value))
    if not names:
        return
    for line in page.lines:
        if line.turned:
            continue
        for match in _WORD.finditer(line.text):
            if (
                match.group() in names
                and _as_name(page, line.text, *match.span())
                and not _hidden(page, line, match, found)
            ):
                yield found_on(page, line, match.span(), Kind.PERSON, SCORE, SAME_PERSON, Source.POSITION)


def _in_full(finding: ImageFinding) -> bool:
    return finding.kind is Kind.PERSON and finding.score >= NAMED and len(_WORD.findall(finding.value)) > 1


def _words(name: str) -> Iterator[str]:
    """The words of a name that are written as names are and that no screen, calendar or title uses."""
    for word in _WORD.findall(name):
        if word[0].isupper() and word[1:].islower() and not says(word) and word.casefold() not in CALENDAR:
            yield word


def _as_name(page: Page, text: str, start: int, end: int) -> bool:
    word, before, after = text[start:end], text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    if _FILED_BEFORE.search(before) and before_ending(text, end):
        return True
    if word.casefold() in nobodys():  # a title, or a word for somebody
        return False
    if not before.strip() and _SPOKEN_TO.match(after):
        return True
    if _SEGMENT.search(before) and not after.strip() and not is_word(word):
        return True
    within = _WITHIN_BEFORE.search(before) and _WITHIN_AFTER.match(after)
    return page.language.code != _CAPITAL_NOUNS and bool(within)


def _hidden(page: Page, line: Line, match: re.Match[str], found: Sequence[ImageFinding]) -> bool:
    box = span_box(line, *match.span(), page.read.width, page.read.height)
    return any(touch(finding.box, box) for finding in found)
