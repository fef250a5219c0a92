"""Boundaries of two segmentations, matched: precision, recall and F1.

A boundary is the position where a segment starts, the first start left out. A predicted and a true boundary may match
if they are at most `tolerance` interactions apart, each at most once; as many as possible are matched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

EXACT = 0
"""Interactions between two boundaries that match, at most: the same position."""
NEAR = 5
"""The same where a near miss counts, and the window of the edit distance: about five seconds of work."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Boundaries of one sample, or of several added up."""

    matched: int
    predicted: int
    true: int

    def __add__(self, other: Matched) -> Matched:
        return Matched(self.matched + other.matched, self.predicted + other.predicted, self.true + other.true)

    @property
    def precision(self) -> float:
        """matched / predicted; where nothing is predicted 0, but 1 if there was nothing to predict."""
        return self.matched / self.predicted if self.predicted else float(not self.true)

    @property
    def recall(self) -> float:
        """matched / true; where nothing is true 0, but 1 if nothing was predicted."""
        return self.matched / self.true if self.true else float(not self.predicted)

    @property
    def f1(self) -> float:
        """2 · matched / (predicted + true), the harmonic mean of precision and recall; 1 where both are none."""
        both = self.predicted + self.true
        return 2 * self.matched / both if both else 1.0


def match(predicted: Sequence[int], true: Sequence[int], tolerance: int) -> Matched:
    """How many boundaries match, each list ascending without repetition.

    From left to right, the first two that are near enough are a pair: with one tolerance for all no other choice gives
    more pairs.
    """
    at = here = matched = 0
    while at < len(predicted) and here < len(true):
        apart = predicted[at] - true[here]
        matched += abs(apart) <= tolerance
        at += apart <= tolerance
        here += apart >= -tolerance
    return Matched(matched, len(predicted), len(true))


def added(several: Iterable[Matched]) -> Matched:
    """All boundaries as if of one sample."""
    return sum(several, Matched(0, 0, 0))
