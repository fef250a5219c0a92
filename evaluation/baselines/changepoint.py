"""Where what is done changes: change points of the descriptions' TF-IDF, brought to a few dimensions, with ruptures.

Each interaction is a vector; the penalised search finds the boundaries for which the vectors of a segment are nearest
to its mean. Vectors and penalty come from the training samples alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from evaluation.baselines.baseline import Segmenter, Sequences
from evaluation.baselines.words import WORD, has_words
from evaluation.metrics.boundaries import NEAR, added, match
from evaluation.replies import Starts
from evaluation.segment import true_starts
from evaluation.tasks.records import SEED, SegmentationSample

_DIMENSIONS = 16
"""Of a vector, at most."""
_SHORTEST = 10
"""Interactions of a segment, at least."""
_PENALTIES = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
"""Costs of one more boundary that are tried, in squared distances of unit vectors."""
_TRIED_ON = 20
"""Training samples by which the penalty is chosen, at most: spread over all of them, because each costs a search."""


def starts(training: Sequence[SegmentationSample], asked: Sequences) -> list[Starts]:
    """Change points at the penalty that is best on training samples: by F1 at the tolerance of a near miss, the larger
    of equals. Where no text has a word there is nothing to see: no boundary."""
    if not has_words(sample.sequence for sample in training):
        return [()] * len(asked)
    vectors = _vectors([sample.sequence for sample in training])
    step = -(-len(training) // _TRIED_ON)
    tried = [(search(vectors(sample.sequence)), true_starts(sample)) for sample in training[::step]]

    def quality(penalty: float) -> tuple[float, float]:
        found = added(match(at(penalty), true, NEAR) for at, true in tried)
        return found.f1, penalty

    best = max(_PENALTIES, key=quality)
    return [search(vectors(sequence))(best) for sequence in asked]


def _vectors(known: Sequences) -> Callable[[Sequence[str]], Any]:
    """What makes a sequence an array, a row an interaction of length 1 (or 0 where no word is known)."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.preprocessing import normalize

    words = TfidfVectorizer(token_pattern=WORD)
    texts = words.fit_transform(sorted({text for sequence in known for text in sequence}))
    if min(texts.shape) <= _DIMENSIONS:
        return lambda sequence: words.transform(sequence).toarray()
    reduced = TruncatedSVD(_DIMENSIONS, random_state=SEED).fit(texts)
    return lambda sequence: normalize(reduced.transform(words.transform(sequence)))


def search(signal: Any) -> Callable[[float], Starts]:
    """Boundaries by penalty over an array with a row an interaction; none where two segments do not fit."""
    import ruptures

    if len(signal) < 2 * _SHORTEST:
        return lambda penalty: ()
    detector = ruptures.KernelCPD(kernel="linear", min_size=_SHORTEST).fit(signal)
    # The last of its change points is the end.
    return lambda penalty: tuple(int(place) for place in detector.predict(pen=penalty)[:-1])


BASELINE = Segmenter("changepoint", "change points of TF-IDF vectors (ruptures), penalty from the other folds", starts)
