"""Steps of two guides, matched: precision, recall and F1.

precision = predicted steps matched / predicted steps, recall = reference steps matched / reference steps, F1 = their
harmonic mean. The two sides may be matched one to one or each for itself ("is it contained in the other?"), so that the
numbers of matched steps need not be equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepScores:
    """From 0 to 1."""

    precision: float
    recall: float
    f1: float


def step_scores(predicted: Sequence[bool], reference: Sequence[bool]) -> StepScores:
    """By whether each predicted step has a match in the reference, and each reference step (at least one) in the
    prediction. No predicted step: all three are 0."""
    precision = sum(predicted) / len(predicted) if predicted else 0.0
    recall = sum(reference) / len(reference)
    both = precision + recall
    return StepScores(precision, recall, 2 * precision * recall / both if both else 0.0)
