"""Looks at one line: on the clean canvas, and where that gives nothing credible a second time at the screen itself.

A crop that was read before is not read again: consecutive screens share most of their lines. What a crop gives depends
on its pixels alone, so that the order of screens and the number of processes change nothing.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from validation.reading.clean_canvas import EDGE, Grey
from validation.reading.read_lines import Line
from validation.reading.read_words import Box, Word
from validation.reading.tesseract import LINE, Tesseract

#: px of ground left around a line.
_AROUND = 2
#: Lines up to this height in px are small, and enlarged three times, up to the next twice; higher ones not at all.
_SMALL, _ORDINARY = 9, 40
#: What the second look adds to that, at an ordinary and at a small line; and how it darkens thin strokes.
_MORE, _MORE_SMALL, _DARKER = 1, 2, 0.7
#: Least confidence (of 100) of a credible word, and least share of a line's width that credible words must cover.
CREDIBLE, COVERED = 60.0, 0.5
#: Below this confidence a word of a credible line gets a second look, too: accents are what fails first.
CERTAIN = 90.0
#: A row whose foreground covers this share of a line, in the middle of its height, is a rule through the letters.
_STRUCK, _MIDDLE = 0.75, (0.2, 0.85)
#: Values of a canvas below this are foreground. A rule may be so many px thick, or a fifth of the line.
_FILLED, _RULE = 160, 2
#: How words and numbers are written, and how many letters of them make a line.
_WRITTEN = re.compile(r"\W*(?:[^\W\d_]?[^\W\d_A-Z]+(?:['’-][^\W\d_]+)*|[A-Z]+(?:-[A-Z]+)*|\d[\d.,:/%-]*)\W*")
_LETTERS = 3
#: Two looks agree when so many letters and more are alike by this share.
_AGREED, _ALIKE = 4, 0.8
#: Crops that are remembered.
_CROPS = 50_000


@dataclass(frozen=True, slots=True)
class Look:
    """Words of one line in px of the screen, those of a second look at it, whether either is credible, and whether it
    is beyond doubt that the line runs upright."""

    words: tuple[Word, ...]
    second: tuple[Word, ...]
    credible: bool
    upright: bool

    def enlarged(self, times: int) -> Look:
        """The same on an image that is so many times larger."""
        return Look(_grown(self.words, times), _grown(self.second, times), self.credible, self.upright)


class Looker:
    """Reads lines with one Tesseract and remembers crops."""

    def __init__(self) -> None:
        self._tesseract = Tesseract()
        self._crops: OrderedDict[tuple[int, int, tuple[int, ...], bytes], tuple[Word, ...]] = OrderedDict()

    def forget(self) -> None:
        """Forget every crop."""
        self._crops.clear()

    def look(self, image: NDArray[np.uint8], canvas: Grey, line: Line) -> Look:
        """Read a line of the canvas; if that is not credible, of the image as it is."""
        box = line.box
        x0, y0, x1, y1 = _around(box, canvas.shape)
        crop = unstruck(canvas[y0:y1, x0:x1])
        times = times_for(box[3] - box[1])
        words = self.read(crop, times)
        height, width = y1 - y0 - 2 * _AROUND, box[2] - box[0]
        if height > _SMALL and credible(words, width) and _certain(words):
            return Look(_moved(words, x0, y0), (), True, line.level and plausible(words, width))
        more = times + (_MORE_SMALL if height <= _SMALL else _MORE)
        again = self.read(unstruck(stretched(image[y0:y1, x0:x1])), more)
        either = credible(words, width) or credible(again, width)
        # Letters of a few px are read as others with confidence: there two looks must agree.
        agreed = alike(words, again)
        sure = (either and agreed) if height <= _SMALL else (either or agreed)
        upright = sure and line.level and (plausible(words, width) or plausible(again, width))
        return Look(_moved(words, x0, y0), _moved(again, x0, y0), sure, upright)

    def read(self, crop: Grey, times: int, how: int = LINE) -> tuple[Word, ...]:
        """Words of a crop, from memory where its very pixels were read before."""
        key = (times, how, crop.shape, crop.tobytes())
        if key in self._crops:
            self._crops.move_to_end(key)
            return self._crops[key]
        words = self._crops[key] = self._tesseract.read(crop, times, how)
        if len(self._crops) > _CROPS:
            self._crops.popitem(last=False)
        return words


def times_for(height: int) -> int:
    """How many times a line of this height in px is enlarged."""
    return 3 if height <= _SMALL else 2 if height <= _ORDINARY else 1


def credible(words: tuple[Word, ...], width: int) -> bool:
    """Whether words that Tesseract is sure of cover enough of a line of `width` px."""
    sure = sum(w.width for w in words if w.confidence >= CREDIBLE and any(map(str.isalnum, w.text)))
    return sure >= COVERED * width


def _certain(words: tuple[Word, ...]) -> bool:
    return all(w.confidence >= CERTAIN for w in words if sum(map(str.isalpha, w.text)) >= _LETTERS)


def plausible(words: tuple[Word, ...], width: int) -> bool:
    """Whether sure words that are written as words are (no capital after a small letter, no digit between) cover enough
    of a line; what is upside down or lies on its side is seldom read so, and single letters say nothing."""
    written = [w for w in words if w.confidence >= CREDIBLE and _WRITTEN.fullmatch(w.text)]
    letters = sum(sum(map(str.isalnum, w.text)) for w in written)
    return letters >= _LETTERS and sum(w.width for w in written) >= COVERED * width


def alike(one: tuple[Word, ...], other: tuple[Word, ...]) -> bool:
    """Whether two looks at a line say nearly the same."""
    from rapidfuzz.distance import Levenshtein

    a, b = ("".join(c for w in words for c in w.text.casefold() if c.isalnum()) for words in (one, other))
    return min(len(a), len(b)) >= _AGREED and Levenshtein.normalized_similarity(a, b) >= _ALIKE


def stretched(piece: NDArray[np.uint8]) -> Grey:
    """A piece of the screen as dark on white: its difference to its commonest colour, over the whole range."""
    ground = np.median(piece.reshape(-1, 3), axis=0)
    differs = np.abs(piece.astype(np.int16) - ground.astype(np.int16)).max(axis=2)
    black = max(float(differs.max()), float(EDGE))
    return np.asarray(255 - 255 * np.clip(differs / black, 0, 1) ** _DARKER, np.uint8)


def unstruck(crop: Grey) -> Grey:
    """A line without the rule through its letters; the line itself if there is none.

    Every row of the rule becomes the darker of the rows beside it: strokes that cross the rule go on, and the bars of
    "e" and "s", which lie under it, come from their ends.
    """
    height = len(crop)
    rows = np.flatnonzero((crop < _FILLED).mean(axis=1) >= _STRUCK)
    rows = rows[(rows >= _MIDDLE[0] * height) & (rows < _MIDDLE[1] * height)]
    if not len(rows) or rows[-1] - rows[0] + 1 > max(_RULE, height // 5) or rows[0] < 1 or rows[-1] > height - 2:
        return crop
    first, last = int(rows[0]), int(rows[-1])
    bare = crop.copy()
    bare[first : last + 1] = np.minimum(crop[first - 1], crop[last + 1])
    return bare


def _around(box: Box, shape: tuple[int, ...]) -> Box:
    x0, y0, x1, y1 = box
    return max(0, x0 - _AROUND), max(0, y0 - _AROUND), min(shape[1], x1 + _AROUND), min(shape[0], y1 + _AROUND)


def _moved(words: tuple[Word, ...], x: int, y: int) -> tuple[Word, ...]:
    return tuple(replace(word, left=word.left + x, top=word.top + y) for word in words)


def _grown(words: tuple[Word, ...], times: int) -> tuple[Word, ...]:
    return tuple(
        replace(w, left=w.left * times, top=w.top * times, width=w.width * times, height=w.height * times)
        for w in words
    )
