"""Scores by hand, by scikit-learn, and by every other way to pair boundaries."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score

from evaluation.classify import classification_results
from evaluation.metrics.bootstrap import DRAWS, LEVEL, interval
from evaluation.metrics.boundaries import EXACT, NEAR, Matched, added, match
from evaluation.metrics.classification import confusion, macro, macro_f1, per_class, weighted
from evaluation.metrics.edit_distance import edits
from evaluation.predictions import Prediction, segments_of
from evaluation.results import Source
from evaluation.segment import segmentation_results, tolerances, true_starts
from evaluation.task_files import Classification
from tests.task_folder import classified, segmented

SOURCE = Source(task_file="t", task_sha256="0", predictions_sha256="0")
PLACES = st.lists(st.integers(1, 30), max_size=6, unique=True).map(sorted)


@pytest.mark.parametrize(
    ("predicted", "true", "tolerance", "matched"),
    [
        ([10], [10], EXACT, 1),
        ([9], [10], EXACT, 0),
        ([11], [10], EXACT, 0),
        ([5], [10], NEAR, 1),
        ([4], [10], NEAR, 0),
        ([15], [10], NEAR, 1),
        ([16], [10], NEAR, 0),
        ([], [10], NEAR, 0),
        ([10], [], NEAR, 0),
        ([], [], NEAR, 0),
        # one true boundary is found once, however many are near it
        ([8, 9, 10, 11], [10], NEAR, 1),
        # the nearest first would leave one of two alone
        ([10, 14], [6, 11], NEAR, 2),
        ([10, 20, 30], [10, 21, 29], 1, 3),
        ([10, 20, 30], [10, 21, 29], EXACT, 1),
    ],
)
def test_boundaries_match_within_the_tolerance_once_each(
    predicted: list[int], true: list[int], tolerance: int, matched: int
) -> None:
    assert match(predicted, true, tolerance) == Matched(matched, len(predicted), len(true))


@given(PLACES, PLACES, st.integers(0, 6))
@settings(max_examples=150, deadline=None)
def test_no_other_pairing_matches_more(predicted: list[int], true: list[int], tolerance: int) -> None:
    small, large = sorted((predicted, true), key=len)
    most = max(
        (
            sum(abs(a - b) <= tolerance for a, b in zip(small, chosen, strict=True))
            for chosen in permutations(large, len(small))
        ),
        default=0,
    )
    assert match(predicted, true, tolerance).matched == most
    assert match(true, predicted, tolerance).matched == most


@pytest.mark.parametrize(
    ("counts", "scores"),
    [
        (Matched(1, 2, 4), (0.5, 0.25, 1 / 3)),
        (Matched(0, 0, 3), (0, 0, 0)),
        (Matched(0, 3, 0), (0, 0, 0)),
        (Matched(0, 0, 0), (1, 1, 1)),
        (Matched(2, 2, 2), (1, 1, 1)),
    ],
)
def test_scores_are_defined_where_nothing_is_predicted_or_true(
    counts: Matched, scores: tuple[float, float, float]
) -> None:
    assert (counts.precision, counts.recall, counts.f1) == pytest.approx(scores)


def test_boundaries_of_all_samples_are_added_before_they_are_divided() -> None:
    assert added([Matched(1, 1, 1), Matched(0, 9, 1)]) == Matched(1, 10, 2)
    assert added([]) == Matched(0, 0, 0)


@pytest.mark.parametrize(
    ("predicted", "true", "distance", "similarity"),
    [
        ([10, 20], [10, 20], 0, 1),
        ([], [], 0, 1),
        ([10], [], 1, 0),
        ([], [10, 20], 2, 0),
        ([12], [10], 2 / 5, 1 - 2 / 5),
        ([15], [10], 1, 0),
        ([16], [10], 2, 0),
        ([10, 23], [10, 20], 3 / 5, 1 - 3 / 5 / 2),
        ([10, 20, 40], [10, 21], 1 + 1 / 5, 1 - (1 + 1 / 5) / 3),
        # order is kept: the cheaper of two pairings that do not cross
        ([9, 11], [10], 1 + 1 / 5, 1 - (1 + 1 / 5) / 2),
        # at the edge of the window a pair costs as much as one boundary, so never more than two
        ([5, 10], [10], 1, 1 / 2),
    ],
)
def test_edits_by_hand(predicted: list[int], true: list[int], distance: float, similarity: float) -> None:
    found = edits(predicted, true, NEAR)
    assert (found.distance, found.similarity) == pytest.approx((distance, similarity))


@given(PLACES, PLACES, st.integers(1, 6))
@settings(max_examples=150, deadline=None)
def test_no_other_edits_cost_less(predicted: list[int], true: list[int], window: int) -> None:
    best = min(
        (
            sum(abs(a - b) for a, b in zip(mine, theirs, strict=True)) / window + len(predicted) + len(true) - 2 * size,
            -size,
        )
        for size in range(min(len(predicted), len(true)) + 1)
        for mine in combinations(predicted, size)
        for theirs in combinations(true, size)
        if all(abs(a - b) <= window for a, b in zip(mine, theirs, strict=True))
    )
    found = edits(predicted, true, window)
    assert found.distance == pytest.approx(best[0])
    assert 0 <= found.similarity <= 1
    assert edits(true, predicted, window) == found


LABELS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=40)


@given(LABELS)
@settings(max_examples=100, deadline=None)
def test_classification_agrees_with_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    truth, answers = (np.array(column) for column in zip(*pairs, strict=True))
    there = sorted(set(truth.tolist()))
    of = per_class(truth, answers, 4)
    for ours, theirs in ((of.precision, precision_score), (of.recall, recall_score), (of.f1, f1_score)):
        assert macro(ours, of.samples) == pytest.approx(
            theirs(truth, answers, labels=there, average="macro", zero_division=0)
        )
        assert weighted(ours, of.samples) == pytest.approx(
            theirs(truth, answers, labels=there, average="weighted", zero_division=0)
        )
    assert macro_f1(truth, answers, 4) == pytest.approx(macro(of.f1, of.samples))
    matrix = np.array(confusion(truth, answers, 4))
    assert matrix.shape == (4, 5) and matrix.sum() == len(pairs)
    assert sum(matrix[n, n] for n in range(4)) / len(pairs) == pytest.approx(accuracy_score(truth, answers))


def test_classes_by_hand() -> None:
    """Finance: 3 of A (two right, one taken for B), 1 of B (not answered); HR: its only class, right, and of the
    same name as A."""
    samples = (
        *(classified(number, "Finance", "Invoice creation", 0) for number in range(3)),
        classified(3, "Finance", "Vendor onboarding", 0),
        classified(0, "HR", "Invoice creation", 0),
    )
    task = Classification(
        samples, {"Finance": ("Invoice creation", "Vendor onboarding", "Job creation"), "HR": ("Invoice creation",)}
    )
    said = {"Finance-0": "Invoice creation", "Finance-1": "invoice creation", "Finance-2": "Vendor onboarding"}
    said |= {"HR-0": "Invoice creation", "Finance-3": "nothing of this"}
    results = classification_results(task, {name: Prediction(answer=text) for name, text in said.items()}, SOURCE)
    finance = results.domains["Finance"]
    assert (finance.correct, finance.samples, finance.accuracy) == (2, 4, 0.5)
    assert finance.unanswered == {"unknown_class": 1}
    assert finance.confusion == ((2, 1, 0, 0), (0, 0, 0, 1), (0, 0, 0, 0))
    a, b, none = finance.classes
    assert (a.precision, a.recall, a.f1, a.samples, a.correct) == (1, 0.666667, 0.8, 3, 2)
    assert (b.precision, b.recall, b.f1) == (0, 0, 0)
    assert (none.samples, none.f1) == (0, 0)
    # over the two classes that have samples
    assert (finance.macro.f1, finance.weighted.f1) == (0.4, 0.6)
    assert results.overall.accuracy == 0.6
    assert results.overall.macro.f1 == pytest.approx((0.8 + 0 + 1) / 3, abs=1e-6)
    assert results.domains["HR"].accuracy_interval.low == results.domains["HR"].accuracy_interval.high == 1


def test_segmentation_by_hand() -> None:
    one, two = (
        segmented(0, "Finance", ("Invoice creation", "Vendor onboarding"), 0),
        segmented(1, "HR", ("Job creation",) * 3, 0),
    )
    assert true_starts(one) == (12,) and true_starts(two) == (12, 24)
    said = {
        one.id: Prediction(answer=segments_of((12, 20), 24)),
        two.id: Prediction(answer=segments_of((15,), 36)),
    }
    results = segmentation_results([one, two], said, SOURCE)
    exact, near = results.overall.boundaries
    assert (exact.tolerance, near.tolerance) == (0, 5)
    assert (exact.precision, exact.recall, exact.f1) == (0.333333, 0.333333, 0.333333)
    assert (exact.mean_precision, exact.mean_recall, exact.mean_f1) == (0.25, 0.5, 0.333333)
    assert (near.precision, near.recall, near.f1) == (0.666667, 0.666667, 0.666667)
    assert (near.mean_precision, near.mean_recall, near.mean_f1) == (0.75, 0.75, 0.666667)
    # 1 for the invented one; 3 of 5 for the moved and 1 for the one left out
    assert results.domains["Finance"].edit_distance == 1 and results.domains["HR"].edit_distance == 1.6
    assert results.domains["HR"].boundary_similarity == pytest.approx(1 - 1.6 / 2)
    assert (results.overall.predicted_boundaries, results.overall.true_boundaries) == (1.5, 1.5)
    assert [(each.id, each.f1) for each in results.each] == [(one.id, 0.666667), (two.id, 0)]


def test_the_tolerance_that_is_asked_for_comes_first_and_once() -> None:
    assert tolerances(0) == (0, 5) and tolerances(5) == (5, 0) and tolerances(2) == (2, 0, 5)


def test_an_interval_holds_what_its_level_says() -> None:
    right = np.array([True] * 30 + [False] * 70)
    low, high = interval(lambda drawn: float(right[drawn].mean()), len(right))
    # normal approximation: 0.3 ± 1.96 · 0.0458
    assert (low, high) == pytest.approx((0.21, 0.39), abs=0.02)
    assert (low, high) == interval(lambda drawn: float(right[drawn].mean()), len(right))
    assert interval(lambda drawn: float(len(drawn)), 7) == (7, 7)
    seen: list[int] = []
    interval(lambda drawn: float(seen.append(len(drawn)) or 0), 3)
    assert len(seen) == DRAWS == 1_000 and LEVEL == 0.95


def test_strata_keep_their_size_in_every_draw() -> None:
    strata = np.array([2, 0, 2, 2, 1])
    drawn: list[list[int]] = []
    interval(lambda one: float(drawn.append(one.tolist()) or 0), len(strata), strata)
    assert all(sorted(strata[one]) == [0, 1, 2, 2, 2] for one in drawn)
    assert {place for one in drawn for place in one} == set(range(5))
