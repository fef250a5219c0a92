"""What is written as a log-in and is no word of any language: less evidence is enough for it."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.screens.rescorer.log_ins import log_ins
from tests.lines import line
from tests.pages import page


def found(text: str, chance: float) -> list[str]:
    """The words of a line that are found where each has this probability."""
    shown = page([line(text)])
    out = log_ins(shown, np.full(len(shown.words), chance))
    return [word.text for word, one in zip(shown.words, out, strict=True) if one]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Approved by vexlaut", ["vexlaut"]),
        ("Fecha 09/08 · Usuario vexlag", ["vexlag"]),
        ("user: vexlag", ["vexlag"]),
        ("signed on behalf of vexlag, 7 %", ["vexlag"]),
        ("Skickad till vexlaut", ["vexlaut"]),
        ("Inloggad som vexlaut", ["vexlaut"]),
        ("Angemeldet als vexlaut", ["vexlaut"]),
        ("Nummer als vexlaut", []),
        ("Approved by manager", []),  # a word
        ("Approved by Vexlaut", []),  # written as names are
        ("Approved by vexl", ["vexl"]),
        ("Approved by vex", []),
        ("Approved by vexlautvexlaut", ["vexlautvexlaut"]),
        ("Approved by vexlautvexlautv", []),
        ("order by vexl.created_at", []),
        ("Approved by nginx", []),
        ("by and vexlaut", []),
        ("vexlaut", []),
    ],
)
def test_it_stands_right_behind_what_announces_one(text: str, expected: list[str]) -> None:
    assert found(text, 0.04) == expected


@pytest.mark.parametrize(
    ("text", "chance", "expected"),
    [
        ("by vexlaut", 0.015, ["vexlaut"]),
        ("by vexlaut", np.nextafter(0.015, 0), []),
        ("8 vexlaut12", 0.05, ["vexlaut12"]),
        ("8 vexlaut12", np.nextafter(0.05, 0), []),
        ("8 vexlaut1234", 0.05, ["vexlaut1234"]),
        ("8 vexlaut12345", 0.05, []),
        ("8 invoice12", 0.05, []),
        ("8 vexlaut", 0.9, []),
    ],
)
def test_from_which_probability_on(text: str, chance: float, expected: list[str]) -> None:
    assert found(text, chance) == expected
