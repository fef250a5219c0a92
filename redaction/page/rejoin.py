"""Words that were read as lines of their own though they stand in one text: "Personnel" "no.", "POLICY" "HOLDER"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redaction.lexicon.labels import label_kind
from redaction.page.boxes import touch
from redaction.page.measures import chains, close_behind
from redaction.page.reading import ByTop, Disc, Line, Reading

_GAP = 0.95
"""Of the height: a gap as wide as that is still one between words of a wide typeface."""
_READABLE = 0.8


def rejoined(reading: Reading) -> Reading:
    """The reading with words that stand close behind each other in one row as one line. A label and its value stay
    apart, and so do times, icons, and the letters of an avatar and the name beside it."""
    lines = reading.lines
    tops = ByTop(lines)
    following: dict[int, int] = {}
    taken: set[int] = set()
    for i, line in enumerate(lines):
        if _joinable(line, reading.discs):
            near = (k for k in tops.beside(line) if k not in taken and _behind(line, lines[k]))
            behind = [k for k in near if _joinable(lines[k], reading.discs)]
            if behind:
                following[i] = min(behind, key=lambda k: lines[k].box[0])
                taken.add(following[i])
    joined = {chain[0]: chain for chain in chains(following)}
    out: list[Line] = []
    for i, line in enumerate(lines):
        if i in joined:
            out.extend(_parts([lines[k] for k in joined[i]]))
        elif i not in taken:
            out.append(line)
    return replace(reading, lines=tuple(out)) if len(out) < len(lines) else reading


def _joinable(line: Line, discs: Sequence[Disc]) -> bool:
    letters = len(line.text) <= 3 and line.text.isupper()
    return (
        not line.turned
        and line.score >= _READABLE
        and line.text[:1].isalpha()
        and not (letters and any(touch(line.box, box) for box, _ in discs))
    )


def _behind(line: Line, other: Line) -> bool:
    return close_behind(line, other, _GAP * min(line.height, other.height))


def _parts(chain: list[Line]) -> list[Line]:
    """The chain as one line, unless some word of it is a label and the whole is none."""
    whole = " ".join(line.text for line in chain)
    if len(chain) == 1 or (not label_kind(whole) and any(label_kind(line.text) for line in chain)):
        return chain
    edges: list[int] = []
    for line in chain:
        edges += line.edges  # the last edge of a line and the first of the next are the two sides of the space
    box = (
        chain[0].box[0],
        min(line.box[1] for line in chain),
        chain[-1].box[2],
        max(line.box[3] for line in chain),
    )
    return [Line(whole, box, tuple(edges), min(line.score for line in chain))]
