"""One page: everything a frame shows, measured once and handed to whoever asks where something stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.forms import field_labels
from redaction.page.headings import Headings, headings
from redaction.page.language import Language, language_of_lines
from redaction.page.measures import rows_of
from redaction.page.reading import Line, Reading
from redaction.page.rejoin import rejoined
from redaction.page.words import Word, words_of
from redaction.page.wrapping import split_rows, wrapped


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
        """Which lines are labels, and what each of them is: header, form label."""
        return headings(self.lines)

    @cached_property
    def labels(self) -> dict[int, tuple[str, int | None]]:
        """Line → its label, and for the cells of columns with a weak header that header's line."""
        return field_labels(self.lines, self.headings, self.language)

    @cached_property
    def words(self) -> list[Word]:
        """Every word with a letter or a digit, line by line and from left to right."""
        return words_of(self.lines)

    @cached_property
    def pictures(self) -> list[Box]:
        """Boxes of the faces and avatars, then of the discs of initials."""
        return [box for box, _, _ in self.read.faces] + [box for box, _ in self.read.discs]

    @cached_property
    def wrapped(self) -> list[list[int]]:
        """Chains of lines below each other that read as one text."""
        return wrapped(self.lines)

    @cached_property
    def split_rows(self) -> list[list[int]]:
        """Chains of lines behind each other that are one text cut apart."""
        return split_rows(self.lines)

    @cached_property
    def rows(self) -> NDArray[np.bool_]:
        """n × n: which lines share a row, each with itself too."""
        return rows_of(self.lines)

    def row(self, at: int) -> list[Line]:
        """The other lines on the row of a line, in reading order."""
        return [self.lines[i] for i in np.flatnonzero(self.rows[at]) if i != at]
