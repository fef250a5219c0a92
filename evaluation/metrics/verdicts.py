"""Yes or no, against the truth: accuracy, precision, recall and F1 of "yes".

A true positive is a right sample that was found right, a false positive a **wrong** sample that was found right, a
false negative a **right** sample that was not. (The script that was published with WONDERBREAD counts right samples
that were missed as false positives and wrong ones that were let through as false negatives: what it prints as precision
is recall, and the other way round. F1 is the same.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VerdictScores:
    """From 0 to 1; where nothing was found right precision is 0, where nothing is right recall is 0."""

    accuracy: float
    precision: float
    recall: float
    f1: float


def verdict_scores(truth: Sequence[bool], answers: Sequence[bool | None]) -> VerdictScores:
    """Of samples, at least one, in the same order. None is no answer: never right, and nobody's false positive."""
    pairs = list(zip(truth, answers, strict=True))
    hits = sum(true and answer is True for true, answer in pairs)
    found, there = sum(answer is True for answer in answers), sum(truth)
    both = found + there
    return VerdictScores(
        accuracy=sum(answer is true for true, answer in pairs) / len(pairs),
        precision=hits / found if found else 0.0,
        recall=hits / there if there else 0.0,
        f1=2 * hits / both if both else 0.0,
    )
