"""Files of predictions: which line is for which sample is clear or refused; what a line says is scored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evaluation.classify import classification_results
from evaluation.predictions import (
    Prediction,
    answered_class,
    answered_starts,
    predictions_bytes,
    read_predictions,
    segments_of,
)
from evaluation.results import Source
from evaluation.segment import segmentation_results
from evaluation.task_files import read_classification, read_segmentation
from evaluation.tasks.records import CLASSIFICATION_FILE, SEGMENTATION_FILE, TASKS_FILE
from redaction.errors import BundleError, EntrophyError
from tests.task_folder import FINANCE, classification_samples, segmentation_samples, task_files

SOURCE = Source(task_file="t", task_sha256="0", predictions_sha256="0")


def file(*values: Any) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def test_replies_and_answers_stand_side_by_side() -> None:
    data = file({"id": "a", "reply": "x", "model": "m"}, {"id": "b", "answer": None}) + b"\n"
    found = read_predictions(data, ["a", "b", "c"])
    assert found == {"a": Prediction(reply="x"), "b": Prediction()}


@pytest.mark.parametrize(
    ("data", "line", "what"),
    [
        (file({"id": "a", "reply": "x"}, {"id": "a", "reply": "y"}), 2, "already"),
        (file({"id": "z", "reply": "x"}), 1, "no sample"),
        (b"\n" + file({"id": "z", "reply": "x"}), 2, "no sample"),
        (file({"id": "a", "reply": "x", "answer": "y"}), 1, "no prediction"),
        (file({"id": "a"}), 1, "no prediction"),
        (file({"id": 3, "reply": "x"}), 1, "no prediction"),
        (file(["a"]), 1, "no prediction"),
        (file({"id": "a", "reply": ["x"]}), 1, "no text"),
        (b"{", 1, "JSON"),
        (b"\xff\xfe", 1, "JSON"),
        (b'{"id": "a", "reply": "x", "reply": "y"}', 1, "twice"),
        (b'{"id": "a", "id": "b", "reply": "x"}', 1, "twice"),
        (b'{"id": "a", "answer": ' + b"9" * 1_000_000 + b"}", 1, "JSON"),
        (b'{"id": "a", "answer": ' + b"[" * 1_000_000 + b"}", 1, "JSON"),
    ],
)
def test_a_line_that_is_not_clear_is_refused_by_number(data: bytes, line: int, what: str) -> None:
    with pytest.raises(EntrophyError, match=what) as refused:
        read_predictions(data, ["a"], "p.jsonl")
    assert refused.value.record == f"p.jsonl:{line}" and refused.value.remedy


def test_an_answer_is_held_to_the_same_content_as_a_reply() -> None:
    assert answered_class(Prediction(answer="invoice creation"), FINANCE).value == FINANCE[0]
    assert answered_class(Prediction(answer="Something else"), FINANCE).reason == "unknown_class"
    assert answered_class(Prediction(answer=7), FINANCE).reason == "unknown_class"
    assert answered_class(Prediction(), FINANCE).reason == "no_answer"
    assert answered_class(None, FINANCE).reason == "missing"
    assert answered_starts(Prediction(answer=segments_of((4,), 9)), 9).value == (4,)
    assert answered_starts(Prediction(answer=segments_of((4,), 9)), 8).reason == "out_of_range"
    assert answered_starts(Prediction(answer=segments_of((), 1)), 1).value == ()
    assert answered_starts(Prediction(answer="0-9"), 9).reason == "wrong_fields"
    assert answered_starts(Prediction(), 9).reason == "no_answer"
    assert answered_starts(None, 9).reason == "missing"


def test_a_sample_without_an_answer_is_wrong_and_counted() -> None:
    task = read_classification(task_files().__getitem__, CLASSIFICATION_FILE)
    right = [(sample.id, sample.label) for sample in task.samples]
    found = read_predictions(predictions_bytes([*right[:-2], (right[-2][0], None)]), [one for one, _ in right])
    results = classification_results(task, found, SOURCE)
    assert results.overall.correct == len(right) - 2 and results.overall.samples == len(right)
    assert results.overall.unanswered == {"missing": 1, "no_answer": 1}
    assert results.domains["HR"].unanswered == {"missing": 1} and results.domains["HR"].accuracy == 0
    assert results.domains["HR"].confusion == ((0, 1),)
    assert results.domains["Finance"].confusion == ((4, 0, 0), (0, 2, 1))


def test_unanswered_segmentation_counts_as_no_boundary() -> None:
    samples = read_segmentation(task_files().__getitem__, SEGMENTATION_FILE)
    results = segmentation_results(samples, {samples[0].id: Prediction(reply="<answer>[")}, SOURCE)
    assert results.overall.unanswered == {"missing": len(samples) - 1, "no_answer": 1}
    exact = results.overall.boundaries[0]
    assert (exact.precision, exact.recall, exact.f1, exact.mean_f1) == (0, 0, 0, 0)
    assert (results.overall.edit_distance, results.overall.boundary_similarity) == (1, 0)


def broken(name: str, change: Any) -> dict[str, bytes]:
    files = task_files()
    values = [json.loads(line) for line in files[name].splitlines()]
    change(values)
    return {**files, name: file(*values)}


@pytest.mark.parametrize(
    ("change", "record", "what"),
    [
        (lambda v: v[1].update(label="Job creation"), f"{CLASSIFICATION_FILE}:2", "no class"),
        (lambda v: v[1].update(id=v[0]["id"]), f"{CLASSIFICATION_FILE}:2", "twice"),
        (lambda v: v[1].update(domain="Legal"), f"{CLASSIFICATION_FILE}:2", "domain"),
        (lambda v: v[1].update(fold=2), "", ""),
        (lambda v: v[1].update(fold=3), f"{CLASSIFICATION_FILE}:2", "fold"),
        (lambda v: v[1].update(sequence=[]), f"{CLASSIFICATION_FILE}:2", "sequence"),
        (lambda v: v.pop(), CLASSIFICATION_FILE, "as many"),
    ],
)
def test_task_files_that_do_not_fit_together_are_refused(change: Any, record: str, what: str) -> None:
    files = broken(CLASSIFICATION_FILE, change)
    if not record:
        assert len(read_classification(files.__getitem__, CLASSIFICATION_FILE).samples) == len(classification_samples())
        return
    with pytest.raises(BundleError, match=what) as refused:
        read_classification(files.__getitem__, CLASSIFICATION_FILE)
    assert refused.value.record == record


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda v: v[0]["segments"][1].update(start_index=21), "contiguous"),
        (lambda v: v[0]["segments"][1].update(end_index=38), "cover"),
        (lambda v: v[0]["segments"].pop(), "segments"),
    ],
)
def test_true_segments_are_held_to_what_is_asked_of_predictions(change: Any, what: str) -> None:
    with pytest.raises(BundleError, match=what) as refused:
        read_segmentation(broken(SEGMENTATION_FILE, change).__getitem__, SEGMENTATION_FILE)
    assert refused.value.record == f"{SEGMENTATION_FILE}:1"


def test_tasks_of_another_format_are_refused() -> None:
    files = task_files()
    files[TASKS_FILE] = files[TASKS_FILE].replace(b"entrophy-tasks/1", b"entrophy-tasks/2")
    with pytest.raises(BundleError, match="format"):
        read_segmentation(files.__getitem__, SEGMENTATION_FILE)
    assert len(read_segmentation(task_files().__getitem__, SEGMENTATION_FILE)) == len(segmentation_samples())
