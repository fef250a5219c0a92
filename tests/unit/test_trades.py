"""Firms of ordinary words that say what they do."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.screens.rescorer.trades import firms
from tests.lines import line
from tests.pages import page


def found(*texts: str, chance: float = 0.012, least: float = 0.005, likely: str = "") -> list[str]:
    """The words that are found where one of them has a probability and all others the least of a first word."""
    shown = page([line(text, 10, 10 + 20 * i) for i, text in enumerate(texts)])
    chances = np.array([chance if word.text == (likely or "Vale") else least for word in shown.words])
    return [word.text for word, one in zip(shown.words, firms(shown, chances), strict=True) if one]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Works nights at Iron Vale Drilling and sleeps", "Iron Vale Drilling"),
        ("Vale Sheet Metal", "Vale Sheet Metal"),
        ("Vale & Hill Joinery – Statement", "Vale Hill Joinery"),
        ("Imprimerie Vale", "Imprimerie Vale"),
        ("Clínica da Vale", "Clínica da Vale"),
        ("spoke to Brandt and Vale Joinery", "Brandt and Vale Joinery"),
        ("spoke of Vale Joinery", "Vale Joinery"),
        ("Vale drilling", ""),  # not written as a name
        ("Vale Drilling Rig", ""),  # goes on
        ("Vale Drilling-Rig", ""),
        ("Drilling Vale", ""),
        ("Vale Department", ""),
        ("Vale Imprimerie", ""),
        ("vale@Iron Drilling", ""),
    ],
)
def test_which_words_are_one(text: str, expected: str) -> None:
    assert " ".join(found(text)) == expected


def test_from_which_probability_on() -> None:
    assert found("Iron Vale Drilling") == ["Iron", "Vale", "Drilling"]
    assert not found("Iron Vale Drilling", chance=np.nextafter(0.012, 0))


def test_a_title_may_begin_with_another_word_and_a_sentence_leads_to_the_first() -> None:
    below = float(np.nextafter(0.005, 0))
    assert found("Reference Vale Drilling", least=below) == ["Vale", "Drilling"]
    assert found("sent to Reference Vale Drilling", least=below) == ["Reference", "Vale", "Drilling"]
    assert not found("Reference Drilling", likely="Drilling", least=below)


def test_a_firm_that_wraps_is_one_where_a_sentence_leads_to_it() -> None:
    assert found("A second reminder sent to Iron", "Vale Drilling", least=0.0) == ["Iron", "Vale", "Drilling"]
    assert found("Second Iron", "Vale Drilling", least=0.0) == ["Vale", "Drilling"]
    assert not found("Iron", "Drilling and more", likely="Drilling")
