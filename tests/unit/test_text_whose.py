"""The second opinion: which names of the model fall, which do not, and what its file must be."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from benchmarks.training.whose import trained, write
from redaction.errors import EngineUnavailable
from redaction.findings import Kind, Source, TextFinding
from redaction.policy import TextPolicy
from redaction.screens.rescorer import meaning
from redaction.text import TextEngine, TextInput
from redaction.text.model import EMBEDDING, LINE_MOST, States
from redaction.text.perceptron import Perceptron
from redaction.text.whose import CARD, CLASSES, DATA, ENGLISH_LEAST, NAME, NET, NOBODYS, WORDS_MOST, SecondOpinion

WORD = "Vexlorik"


@pytest.fixture(scope="module")
def shipped() -> SecondOpinion:
    return SecondOpinion()


def test_the_classes_are_those_of_the_re_scorers_net_of_words() -> None:
    assert CLASSES == meaning.CLASSES


def states(text: str) -> States:
    """One piece, all 0, over the whole text."""
    return States([(0, len(text))], np.zeros((1, EMBEDDING), np.float16))


def saying(share: float, monkeypatch: pytest.MonkeyPatch) -> SecondOpinion:
    """An opinion by which every word is somebody's with this chance."""
    offsets = np.full(CLASSES, -30.0)
    offsets[:2] = np.log([1 - share, max(share, 1e-9)])
    net = Perceptron(
        np.zeros((EMBEDDING, 1), np.float32),
        np.zeros(1, np.float32),
        np.zeros((1, CLASSES), np.float32),
        offsets.astype(np.float32),
        CLASSES,
    )
    monkeypatch.setattr(Perceptron, "loaded", lambda *_: net)
    return SecondOpinion()


def asked(opinion: SecondOpinion, text: str, word: str = WORD) -> bool:
    start = text.index(word)
    finding = TextFinding(start, start + len(word), Kind.PERSON, 0.9, "names-model", Source.MODEL)
    return opinion.nobodys(text, finding, states)


@pytest.mark.parametrize(("share", "nobodys"), [(NOBODYS - 0.001, True), (NOBODYS, False)])
def test_a_word_that_is_hardly_anybodys_is_nobodys(
    share: float, nobodys: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked(saying(share, monkeypatch), WORD) is nobodys


@pytest.mark.parametrize(
    ("text", "nobodys"),
    [
        (f"{WORD} " + "zqa " * (WORDS_MOST - 1), True),
        (f"{WORD} " + "zqa " * WORDS_MOST, False),
        (f"{WORD} {'z' * (LINE_MOST - len(WORD) - 1)}", True),
        (f"{WORD} {'z' * (LINE_MOST - len(WORD))}", False),
        (f"{WORD} " + "house " * (ENGLISH_LEAST - 1), True),
        (f"{WORD} " + "house " * ENGLISH_LEAST, False),
        (f"{WORD} " + "house " * ENGLISH_LEAST + "zqa " * ENGLISH_LEAST, True),
        (f"Maria {WORD}", True),
    ],
)
def test_short_texts_that_are_no_english_sentence_are_asked(
    text: str, nobodys: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked(saying(0, monkeypatch), text) is nobodys


def test_what_lists_hold_as_a_name_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    opinion = saying(0, monkeypatch)
    assert asked(opinion, "zqa Vexlorik Brandvold", "Vexlorik Brandvold")
    assert not asked(opinion, "zqa Maria Brandvold", "Maria Brandvold")


@pytest.mark.parametrize("text", ["Chamado reaberto", "Klik op Groningen en wacht tot het venster sluit."])
def test_labels_of_other_languages_fall_in_texts_and_not_on_lines_of_a_screen(text: str) -> None:
    with_it, without = TextEngine(TextPolicy()), TextEngine(TextPolicy(), frozenset({NAME, "city-of-sentence"}))
    assert not with_it.find(text)
    assert without.find(text)
    lines = [engine.find_many([TextInput(text, None, "line")]) for engine in (with_it, without)]
    assert lines[0] == lines[1] or text.startswith("Klik")


@pytest.mark.parametrize("text", ["Ngozi Okonkwo", "Wójcik Małgorzata", "Anneliese Brandvold klikte op Opslaan"])
def test_people_stay(text: str) -> None:
    assert TextEngine(TextPolicy()).find(text)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"sha256": "0"}, "not the one that was shipped"),
        ({"model": "0"}, "beside another names model"),
        ({"sha256": None}, "not the one that was shipped"),
    ],
)
def test_another_file_or_model_is_refused(broken: dict[str, str | None], said: str, tmp_path: Path) -> None:
    shutil.copy(DATA / NET, tmp_path / NET)
    card = json.loads((DATA / CARD).read_text(encoding="utf-8"))
    (tmp_path / CARD).write_text(json.dumps({**card, **broken}), encoding="utf-8")
    with pytest.raises(EngineUnavailable, match=said):
        SecondOpinion(tmp_path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailable, match="cannot be loaded"):
        SecondOpinion(tmp_path)


def test_what_is_trained_is_what_is_loaded(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    classes = rng.integers(0, 2, 400)
    states = rng.normal(size=(400, EMBEDDING)).astype(np.float16)
    states[:, 0] += 6 * classes
    net = trained((states[:200], classes[:200]), (states[200:], classes[200:]))
    write(net, tmp_path, {"texts": 60})
    assert json.loads((tmp_path / CARD).read_text(encoding="utf-8"))["texts"] == 60
    SecondOpinion(tmp_path)
    somebody = net.told(states).sum(axis=1)
    assert somebody[classes == 1].min() > 0.5 > somebody[classes == 0].max()
