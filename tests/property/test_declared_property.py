"""Any declared value in any form it takes, anywhere in a text, is hidden wholly, and offsets are code points."""

from __future__ import annotations

import re
from functools import lru_cache

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from redaction.kinds.table import DECLARED_KINDS
from redaction.policy import TextPolicy
from redaction.records import DeclaredEntity
from redaction.text import Registry, TextEngine

#: Ordinary words all of them: nothing but that they were declared tells what they are.
WORDS = st.sampled_from(
    ["blue", "sky", "river", "stone", "house", "winter", "order", "market", "garden", "silver", "bridge", "field"]
)
VALUE = st.lists(WORDS, min_size=2, max_size=3, unique=True).map(" ".join)
KINDS = st.sampled_from(sorted(set(DECLARED_KINDS) - {"date_of_birth", "phone", "email"}))
BEFORE = st.sampled_from(
    ["", "\n", "tea\n", "🙂 cup\n", "e\u0301te\u0301\t", "日本\n", "\U00020000 | ", "x: ", '"', "/tmp/"]
)
AFTER = st.sampled_from(["", "\n", "\ncup 🙂", "\te\u0301", " | \U00020000", "\n日本"])
CLOSING = {'"': '"', "/tmp/": "/old"}


def camel(value: str) -> str:
    first, *rest = value.split()
    return first + "".join(word.capitalize() for word in rest)


def wrapped(mark: str):  # type: ignore[no-untyped-def]
    return lambda value, at: (
        value[: 1 + at % (len(value) - 1)].rstrip() + mark + value[1 + at % (len(value) - 1) :].lstrip()
    )


def cut(mark: str):  # type: ignore[no-untyped-def]
    def made(value: str, at: int) -> str:
        least = len(value) // 2 + 2
        return value[: least + at % (len(value) - least)].rstrip() + mark

    return made


FORMS = {
    "as declared": lambda value, at: value,
    "capitals": lambda value, at: value.upper(),
    "titles": lambda value, at: value.title(),
    "-": lambda value, at: value.replace(" ", "-"),
    "_": lambda value, at: value.replace(" ", "_"),
    ".": lambda value, at: value.replace(" ", "."),
    "+": lambda value, at: value.replace(" ", "+"),
    "%20": lambda value, at: value.replace(" ", "%20"),
    "camel": lambda value, at: camel(value),
    "run together": lambda value, at: value.replace(" ", ""),
    "wide": lambda value, at: "".join(chr(ord(c) + 0xFEE0) if c != " " else c for c in value),
    "zero width": lambda value, at: "\u200b".join(value),
    "accents": lambda value, at: value.replace("e", "e\u0301").replace("o", "o\u0308"),
    "wrapped": wrapped("\n"),
    "wrapped, quoted": wrapped("\r\n> "),
    "cut": cut("…"),
    "cut, three points": cut("..."),
}


@lru_cache(maxsize=1)
def engine() -> TextEngine:
    return TextEngine(TextPolicy(engine="patterns"))


@settings(max_examples=150, deadline=None)
@given(VALUE, KINDS, st.sampled_from(sorted(FORMS)), st.integers(0, 40), BEFORE, AFTER)
def test_a_declared_value_in_any_form_is_hidden_wholly(
    value: str, kind: str, form: str, at: int, before: str, after: str
) -> None:
    known = Registry.declared([DeclaredEntity(kind, value.title())], [])
    if form.startswith("wrapped"):  # in the middle of a path nobody knows where a line was broken
        assume(before != "/tmp/")
    planted = FORMS[form](value, at)
    text = before + planted + CLOSING.get(before, "") + after
    found = {i for f in engine().find(text, registry=known) for i in range(f.start, f.end)}
    start = len(before)
    letters = {i for i in range(start, start + len(planted)) if text[i].isalnum()}
    if form == "%20":
        letters -= {m.start() + start + k for m in re.finditer("%20", planted) for k in range(3)}
    assert letters <= found, (text, sorted(letters - found))
    assert not {i for i in found if text[i].isalnum()} - letters - set(range(start, start + len(planted)))


@settings(max_examples=60, deadline=None)
@given(VALUE, KINDS, st.sampled_from(["the {} lies there", "one {}, two, three", "they will {} it again"]))
def test_the_words_of_a_declared_value_in_a_sentence_stay(value: str, kind: str, sentence: str) -> None:
    known = Registry.declared([DeclaredEntity(kind, value.title())], [])
    for words in (value, " and ".join(value.split()), value.split()[0], " ".join(reversed(value.split()))):
        assert engine().find(sentence.format(words), registry=known) == []
