"""Predictions of classification, scored: each domain by its own classes, and all samples together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from evaluation.metrics.bootstrap import interval
from evaluation.metrics.classification import confusion, macro, macro_f1, per_class, weighted
from evaluation.predictions import Predictions, answered_class
from evaluation.replies import Reason
from evaluation.results import (
    Averages,
    ClassificationResults,
    ClassificationScores,
    ClassifiedSample,
    ClassScores,
    DomainClassification,
    Interval,
    Source,
)
from evaluation.task_files import Classification

ClassOf = tuple[str, str]
"""Domain and process: two domains may have a process of one name."""


def classification_results(task: Classification, predictions: Predictions, source: Source) -> ClassificationResults:
    """Accuracy, precision, recall, F1, confusion and intervals; a sample without an answer that parses is wrong."""
    each = []
    for sample in task.samples:
        parsed = answered_class(predictions.get(sample.id), task.classes[sample.domain])
        each.append(
            ClassifiedSample(
                id=sample.id, domain=sample.domain, label=sample.label, answer=parsed.value, reason=parsed.reason
            )
        )
    domains = {}
    for domain in sorted({one.domain for one in each}):
        names = [(domain, name) for name in task.classes[domain]]
        domains[domain] = _of_domain([one for one in each if one.domain == domain], names)
    every = [(domain, name) for domain in domains for name in task.classes[domain]]
    return ClassificationResults(source=source, overall=_scores(each, every)[0], domains=domains, each=tuple(each))


def _of_domain(each: Sequence[ClassifiedSample], classes: Sequence[ClassOf]) -> DomainClassification:
    scores, truth, answers = _scores(each, classes)
    by_class = per_class(truth, answers, len(classes))
    matrix = confusion(truth, answers, len(classes))
    told = tuple(
        ClassScores(
            process_name=name,
            samples=int(by_class.samples[place]),
            correct=matrix[place][place],
            precision=float(by_class.precision[place]),
            recall=float(by_class.recall[place]),
            f1=float(by_class.f1[place]),
        )
        for place, (_, name) in enumerate(classes)
    )
    return DomainClassification(
        **{name: getattr(scores, name) for name in ClassificationScores.model_fields}, classes=told, confusion=matrix
    )


def _scores(each: Sequence[ClassifiedSample], classes: Sequence[ClassOf]) -> tuple[ClassificationScores, Any, Any]:
    """The scores, and the numbers of true and answered classes that they were made of."""
    import numpy as np

    number = {one: place for place, one in enumerate(classes)}
    truth = np.array([number[one.domain, one.label] for one in each])
    answers = np.array([len(classes) if one.answer is None else number[one.domain, one.answer] for one in each])
    right = truth == answers
    of = per_class(truth, answers, len(classes))
    low_high = interval(lambda drawn: float(right[drawn].mean()), len(each))
    # Within each class: a class of one sample would else be missing from every third draw, and its figure with it.
    f1_low_high = interval(lambda drawn: macro_f1(truth[drawn], answers[drawn], len(classes)), len(each), truth)
    scores = ClassificationScores(
        samples=len(each),
        correct=int(right.sum()),
        unanswered=unanswered([one.reason for one in each]),
        accuracy=float(right.mean()),
        accuracy_interval=Interval(low=low_high[0], high=low_high[1]),
        macro=Averages(
            precision=macro(of.precision, of.samples),
            recall=macro(of.recall, of.samples),
            f1=macro(of.f1, of.samples),
        ),
        macro_f1_interval=Interval(low=f1_low_high[0], high=f1_low_high[1]),
        weighted=Averages(
            precision=weighted(of.precision, of.samples),
            recall=weighted(of.recall, of.samples),
            f1=weighted(of.f1, of.samples),
        ),
    )
    return scores, truth, answers


def unanswered(reasons: Sequence[Reason | None]) -> dict[Reason, int]:
    """How many samples have no answer, by reason; the most frequent first, then by name."""
    counts = Counter(reason for reason in reasons if reason is not None)
    return dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))
