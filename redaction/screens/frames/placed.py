"""Texts whose places are known: the trace of a demonstration tells for each of its states which text stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from redaction.findings import Box
from redaction.page.boxes import area, common, moved, touch
from redaction.page.reading import Reading
from redaction.screens.document_texts import LEAST, Said, letters_of

BADGES = 0.2
"""Share of the letters of a text that may stand in elements within its own, initials beside a name: with more it is the
text of several."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A text of a page, in px of the frame; its box may reach beyond what cuts it."""

    box: Box
    text: str

    def from_corner(self) -> Placed:
        """The same, where what was told as its centre is its upper left corner."""
        x0, y0, x1, y1 = self.box
        return Placed(moved(self.box, (x1 - x0) // 2, (y1 - y0) // 2), self.text)


@dataclass(frozen=True, slots=True)
class DocumentEvidence:
    """What documents tell of a film: what they say, and what is `placed` on the frames that show its states, by their
    names."""

    said: Said
    placed: Mapping[str, Sequence[Placed]]

    def told(self) -> list[object]:
        """All of it, for a digest."""
        placed = {name: [[*one.box, one.text] for one in some] for name, some in sorted(self.placed.items())}
        return [*self.said.told(), placed]


@dataclass(frozen=True, slots=True)
class Shown:
    """A text as far as it shows: `box` is what nothing cuts or covers, as far as the trace tells, and begins at `top`;
    `hidden` says of each of its letters whether documents hide it, or is None where no document tells; `ends` are where
    its lines end; `alone` whether no other text reaches into its box, `read` whether it is read there."""

    box: Box
    top: int
    letters: str
    hidden: Sequence[bool | None]
    ends: Sequence[int]
    alone: bool
    read: bool

    def hides(self, start: int, end: int) -> bool | None:
        """Whether documents hide some letters, all of them; None where they are of both kinds, or unknown."""
        met = set(self.hidden[max(0, start) : end])
        return met.pop() if len(met) == 1 else None


def visible(placed: Sequence[Placed], reading: Reading, said: Said) -> Iterator[Shown]:
    """The texts that stand in one element by themselves, as far as they show."""
    letters = [letters_of(one.text) for one in placed]
    for i, one in enumerate(placed):
        if not letters[i]:
            continue
        box = common(one.box, (0, 0, reading.width, reading.height))
        alone, within = True, 0
        for j, other in enumerate(placed):
            if j == i or not touch(one.box, other.box):
                continue
            if j < i and letters[i] in letters[j]:
                box = common(box, other.box)  # it stands within that, and may be cut by it
            elif j > i and letters[j] in letters[i] and area(other.box) < area(one.box):
                within += len(letters[j])
            else:
                alone = False
                if j > i and touch(box, other.box):
                    box = (0, 0, 0, 0)  # something stands over it
        if area(box) and within <= BADGES * len(letters[i]):
            yield _shown(box, one, alone, reading, said)


def _shown(box: Box, one: Placed, alone: bool, reading: Reading, said: Said) -> Shown:
    lines = [letters_of(line) for line in one.text.splitlines()]
    hidden: list[bool | None] = []
    for line, letters in zip(one.text.splitlines(), lines, strict=True):
        hidden += said.hidden_in(line) or [None] * len(letters)
    there = "".join(letters_of(line.text) for line in reading.lines if touch(line.box, box))
    ends = list(accumulate(len(line) for line in lines if line))
    read = any(line in there for line in lines if len(line) >= LEAST)
    return Shown(box, one.box[1], "".join(lines), hidden, ends, alone, read)
