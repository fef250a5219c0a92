"""Steps matched offline: the threshold at its boundary, and what it is worth beside people."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.demonstration_matcher import calibrated, read_judged
from evaluation.demonstrations.matcher import LABEL, MATCH_COSINE, OfflineMatcher, core, paired
from evaluation.demonstrations.records import QuestionSample, Shown, SopGenerationSample
from evaluation.demonstrations.score import results
from evaluation.predictions import Prediction
from evaluation.results import Source
from tests.demonstration_folder import FRAMES

JUDGED = Path(__file__).parents[2] / "../shared/data/interaction/wonderbread/sop_sample_human_eval.csv"
SOURCE = Source(task_file="t", task_sha256="", predictions_sha256="")


@pytest.fixture(scope="module")
def matcher() -> OfflineMatcher:
    return OfflineMatcher()


@pytest.mark.parametrize(("cosine", "matched"), [(MATCH_COSINE, True), (np.nextafter(MATCH_COSINE, 0), False)])
def test_steps_match_from_the_threshold_on(cosine: float, matched: bool) -> None:
    assert paired(np.array([[cosine]]), MATCH_COSINE) == ((matched,), (matched,))


def test_a_step_is_in_one_pair_and_there_are_as_many_pairs_as_possible() -> None:
    high = MATCH_COSINE + 0.1
    # The first may be paired with both, the second with one alone: both have a partner only if the first gives way.
    assert paired(np.array([[high + 0.2, high], [high, 0]]), MATCH_COSINE) == ((True, True), (True, True))
    assert paired(np.array([[high], [high], [high]]), MATCH_COSINE)[1] == (True,)
    assert sum(paired(np.array([[high], [high], [high]]), MATCH_COSINE)[0]) == 1
    assert paired(np.array([[0.0, high, 0.0]]), MATCH_COSINE) == ((True,), (False, True, False))


def test_a_step_is_its_first_sentence() -> None:
    assert core("Click on Save. It is at the top. It is blue.") == "Click on Save."
    assert core("Open v1.2 of it") == "Open v1.2 of it"


def test_what_is_said_otherwise_matches_and_another_thing_does_not(matcher: OfflineMatcher) -> None:
    predicted = ("Click on the Reports button.", "Type the amount into the Total field.")
    reference = ("Press the button “Reports”.", "Scroll to the end of the page.")
    assert matcher.matches(predicted, reference) == ((True, False), (True, False))


def test_whatever_it_scores_is_labelled_as_offline(matcher: OfflineMatcher) -> None:
    guide = SopGenerationSample(
        id="g", site="s", demonstration="d", intent="", frames=FRAMES, reference=("Click on Save.", "Close the page.")
    )
    found = results("sop-generation", [guide], {"g": Prediction(reply="1. Click on Save.")}, SOURCE, matcher)
    assert found.judged_by == LABEL and "offline" in LABEL
    assert found.each[0].figures == {
        "offline_precision": 1, "offline_recall": 0.5, "offline_f1": 0.666667, "steps": 1, "reference_steps": 2,
    }  # fmt: skip
    nothing = results("sop-generation", [guide], {}, SOURCE, matcher)
    assert nothing.measures["offline_f1"].value == 0 and nothing.unanswered == {"missing": 1}
    shown = (Shown(demonstration="d", intent="", sop=("x",), frames=None),)
    question = QuestionSample(id="q", site="s", question="Why?", template="", shown=shown, answer="To save it.")
    found = results("question-answering", [question], {"q": Prediction(answer="To save it.")}, SOURCE, matcher)
    assert found.each[0].figures == {"offline_similarity": 1, "words": 3, "reference_words": 3}
    assert found.judged_by == LABEL


@pytest.mark.shared_data
@pytest.mark.skipif(not JUDGED.is_file(), reason="needs the development data beside the checkout")
def test_the_threshold_is_the_one_that_people_judgements_give() -> None:
    judged = read_judged(JUDGED)
    assert len(judged) == 30 and len({one.demonstration for one in judged}) == 28
    found = calibrated(judged)
    assert found.threshold == MATCH_COSINE
    # As told in docs/demonstration-tasks.md: a threshold is chosen without the guides that it is tried on.
    assert found.held_out.precision_r == pytest.approx(0.77, abs=0.01)
    assert found.held_out.precision_error == pytest.approx(0.14, abs=0.01)
    assert found.held_out.recall_r == pytest.approx(0.26, abs=0.01)
    assert found.held_out.recall_error == pytest.approx(0.19, abs=0.01)
