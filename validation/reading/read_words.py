"""What a reading gives: words with their places, in the order of a part of the screen, and what was not read."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

#: (x0, y0, x1, y1) in px of the screenshot, x1 and y1 exclusive.
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its box in px of the screenshot; `line` numbers the line it stands in within its part."""

    text: str
    left: int
    top: int
    width: int
    height: int
    confidence: float
    line: int


@dataclass(frozen=True, slots=True)
class Part:
    """What one reading gave, in reading order."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words, a line of the screen a line."""
        lines = groupby(self.words, key=lambda word: word.line)
        return "\n".join(" ".join(word.text for word in words) for _, words in lines)


@dataclass(frozen=True, slots=True)
class ScreenReading:
    """All of one screenshot: every line, in more than one order, and how much of what looks like text was not read."""

    parts: tuple[Part, ...]
    #: regions that look like text
    regions: int
    #: those of which no reading is credible, top to bottom
    unread: tuple[Box, ...]
