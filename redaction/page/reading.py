"""What was read on a screen: lines of text with their boxes and the place of every character."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from redaction.findings import Box

Hit = tuple[Box, float, str]
"""Something seen that is not text: box, score 0 to 1, detector."""
Disc = tuple[Box, str]
"""A small disc or tile with one to three letters on it: box, letters."""

NOT_READ = "\ufffd"
"""The text of a line that was detected but of which the recogniser knows no character (Arabic, Cyrillic, Korean)."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text. `edges` has len(text) + 1 x positions in px: character i lies between edges[i] and edges[i+1].

    `score` is the recogniser's mean probability. Upright lines only; text turned by 90° has `turned` set and its
    edges run over the box from end to end.
    """

    text: str
    box: Box
    edges: tuple[int, ...]
    score: float = 1.0
    turned: bool = False

    @property
    def height(self) -> int:
        """Height of the line box in px."""
        return self.box[3] - self.box[1]


class ByTop:
    """Lines by the height at which they begin: who looks for neighbours need not look at all."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._order = sorted(range(len(lines)), key=lambda i: (lines[i].box[1], i))
        self._tops = [lines[i].box[1] for i in self._order]

    def between(self, low: float, high: float) -> list[int]:
        """Places (in order) of the lines whose upper edges lie between two heights in px, both included."""
        return sorted(self._order[bisect_left(self._tops, low) : bisect_right(self._tops, high)])

    def beside(self, line: Line) -> list[int]:
        """Places of the lines that may stand on a line's row: none that does is half as high again."""
        return self.between(line.box[1] - 1.45 * line.height, line.box[3])


@dataclass(frozen=True, slots=True)
class Reading:
    """All lines of one image in reading order, and what was seen besides: faces and avatars, codes, initials."""

    width: int
    height: int
    lines: tuple[Line, ...]
    faces: tuple[Hit, ...] = field(default=())
    codes: tuple[Hit, ...] = field(default=())
    discs: tuple[Disc, ...] = field(default=())
    cut: tuple[Box, ...] = field(default=())
    """What is left of lines of text that the upper or lower edge of the screen cuts through: nobody can read them."""

    def to_json(self) -> dict[str, Any]:
        """A JSON value for the cache (work folder only: it holds captured text)."""
        return {
            "width": self.width,
            "height": self.height,
            "lines": [[x.text, list(x.box), list(x.edges), x.score, x.turned] for x in self.lines],
            "faces": [[list(b), s, d] for b, s, d in self.faces],
            "codes": [[list(b), s, d] for b, s, d in self.codes],
            "discs": [[list(b), t] for b, t in self.discs],
            "cut": [list(b) for b in self.cut],
        }

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> Reading:
        """The inverse of to_json; KeyError, TypeError or ValueError for anything else."""
        return cls(
            width=int(raw["width"]),
            height=int(raw["height"]),
            lines=tuple(
                Line(str(t), _box(b), tuple(int(v) for v in e), float(s), bool(turned))
                for t, b, e, s, turned in raw["lines"]
            ),
            faces=tuple((_box(b), float(s), str(d)) for b, s, d in raw["faces"]),
            codes=tuple((_box(b), float(s), str(d)) for b, s, d in raw["codes"]),
            discs=tuple((_box(b), str(t)) for b, t in raw["discs"]),
            cut=tuple(_box(b) for b in raw["cut"]),
        )


def _box(raw: Any) -> Box:
    x0, y0, x1, y1 = raw
    return int(x0), int(y0), int(x1), int(y1)
