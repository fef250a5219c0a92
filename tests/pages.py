"""Pages for tests: lines as they stand, in the language that most of them are in."""

from __future__ import annotations

from collections.abc import Sequence

from redaction.lexicon.languages import language_of
from redaction.page.page import Page
from redaction.page.reading import Disc, Hit, Line, Reading


def page_of(reading: Reading) -> Page:
    """The page of a reading, no words of which are joined beforehand."""
    return Page(reading, reading.lines, language_of(line.text for line in reading.lines))


def page(lines: Sequence[Line], faces: Sequence[Hit] = (), discs: Sequence[Disc] = ()) -> Page:
    """A page of 800 × 600 px with these lines on it."""
    return page_of(Reading(800, 600, tuple(lines), faces=tuple(faces), discs=tuple(discs)))
