"""The process of the instance of the other folds whose vector is nearest by cosine; of several the first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from evaluation.baselines.baseline import Classifier, Sequences
from evaluation.embedding import Embedder
from evaluation.tasks.records import ClassificationSample


def labels(training: Sequence[ClassificationSample], asked: Sequences) -> list[str]:
    """The label of the nearest training sample."""
    embedder = embedder_of_this_process()
    known = embedder.paragraphs([sample.sequence for sample in training])
    nearest = (embedder.paragraphs(asked) @ known.T).argmax(axis=1)
    return [training[place].label for place in nearest]


@cache
def embedder_of_this_process() -> Embedder:
    """One for all folds: sentences come again."""
    return Embedder()


BASELINE = Classifier("nearest", "the nearest neighbour by embeddings (all-MiniLM-L6-v2)", labels)
