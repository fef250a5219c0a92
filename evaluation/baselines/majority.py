"""The process with the most training samples, whatever was done; of several the first by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evaluation.baselines.baseline import Classifier, Sequences
from evaluation.tasks.records import ClassificationSample


def labels(training: Sequence[ClassificationSample], asked: Sequences) -> list[str]:
    """One label for all."""
    counts = Counter(sample.label for sample in training)
    return [min(counts, key=lambda label: (-counts[label], label))] * len(asked)


BASELINE = Classifier("majority", "the most frequent process of the other folds", labels)
