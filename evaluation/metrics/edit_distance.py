"""Boundary edit distance between two segmentations, after Fournier (Evaluating Text Segmentation using Boundary Edit
Distance, ACL 2013), with one kind of boundary.

A boundary that is added or left out costs 1; one that is k interactions off, k at most the window n, costs k / n. The
distance is the least sum that makes one segmentation the other, boundaries keeping their order. The similarity is
1 - distance / edits, where `edits` counts pairs (moved or not) and single boundaries: 1 for equal segmentations, 0
where no boundary is near another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edits:
    """`distance` in boundaries; `similarity` from 0 to 1."""

    distance: float
    similarity: float


def edits(predicted: Sequence[int], true: Sequence[int], window: int) -> Edits:
    """The least edits between two lists of boundaries, each ascending; of equal distances the one with more pairs.
    `window` in interactions, at least 1."""
    # (cost in parts of `window`, pairs made, the more the smaller) over the first boundaries of each list; whole
    # numbers, so that equal sums are equal.
    row = [(window * here, 0) for here in range(len(true) + 1)]
    for at, place in enumerate(predicted, start=1):
        before, row = row, [(window * at, 0)]
        for here, other in enumerate(true, start=1):
            left_out, invented = row[here - 1], before[here]
            best = min((left_out[0] + window, left_out[1]), (invented[0] + window, invented[1]))
            apart = abs(place - other)
            if apart <= window:
                diagonal = before[here - 1]
                best = min(best, (diagonal[0] + apart, diagonal[1] - 1))
            row.append(best)
    cost, pairs = row[-1]
    count = len(predicted) + len(true) + pairs
    return Edits(cost / window, 1 - cost / window / count if count else 1.0)
