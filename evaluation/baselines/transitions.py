"""Where work ends and other work begins: a logistic regression of the words shortly before and after a position.

A position is described by the TF-IDF of the descriptions before and of those from it on, side by side, and by how far
they differ. It is a boundary if it is likelier than those around it and likelier than a threshold, which is chosen on
training samples that the regression has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from evaluation.baselines.baseline import Segmenter, Sequences
from evaluation.baselines.words import WORD, has_words
from evaluation.metrics.boundaries import NEAR, added, match
from evaluation.replies import Starts
from evaluation.segment import true_starts
from evaluation.tasks.records import SegmentationSample

_SEEN = (1, 8)
"""Interactions before and after a position that describe it: the very next, and what was done around it."""
_APART = 10
"""Interactions between two boundaries, at least."""
_LEARNED = 15_000
"""Positions that are no boundary and are learned from, about and at most: they are alike, and very many."""
_HELD_BACK = 3
"""One training sample in so many is held back to choose the threshold by."""
_THRESHOLDS = tuple(number / 20 for number in range(1, 20))
_STEPS = 1_000
"""Of the solver, at most."""

Likelihoods = Any
"""An array with a place a position: how likely a segment starts there."""


def starts(training: Sequence[SegmentationSample], asked: Sequences) -> list[Starts]:
    """Boundaries by likelihood, at the threshold with the best F1 at the tolerance of a near miss, the larger of
    equals. A single training sample is learned from and chosen by. Where no text has a word there is no boundary."""
    if not has_words(sample.sequence for sample in training):
        return [()] * len(asked)
    held_back = training[::_HELD_BACK]
    learned = [one for number, one in enumerate(training) if number % _HELD_BACK] or training
    likely = _learn(learned)
    judged = [(likely(sample.sequence), true_starts(sample)) for sample in held_back]

    def quality(threshold: float) -> tuple[float, float]:
        return added(match(peaks(found, threshold), true, NEAR) for found, true in judged).f1, threshold

    best = max(_THRESHOLDS, key=quality)
    return [peaks(likely(sequence), best) if len(sequence) > 1 else () for sequence in asked]


def peaks(likelihoods: Likelihoods, threshold: float) -> Starts:
    """Positions from the likeliest on, down to the threshold, none nearer than _APART to one that is taken; of equals
    the first."""
    taken: list[int] = []
    for place in sorted(range(1, len(likelihoods)), key=lambda one: (-likelihoods[one], one)):
        if likelihoods[place] < threshold:
            break
        if all(abs(place - other) >= _APART for other in taken):
            taken.append(place)
    return tuple(sorted(taken))


def _learn(training: Sequence[SegmentationSample]) -> Callable[[Sequence[str]], Likelihoods]:
    import numpy as np
    from scipy.sparse import diags, hstack, vstack
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import normalize

    words = TfidfVectorizer(token_pattern=WORD)
    words.fit(sorted({text for sample in training for text in sample.sequence}))

    def described(sequence: Sequence[str]) -> Any:
        """A row a position: for each window the sum of what is before it and of what comes from it on, of length 1;
        and of the last window how far the two are apart, which no sum of their weights tells."""
        texts, length = words.transform(sequence), len(sequence)
        sides = [range(first, first + seen) for seen in _SEEN for first in (-seen, 0)]
        # Of a short sequence there is less around a position than is looked at.
        within = [[offset for offset in side if abs(offset) < length] for side in sides]
        sums = [normalize(diags([1.0] * len(side), side, shape=(length, length)) @ texts) for side in within]
        return hstack([*sums, abs(sums[-1] - sums[-2])], format="csr")

    every = -(-sum(len(sample.sequence) for sample in training) // _LEARNED)
    rows, labels = [], []
    for sample in training:
        true = set(true_starts(sample))
        chosen = [place for place in range(1, len(sample.sequence)) if place in true or place % every == 0]
        rows.append(described(sample.sequence)[chosen])
        labels += [place in true for place in chosen]
    if len(set(labels)) == 1:
        return lambda sequence: np.full(len(sequence), float(labels[0]))
    model = LogisticRegression(class_weight="balanced", max_iter=_STEPS).fit(vstack(rows), labels)
    return lambda sequence: model.predict_proba(described(sequence))[:, 1]


BASELINE = Segmenter("transitions", "logistic regression of the words around a position", starts)
