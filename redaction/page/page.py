"""One page: everything a frame shows, measured once and handed to whoever asks where something stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from redaction.page.forms import field_labels
from redaction.page.headings import Headings, headings
from redaction.page.language import Language, language_of_lines
from redaction.page.reading import Line, Reading
from redaction.page.rejoin import rejoined


@dataclass(frozen=True)
class Page:
    """A frame: `read` as it was read, `lines` with those joined that are one text, boxes in px. What is derived is
    computed once, when somebody asks."""

    read: Reading
    lines: tuple[Line, ...]
    language: Language

    @classmethod
    def of(cls, reading: Reading) -> Page:
        """The page of a reading."""
        lines = rejoined(reading).lines
        return cls(reading, lines, language_of_lines(lines))

    @cached_property
    def headings(self) -> Headings:
        """Which lines are labels, and what each of them is: header, form label, caption."""
        return headings(self.lines, self.language)

    @cached_property
    def labels(self) -> dict[int, tuple[str, int | None]]:
        """Line → its label, and for the cells of columns with a weak header that header's line."""
        return field_labels(self.lines, self.headings, self.language)
