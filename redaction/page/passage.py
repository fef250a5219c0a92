"""A text to search and where its parts stand on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from redaction.page.reading import Line
from redaction.text.inputs import TextInput


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters start..end of a passage are characters from `offset` on of line `line` (an index into
    Reading.lines)."""

    start: int
    end: int
    line: int
    offset: int

    def on_line(self, start: int, end: int) -> tuple[int, int]:
        """Where characters start..end of the passage, as far as they are its own, stand on its line; where none are,
        the first place is not before the second."""
        shift = self.offset - self.start
        return max(start, self.start) + shift, min(end, self.end) + shift


@dataclass(frozen=True, slots=True)
class Passage:
    """A text to search and where its parts stand on the screen.

    `column` is the header line of a column whose header alone says too little ("Name"), or the first line of a list:
    its cells count as labelled only when enough of them are found without it. A `corroborated` cell counts in any case,
    and for the others. One that is `placed` has its label from where it stands: no word of it
    can doubt that.
    """

    input: TextInput
    pieces: tuple[Piece, ...]
    column: int | None = None
    corroborated: bool = False
    placed: bool = False

    def under(self, start: int, end: int) -> list[Piece]:
        """The pieces that characters start..end of the text meet."""
        return [piece for piece in self.pieces if piece.start < end and start < piece.end]

    @property
    def certain(self) -> bool:
        """Whether the label holds without a vote."""
        return bool(self.input.label) and (self.column is None or self.corroborated)


def part(lines: Sequence[Line], at: int, start: int, end: int, label: str | None) -> Passage:
    """Characters start..end of one line as a passage of its own."""
    text = lines[at].text[start:end]
    return Passage(TextInput(text, label, "line"), (Piece(0, len(text), at, start),))


def joined(lines: Sequence[Line], chain: Sequence[tuple[int, int]], label: str | None, space: str = " ") -> Passage:
    """Lines (index, first character) read as one text; a hyphen at a line's end joins without a space."""
    text, pieces = "", []
    for at, offset in chain:
        if text and not text.endswith("-"):
            text += space
        tail = lines[at].text[offset:]
        pieces.append(Piece(len(text), len(text) + len(tail), at, offset))
        text += tail
    return Passage(TextInput(text, label, "line"), tuple(pieces))


def unlabelled(passage: Passage) -> TextInput:
    """The passage's input without its label."""
    return replace(passage.input, label=None)
