"""The rest of a firm's name on a line that is nothing but it."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.screens.rescorer.rests import rests
from tests.lines import line
from tests.pages import page


def rest_of(text: str, begun: int = 1, named: float = 0.04, chance: float = 0.008) -> list[str]:
    """The words that are the rest where so many words of a line were found with one probability, all others have
    another."""
    shown = page([line(text)])
    found = np.arange(len(shown.words)) < begun
    out = rests(shown, np.where(found, named, chance), found)
    return [word.text for word, one in zip(shown.words, out, strict=True) if one]


@pytest.mark.parametrize(
    ("text", "begun", "expected"),
    [
        ("Vexlor Early Learning", 1, ["Early", "Learning"]),
        ("Vexlor Early Learning", 2, ["Learning"]),
        ("Vexlor Early Learning.", 1, ["Early", "Learning."]),
        ("Refacciones La Frontera", 2, ["Frontera"]),
        ("Vexlor da Serra", 1, ["da", "Serra"]),
        ("Vexlor early learning", 1, []),  # a sentence
        ("Vexlor Early, Learning", 1, []),
        ("Vexlor Early 2", 1, []),
        ("Vexlor NYHA III", 1, []),
        ("DEN Early Learning", 1, []),  # so short a word names nobody
        ("Vexl Early", 1, ["Early"]),
        ("Vexlor", 1, []),
    ],
)
def test_what_is_left_of_a_line_in_capitals(text: str, begun: int, expected: list[str]) -> None:
    assert rest_of(text, begun) == expected


def test_from_which_probability_on() -> None:
    assert not rest_of("Vexlor Early Learning", chance=float(np.nextafter(0.008, 0)))
    assert not rest_of("Vexlor Early Learning", named=float(np.nextafter(0.04, 0)))


def test_nothing_before_it_and_nothing_on_the_next_line() -> None:
    shown = page([line("Early Vexlor", 10, 10), line("Early Learning", 10, 40)])
    found = np.array([word.text == "Vexlor" for word in shown.words])
    assert not rests(shown, np.full(4, 0.04), found).any()
