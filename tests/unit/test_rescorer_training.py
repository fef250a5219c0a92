"""The re-scorer's training: which words are labelled, what is taken away, and trees read out as arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.screens import BESIDE_SHARE, beside
from benchmarks.training.perceptron import fitted
from benchmarks.training.rescorer import (
    FOLDS,
    LABELLED,
    TOUCHED,
    Examples,
    folds_of,
    forest_of,
    labels_of,
    strange_rows,
    thinned,
    train,
    write,
)
from redaction.findings import ImageFinding, Kind, TextFinding
from redaction.page.page import Page
from redaction.page.reading import Line, Reading
from redaction.page.words import words_of
from redaction.screens.rescorer.context import NAMES as CONTEXT
from redaction.screens.rescorer.evidence import KINDS, Evidence
from redaction.screens.rescorer.features import NAMES as FEATURES
from redaction.screens.rescorer.meaning import CLASSES, GROUPS, HEADS, TOLD, Heads
from redaction.screens.rescorer.meaning import NAMES as MEANING
from redaction.screens.rescorer.rescore import NAMES
from redaction.text.model import EMBEDDING


def line(text: str, y: int) -> Line:
    """A line of glyphs 10 px wide and 20 px high, 100 px from the left."""
    edges = tuple(100 + 10 * i for i in range(len(text) + 1))
    return Line(text, (100, y, edges[-1], y + 20), edges, 0.99)


PAGE = Reading(800, 600, (line("Brandvolds C-1042", 100),))
"""Two words: 100 to 200 px and 210 to 270 px."""


def item(kind: str, x0: int, x1: int, note: str = "") -> dict[str, Any]:
    return {"kind": kind, "text": "", "box": [x0, 100, x1, 120], "note": note}


@pytest.mark.parametrize(
    ("items", "kinds", "counted"),
    [
        ([item("person_name", 100, 100 + round(100 * LABELLED))], [Kind.PERSON, None], [True, True]),
        ([item("person_name", 100, 99 + round(100 * LABELLED))], [None, None], [False, True]),  # cut: left out
        ([item("person_name", 100, 100 + round(100 * TOUCHED))], [None, None], [True, True]),  # hardly touched
        ([item("iban", 210, 270), item("card", 100, 200)], [Kind.ID, Kind.ID], [True, True]),
        ([item("date_of_birth", 210, 270)], [None, Kind.DATE_OF_BIRTH], [True, True]),
        ([item("company", 100, 200, "optional")], [Kind.COMPANY, None], [True, True]),
        ([item("username", 100, 200, "initials"), item("face", 0, 800)], [Kind.USERNAME, None], [True, True]),
        ([item("company", 100, 200, "optional"), item("email", 100, 200)], [Kind.EMAIL, None], [True, True]),
        ([item("email", 100, 200), item("company", 100, 200, "optional")], [Kind.EMAIL, None], [True, True]),
    ],
)
def test_labels(items: list[dict[str, Any]], kinds: list[Kind | None], counted: list[bool]) -> None:
    found, counts = labels_of(words_of(PAGE.lines), items)
    assert [KINDS[code - 1] if code else None for code in found] == kinds
    assert counts.tolist() == counted


def test_what_is_taken_away_depends_on_the_page_alone_and_goes_by_column() -> None:
    lines = tuple(line(f"Brandvold{i} Ada", 40 * i) for i in range(60))
    page = Page.of(Reading(800, 2600, lines))
    findings = [ImageFinding((8 * (i % 20), 40 * i, 300, 40 * i + 20), Kind.PERSON, 0.9, "x") for i in range(60)]
    raw = {i: [TextFinding(0, 5, Kind.PERSON, 0.9, "x")] for i in range(60)}
    evidence = Evidence({i: f"Label {i}" for i in range(60)}, raw, {}, findings)
    one, two = thinned(page, evidence, "page"), thinned(page, evidence, "page")
    assert one == two and one != thinned(page, evidence, "other page")
    assert 30 < len(one.findings) < 60 and set(one.findings) < set(findings)
    assert 40 < len(one.labels) < 60
    assert len({bool(found) for found in one.raw.values()}) == 1  # all lines stand at one edge: one column


def test_trees_are_read_out_to_the_same_scores(tmp_path: Path) -> None:
    lightgbm = pytest.importorskip("lightgbm", reason="needs the train extra: pip install -r requirements-train.lock")
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(600, 6)).round(1)
    target = (rows[:, 0] + rows[:, 1] * rows[:, 2] > 0).astype(int) + (rows[:, 3] > 1)
    shared = {"verbosity": -1, "num_threads": 1, "deterministic": True, "seed": 1}
    boosters = {}
    for name, objective in (("found", {"objective": "binary"}), ("kind", {"objective": "multiclass", "num_class": 3})):
        classes = target if "num_class" in objective else target > 0
        booster = lightgbm.train({**shared, **objective}, lightgbm.Dataset(rows, classes), 20)
        trainers = np.asarray(booster.predict(rows, raw_score=True)).reshape(len(rows), -1)
        assert np.abs(forest_of(booster).raw(rows) - trainers).max() < 1e-9
        boosters[name] = (booster, rows[:8])
    rows = rng.normal(size=(8, EMBEDDING)).astype(np.float16)
    nets = [fitted(rows, np.arange(8) % CLASSES, np.arange(8) % heads, heads, CLASSES) for heads in (len(HEADS), 1)]
    heads = Heads(*nets)
    write(heads, boosters, tmp_path / "one", {})
    write(heads, boosters, tmp_path / "two", {})
    for name in ("rescorer.npz", "rescorer.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_an_author_is_in_one_fold_and_every_fold_has_one() -> None:
    page = Page.of(PAGE)
    told = np.zeros((1, EMBEDDING), np.float16), np.zeros((2, EMBEDDING), np.float16)
    nothing = np.zeros((2, 1)), np.zeros(2, np.int64), np.ones(2, bool), *told
    parts = [Examples(page, author, *nothing) for author in "abcdefghab"]
    folds = folds_of(parts)
    assert folds[0] == folds[8] and folds[1] == folds[9] and set(folds) == set(range(FOLDS))


def test_the_second_look_learns_from_a_first_that_never_saw_the_author() -> None:
    pytest.importorskip("lightgbm", reason="needs the train extra: pip install -r requirements-train.lock")
    rng = np.random.default_rng(3)
    page = Page.of(Reading(800, 2600, tuple(line(f"Brandvold{i} Ada", 40 * i) for i in range(60))))
    told = rng.normal(size=(len(page.lines), EMBEDDING)).astype(np.float16)
    parts = []
    for author in ("one", "two", "three"):
        rows = rng.normal(size=(len(page.words), len(FEATURES))).round(2)
        # What an author's pages have of their own (column 0) tells everything there and nothing elsewhere.
        kinds = (rows[:, 0] > 0).astype(int) if author == "one" else rng.integers(0, 2, len(rows))
        states = np.zeros((len(rows), EMBEDDING), np.float16)
        parts.append(Examples(page, author, rows, kinds, np.ones(len(rows), dtype=bool), told, states))
    heads, boosters = train(parts)
    first = len(FEATURES) + len(MEANING)
    assert [boosters[name][1].shape[1] for name in ("found", "found again", "kind")] == [first, len(NAMES), first]
    assert (heads.lines.width, heads.words.width) == (TOLD, len(GROUPS))
    chance = first + CONTEXT.index("chance")
    gains = boosters["found again"][0].feature_importance("gain")
    assert gains[0] > 0 and gains[chance] < gains[0], "a first look that knew the answers would be believed"
    _, side_by_side = train(parts, jobs=2)
    for name, (booster, rows) in boosters.items():
        assert side_by_side[name][0].model_to_string() == booster.model_to_string()
        assert np.array_equal(side_by_side[name][1], rows)


def test_what_heads_say_of_a_page_they_learned_elsewhere() -> None:
    """Embeddings that differ by author tell the author's own labels alone: no other fold's heads may know them."""
    rng = np.random.default_rng(4)
    page = Page.of(Reading(800, 2600, tuple(line(f"Brandvold{i} Ada", 40 * i) for i in range(60))))
    parts = []
    for author in ("one", "two"):
        kinds = np.repeat(rng.integers(0, 2, len(page.lines)), 2)
        told = rng.normal(size=(len(page.lines), EMBEDDING)).astype(np.float16)
        told[:, 0 if author == "one" else 1] += 9 * kinds[::2]
        rows = np.zeros((len(page.words), len(FEATURES)))
        states = np.repeat(told, 2, axis=0)
        parts.append(Examples(page, author, rows, kinds, np.ones(len(kinds), dtype=bool), told, states))
    rows = strange_rows(parts, folds_of(parts))
    for part, told in zip(parts, rows, strict=True):
        for at in (len(FEATURES), len(FEATURES) + TOLD):  # of a line, of a word: a person's
            own = told[:, at]
            assert own[part.kinds > 0].mean() == pytest.approx(own[part.kinds == 0].mean(), abs=0.3)


def test_a_net_is_the_same_bytes_whenever_it_is_trained() -> None:
    rng = np.random.default_rng(6)
    rows = rng.normal(size=(900, 5)).astype(np.float16)
    rows[:, 4] = 3  # a number that never changes
    wanted, asked = (rows[:, 0] > 0).astype(np.int64), np.zeros(900, np.int64)
    one, two = (fitted(rows, wanted, asked, 1, 2) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(one.arrays("x").values(), two.arrays("x").values(), strict=True))
    assert ((one.told(rows)[:, 0] > 0.5) == wanted).mean() > 0.95


def test_words_beside_an_identifier_are_counted_and_hit_from_half_of_their_box_on() -> None:
    reading = Reading(800, 600, (line("Brandvolds is here", 100), line("Total", 200)))
    covered = np.zeros((600, 800), dtype=bool)
    labels = [(100, 100, 200, 120)]
    assert beside(reading, labels, covered) == [False, False]  # "is" and "here"; "Total" stands on another line
    covered[100:120, 100 : 240 + round(40 * BESIDE_SHARE)] = True
    assert beside(reading, labels, covered) == [True, False]
    covered[100, 240 + round(40 * BESIDE_SHARE)] = True
    assert beside(reading, labels, covered) == [True, True]
