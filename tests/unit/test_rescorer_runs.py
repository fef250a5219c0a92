"""Words with a capital that stand together: how they are cut, what stands around them, and how often they recur."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import tests.lines
from redaction.page.page import Page
from redaction.page.reading import Line, Reading
from redaction.screens.rescorer.runs import NAMES, runs

line = partial(tests.lines.line, height=20, step=10)


def page(*lines: Line) -> Page:
    return Page.of(Reading(1600, 1200, lines))


def of(shown: Page, text: str, name: str) -> float:
    """One number of the first word of this text."""
    nothing = np.zeros(len(shown.words))
    at = next(i for i, word in enumerate(shown.words) if word.text == text)
    return float(runs(shown, nothing, nothing)[at, NAMES.index(f"run {name}")])


@pytest.mark.parametrize(
    ("text", "word", "words", "place"),
    [
        ("waiting for Zevlo Cold Stores about", "Stores", 3, 2),
        ("the Bank of Zevlo said", "Zevlo", 3, 2),
        ("Holz und Zevlo", "Holz", 3, 0),
        ("Zevlo & Daughters", "Daughters", 2, 1),
        ("Zevlo, Ada", "Ada", 1, 0),
        ("Ada wrote to Zevlo", "Zevlo", 1, 0),
        ("Ada and the Zevlo", "Ada", 1, 0),  # two small words part
        ("zevlo cold", "cold", 0, 0),
    ],
)
def test_a_run_is_of_words_with_capitals(text: str, word: str, words: int, place: int) -> None:
    shown = page(line(text, 100, 100))
    assert (of(shown, word, "words"), of(shown, word, "place")) == (words, place)


@pytest.mark.parametrize(
    ("text", "before", "behind"),
    [
        ("for Zevlo about", 1, 1),
        ("Zevlo", 0, 0),
        ("12 Zevlo 4", 2, 2),
        ("done. Zevlo", 4, 0),
        ("Lead: Zevlo, Ada", 5, 6),
        ("(Zevlo)", 7, 8),
        ("/ Zevlo •", 9, 9),
    ],
)
def test_what_stands_around_a_run(text: str, before: int, behind: int) -> None:
    shown = page(line(text, 100, 100))
    assert (of(shown, "Zevlo", "before"), of(shown, "Zevlo", "behind")) == (before, behind)


def test_a_sentence_is_told_from_a_heading() -> None:
    sentence, heading = page(line("we are waiting for Zevlo Stores", 100, 100)), page(line("Zevlo Stores", 100, 100))
    assert of(sentence, "Zevlo", "in a sentence") == 1 and of(heading, "Zevlo", "in a sentence") == 0
    assert of(sentence, "Zevlo", "small around") == 1 and of(sentence, "Zevlo", "words around") == 4
    assert of(heading, "Zevlo", "words around") == 0


def test_a_run_goes_on_over_lines_that_read_as_one_text() -> None:
    shown = page(line("The pallets are for Zevlo", 100, 100), line("Cold Stores in the yard", 100, 124))
    assert shown.wrapped == [[0, 1]]
    assert of(shown, "Stores", "words") == 3 and of(shown, "Stores", "lines") == 2


def test_a_run_that_recurs_is_counted() -> None:
    shown = page(*(line("Zevlo Stores", 100, 100 * at) for at in range(1, 4)), line("Zevlo", 600, 100))
    assert of(shown, "Stores", "elsewhere") == 2
    single = page(line("Zevlo", 100, 100), line("Zevlo", 600, 400))
    assert of(single, "Zevlo", "elsewhere") == 0, "of one word it is told by the word"


def test_a_run_is_told_what_the_names_model_says_of_any_word_of_it() -> None:
    shown = page(line("Zevlo Stores", 100, 100))
    told = runs(shown, np.array([0.1, 0.7]), np.array([0.2, 0.0]))
    assert told[:, NAMES.index("run company")].tolist() == [0.7, 0.7]
    assert told[:, NAMES.index("run person")].tolist() == [0.2, 0.2]


@pytest.mark.parametrize(
    ("text", "word", "name", "told"),
    [
        ("Zevlo Drilling", "Zevlo", "ends in a trade", 1),
        ("ZEVLO DRILLING", "ZEVLO", "ends in a trade", 1),
        ("Zevlo Drilling", "Zevlo", "in capitals", 0),
        ("ZEVLO DRILLING", "ZEVLO", "in capitals", 1),
        ("Agence Zevlo", "Zevlo", "begins with a trade", 1),
        ("Zevlo Stores Ltd", "Zevlo", "legal form", 1),
        ("Ltd Zevlo", "Zevlo", "legal form", 0),
    ],
)
def test_what_a_run_is_made_of(text: str, word: str, name: str, told: int) -> None:
    assert of(page(line(text, 100, 100)), word, name) == told


def test_an_empty_page_has_no_runs() -> None:
    nothing = np.zeros(0)
    assert runs(page(), nothing, nothing).shape == (0, len(NAMES))
