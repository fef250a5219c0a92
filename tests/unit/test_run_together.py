"""A firm's domain tells its name where that is written apart, however ordinary its words."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source
from redaction.text.known.registry import Registry
from redaction.text.known.run_together import LETTERS, WORDS, RunTogether

FIRMS = Registry([("company", name, False) for name in ("paperkite", "bluehour-studio", "mdlassurance", "zentrixo")])


def found(text: str, registry: Registry = FIRMS) -> list[str]:
    return [text[f.start : f.end] for f in registry.find(text, "line")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Paper Kite", "Paper Kite"),
        ("Controller · Paper Kite", "Paper Kite"),
        ("BLUE HOUR STUDIO", "BLUE HOUR STUDIO"),
        ("MDL Assurance Onboarding", "MDL Assurance"),
        ("Paper-Kite", "Paper-Kite"),
    ],
)
def test_written_apart(text: str, name: str) -> None:
    (one,) = FIRMS.find(text, "line")
    assert text[one.start : one.end] == name and (one.kind, one.source) == (Kind.COMPANY, Source.REGISTRY)


@pytest.mark.parametrize("text", ["a paper kite", "Paper | Kite", "Paper Kites", "Kite Paper", "Paper"])
def test_other_words(text: str) -> None:
    assert found(text) == []


def test_words_of_labels_alone_are_none() -> None:
    assert found("Customer Number", Registry([("company", "customernumber", False)])) == []


@pytest.mark.parametrize(("name", "known"), [("ab" * (LETTERS // 2), True), ("ab" * (LETTERS // 2 - 1) + "a", False)])
def test_letters(name: str, known: bool) -> None:
    one = RunTogether()
    one.add(name, 0.8)
    assert bool(one.names) is known


@pytest.mark.parametrize("value", ["Paperkite", "paper kite", "paper4kite"])
def test_no_domain(value: str) -> None:
    one = RunTogether()
    one.add(value, 0.8)
    assert not one.names


@pytest.mark.parametrize("parts", [WORDS, WORDS + 1])
def test_so_many_words(parts: int) -> None:
    words = ["Quil", "Mor", "Ved", "Ask", "Tol"][:parts]
    registry = Registry([("company", "".join(words).lower(), False)])
    assert bool(found(" ".join(words), registry)) is (parts == WORDS)
