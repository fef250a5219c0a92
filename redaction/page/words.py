"""The words of a page, each with its place."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.reading import NOT_READ, Line

_HAN, _KANA = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々", r"\u3040-\u30ff"
_APART = r"\s:：=|,;，、。；（）()<>\[\]{}\"“”„«»「」•→"
_WORD = re.compile(rf"[{_HAN}]+|[{_KANA}]+|(?:[^{_APART}{_HAN}{_KANA}]|(?<=\d)[:,](?=\d))+")
"""Ends at spaces, brackets and most signs; Chinese and Japanese, which have no spaces, where kanji and kana meet."""


@dataclass(frozen=True, slots=True)
class Word:
    """Characters start..end of line `line` (an index into Page.lines), and their box in px."""

    line: int
    start: int
    end: int
    text: str
    box: Box

    def meets(self, line: int, start: int, end: int) -> bool:
        """Whether it is on this line and one of its characters is among start..end there."""
        return self.line == line and start < self.end and self.start < end


def words_of(lines: Sequence[Line]) -> list[Word]:
    """Every word with a letter or a digit, line by line and from left to right."""
    return [word for at, line in enumerate(lines) for word in _of_line(at, line)]


def _of_line(at: int, line: Line) -> Iterator[Word]:
    if line.text == NOT_READ:
        return
    for match in _WORD.finditer(line.text):
        if any(c.isalnum() for c in match.group()):
            start, end = match.span()
            x0, x1 = (line.box[0], line.box[2]) if line.turned else (line.edges[start], line.edges[end])
            yield Word(at, start, end, match.group(), (x0, line.box[1], max(x1, x0 + 1), line.box[3]))


def shape_of(text: str) -> str:
    """Where digits, letters and signs stand: "C-1042" and "K-7731" are alike."""
    return "".join("0" if c.isdigit() else "a" if c.isalpha() else c for c in text)


def beside_on_line(values: NDArray[np.float64], words: Sequence[Word], step: int) -> NDArray[np.float64]:
    """Of n (× m) values of words those of the word so many places further on the same line; -1 where there is none."""
    lines = np.array([word.line for word in words])
    at = np.arange(len(words)) + step
    inside = (at >= 0) & (at < len(words))
    at = np.where(inside, at, 0)
    return np.asarray(np.where(inside & (lines[at] == lines), values[at].T, -1.0).T)


def elsewhere(words: Sequence[Word], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """n × 2: how often the page shows a word, up to 9 times, and the mean value of its other places, or 0."""
    texts = [word.text.casefold() for word in words]
    times = Counter(texts)
    total: defaultdict[str, float] = defaultdict(float)
    for text, value in zip(texts, values, strict=True):
        total[text] += float(value)
    rest = [(total[t] - float(v)) / max(1, times[t] - 1) for t, v in zip(texts, values, strict=True)]
    return np.array([[min(9, times[t]) for t in texts], rest], dtype=float).T
