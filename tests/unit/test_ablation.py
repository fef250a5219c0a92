"""Switching rules off by name: everything named exists, is off inside and back behind, and the verdict follows."""

from __future__ import annotations

import importlib
import re

import pytest

from benchmarks.ablation import Switch, off, switches, verdict
from redaction.page import passages
from redaction.screens.rules import hints

MADE_BY = Switch("redaction.screens.rules.hints", "_MADE_BY")


def test_every_switch_names_something_and_no_two_are_called_alike() -> None:
    found = switches()
    assert len({switch.name for switch in found}) == len(found) > 60
    for switch in found:
        value = getattr(importlib.import_module(switch.module), switch.attribute)
        assert callable(value) or isinstance(value, (re.Pattern, frozenset))


def test_a_pattern_is_off_inside_also_where_a_table_holds_it_and_what_was_remembered_is_forgotten() -> None:
    line = "approved by qbrandvold"
    before = hints.hints(line)
    assert [line[start:end] for start, end, _ in before] == ["qbrandvold"] * 2  # two patterns say so
    one = next(pattern for pattern in hints._FIRST if pattern.search("1:1 Will"))
    with off(Switch("redaction.screens.rules.hints", "_BY")), off(MADE_BY):
        assert hints.hints(line) == ()
    assert hints.hints(line) == before
    assert one in hints._FIRST


def test_a_function_finds_nothing_of_its_own_type_while_it_is_off() -> None:
    before = passages.field_labels, passages.hints, passages._after_disc
    for name, nothing in (("field_labels", {}), ("hints", []), ("_after_disc", 0)):
        with off(Switch("redaction.page.passages", name)):
            assert getattr(passages, name)("anything", 1) == nothing
    assert (passages.field_labels, passages.hints, passages._after_disc) == before


def test_it_is_on_again_after_a_failure() -> None:
    with pytest.raises(RuntimeError), off(MADE_BY):
        raise RuntimeError
    assert hints._MADE_BY.search("approved by qbrandvold")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((-1, 0, 0, 0), "earns"),
        ((0, -1, 0, 0), "earns"),
        ((-3, 0, -9, -9), "earns"),
        ((0, 0, 0, 0), "nothing"),
        ((0, 0, -2, 1), "costs only"),
        ((1, 0, 0, 0), "costs only"),
        ((0, 0, 2, 0), "keeps lines"),
        ((0, 1, 0, 0), "costs only"),
    ],
)
def test_the_verdict_follows_what_changes_without_a_rule(change: tuple[int, int, int, int], said: str) -> None:
    assert verdict(change) == said
