"""Lines that are there but cannot be read: other scripts, smears. What cannot be read cannot be called harmless."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redaction.findings import Box, ImageFinding, Kind
from redaction.vision.mapper import span_box
from redaction.vision.reading import NOT_READ, Line, Reading

DETECTOR = "unreadable"
_SURE = 0.8
"""The recogniser's mean probability on text it knows is nearly always above this, on other scripts below."""
_SMALLEST, _LONGEST = 9, 3.0
"""A line of at least this height in px and this many times as long: dots, icons and badges are lower or shorter."""
_DENSITY, _SPARSE = 0.4, 0.75
"""Characters per line height of length. Latin text has about two, ideographs one; a line of which only a sign or two
are known has fewer. Where holes or doubts show as well, more is asked: part of a line may be in another script."""
_DOUBT = 0.9
_WORD_LONG, _WORD_SPARSE = 2.5, 0.7
"""A word of a line that can be read is in another script when it is this many line heights long and has no more signs
than this per line height: the recogniser knew one letter in two of it, or fewer."""
_ALL = 0.97
"""Of a line this share must be covered to be covered: what sticks out beside a picture can still be read."""


def unreadable(reading: Reading, found: Sequence[ImageFinding]) -> list[ImageFinding]:
    """A finding over every such line that no other finding covers. Its value is empty: nobody knows what it says."""
    seen = [f.box for f in found]
    seen += [box for box, _ in reading.discs]
    out = []
    for line in reading.lines:
        if _unread(line) and not any(_covers(box, line.box) for box in seen):
            box = span_box(line, 0, len(line.text), reading.width, reading.height)
            out.append(ImageFinding(box, Kind.PERSON, 0.5, DETECTOR))
        elif not line.turned:
            boxes = [span_box(line, start, end, reading.width, reading.height) for start, end in _unread_words(line)]
            out += [ImageFinding(box, Kind.PERSON, 0.5, DETECTOR) for box in boxes]
    return out


def _unread_words(line: Line) -> Iterator[tuple[int, int]]:
    """Words of letters that take far more room than their few signs need. An icon may stand before a line's first."""
    if line.height < _SMALLEST:
        return
    for word in re.finditer(r"(?<=\s)[^\W\d_]+(?!\S)", line.text):
        wide = line.edges[word.end()] - line.edges[word.start()]
        signs = word.end() - word.start()
        if wide >= _WORD_LONG * line.height and signs * line.height <= _WORD_SPARSE * wide:
            yield word.span()


def _unread(line: Line) -> bool:
    short, long = sorted((line.box[2] - line.box[0], line.box[3] - line.box[1]))
    if short < _SMALLEST or long < _LONGEST * short:
        return False
    signs = sum(not c.isspace() for c in line.text)
    if line.text == NOT_READ or line.score < _SURE:
        return True
    holes = "  " in line.text or line.score < _DOUBT
    return signs * short < (_SPARSE if holes else _DENSITY) * long


def _covers(box: Box, line: Box) -> bool:
    wide = min(box[2], line[2]) - max(box[0], line[0])
    high = min(box[3], line[3]) - max(box[1], line[1])
    return wide > 0 and high > 0 and wide * high >= _ALL * (line[2] - line[0]) * (line[3] - line[1])
