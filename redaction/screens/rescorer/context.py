"""What the first look at a page made of the words around a word: the same text elsewhere, its line, column and row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from redaction.page.columns import at_one_edge
from redaction.page.page import Page
from redaction.page.words import beside_on_line, elsewhere

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
_STEPS = (-2, -1, 1, 2)
_NEXT = 8.0
"""In word heights: the cell above or below stands no further away."""
_COLUMN = 48.0
"""In word heights: so far up and down a column is looked at."""
_MOST = 20
"""Cells of a column count up to so many."""
_LIKELY = 0.5
NAMES: tuple[str, ...] = (
    "chance", "chance of rest of line", *(f"chance at {step:+d}" for step in _STEPS), "chance elsewhere",
    "chance below", "chance above", "chance of column", "column words", "chance of row", "likely words of page",
)  # fmt: skip
"""One number each, in this order; -1 where there is no such neighbour."""


def context(page: Page, chances: Vector) -> Matrix:
    """len(page.words) × len(NAMES), rounded to 1e-2; `chances` is each word's probability at the first look."""
    words = page.words
    line = np.array([word.line for word in words])
    count = np.bincount(line, minlength=len(page.lines))
    total = np.bincount(line, weights=chances, minlength=len(page.lines))
    best = np.zeros(len(page.lines))
    np.maximum.at(best, line, chances)
    row = (page.rows @ best - best) / np.maximum(1, page.rows.sum(axis=1) - 1)
    out = [
        chances,
        (total[line] - chances) / np.maximum(1, count[line] - 1),
        *(beside_on_line(chances, words, step) for step in _STEPS),
        elsewhere(words, chances)[:, 1],
        *_column(np.array([word.box for word in words], dtype=float), line, chances),
        row[line],
        np.full(len(words), np.round(8 * float((chances > _LIKELY).mean())) / 8),
    ]
    return np.asarray(np.round(np.column_stack(out), 2))


def _column(boxes: Matrix, line: NDArray[np.int64], chances: Vector) -> tuple[Vector, Vector, Vector, Vector]:
    """Of the words at a word's left edge and of its size: the next one below and above, their mean, how many."""
    n = len(boxes)
    height = np.maximum(1.0, boxes[:, 3] - boxes[:, 1])
    one, two = at_one_edge(boxes)
    down = (boxes[two, 1] - boxes[one, 1]) / height[one]
    there = (line[one] != line[two]) & (np.abs(down) < _COLUMN)
    one, two, down = one[there], two[there], down[there]
    many = np.bincount(one, minlength=n)
    mean = np.bincount(one, weights=chances[two], minlength=n) / np.maximum(1, many)
    below, above = (_next(n, one, two, sign * down, chances) for sign in (1, -1))
    return below, above, np.where(many > 0, mean, -1.0), np.minimum(_MOST, many).astype(float)


def _next(n: int, one: NDArray[np.int64], two: NDArray[np.int64], far: Vector, chances: Vector) -> Vector:
    """The chance of the nearest of each word's fellows that stand in one direction; -1 where none is near."""
    near = np.flatnonzero((far > 0) & (far < _NEXT))
    order = near[np.lexsort((two[near], far[near], one[near]))]
    words, first = np.unique(one[order], return_index=True)
    out = np.full(n, -1.0)
    out[words] = chances[two[order[first]]]
    return out
