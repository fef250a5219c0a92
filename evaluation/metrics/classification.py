"""Scores of answered classes: accuracy, precision, recall and F1 by class and averaged, confusion; with scikit-learn.

Classes are numbers from 0; a sample without an answer has the number behind the last class. It counts against the
recall of its class and against nobody's precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Numbers = Any
"""An array of whole numbers, one a sample."""


@dataclass(frozen=True, slots=True)
class PerClass:
    """Arrays with a place for each class; where nothing was predicted precision is 0, where nothing is true recall is
    0. `samples` are the true ones."""

    precision: Any
    recall: Any
    f1: Any
    samples: Any


def per_class(truth: Numbers, answers: Numbers, classes: int) -> PerClass:
    """precision = hits / predicted, recall = hits / samples, F1 = 2 hits / (predicted + samples)."""
    from sklearn.metrics import precision_recall_fscore_support

    return PerClass(*precision_recall_fscore_support(truth, answers, labels=range(classes), zero_division=0))


def macro(scores: Any, samples: Any) -> float:
    """The mean over the classes that have samples, each alike. (A class without any has no recall.)"""
    return float(scores[samples > 0].mean())


def weighted(scores: Any, samples: Any) -> float:
    """The mean over the classes, each by its number of samples."""
    return float((scores * samples).sum() / samples.sum())


def macro_f1(truth: Numbers, answers: Numbers, classes: int) -> float:
    """The same as `macro` of `per_class(…).f1`, quick enough to be asked a thousand times. Arrays of equal length."""
    import numpy as np

    samples = np.bincount(truth, minlength=classes + 1)[:classes]
    predicted = np.bincount(answers, minlength=classes + 1)[:classes]
    hits = np.bincount(truth[truth == answers], minlength=classes + 1)[:classes]
    there = samples > 0
    return float((2 * hits[there] / (samples + predicted)[there]).mean())


def confusion(truth: Numbers, answers: Numbers, classes: int) -> tuple[tuple[int, ...], ...]:
    """A row a true class; a column a predicted class and one more for no answer."""
    from sklearn.metrics import confusion_matrix

    matrix = confusion_matrix(truth, answers, labels=range(classes + 1))
    return tuple(tuple(int(count) for count in row) for row in matrix[:classes])
