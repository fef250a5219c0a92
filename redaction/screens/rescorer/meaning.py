"""What a line is about, and what stands beside it: told by linear heads over the names model's embedding of the line.

Labels and headers come in more words than any list has, in every language. Those that announce one thing lie close to
each other in the model's embeddings ("Folio no." and "Sicil No"), so that heads which learned on some say it of others.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Kind
from redaction.kinds.spec import Value
from redaction.kinds.table import spec_of
from redaction.page.columns import headers
from redaction.page.page import Page
from redaction.text.model import EMBEDDING

Vector = NDArray[np.float64]
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
TOLD = len(HEADS) * len(GROUPS)
_RIGHT, _BELOW = 12.0, 4.0
"""In line heights: what stands right of a line or below it is no further away."""
_REMEMBERED = 20_000
"""Texts whose numbers are remembered."""
NAMES: tuple[str, ...] = tuple(
    f"{where} {group}" for where in ("says", "left says", "above says", "header says") for group in GROUPS
)
"""One number each, in this order; -1 where there is no such line, or it has no letter."""


def group_of(kind: Kind) -> int:
    """The place in GROUPS of a kind of text, by how its values are written; what is none of the others is a number."""
    return GROUPS.index(_GROUP_OF.get(spec_of(kind).value, "number"))


@dataclass(frozen=True)
class Heads:
    """Weights (EMBEDDING × TOLD) and offsets (TOLD)."""

    weights: NDArray[np.float32]
    offsets: NDArray[np.float32]

    def told(self, embedding: NDArray[np.float16]) -> Vector:
        """What all heads say of one line, shape (TOLD,), each about 0 to 1."""
        numbers = embedding.astype(np.float32) @ self.weights + self.offsets
        return np.asarray(np.round(np.clip(numbers, 0.0, 1.0).astype(np.float64), 2))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """For an .npz, as `loaded` reads them."""
        return {"heads.weights": self.weights, "heads.offsets": self.offsets}

    @classmethod
    def loaded(cls, arrays: Mapping[str, NDArray[np.generic]]) -> Heads:
        """Heads from the arrays of an .npz. Raises ValueError where they have other shapes."""
        weights, offsets = arrays["heads.weights"], arrays["heads.offsets"]
        if weights.shape != (EMBEDDING, TOLD) or offsets.shape != (TOLD,):
            raise ValueError("heads of other shapes")
        return cls(np.asarray(weights, dtype=np.float32), np.asarray(offsets, dtype=np.float32))


class Meaning:
    """Heads that remember what they said of a text."""

    def __init__(self, heads: Heads) -> None:
        self._heads = heads
        self._seen: OrderedDict[str, Vector] = OrderedDict()

    def features(self, page: Page, embeddings: Mapping[int, NDArray[np.float16]]) -> Matrix:
        """len(page.words) × len(NAMES); `embeddings` by line (index into page.lines)."""
        told = [
            self._told(line.text, embeddings[at]) if at in embeddings else np.full(TOLD, -1.0)
            for at, line in enumerate(page.lines)
        ]
        return spread_to_words(page, np.array(told).reshape(-1, TOLD))

    def _told(self, text: str, embedding: NDArray[np.float16]) -> Vector:
        found = self._seen.get(text)
        if found is None:
            found = self._seen[text] = self._heads.told(embedding)
            if len(self._seen) > _REMEMBERED:
                self._seen.popitem(last=False)
        return found


def spread_to_words(page: Page, told: Matrix) -> Matrix:
    """For every word what its own line says of itself, the line left of it of what is right of that, the line above of
    what is below, and the header of its column: len(page.words) × len(NAMES). `told` is len(page.lines) × TOLD."""
    if not page.words:
        return np.zeros((0, len(NAMES)))
    own, *others = np.split(told, len(HEADS), axis=1)
    by_line = [own, *(_of(peer, at) for peer, at in zip(others, neighbours(page), strict=True))]
    return np.asarray(np.hstack(by_line)[[word.line for word in page.words]])


def neighbours(page: Page) -> Sequence[NDArray[np.int64]]:
    """For every line the one left of it, the one above it, and the header of its column; -1 without one near."""
    (left, far_left), _, (above, far_above), _ = page.sides
    return np.where(far_left < _RIGHT, left, -1), np.where(far_above < _BELOW, above, -1), headers(page.lines)


def _of(told: Matrix, at: NDArray[np.int64]) -> Matrix:
    return np.asarray(np.where((at >= 0)[:, None], told[at], -1.0))
