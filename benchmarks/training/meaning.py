"""Trains the heads of redaction/screens/rescorer/meaning.py: nets over the names model's embeddings of lines and its
hidden states of words. Of every word and line of a drawn page the marks tell whose it is; what the line left of it, the
line above it and the header of its column should have said follows from that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.training.perceptron import fitted
from redaction.page.page import Page
from redaction.screens.rescorer.evidence import KINDS
from redaction.screens.rescorer.meaning import CLASSES, GROUPS, HEADS, Heads, group_of, neighbours
from redaction.text.model import EMBEDDING

CLASS_OF = np.array([0, *(1 + group_of(kind) for kind in KINDS)])
"""Of 0 for nobody and 1 + an index into KINDS the class of a head."""
Told = tuple[Page, NDArray[np.int64], NDArray[np.bool_], NDArray[np.float16], NDArray[np.float16]]
"""A page; of its words 1 + index of the kind in KINDS, or 0, and whether they count; len(page.lines) × EMBEDDING
numbers, all 0 for a line without a letter; len(page.words) × EMBEDDING."""


def heads_of(pages: Iterable[Told]) -> Heads:
    """Heads trained on some pages."""
    lines: list[tuple[NDArray[np.float16], NDArray[np.int64], NDArray[np.int64]]] = []
    words: list[tuple[NDArray[np.float16], NDArray[np.int64]]] = []
    for page, kinds, counted, embeddings, states in pages:
        if not page.words:
            continue
        groups, counts = groups_of_lines(page, kinds, counted)
        itself = np.arange(len(page.lines))
        for head, told_by in enumerate((itself, *neighbours(page))):
            use = counts & (told_by >= 0)
            use &= embeddings[told_by].any(axis=1)
            lines.append((embeddings[told_by[use]], groups[use], np.full(int(use.sum()), head)))
        words.append((states[counted], CLASS_OF[kinds[counted]]))
    given, wanted, asked = (np.concatenate(part) for part in zip(*lines, strict=True))
    own, whose = (np.concatenate(part) for part in zip(*words, strict=True))
    nobody = np.zeros(len(own), np.int64)
    return Heads(fitted(given, wanted, asked, len(HEADS), CLASSES), fitted(own, whose, nobody, 1, CLASSES))


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


def stacked(embeddings: Sequence[NDArray[np.float16] | None]) -> NDArray[np.float16]:
    """One row a line; all 0 for one without an embedding."""
    rows = [np.zeros(EMBEDDING, np.float16) if one is None else one for one in embeddings]
    return np.array(rows, dtype=np.float16).reshape(-1, EMBEDDING)
