"""What a line is about: its embedding, the heads that read it, and which line tells of which."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import pytest

import tests.lines
from benchmarks.training.meaning import groups_of_lines, heads_of, stacked
from redaction.findings import Kind
from redaction.lexicon.labels import label_spec
from redaction.page.columns import PITCH, headers
from redaction.page.measures import EDGE
from redaction.page.page import Page
from redaction.page.reading import Line, Reading
from redaction.policy import TextPolicy
from redaction.screens.rescorer.evidence import KINDS, StatesOf
from redaction.screens.rescorer.meaning import (
    CLASSES,
    GROUPS,
    HEADS,
    NAMES,
    TOLD,
    Heads,
    Meaning,
    group_of,
    neighbours,
    spread_to_words,
    states_on,
)
from redaction.screens.rescorer.rescore import DATA
from redaction.text.engine import TextEngine
from redaction.text.model import EMBEDDING, MAX_PIECES, NamesModel, States
from redaction.text.perceptron import Perceptron

HIGH = 20
line = partial(tests.lines.line, height=HIGH, step=10)


def page(*lines: Line) -> Page:
    return Page.of(Reading(1600, 1200, lines))


def net(heads: int, chances: dict[tuple[int, int], float]) -> Perceptron:
    """A net that says the same of every row: by head and group."""
    scores = np.full((heads, CLASSES), -50.0, np.float32)
    scores[:, 0] = 0
    for (head, group), chance in chances.items():
        scores[head, 1 + group] = np.log(chance / (1 - chance))
    hidden = 3
    inner, outer = np.zeros((EMBEDDING, hidden), np.float32), np.zeros((hidden, scores.size), np.float32)
    return Perceptron(inner, np.zeros(hidden, np.float32), outer, scores.ravel(), CLASSES)


def heads(word: float = 0.25, **chances: float) -> Heads:
    """Heads that say the same of every line, by "head group", and the same of every word."""
    told = {}
    for name, value in chances.items():
        head, group = name.rsplit("_", 1)
        told[HEADS.index(head.replace("_", " ")), GROUPS.index(group)] = value
    return Heads(net(len(HEADS), told), net(1, {(0, 0): word}))


def states(*texts: str) -> StatesOf:
    """States of these texts and of no other."""
    return lambda text: States([(0, len(text))], np.zeros((1, EMBEDDING), np.float16)) if text in texts else None


@pytest.fixture(scope="module")
def model() -> NamesModel:
    return NamesModel()


def test_an_embedding_is_of_the_text_alone_and_of_letters(model: NamesModel) -> None:
    one = model.embedding("Personnel no.")
    assert one.shape == (EMBEDDING,) and one.dtype == np.float16 and np.isfinite(one).all()
    model.embedding("Something else that is read between")
    assert np.array_equal(NamesModel().embedding("Personnel no."), one)
    assert not model.embedding("1,204.50").any()


def test_what_stands_behind_the_first_window_does_not_change_an_embedding(model: NamesModel) -> None:
    long = "word " * (2 * MAX_PIECES)
    assert np.array_equal(model.embedding(long + "end"), model.embedding(long + "Maria Keller"))


def test_only_the_shipped_model_has_embeddings() -> None:
    assert TextEngine(TextPolicy(engine="patterns")).embedding("Personnel no.") is None
    assert TextEngine(TextPolicy()).embedding("1,204.50") is None


def column(*tops: int, x: Sequence[int] | int = 100) -> tuple[Line, ...]:
    xs = [x] * len(tops) if isinstance(x, int) else x
    return tuple(line(f"C-{at:04}", left, top) for at, (left, top) in enumerate(zip(xs, tops, strict=True)))


def test_the_header_of_a_column_is_the_topmost_line_at_its_edge() -> None:
    assert headers(()).tolist() == []
    assert headers(column(100, 140, 180)).tolist() == [-1, 0, 0]
    assert headers(column(180, 100, 140)).tolist() == [1, -1, 1]  # whatever the order
    assert headers(column(100, 100, x=[100, 400])).tolist() == [-1, -1]


@pytest.mark.parametrize(("gap", "header"), [(PITCH * HIGH, 0), (PITCH * HIGH + 1, -1)])
def test_a_long_gap_ends_a_column(gap: float, header: int) -> None:
    assert headers(column(100, 100 + int(gap)))[1] == header


@pytest.mark.parametrize(("off", "header"), [(EDGE, 0), (EDGE + 1, -1)])
def test_a_column_stands_at_one_edge(off: int, header: int) -> None:
    assert headers(column(100, 140, x=[100, 100 + off]))[1] == header


def test_columns_also_stand_at_the_right_and_on_the_middle_and_the_one_with_most_cells_counts() -> None:
    right = (line("Amount", 140, 100), line("1", 190, 140))
    centred = (line("Amount", 100, 100), line("12", 120, 140))
    assert headers(right)[1] == headers(centred)[1] == 0
    both = (line("Abcdef", 100, 60), line("Amount", 140, 100), line("1234567890", 100, 140), line("0", 100, 180))
    assert headers(both)[2:].tolist() == [0, 0]  # one above it at either edge: the left one counts
    assert headers((*both, line("Ab", 180, 80)))[2] == 4  # now two at its right edge


def test_a_word_is_told_by_its_line_and_by_those_beside_it() -> None:
    shown = page(line("Holder", 100, 100), line("Zqvexl", 300, 100), line("C-1042", 100, 140))
    told = np.arange(3 * TOLD, dtype=float).reshape(3, TOLD)
    words = np.arange(3 * len(GROUPS), dtype=float).reshape(3, len(GROUPS))
    rows = spread_to_words(shown, told, words)
    assert (rows[:, TOLD : TOLD + len(GROUPS)] == words).all() and (rows[:, TOLD + len(GROUPS) :] == -1).all()
    rows = rows[:, :TOLD].reshape(3, len(HEADS), len(GROUPS))
    own, right, below, under = range(4)
    parts = told.reshape(3, len(HEADS), len(GROUPS))
    assert (rows[:, own] == parts[:, own]).all()
    assert (rows[1, right] == parts[0, right]).all() and (rows[0, right] == -1).all()
    assert (rows[2, below] == parts[0, below]).all() and (rows[:2, below] == -1).all()
    assert (rows[2, under] == parts[0, under]).all()
    assert spread_to_words(page(), np.zeros((0, TOLD)), np.zeros((0, len(GROUPS)))).shape == (0, len(NAMES))


def test_a_word_is_told_whose_the_words_beside_it_on_its_line_are() -> None:
    shown = page(line("Ada Brink Vexlor", 100, 100), line("Total", 100, 140))
    words = np.arange(1.0, 4 * len(GROUPS) + 1).reshape(4, len(GROUPS))
    own, before, behind = np.split(spread_to_words(shown, np.zeros((2, TOLD)), words)[:, TOLD:], 3, axis=1)
    assert (own == words).all()
    assert (before[1:3] == words[:2]).all() and (before[[0, 3]] == -1).all()
    assert (behind[:2] == words[1:3]).all() and (behind[2:] == -1).all()


@pytest.mark.parametrize(("gap", "near"), [(239, True), (240, False)])
def test_what_stands_far_right_of_a_line_is_not_told_by_it(gap: int, near: bool) -> None:
    left, _, _ = neighbours(page(line("Holder", 100, 100), line("Zqvexl", 160 + gap, 100)))
    assert (left[1] == 0) == near


@pytest.mark.parametrize(("gap", "near"), [(79, True), (80, False)])
def test_what_stands_far_below_a_line_is_not_told_by_it(gap: int, near: bool) -> None:
    _, above, _ = neighbours(page(line("Holder", 100, 100), line("Zqvexl", 100, 120 + gap)))
    assert (above[1] == 0) == near


def test_heads_say_a_share_to_a_thousandth() -> None:
    sure = heads(itself_person=0.9, under_it_company=0.1264)
    told = sure.lines.told(np.ones((1, EMBEDDING), np.float16)).reshape(len(HEADS), len(GROUPS))
    assert told[0, 0] == 0.9 and told[1, GROUPS.index("number")] == 0.0 and told[3, 1] == 0.126


def test_a_line_without_an_embedding_says_nothing() -> None:
    shown = page(line("Holder", 100, 100), line("1204", 300, 100))
    told = Meaning(heads(itself_person=0.5))
    rows = told.features(shown, {0: np.zeros(EMBEDDING, np.float16)}, states("Holder"))
    assert rows[0, 0] == 0.5 and (rows[1, : len(GROUPS)] == -1).all()
    assert rows[0, TOLD] == 0.25 and rows[1, TOLD] == -1
    again = told.features(shown, {0: np.zeros(EMBEDDING, np.float16)}, states("1204"))
    assert (again[0] == rows[0]).all() and again[1, TOLD] == 0.25, (
        "what was told of a text is remembered, nothing is not"
    )


def test_states_of_a_page_are_those_of_its_words() -> None:
    shown = page(line("Holder Ada", 100, 100), line("1204", 300, 100))
    told = States([(0, 6), (7, 10)], np.stack([np.full(EMBEDDING, at, np.float16) for at in (1, 2)]))
    rows = states_on(shown, lambda text: told if text == "Holder Ada" else None)
    assert rows[:, 0].tolist() == [1, 2, 0] and rows.shape == (3, EMBEDDING)
    assert states_on(page(), lambda text: told).shape == (0, EMBEDDING)


def test_heads_of_other_shapes_are_refused() -> None:
    arrays = dict(heads().arrays())
    assert np.array_equal(Heads.loaded(arrays).lines.outer_offsets, heads().lines.outer_offsets)
    with pytest.raises(ValueError, match="shapes"):
        Heads.loaded(arrays | {"lines.inner": np.zeros((EMBEDDING - 1, 3))})
    with pytest.raises(ValueError, match="shapes"):
        Heads.loaded(arrays | {"words.outer offsets": np.zeros(CLASSES + 1)})
    with pytest.raises(ValueError, match="shapes"):  # a net with another number of heads
        Heads.loaded(
            arrays | {name.replace("lines", "words"): array for name, array in heads().lines.arrays("lines").items()}
        )


def test_states_of_a_word_are_the_mean_of_its_pieces(model: NamesModel) -> None:
    text = "Call Brandvold at 0612"
    told = model.states(text)
    assert told.numbers.shape == (len(told.pieces), EMBEDDING) and told.numbers.dtype == np.float16
    start = text.index("Brandvold")
    end = start + len("Brandvold")
    pieces = [at for at, (first, last) in enumerate(told.pieces) if start <= first and last <= end]
    assert len(pieces) > 1
    assert np.allclose(told.of(start, end), told.numbers[pieces].astype(float).mean(axis=0), atol=1e-2)
    assert not told.of(4, 5).any(), "a space"


def test_states_do_not_depend_on_what_was_read_before(model: NamesModel) -> None:
    text = "Holder Ada Brink"
    fresh = NamesModel().states(text).numbers
    model.predict([text])
    assert np.array_equal(model.states(text).numbers, fresh)
    assert len(model.states("0612").pieces) > 0, "digits alone are asked for, too"
    assert model.states(" – ").numbers.shape == (0, EMBEDDING)


def test_states_of_a_long_text_come_from_all_of_its_windows(model: NamesModel) -> None:
    told = model.states("word " * (2 * MAX_PIECES))
    assert len(told.pieces) > 2 * MAX_PIECES - 2 and told.numbers.any(axis=1).all()


def test_every_kind_of_text_is_in_a_group() -> None:
    assert {GROUPS[group_of(kind)] for kind in KINDS} == set(GROUPS)
    assert GROUPS[group_of(Kind.EMAIL)] == "log-in" and GROUPS[group_of(Kind.PHONE)] == "number"
    assert GROUPS[group_of(Kind.PASSPORT)] == "number", "a kind that is younger than the training"


def test_a_line_is_of_the_group_of_most_of_its_words() -> None:
    shown = page(line("Ada Brink C-1042", 100, 100), line("Total due", 100, 140))
    person, number = 1 + KINDS.index(Kind.PERSON), 1 + KINDS.index(Kind.ID)
    groups, counts = groups_of_lines(
        shown, np.array([person, person, number, 0, 0]), np.array([True, True, False, False, False])
    )
    assert groups.tolist() == [1 + GROUPS.index("person"), 0] and counts.tolist() == [True, False]


def test_heads_learn_what_lines_and_their_neighbours_are() -> None:
    """Two kinds of label, each with its value on its right: from the label's embedding the value is told."""
    rng = np.random.default_rng(5)
    signs = rng.normal(size=(4, EMBEDDING))
    number, person = KINDS.index(Kind.ID), KINDS.index(Kind.PERSON)
    pages = []
    for _ in range(60):
        shown = page(
            line("Badge", 100, 100), line("Zqvexl", 200, 100), line("Owner", 100, 300), line("Dover", 200, 300)
        )
        told = (signs + 0.1 * rng.normal(size=signs.shape)).astype(np.float16)
        kinds = np.array([0, 1 + number, 0, 1 + person])
        pages.append((shown, kinds, np.ones(4, dtype=bool), told, told))
    learned = heads_of(pages)
    told = learned.lines.told(signs.astype(np.float16)).reshape(4, len(HEADS), len(GROUPS))
    number_group, person_group = GROUPS.index("number"), GROUPS.index("person")
    assert told[1, 0, number_group] > 0.8 > 0.2 > told[0, 0].max()
    assert told[0, 1, number_group] > 0.8 and told[2, 1, person_group] > 0.8 > 0.2 > told[2, 1, number_group]
    words = learned.words.told(signs.astype(np.float16))
    assert words[1, number_group] > 0.8 and words[3, person_group] > 0.8 > 0.2 > words[[0, 2]].max()


def test_lines_without_an_embedding_teach_nothing() -> None:
    rows = stacked([None, np.ones(EMBEDDING, np.float16)])
    assert rows.shape == (2, EMBEDDING) and not rows[0].any() and rows[1].all()
    assert stacked([]).shape == (0, EMBEDDING)


def test_the_shipped_heads_know_labels_of_numbers_that_no_list_has(model: NamesModel) -> None:
    with np.load(DATA / "rescorer.npz", allow_pickle=False) as arrays:
        shipped = Heads.loaded(arrays)

    def number(text: str) -> float:
        told = shipped.lines.told(model.embedding(text)[None]).reshape(len(HEADS), len(GROUPS))
        return float(told[HEADS.index("right of it"), GROUPS.index("number")])

    numbers = ("Folio no.", "Aktennummer", "Matricola", "Numéro d'adhérent")
    assert not any(map(label_spec, numbers))
    assert min(map(number, numbers)) > 2 * max(map(number, ("Amount", "Status", "Betrag", "Beschreibung", "Opis")))
