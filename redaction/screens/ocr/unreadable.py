"""Lines that are there but cannot be read: other scripts, smears. What cannot be read cannot be called harmless."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.lexicon.words import is_word
from redaction.page.boxes import touch
from redaction.page.reading import NOT_READ, Line, Reading
from redaction.screens.ocr.mapper import span_box

DETECTOR = "unreadable"
_SURE = 0.8
"""The recogniser's mean probability on text it knows is nearly always above this, on other scripts below."""
_SMALLEST, _LONGEST = 9, 3.0
"""A line of at least this height in px and this many times as long: dots, icons and badges are lower or shorter."""
_DENSITY, _SPARSE = 0.4, 0.75
"""Characters per line height of length. Latin text has about two, ideographs one; a line of which only a sign or two
are known has fewer. Where holes or doubts show as well, more is asked: part of a line may be in another script."""
_DOUBT = 0.9
_HOLE, _SURE_HOLE = 2.0, 3.5
"""A character this many line heights wide hides others that could not be read: lines are cut at gaps much smaller. One
must be wider than an icon between two words."""
_INSIDE, _DASHES = "<(,;:", "-–—"
_BEFORE_ADDRESS = re.compile(r"(?:[^<>@\s]|\s++(?!<))*+(?=\s*+<[^\s<>@]+@)")
_THIN = 1.5
"""Line heights a character takes on the mean where most of a name before its mail address was not read."""
_STUMP = 4
"""So few letters at the edge of the screen say nothing by themselves."""
_WORD_LONG, _WORD_SPARSE = 2.5, 0.7
"""A word of a line that can be read is in another script when it is this many line heights long and has no more signs
than this per line height: the recogniser knew one letter in two of it, or fewer."""
_ICON_LETTERS = 2
"""Letters for which icons on a line of signs are taken."""
_HOUR = re.compile(r"(?:1[0-2]|[1-9])(?::[0-5]\d)? [AP]M")
"""What stands beside the lines of a calendar, with which its last letter is read."""
_ALL = 0.97
"""Of a line this share must be covered to be covered: what sticks out beside a picture can still be read."""


def unreadable(reading: Reading, found: Sequence[ImageFinding]) -> list[ImageFinding]:
    """A finding over every such line that no other finding covers. Its value is empty: nobody knows what it says."""
    seen = [f.box for f in found]
    seen += [box for box, _ in reading.discs]
    out = []
    for line in reading.lines:
        whole = _unread(line) or _is_stump(line, reading.width)
        words = list(_unread_words(line))
        spans = [(0, len(line.text))] if whole else [*words, *_unread_part(line, words)]
        if not spans or any(_covers(box, line.box) for box in seen):
            continue
        boxes = [span_box(line, start, end, reading.width, reading.height) for start, end in spans]
        out += [ImageFinding(box, Kind.PERSON, 0.5, DETECTOR, source=Source.UNREAD) for box in boxes]
    return out


def left_unread(line: Line) -> bool:
    """Whether a line, or a part of it, would be hidden because nobody knows what it says."""
    words = list(_unread_words(line))
    return _unread(line) or bool(words) or any(True for _ in _unread_part(line, words))


def surely_read(reading: Reading, found: Sequence[ImageFinding]) -> list[Box]:
    """Boxes of the lines of which nothing was left unread: whatever they say was judged. Of a line that the edge of the
    frame cuts a sign or two may be read."""
    unread = [f.box for f in found if f.source is Source.UNREAD]
    lines = [line for line in reading.lines if not line.turned and line.score >= _SURE]
    lines = [line for line in lines if not _unread(line) and not _is_low_and_sparse(line)]
    return [line.box for line in lines if not any(touch(line.box, box) for box in unread)]


def _is_low_and_sparse(line: Line) -> bool:
    """Of a line too low to be called unread a sign or two may be all that is known."""
    return _sides(line)[0] < _SMALLEST and _sparse(line, _DENSITY)


def _is_stump(line: Line, width: int) -> bool:
    """The first or last letters of a word that the left or right edge of the screen cuts: it may be a name."""
    if line.turned or line.height < _SMALLEST or (line.box[0] > 1 and line.box[2] < width - 1):
        return False
    return line.text.isalpha() and len(line.text) <= _STUMP and (len(line.text) == 1 or not is_word(line.text))


def _unread_part(line: Line, known: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """From the word before the first hole to the word after the last: a name in another script within a line. The
    places of the characters beside a hole are unsure. Holes in words that are known to be unread tell no more."""
    if line.turned or line.height < _SMALLEST:
        return
    before = _BEFORE_ADDRESS.match(line.text)
    if before and line.edges[before.end()] - line.edges[0] > _THIN * line.height * max(1, before.end()):
        yield 0, before.end()
        return
    cells = list(re.finditer(r"\s+|\S", line.text))
    open_cells = [cell for cell in cells if not any(a <= cell.start() and cell.end() <= b for a, b in known)]
    holes = [cell for cell in open_cells if _is_hole(line, cell)]
    if not any(_width(line, cell) > _SURE_HOLE or not _inner(line, cell) for cell in holes):
        return
    words = [word.span() for word in re.finditer(r"\S+", line.text)]
    start, end = holes[0].start(), holes[-1].end()
    if _inner(line, holes[0]):
        start = max((a for a, b in words if b <= start), default=0)
    if _inner(line, holes[-1]):
        end = min((b for a, b in words if a >= end), default=len(line.text))
    yield start, end


def _is_hole(line: Line, cell: re.Match[str]) -> bool:
    """A character or a space so wide that something else stands there too. At the ends of a line icons are taken for
    part of a letter; only a mark that no line begins or ends with tells there, and a very long dash."""
    wide = _width(line, cell)
    if cell.group() in _DASHES and not _inner(line, cell):
        return wide > _SURE_HOLE
    return wide > _HOLE and (_inner(line, cell) or cell.group() in _INSIDE)


def _inner(line: Line, cell: re.Match[str]) -> bool:
    return cell.start() > 0 and cell.end() < len(line.text)


def _width(line: Line, cell: re.Match[str]) -> float:
    """In line heights."""
    return (line.edges[cell.end()] - line.edges[cell.start()]) / line.height


def _unread_words(line: Line) -> Iterator[tuple[int, int]]:
    """Words of letters that take far more room than their few signs need. An icon may stand before a line's first."""
    if line.turned or line.height < _SMALLEST or _HOUR.fullmatch(line.text):
        return
    for word in re.finditer(r"(?<=\s)[^\W\d_]+(?!\S)", line.text):
        wide = line.edges[word.end()] - line.edges[word.start()]
        signs = word.end() - word.start()
        if wide >= _WORD_LONG * line.height and signs * line.height <= _WORD_SPARSE * wide:
            yield word.span()


def _unread(line: Line) -> bool:
    short, long = _sides(line)
    if short < _SMALLEST or long < _LONGEST * short:
        return False
    if line.text == NOT_READ or line.score < _SURE:
        return True
    if _icons(line.text):
        return False
    holes = "  " in line.text or line.score < _DOUBT
    return _sparse(line, _SPARSE if holes else _DENSITY)


def _sparse(line: Line, density: float) -> bool:
    """Whether a long line has fewer signs than so many for every line height of length."""
    short, long = _sides(line)
    return long >= _LONGEST * short and sum(not c.isspace() for c in line.text) * short < density * long


def _sides(line: Line) -> tuple[int, int]:
    """The shorter and the longer side, in px."""
    short, long = sorted((line.box[2] - line.box[0], line.box[3] - line.box[1]))
    return short, long


def _icons(text: str) -> bool:
    """Whether a line shows the signs of buttons (arrows, boxes, stars) and a letter or two for others of them."""
    told = [c for c in text if not c.isspace()]
    signs = sum(unicodedata.category(c).startswith("S") for c in told)
    return signs > 0 and not any(c.isdigit() for c in told) and sum(c.isalpha() for c in told) <= _ICON_LETTERS


def _covers(box: Box, line: Box) -> bool:
    wide = min(box[2], line[2]) - max(box[0], line[0])
    high = min(box[3], line[3]) - max(box[1], line[1])
    return wide > 0 and high > 0 and wide * high >= _ALL * (line[2] - line[0]) * (line[3] - line[1])
