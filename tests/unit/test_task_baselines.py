"""Offline baselines: known outcomes on work that can be told apart; nothing of a fold is seen before it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from evaluation.baselines import changepoint, tfidf, transitions, uniform
from evaluation.baselines.baseline import Classifier, Segmenter
from evaluation.baselines.folds import classified, segmented
from evaluation.baselines.table import BASELINES
from evaluation.replies import starts_of
from evaluation.segment import true_starts
from evaluation.tasks.records import ClassificationSample, SegmentationSample
from tests.task_folder import FINANCE, classification_samples, segmentation_samples, work
from tests.task_folder import classified as sample_of
from tests.task_folder import segmented as segments_sample

CLASSIFIERS = [one for one in BASELINES.values() if isinstance(one, Classifier)]
SEGMENTERS = [one for one in BASELINES.values() if isinstance(one, Segmenter)]


def finance() -> list[ClassificationSample]:
    return [one for one in classification_samples() if one.domain == "Finance"]


@pytest.mark.parametrize("name", ["tfidf", "nearest"])
def test_work_of_different_words_is_told_apart(name: str) -> None:
    answers, remarks = classified(BASELINES[name], finance())  # type: ignore[arg-type]
    assert answers == [(one.id, one.label) for one in finance()]
    assert remarks == []


def test_the_majority_is_that_of_the_other_folds() -> None:
    samples = [
        sample_of(number, "Finance", FINANCE[process], fold)
        for number, (process, fold) in enumerate([(0, 0), (0, 0), (0, 0), (1, 1), (1, 1), (0, 1), (0, 2), (1, 2)])
    ]
    answers, _ = classified(BASELINES["majority"], samples)  # type: ignore[arg-type]
    # without fold 0: two of the first, three of the second; without 1: four and one; without 2: four and two
    assert [answer for _, answer in answers] == [FINANCE[1]] * 3 + [FINANCE[0]] * 5


def test_of_equally_many_the_first_by_name_is_the_majority() -> None:
    samples = [sample_of(0, "Finance", FINANCE[1], 0), sample_of(1, "Finance", FINANCE[0], 0)]
    asked = [sample_of(2, "Finance", FINANCE[1], 1)]
    answers, _ = classified(BASELINES["majority"], [*samples, *asked])  # type: ignore[arg-type]
    assert answers[-1][1] == FINANCE[0]


@pytest.mark.parametrize("baseline", CLASSIFIERS, ids=lambda one: one.name)
def test_a_domain_of_one_fold_has_no_answer_and_is_told(baseline: Classifier) -> None:
    answers, remarks = classified(baseline, classification_samples())
    assert answers[-1] == ("HR-0", None)
    assert ["HR" in one and "one fold only" in one for one in remarks] == [True]


def test_a_process_that_no_other_fold_has_is_told() -> None:
    samples = [*finance(), sample_of(9, "Finance", "Job creation", 1)]
    answers, remarks = classified(BASELINES["tfidf"], samples)  # type: ignore[arg-type]
    assert answers[-1][1] in FINANCE
    assert remarks == ["Finance, fold 1: 1 of 3 samples are of a process that no other fold has."]


def test_one_known_class_is_the_answer() -> None:
    training = [sample_of(0, "Finance", FINANCE[0], 0)]
    assert tfidf.labels(training, [work(FINANCE[1]), work(FINANCE[0])]) == [FINANCE[0]] * 2


def test_what_is_asked_is_of_no_fold_that_was_learned_from() -> None:
    seen: list[tuple[set[int], set[str], int]] = []

    def labels(training: Sequence[ClassificationSample], asked: Sequence[tuple[str, ...]]) -> list[str]:
        assert all(isinstance(one, tuple) and all(isinstance(text, str) for text in one) for one in asked)
        seen.append(({one.fold for one in training}, {one.domain for one in training}, len(asked)))
        return ["x"] * len(asked)

    classified(Classifier("spy", "", labels), classification_samples())
    assert seen == [({1, 2}, {"Finance"}, 3), ({0, 2}, {"Finance"}, 2), ({0, 1}, {"Finance"}, 2)]


@pytest.mark.parametrize("baseline", CLASSIFIERS, ids=lambda one: one.name)
def test_other_labels_in_a_fold_change_nothing_of_its_answers(baseline: Classifier) -> None:
    before, _ = classified(baseline, finance())
    for fold in (0, 1, 2):
        swapped = [
            one.model_copy(update={"label": FINANCE[one.label == FINANCE[0]]}) if one.fold == fold else one
            for one in finance()
        ]
        after, _ = classified(baseline, swapped)
        kept = [place for place, one in enumerate(swapped) if one.fold == fold]
        assert [after[place] for place in kept] == [before[place] for place in kept]


def finance_segments() -> list[SegmentationSample]:
    return [one for one in segmentation_samples() if one.domain == "Finance"]


@pytest.mark.parametrize("baseline", SEGMENTERS, ids=lambda one: one.name)
def test_other_segments_in_a_fold_change_nothing_of_its_answers(baseline: Segmenter) -> None:
    before, _ = segmented(baseline, finance_segments())
    for fold in (0, 1, 2):
        other = [
            segments_sample(99, "Finance", FINANCE * 4, fold, 5).model_copy(
                update={"id": one.id, "sequence": one.sequence}
            )
            if one.fold == fold
            else one
            for one in finance_segments()
        ]
        after, _ = segmented(baseline, other)
        kept = [place for place, one in enumerate(other) if one.fold == fold]
        assert [after[place] for place in kept] == [before[place] for place in kept]


@pytest.mark.parametrize("baseline", SEGMENTERS, ids=lambda one: one.name)
def test_every_segmentation_is_one_that_parses(baseline: Segmenter) -> None:
    samples = finance_segments()
    answers, remarks = segmented(baseline, samples)
    assert remarks == []
    for (_, answer), sample in zip(answers, samples, strict=True):
        assert starts_of(answer, len(sample.sequence)).value is not None


def boundaries(name: str, samples: Sequence[SegmentationSample]) -> list[Any]:
    answers, _ = segmented(BASELINES[name], samples)  # type: ignore[arg-type]
    return [
        None if answer is None else starts_of(answer, len(one.sequence)).value
        for (_, answer), one in zip(answers, samples, strict=True)
    ]


def test_change_points_are_where_the_work_changes() -> None:
    assert boundaries("changepoint", finance_segments()) == [true_starts(one) for one in finance_segments()]


def test_without_learning_there_is_an_answer_for_a_single_fold() -> None:
    samples = segmentation_samples()
    assert boundaries("none", samples) == [()] * len(samples)
    assert boundaries("uniform", samples)[-1] is None and boundaries("changepoint", samples)[-1] is None


def test_uniform_segments_are_of_the_mean_length_of_the_others() -> None:
    training = [segments_sample(0, "Finance", FINANCE, 0, 10), segments_sample(1, "Finance", FINANCE, 0, 20)]
    # 15 on average: 22 interactions are one segment and a half, 23 nearer to two than to one
    asked = [work(FINANCE[0], length) for length in (1, 22, 23, 30, 47)]
    assert uniform.starts(training, asked) == [(), (), (11,), (15,), (15, 31)]


def test_too_short_for_two_segments_is_one() -> None:
    signal = np.repeat(np.eye(2), 10, axis=0)
    assert changepoint.search(signal)(1.0) == (10,)
    assert changepoint.search(signal[:-1])(1.0) == changepoint.search(signal[:1])(1.0) == ()


def long_segments() -> list[SegmentationSample]:
    """Enough training samples that some are held back and others learned from."""
    orders = [FINANCE, FINANCE[::-1], (FINANCE[0], FINANCE[1], FINANCE[0])]
    return [segments_sample(n, "Finance", orders[n % 3], n % 2, 12 + n // 2 % 2 * 3) for n in range(12)]


def test_transitions_are_learned_to_the_very_interaction() -> None:
    assert boundaries("transitions", long_segments()) == [true_starts(one) for one in long_segments()]


def test_sequences_shorter_than_what_is_looked_at_have_an_answer() -> None:
    asked = [work(FINANCE[0], length) for length in (1, 2, 3)]
    assert transitions.starts(long_segments(), asked) == [(), (), ()]
    # one training sample alone, and one in which every position is the same
    assert len(transitions.starts(long_segments()[:1], asked)) == 3


def test_peaks_are_taken_from_the_likeliest_on_and_apart() -> None:
    likelihoods = np.zeros(40)
    likelihoods[[0, 5, 10, 15, 16, 25, 26]] = [1.0, 0.6, 0.7, 0.9, 0.9, 0.5, 0.49]
    # 0 starts the first segment; of 15 and 16 the first; 10 is nearer than ten, 5 and 25 are just far enough
    assert transitions.peaks(likelihoods, 0.5) == (5, 15, 25)
    assert transitions.peaks(likelihoods, 0.51) == (5, 15)
    assert transitions.peaks(likelihoods, 0.91) == ()
    likelihoods[15] = 0
    assert transitions.peaks(likelihoods, 0.45) == (5, 16, 26)


def test_every_name_is_told_once() -> None:
    assert list(BASELINES) == [one.name for one in BASELINES.values()] and len(BASELINES) == 7
    assert all(one.about for one in BASELINES.values())
