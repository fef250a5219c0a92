"""Answers over demonstrations, read and scored: every figure by hand."""

from __future__ import annotations

import pytest

from evaluation.demonstrations.answers import (
    answered_letters,
    answered_ranking,
    answered_steps,
    answered_text,
    answered_verdict,
    places_of,
)
from evaluation.demonstrations.records import RankingSample, SegmentationSample, ValidationSample
from evaluation.demonstrations.score import results
from evaluation.metrics.clusters import adjusted_rand, v_measure
from evaluation.metrics.ranks import kendall_tau, spearman_rho
from evaluation.metrics.steps import step_scores
from evaluation.metrics.verdicts import verdict_scores
from evaluation.predictions import Prediction
from evaluation.replies import Parsed
from evaluation.results import Source
from tests.demonstration_folder import FRAMES

SOURCE = Source(task_file="t", task_sha256="", predictions_sha256="")


def reply(text: str) -> Prediction:
    return Prediction(reply=text)


def answer(value: object) -> Prediction:
    return Prediction(answer=value)


def test_steps_matched_of_each_side() -> None:
    scores = step_scores([True, False, False, False], [True, False, True])
    assert (scores.precision, scores.recall) == (0.25, 2 / 3)
    assert scores.f1 == pytest.approx(4 / 11)  # 2 · (1/4 · 2/3) / (1/4 + 2/3)
    assert step_scores([], [False]) == step_scores([False], [False])
    assert step_scores([True], [True]).f1 == 1


def test_the_published_script_swaps_precision_and_recall_and_this_does_not() -> None:
    """Of 4 right samples 3 are found right, of 4 wrong ones 2. The script counts a right sample that was missed as a
    false positive and a wrong one that was let through as a false negative, and so prints 3/4 and 3/5."""
    truth = [True] * 4 + [False] * 4
    answers = [True, True, True, False, True, True, False, False]
    scores = verdict_scores(truth, answers)
    assert scores.precision == 3 / 5  # 3 of the 5 that were found right are right
    assert scores.recall == 3 / 4  # 3 of the 4 that are right were found
    assert scores.f1 == pytest.approx(2 * (3 / 5) * (3 / 4) / (3 / 5 + 3 / 4)) and scores.accuracy == 5 / 8
    hits = sum(true and said for true, said in zip(truth, answers, strict=True))
    published = {
        "precision": hits / (hits + sum(true and not said for true, said in zip(truth, answers, strict=True))),
        "recall": hits / (hits + sum(said and not true for true, said in zip(truth, answers, strict=True))),
    }
    assert published == {"precision": scores.recall, "recall": scores.precision}
    assert published != {"precision": scores.precision, "recall": scores.recall}


def test_no_verdict_is_never_right_and_no_false_positive() -> None:
    scores = verdict_scores([True, True, False, False], [True, None, None, False])
    assert (scores.accuracy, scores.precision, scores.recall) == (0.5, 1, 0.5)
    nothing = verdict_scores([False], [False])
    assert (nothing.accuracy, nothing.precision, nothing.recall, nothing.f1) == (1, 0, 0, 0)


def test_frames_are_parted_whatever_the_groups_are_called() -> None:
    truth = list("AABBCC")
    assert adjusted_rand(truth, list("BBCCAA")) == v_measure(truth, list("BBCCAA")) == 1
    # Pairs together in both 0, in the truth 3, in the answer 3, of 15: (0 - 9/15) / (3 - 9/15) = -1/4.
    assert adjusted_rand(truth, list("ABBCCA")) == pytest.approx(-0.25)
    # H(C) = ln 3, H(C|K) = 4/6 · ln 2: homogeneity 1 - 0.4206; completeness 1.
    assert v_measure(truth, list("AABBBB")) == pytest.approx(0.7337, abs=1e-4)


def test_frames_left_out_are_a_group_of_their_own() -> None:
    truth = list("AABB")
    assert adjusted_rand(truth, ["A", "A", None, None]) == v_measure(truth, ["A", "A", None, None]) == 1
    assert adjusted_rand(truth, [None] * 4) == v_measure(truth, [None] * 4) == 0
    assert adjusted_rand(truth, ["A", None, "B", "B"]) == adjusted_rand(truth, ["A", "X", "B", "B"])
    assert adjusted_rand(truth, ["A", None, "B", None]) < 0, "left out of two workflows, they are still one group"


def test_rankings_are_compared_by_pairs_and_by_places() -> None:
    assert kendall_tau([0, 1, 2, 3], [1, 2, 3, 4]) == spearman_rho([0, 1, 2, 3], [1, 2, 3, 4]) == pytest.approx(1)
    assert kendall_tau([0, 1, 2], [3, 2, 1]) == spearman_rho([0, 1, 2], [3, 2, 1]) == pytest.approx(-1)
    assert kendall_tau([0, 1, 2, 3], [2, 1, 3, 4]) == pytest.approx(4 / 6)  # 5 pairs in order, 1 not
    assert spearman_rho([0, 1, 2, 3], [2, 1, 3, 4]) == pytest.approx(0.8)  # 1 - 6 · 2 / (4 · 15)
    # One tie in the answer: 5 pairs untied there, 6 in the truth, all in order.
    assert kendall_tau([0, 1, 2, 3], [1.5, 1.5, 3, 4]) == pytest.approx(5 / (5 * 6) ** 0.5)
    assert kendall_tau([0, 1], [1, 1]) == spearman_rho([0, 1], [1, 1]) == 0


def test_equal_guides_share_the_mean_of_their_places() -> None:
    assert places_of((("B",), ("A", "D"), ("C",))) == {"B": 1, "A": 2.5, "D": 2.5, "C": 4}


@pytest.mark.parametrize(
    ("prediction", "expected"),
    [
        (reply("Here:\n1. Click\n2. Type"), Parsed(("Click", "Type"))),
        (reply("1. no\n<answer>1. Click</answer>"), Parsed(("Click",))),
        (answer(["Click ", "", "Type  it"]), Parsed(("Click", "Type it"))),
        (answer("Click"), Parsed(("Click",))),
        (reply(" \n"), Parsed(None, "empty")),
        (answer([]), Parsed(None, "empty")),
        (answer([1]), Parsed(None, "wrong_fields")),
        (answer(None), Parsed(None, "no_answer")),
        (None, Parsed(None, "missing")),
    ],
)
def test_a_guide_is_read(prediction: Prediction | None, expected: Parsed[object]) -> None:
    assert answered_steps(prediction) == expected


@pytest.mark.parametrize(
    ("prediction", "expected"),
    [
        (reply("I think <answer> Yes. </answer>"), Parsed(True)),
        (reply("<answer>false</answer>"), Parsed(False)),
        (answer(True), Parsed(True)),
        (answer("NO"), Parsed(False)),
        (reply("yes"), Parsed(None, "no_answer")),
        (reply("<answer>yes and no</answer>"), Parsed(None, "no_verdict")),
        (reply("<answer> </answer>"), Parsed(None, "empty")),
        (answer(1), Parsed(None, "no_verdict")),
        (None, Parsed(None, "missing")),
    ],
)
def test_a_verdict_is_read(prediction: Prediction | None, expected: Parsed[object]) -> None:
    assert answered_verdict(prediction) == expected


@pytest.mark.parametrize(
    ("prediction", "expected"),
    [
        (reply('<answer>```json\n{"0": "A", "1": null}\n```</answer>'), Parsed({"0": "A", "1": None})),
        (reply("<answer>{'0': 'B ',}</answer>"), Parsed({"0": "B"})),
        (answer({"1": "B"}), Parsed({"1": "B"})),
        (reply('<answer>{"0": "A", "0": "B"}</answer>'), Parsed(None, "not_json")),
        (reply('<answer>{"7": "A"}</answer>'), Parsed(None, "unknown_item")),
        (reply('<answer>{"0": "Z"}</answer>'), Parsed(None, "unknown_item")),
        (answer({"0": 1}), Parsed(None, "wrong_fields")),
        (answer(["A"]), Parsed(None, "wrong_fields")),
        (reply("<answer></answer>"), Parsed(None, "empty")),
        (None, Parsed(None, "missing")),
    ],
)
def test_letters_of_frames_are_read(prediction: Prediction | None, expected: Parsed[object]) -> None:
    assert answered_letters(prediction, {"0", "1"}, {"A", "B"}) == expected


@pytest.mark.parametrize(
    ("prediction", "expected"),
    [
        (reply('<answer>["B", "A", "C"]</answer>'), Parsed((("B",), ("A",), ("C",)))),
        (answer([["A", "B"], "C"]), Parsed((("A", "B"), ("C",)))),
        (answer(["A", "B"]), Parsed(None, "not_all")),
        (answer(["A", "A", "B", "C"]), Parsed(None, "doubled")),
        (answer(["A", "B", "D"]), Parsed(None, "unknown_item")),
        (answer([1, 2]), Parsed(None, "wrong_fields")),
        (answer({"A": 1}), Parsed(None, "wrong_fields")),
        (answer([]), Parsed(None, "empty")),
        (reply("<answer>B, A, C</answer>"), Parsed(None, "not_json")),
        (None, Parsed(None, "missing")),
    ],
)
def test_a_ranking_is_read(prediction: Prediction | None, expected: Parsed[object]) -> None:
    assert answered_ranking(prediction, {"A", "B", "C"}) == expected


def test_an_answer_in_words_is_read() -> None:
    assert answered_text(reply("Because. ")) == Parsed("Because.")
    assert answered_text(reply("Hm <answer>Because</answer>")) == Parsed("Because")
    assert answered_text(answer(3)) == Parsed(None, "wrong_fields")
    assert answered_text(answer("  ")) == Parsed(None, "empty")


def test_segmentations_are_scored_and_what_cannot_be_read_counts_as_all_left_out() -> None:
    samples = [
        SegmentationSample(
            id=name,
            site="s",
            arrangement="concatenated",
            workflows={"A": "", "B": ""},
            frames=FRAMES,
            truth=dict(zip("0123", "AABB", strict=True)),
            demonstrations={"A": "a", "B": "b"},
        )
        for name in ("right", "renamed", "half", "broken")
    ]
    given = {
        "right": answer({"0": "A", "1": "A", "2": "B", "3": "B"}),
        "renamed": answer({"0": "B", "1": "B", "2": "A", "3": "A"}),
        "half": answer({"0": "A", "1": "A"}),
        "broken": answer({"9": "A"}),
    }
    found = results("segmentation", samples, given, SOURCE)
    assert found.judged_by == "no judge needed" and found.unanswered == {"unknown_item": 1}
    each = {one.id: one.figures for one in found.each}
    assert each["right"] == {"adjusted_rand": 1, "v_measure": 1, "accuracy": 1, "left_out": 0}
    assert each["renamed"]["adjusted_rand"] == 1 and each["renamed"]["accuracy"] == 0
    assert each["half"] == {"adjusted_rand": 1, "v_measure": 1, "accuracy": 0.5, "left_out": 0.5}
    assert each["broken"] == {"adjusted_rand": 0, "v_measure": 0, "accuracy": 0, "left_out": 1}
    assert found.measures["adjusted_rand"].value == 0.75
    assert found.measures["adjusted_rand"].deviation == pytest.approx(0.433013)
    assert found.measures["adjusted_rand"].interval.low < 0.75 < found.measures["adjusted_rand"].interval.high


def test_verdicts_are_scored_by_kind() -> None:
    samples = [
        ValidationSample(
            id=f"{kind}-{number}",
            site="s",
            kind=kind,
            demonstration="d",
            intent="",
            sop=(),
            frames=FRAMES[:1],
            change="none" if truth else change,
            truth=truth,
        )
        for kind, change in (("completion", "truncated"), ("trajectory", "skipped"))
        for number, truth in enumerate((True, True, False, False))
    ]
    given = {one.id: answer(one.kind == "completion" or one.truth) for one in samples}
    del given["trajectory-0"]
    found = results("validation", samples, given, SOURCE)
    assert {name: of.value for name, of in found.measures.items()} == {
        "completion_accuracy": 0.5, "completion_precision": 0.5, "completion_recall": 1, "completion_f1": 0.666667,
        "trajectory_accuracy": 0.75, "trajectory_precision": 1, "trajectory_recall": 0.5, "trajectory_f1": 0.666667,
    }  # fmt: skip
    assert found.unanswered == {"missing": 1}


def test_a_ranking_without_an_answer_counts_as_saying_nothing() -> None:
    samples = [
        RankingSample(
            id=name, site="s", task_id="1", intent="", sops=dict.fromkeys("ABC", ("x",)), truth=tuple("CAB"),
            demonstrations=dict(zip("ABC", "abc", strict=True)),
        )
        for name in ("right", "turned", "tied", "short")
    ]  # fmt: skip
    given = {
        "right": answer(list("CAB")),
        "turned": answer(list("BAC")),
        "tied": answer([["C", "A", "B"]]),
        "short": answer(["C"]),
    }
    found = results("sop-ranking", samples, given, SOURCE)
    assert [one.figures["kendall_tau"] for one in found.each] == [1, -1, 0, 0]
    assert [one.figures["spearman_rho"] for one in found.each] == [1, -1, 0, 0]
    assert found.unanswered == {"not_all": 1} and found.measures["kendall_tau"].value == 0
