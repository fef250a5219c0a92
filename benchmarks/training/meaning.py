"""Trains the heads of redaction/screens/rescorer/meaning.py: ridge regressions on the names model's embeddings of
lines. Of every line of a drawn page the marks tell what it is; what the line left of it, the line above it and the
header of its column should have said follows from that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.page.page import Page
from redaction.screens.rescorer.evidence import KINDS
from redaction.screens.rescorer.meaning import GROUPS, HEADS, Heads, group_of, neighbours
from redaction.text.model import EMBEDDING

RIDGE = 0.05
"""Of the number of lines: how strongly weights are held back, on numbers of variance 1."""
_STILL = 1e-3
"""Added to the standard deviation of a number, which may never change."""
Line = tuple[Page, NDArray[np.int64], NDArray[np.bool_], NDArray[np.float16]]
"""A page; of its words 1 + index of the kind in KINDS, or 0, and whether they count; len(page.lines) × EMBEDDING
numbers, all 0 for a line without a letter."""


def heads_of(pages: Iterable[Line]) -> Heads:
    """Heads trained on some pages."""
    given: list[list[NDArray[np.float16]]] = [[] for _ in HEADS]
    wanted: list[list[NDArray[np.int64]]] = [[] for _ in HEADS]
    for page, kinds, counted, embeddings in pages:
        if not page.words:
            continue
        groups, counts = groups_of_lines(page, kinds, counted)
        lines = np.arange(len(page.lines))
        for head, told_by in enumerate((lines, *neighbours(page))):
            use = counts & (told_by >= 0)
            use &= embeddings[told_by].any(axis=1)
            given[head].append(embeddings[told_by[use]])
            wanted[head].append(groups[use])
    fitted = [_fitted(np.vstack(x), np.concatenate(y)) for x, y in zip(given, wanted, strict=True)]
    weights, offsets = zip(*fitted, strict=True)
    return Heads(np.hstack(weights).astype(np.float32), np.concatenate(offsets).astype(np.float32))


def groups_of_lines(
    page: Page, kinds: NDArray[np.int64], counted: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Of each line 1 + the group (index into GROUPS) of most of its words that identify, or 0; and whether a word of it
    counts."""
    at = np.array([word.line for word in page.words])
    votes = np.zeros((len(page.lines), len(GROUPS)))
    group = np.array([group_of(kind) for kind in KINDS])
    hits = kinds > 0
    np.add.at(votes, (at[hits], group[kinds[hits] - 1]), 1)
    counts = np.zeros(len(page.lines), dtype=bool)
    counts[at[counted]] = True
    return np.where(votes.any(axis=1), votes.argmax(axis=1) + 1, 0), counts


def _fitted(given: NDArray[np.float16], wanted: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights (EMBEDDING × len(GROUPS)) and offsets of the least squares between embeddings and groups; all 0 where
    nothing is given."""
    if not len(given):
        return np.zeros((EMBEDDING, len(GROUPS))), np.zeros(len(GROUPS))
    x = given.astype(np.float64)
    mean, spread = x.mean(axis=0), x.std(axis=0) + _STILL
    x = (x - mean) / spread
    y = np.eye(len(GROUPS) + 1)[wanted][:, 1:]
    usual = y.mean(axis=0)
    held = RIDGE * len(x) * np.eye(EMBEDDING)
    weights = np.linalg.solve(x.T @ x + held, x.T @ (y - usual)) / spread[:, None]
    return weights, usual - mean @ weights


def stacked(embeddings: Sequence[NDArray[np.float16] | None]) -> NDArray[np.float16]:
    """One row a line; all 0 for one without an embedding."""
    rows = [np.zeros(EMBEDDING, np.float16) if one is None else one for one in embeddings]
    return np.array(rows, dtype=np.float16).reshape(-1, EMBEDDING)
