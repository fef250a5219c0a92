"""Blocks: lines below each other, at one left edge, of one size and on even rows, whatever they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redaction.page.measures import same_size
from redaction.page.reading import Line

PITCH, EVEN = 2.2, 0.6
"""In line heights: the widest gap between two lines, and how much the rows differ."""
_INDENT = 6
"""In px: lines of a block begin this near to its edge, or half a line height."""


def block_below(lines: Sequence[Line], start: int, left: int) -> Iterator[int]:
    """The lines of the block that goes on below a line, whose edge is at `left` px, from the top."""
    last, spacing = lines[start], 0
    while True:
        below = [
            k
            for k, other in enumerate(lines)
            if 0 < other.box[1] - last.box[3] <= PITCH * last.height
            and abs(other.box[0] - left) <= max(_INDENT, last.height // 2)
            and same_size(last, other)
        ]
        at = min(below, key=lambda k: (lines[k].box[1], lines[k].box[0]), default=None)
        if at is None:
            return
        gap = lines[at].box[1] - last.box[1]
        if spacing and abs(gap - spacing) > EVEN * last.height:
            return
        yield at
        last, spacing = lines[at], gap
