"""Where words stand that are nobody's by their place: a day with its month ("Fri 18 April"), a room with its name.

April and Birch are names as well; beside a number of a day, or behind "Room", they are not.
"""

from __future__ import annotations

import re

from redaction.lexicon.lists import WordList, any_of, word_list
from redaction.lexicon.words import CALENDAR

Span = tuple[int, int]
_LEADING = 2
"""Letters that a reader sees in the sign before a word: a door or a pin is read as "U" or "O"."""
_NAMED = re.compile(
    rf"(?<![^\W_])[^\W\d_]{{0,{_LEADING}}}{any_of(WordList.ROOM_WORDS)}\s+[^\W_][\w'’-]*", re.IGNORECASE
)
_WORD = r"[^\W\d_]{3,}\.?"
_DAY = re.compile(
    rf"(?<![\w.])(?:(?P<weekday>{_WORD}),?\s*)?\d{{1,2}}(?:st|nd|rd|th|\.)?\s*(?P<month>{_WORD})(?:\s+\d{{4}})?(?!\w)"
)


def spans_of_nobody(text: str) -> list[Span]:
    """Sorted spans; none in another."""
    found = [match.span() for match in _NAMED.finditer(text)] if _has_room(text) else []
    for match in _DAY.finditer(text):
        if _of_calendar(match["month"]):
            weekday = match["weekday"]
            start = match.start() if weekday is None or _of_calendar(weekday) else match.end("weekday")
            found.append((start, match.end()))
    return sorted(found)


def _has_room(text: str) -> bool:
    folded = text.casefold()
    return any(word in folded for word in word_list(WordList.ROOM_WORDS))


def _of_calendar(word: str) -> bool:
    return word.rstrip(".").casefold() in CALENDAR
