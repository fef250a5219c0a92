"""What a line is about and what stands beside it, told by a small net over the names model's embedding of the line; and
whose each word is, told by another over its hidden states there.

Labels and headers come in more words than any list has, in every language. Those that announce one thing lie close to
each other in the model's embeddings ("Folio no." and "Sicil No"), so that heads which learned on some say it of others.
The model itself learned names from made-up sentences; of the same states the second net says what is somebody's on
screens, numbers and log-ins too.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Kind
from redaction.kinds.spec import Value
from redaction.kinds.table import spec_of
from redaction.page.columns import headers
from redaction.page.page import Page
from redaction.page.words import Word, beside_on_line
from redaction.screens.rescorer.evidence import StatesOf
from redaction.text.model import EMBEDDING, States
from redaction.text.perceptron import Perceptron

Matrix = NDArray[np.float64]
HEADS = ("itself", "right of it", "below it", "under it")
"""Of what a head tells: the line, the next one on its row, the next one below it, and the column that it heads."""
GROUPS = ("person", "company", "address", "number", "log-in")
_GROUP_OF = {
    Value.NAME: "person",
    Value.COMPANY: "company",
    Value.PLACE: "address",
    Value.LOGIN: "log-in",
    Value.EMAIL: "log-in",
    Value.HOST: "log-in",
    Value.SLUG: "log-in",
}
CLASSES = 1 + len(GROUPS)
"""Of a head: nobody's, then the groups."""
TOLD = len(HEADS) * len(GROUPS)
_RIGHT, _BELOW = 12.0, 4.0
"""In line heights: what stands right of a line or below it is no further away."""
_REMEMBERED = 20_000
"""Texts whose numbers are remembered."""
_BESIDE = (0, -1, 1)
"""Of a word, the one before it and the one behind it on its line the groups are told."""
NAMES: tuple[str, ...] = tuple(
    f"{where} {group}"
    for where in ("says", "left says", "above says", "header says", "word is", "word before is", "word behind is")
    for group in GROUPS
)
"""One number each, in this order; -1 where there is no such line or word, or it has no letter."""


def group_of(kind: Kind) -> int:
    """The place in GROUPS of a kind of text, by how its values are written; what is none of the others is a number."""
    return GROUPS.index(_GROUP_OF.get(spec_of(kind).value, "number"))


@dataclass(frozen=True)
class Heads:
    """The net of lines, from an embedding to a head for each of HEADS, and the net of words, from the mean of a word's
    hidden states to one head."""

    lines: Perceptron
    words: Perceptron

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """For an .npz, as `loaded` reads them."""
        return self.lines.arrays("lines") | self.words.arrays("words")

    @classmethod
    def loaded(cls, arrays: Mapping[str, NDArray[np.generic]]) -> Heads:
        """Heads from the arrays of an .npz. Raises ValueError where they have other shapes."""
        lines, words = (Perceptron.loaded(arrays, name, EMBEDDING, CLASSES) for name in ("lines", "words"))
        if (lines.width, words.width) != (TOLD, len(GROUPS)):
            raise ValueError("heads of other shapes")
        return cls(lines, words)


class Meaning:
    """Heads that remember what they said of a text."""

    def __init__(self, heads: Heads) -> None:
        self._heads = heads
        self._lines: OrderedDict[str, Matrix] = OrderedDict()
        self._words: OrderedDict[str, Matrix] = OrderedDict()

    def features(self, page: Page, embeddings: Mapping[int, NDArray[np.float16]], states: StatesOf) -> Matrix:
        """len(page.words) × len(NAMES); `embeddings` by line (index into page.lines)."""
        lines = [self._of_line(line.text, embeddings.get(at)) for at, line in enumerate(page.lines)]
        words = [
            self._of_words(page.lines[at].text, list(some), states)
            for at, some in groupby(page.words, key=lambda word: word.line)
        ]
        return spread_to_words(page, np.vstack(lines or [_none(TOLD)]), np.vstack(words or [_none(len(GROUPS))]))

    def _of_line(self, text: str, embedding: NDArray[np.float16] | None) -> Matrix:
        if embedding is None:
            return np.full((1, TOLD), -1.0)
        found = self._lines.get(text)
        return found if found is not None else _keep(self._lines, text, self._heads.lines.told(embedding[None]))

    def _of_words(self, text: str, words: Sequence[Word], states: StatesOf) -> Matrix:
        """Of the words of one line together: they are the same wherever its text stands."""
        found = self._words.get(text)
        if found is not None:
            return found
        told = states(text)
        if told is None:
            return np.full((len(words), len(GROUPS)), -1.0)
        return _keep(self._words, text, self._heads.words.told(states_of(words, told)))


def _keep(seen: OrderedDict[str, Matrix], text: str, told: Matrix) -> Matrix:
    seen[text] = told
    if len(seen) > _REMEMBERED:
        seen.popitem(last=False)
    return told


def _none(width: int) -> Matrix:
    return np.zeros((0, width))


def states_of(words: Sequence[Word], states: States) -> NDArray[np.float16]:
    """len(words) × EMBEDDING: the hidden states of the words of one line."""
    return np.array([states.of(word.start, word.end) for word in words]).reshape(-1, EMBEDDING)


def states_on(page: Page, states: StatesOf) -> NDArray[np.float16]:
    """len(page.words) × EMBEDDING: the hidden states of all words of a page, 0 where none are told."""
    some = [np.zeros((0, EMBEDDING), np.float16)]
    for at, words in groupby(page.words, key=lambda word: word.line):
        own, told = list(words), states(page.lines[at].text)
        some.append(np.zeros((len(own), EMBEDDING), np.float16) if told is None else states_of(own, told))
    return np.vstack(some)


def spread_to_words(page: Page, lines: Matrix, words: Matrix) -> Matrix:
    """For every word what its own line says of itself, the line left of it of what is right of that, the line above of
    what is below, and the header of its column; whose it is, and the words beside it: len(page.words) × len(NAMES).
    `lines` is len(page.lines) × TOLD, `words` is len(page.words) × len(GROUPS)."""
    if not page.words:
        return _none(len(NAMES))
    own, *others = np.split(lines, len(HEADS), axis=1)
    by_line = [own, *(_of(peer, at) for peer, at in zip(others, neighbours(page), strict=True))]
    at = [word.line for word in page.words]
    return np.hstack([np.hstack(by_line)[at], *(beside_on_line(words, page.words, step) for step in _BESIDE)])


def neighbours(page: Page) -> Sequence[NDArray[np.int64]]:
    """For every line the one left of it, the one above it, and the header of its column; -1 without one near."""
    (left, far_left), _, (above, far_above), _ = page.sides
    return np.where(far_left < _RIGHT, left, -1), np.where(far_above < _BELOW, above, -1), headers(page.lines)


def _of(told: Matrix, at: NDArray[np.int64]) -> Matrix:
    return np.asarray(np.where((at >= 0)[:, None], told[at], -1.0))
