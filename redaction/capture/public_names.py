"""What batch.json declares as public: names and hosts of the recorded applications, which identify nobody.

They are left as they stand, so what may be somebody's is refused in the first second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import ConfigDict, Field

from redaction.capture.capture_schema import Line, Record
from redaction.lexicon.forms import tokens
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word

_HOST = r"^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$"
_WORD = 3
"""Letters from which a word that both have tells that one may be the other."""


class PublicIn(Record):
    """Strict: with a misspelt field everything of it would be hidden for nothing."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    names: list[Annotated[Line, Field(min_length=3, max_length=100)]] = Field(default_factory=list)
    hosts: list[Annotated[Line, Field(max_length=253, pattern=_HOST)]] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something cannot be public, and what helps."""

    sentence: str
    remedy: str


_PRIVATE = Problem(
    "has a word of a participant or of a declared entity.",
    "take it out of public, or out of entities: what is declared is hidden everywhere.",
)
_NAME = Problem("may be somebody's name.", "give the whole name of a product, or the whole host.")


def problems_of_public(public: PublicIn, hidden: Iterable[str]) -> Iterator[tuple[str, Problem]]:
    """(place, why) of everything that cannot be public beside these values that must be hidden."""
    private = {word for value in hidden for word in tokens(value) if len(word) >= _WORD and not is_word(word)}
    for what, values in (("names", public.names), ("hosts", public.hosts)):
        for number, value in enumerate(values):
            words = tokens(value)
            if private.intersection(words):
                yield f"{what}.{number}", _PRIVATE
            elif not words or all(map(name_lists().is_name, words)):
                yield f"{what}.{number}", _NAME
