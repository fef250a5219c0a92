"""Lines that may be one text: below each other where a text wraps, or behind each other where a wide font was cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from redaction.page.measures import (
    EDGE,
    OVERLAP,
    SAME_SIZE,
    centred,
    chains,
    close_behind,
    same_edge,
)
from redaction.page.reading import ByTop, Line

_LEADING, _LOOSE_LEADING = 0.9, 1.4
"""In heights of the upper line: how far below it a line of the same value may stand, and where it is asked for only
to meet a whole declared value, also centred."""
_LOWEST = {False: 0.6, True: 0.4}
"""The least ratio of heights; a last letter without a stem ("snow") is as low as the second, where it is `loose`."""
_DIGITS = 0.5
"""The same for a line of digits alone."""
_CENTRED = 6
"""In px, twice the distance of two middles."""
_LINES = 12
"""Lines of one chain at most."""
_SPACE = 1.2
"""In line heights: a gap as wide may be one between two words of a wide font."""


def wrapped(lines: Sequence[Line], *, loose: bool = False, apart: float = _LEADING) -> list[list[int]]:
    """Chains of lines that read as one text: same left edge and height, at most `apart` heights below each other.

    `loose` ones may also be centred, and as low as a last letter without a stem.
    """
    following: dict[int, int] = {}
    taken: set[int] = set()
    tops = ByTop(lines)
    for i, line in enumerate(lines):
        below = [
            k
            for k in tops.between(line.box[3] - OVERLAP, line.box[3] + apart * line.height)
            if k != i and k not in taken and _goes_on(line, lines[k], loose=loose)
        ]
        if below:
            following[i] = min(below, key=lambda k: (lines[k].box[1], lines[k].box[0]))
            taken.add(following[i])
    return list(chains(following, _LINES))


def stacked(lines: Sequence[Line]) -> list[list[int]]:
    """Chains of lines below each other that may be one value, also where the upper line is low for want of letters with
    a stem ("snow", "house")."""
    return wrapped(lines, loose=True, apart=_LOOSE_LEADING)


def split_rows(lines: Sequence[Line], behind: Callable[[Line, Line], bool] | None = None) -> list[list[int]]:
    """Chains of lines that stand close behind each other on one row: "Jane" "Doe" in a wide font. Where `behind` says
    which do, each line is in one chain."""
    goes_on = behind or (lambda line, other: close_behind(line, other, _SPACE * line.height))
    following: dict[int, int] = {}
    tops = ByTop(lines)
    for i, line in enumerate(lines):
        taken = following.values() if behind else ()
        near = [k for k in tops.beside(line) if goes_on(line, lines[k]) and k not in taken]
        if near:
            following[i] = min(near, key=lambda k: lines[k].box[0])
    return list(chains(following))


def onto_rows(wrapping: Sequence[Sequence[int]], rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Chains of a line and the row it wraps onto: the end of a number may be cut in two by its own gaps."""
    starts = {row[0]: row for row in rows}
    return [[above, *starts[below]] for chain in wrapping for above, below in pairwise(chain) if below in starts]


def _goes_on(line: Line, other: Line, *, loose: bool) -> bool:
    middle = loose and centred(line, other, _CENTRED)
    if not middle and not same_edge(other, line, within=max(EDGE, line.height // 2)):
        return False
    lowest = min(_LOWEST[loose], _DIGITS if other.text.isdigit() else _LOWEST[False])
    return lowest < other.height / max(1, line.height) < SAME_SIZE[1]
