"""One page: everything a frame shows, measured once and handed to whoever asks where something stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.lexicon.languages import Language, language_of
from redaction.page.cards import cards
from redaction.page.measures import at_the_top, items_of, rows_of
from redaction.page.neighbours import sides
from redaction.page.reading import Line, Reading
from redaction.page.rejoin import rejoined
from redaction.page.words import Word, words_of
from redaction.page.wrapping import split_rows, stacked, wrapped


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
        return cls(reading, lines, language_of(line.text for line in lines))

    @cached_property
    def words(self) -> list[Word]:
        """Every word with a letter or a digit, line by line and from left to right."""
        return words_of(self.lines)

    @cached_property
    def pictures(self) -> list[Box]:
        """Boxes of the faces and avatars, then of the discs of initials."""
        return [box for box, _, _ in self.read.faces] + [box for box, _ in self.read.discs]

    @cached_property
    def cards(self) -> Mapping[Box, int]:
        """Picture → the line on its right, where there is one."""
        return cards(self.pictures, self.lines)

    @cached_property
    def items(self) -> NDArray[np.bool_]:
        """n × n: which lines may be items of one list, each with itself too."""
        return items_of(self.lines)

    @cached_property
    def wrapped(self) -> list[list[int]]:
        """Chains of lines below each other that read as one text."""
        return wrapped(self.lines)

    @cached_property
    def stacked(self) -> list[list[int]]:
        """Chains of lines below each other that may be one value."""
        return stacked(self.lines)

    @cached_property
    def below(self) -> Mapping[Line, Line]:
        """Line → the line below it that may be the rest of one value."""
        return {self.lines[one]: self.lines[two] for chain in self.stacked for one, two in pairwise(chain)}

    @cached_property
    def split_rows(self) -> list[list[int]]:
        """Chains of lines behind each other that are one text cut apart."""
        return split_rows(self.lines)

    @cached_property
    def rows(self) -> NDArray[np.bool_]:
        """n × n: which lines share a row, each with itself too."""
        return rows_of(self.lines)

    @cached_property
    def sides(self) -> list[tuple[NDArray[np.int64], NDArray[np.float64]]]:
        """The nearest line left, right, above and below of each line, and how far away it is."""
        return sides(self.lines, self.rows)

    def row(self, at: int) -> list[Line]:
        """The other lines on the row of a line, in reading order."""
        return [self.lines[i] for i in np.flatnonzero(self.rows[at]) if i != at]

    def at_the_corner(self, box: Box, widths: int) -> bool:
        """Whether a picture stands where the signed-in user's does: in the bar at the top, and it begins so many of its
        widths from the right edge, or less."""
        return at_the_top(box, self.read.height) and box[0] >= self.read.width - widths * (box[2] - box[0])
