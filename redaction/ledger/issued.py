"""What a ledger has issued, and which of it can be told from a captured value by its letters alone.

An invented name of four letters and more is no name that anybody was captured with; two initials, a day of birth, a
house number or a documentation address may be both. What is mistakable is known as ours only by its place in a text
that we wrote (`Ledger.written`), never by its letters.
"""

from __future__ import annotations

from collections.abc import Iterable

from redaction.ledger.part_kinds import PartKind, kind_of

WORD_LETTERS = 4
"""Letters that an issued word must have to be known by itself; shorter ones are initials and acronyms."""
NUMBER_CHARACTERS = 12
"""Letters and digits that an issued id must have to be known by itself: a trillion ids, of which a few were issued."""
PHONE_DIGITS = 10
"""Digits with which a telephone number is written whole."""


class Issued:
    """Surrogates by the kind of their part; compositions count as words."""

    def __init__(self) -> None:
        self._forms: set[str] = set()

    def add(self, names: Iterable[tuple[str, str]]) -> None:
        """Take in (part, surrogate). Compositions are met as words; initials are never known by their letters."""
        for name, made in names:
            kind = kind_of(name)
            if kind is not PartKind.TEXT:
                self._forms.add((PartKind.WORD if kind is PartKind.COMPOSITION else kind).of(made))

    def taken(self, kind: PartKind, made: str) -> bool:
        """Whether a surrogate was given out for a part of a kind."""
        return kind.of(made) in self._forms

    def word(self, folded: str) -> bool:
        """Whether a folded word is a surrogate and can be nothing else."""
        return len(folded) >= WORD_LETTERS and self.taken(PartKind.WORD, folded)

    def phone(self, identity: str, digits: str) -> bool:
        """Whether a number written whole is one that was given out."""
        return len(digits) >= PHONE_DIGITS and self.taken(PartKind.PHONE, identity)

    def number(self, plain: str) -> bool:
        """Whether letters and digits (folded, nothing between) are a long id that was given out."""
        return len(plain) >= NUMBER_CHARACTERS and self.taken(PartKind.ID, plain)
