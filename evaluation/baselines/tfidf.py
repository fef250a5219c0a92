"""Words and pairs of words by TF-IDF, then a logistic regression."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.baselines import majority
from evaluation.baselines.baseline import Classifier, Sequences
from evaluation.baselines.words import WORD, has_words
from evaluation.tasks.records import ClassificationSample

_INVERSE_PENALTY = 10.0
"""C of scikit-learn: the weaker the penalty on large weights, the larger. For documents of unit length."""
_STEPS = 1_000
"""Of the solver, at most."""


def labels(training: Sequence[ClassificationSample], asked: Sequences) -> list[str]:
    """The likeliest process by the words of the descriptions; classes count alike, however many samples they have."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    known = [sample.label for sample in training]
    if len(set(known)) == 1 or not has_words(sample.sequence for sample in training):
        return majority.labels(training, asked)
    model = make_pipeline(
        TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, token_pattern=WORD),
        LogisticRegression(C=_INVERSE_PENALTY, class_weight="balanced", max_iter=_STEPS),
    )
    model.fit(["\n".join(sample.sequence) for sample in training], known)
    return [str(label) for label in model.predict(["\n".join(sequence) for sequence in asked])]


BASELINE = Classifier("tfidf", "TF-IDF of words and pairs of words, logistic regression", labels)
