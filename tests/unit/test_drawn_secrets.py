"""Secrets that nothing announces, and names of secrets that were misread."""

from __future__ import annotations

import pytest

from redaction.findings import Kind
from redaction.policy import TextPolicy
from redaction.text import TextEngine, TextInput


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return TextEngine(TextPolicy(engine="patterns"))


def secrets(engine: TextEngine, text: str) -> list[str]:
    found = engine.find_many([TextInput(text, None, "line")])[0]
    return [text[f.start : f.end] for f in found if f.kind is Kind.SECRET]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Q8xL2vTz", True),
        ("Q8xL2vT", False),  # a sign too short
        ("Q8xL-2vTz", True),
        ("abcDvqx1hij", True),  # four of ten change
        ("abcDvqx1hijk", False),  # four of eleven
        ("q8xl2vtz", False),  # small letters alone
        ("QdxLcvTz", False),  # no digit
        ("Q8XL2VTZ", False),
        ("Q8Table2v", False),  # a word in it
        ("/Q8xL2vTz", False),
        ("https://vexlor.com/Q8xL2vTz", False),
        ("Q8xL2vTz.png", False),
    ],
)
def test_a_token_that_was_drawn_at_random_is_a_secret(engine: TextEngine, text: str, found: bool) -> None:
    assert secrets(engine, text) == [text][: int(found)]


def test_the_o_of_a_name_may_have_been_read_as_a_nought(engine: TextEngine) -> None:
    assert secrets(engine, "SMTP_PASSW0RD=vexlqrtz") == ["vexlqrtz"]
    assert secrets(engine, "PASSW8RD=vexlqrtz") == []


def test_keys_of_frameworks_begin_with_their_form(engine: TextEngine) -> None:
    key = "base64:Xhh66VrN6y44cBkGad7gtr="
    assert secrets(engine, f"APP_KLUCZ={key}") == [key]
    assert secrets(engine, "base64:Xhh66VrN6y44cBkGad") == []
