"""Measuring what rules earn: every row of the tables can be named, and the verdict and the table follow the figures."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.ablation import Figures, Switch, switches, table, verdict
from benchmarks.screens import Score


def test_every_row_has_a_name_of_its_own_over_all_tables() -> None:
    found = switches()
    assert len(set(found)) == len(found) > 40
    assert {switch.table for switch in found} == {"label", "passage", "veto", "rule", "pattern", "text veto"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((-1, 0, 0, 0), "earns"),
        ((0, -1, 0, 0), "earns"),
        ((-3, 0, -9, -9), "earns"),
        ((0, 0, 0, 0), "nothing"),
        ((0, 0, -2, 1), "costs only"),
        ((1, 0, 0, 0), "costs only"),
        ((0, 1, 0, 0), "costs only"),
        ((0, 0, 2, 0), "keeps lines"),
        ((0, 0, 2, -2), "nothing"),
    ],
)
def test_the_verdict_follows_what_changes_without_a_row(change: tuple[int, int, int, int], said: str) -> None:
    assert verdict(change) == said


def score(hidden: int, clean: int, other: int, beside: int) -> Figures:
    return Figures(
        {"rules": Score(Counter(email=hidden, face=5), clean=["x"] * clean, other_hit=other, beside_hit=beside)}, 2.0
    )


def test_the_table_tells_what_is_lost_without_a_row_most_first() -> None:
    rows = [(Switch("rule", "b"), score(10, 3, 5, 2)), (Switch("rule", "a"), score(7, 2, 4, 2))]
    assert table(score(10, 3, 4, 2), rows).splitlines()[2:] == [
        "| `rule: a` | -3 | -1 | 0 | 0 | +0.0 | earns |",
        "| `rule: b` | 0 | 0 | +1 | 0 | +0.0 | keeps lines |",
    ]
