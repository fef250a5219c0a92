"""What a ledger has issued, and which of it can be told from a captured value by its letters alone.

An invented name of four letters and more is no name that anybody was captured with; a name that many people bear, two
initials, a day of birth, a house number or a documentation address may be both. What is mistakable is known as ours
only by its place in a text that we wrote (`Ledger.written`), never by its letters.
"""

from __future__ import annotations

from collections.abc import Iterable

from redaction.ledger.part_kinds import PartKind, kind_of
from redaction.lexicon.fold import fold_token

WORD_LETTERS = 4
"""Letters that an issued word must have to be known by itself; shorter ones are initials and acronyms."""
NUMBER_CHARACTERS = 12
"""Letters and digits that an issued id must have to be known by itself: a trillion ids, of which a few were issued."""
PHONE_DIGITS = 10
"""Digits with which a telephone number is written whole."""


_WORDS = (PartKind.WORD, PartKind.COMPOSITION, PartKind.RETIRED)
_BORNE = "="
"""Stands before a name that people bear, in the ledger: part of its format. What is after it is written as shown."""


def as_borne(name: str) -> str:
    """A name that people bear, as the ledger keeps it."""
    return _BORNE + name


def is_borne(made: str) -> bool:
    """Whether people bear a surrogate that the ledger keeps, or it is made of such."""
    return made.startswith(_BORNE)


def letters_of(made: str) -> str:
    """A surrogate as it is met in a text, folded: "=Keller-Brandt" is "kellerbrandt"."""
    return "".join(written_words(made)) if is_borne(made) else made


def as_written(made: str, written: str) -> str:
    """A surrogate for a word as it was written: with accents only beside accents, in small letters only for such."""
    if not is_borne(made):
        return made
    name = made.removeprefix(_BORNE)
    if written.isascii() and not name.isascii():
        name = "-".join(word[:1].upper() + word[1:] for word in written_words(made))
    return name if written[:1].isupper() else name.lower()


def written_words(made: str) -> list[str]:
    """The folded words of a name that people bear."""
    return [fold_token(word) for word in made.removeprefix(_BORNE).split("-")]


class Issued:
    """Surrogates by the kind of their part; compositions count as words."""

    def __init__(self) -> None:
        self._forms: set[str] = set()
        self._borne: set[str] = set()

    def add(self, names: Iterable[tuple[str, str]]) -> None:
        """Take in (part, surrogate). Compositions are met as words; initials are never known by their letters."""
        for name, made in names:
            kind = kind_of(name)
            if kind is not PartKind.TEXT:
                words = {letters_of(made), *(written_words(made) if is_borne(made) else ())}
                self._borne |= words if is_borne(made) else set()
                self._forms |= {(PartKind.WORD if kind in _WORDS else kind).of(word) for word in words}

    def taken(self, kind: PartKind, made: str) -> bool:
        """Whether a surrogate was given out for a part of a kind."""
        return kind.of(made) in self._forms

    def word(self, folded: str) -> bool:
        """Whether a folded word is a surrogate and can be nothing else."""
        return len(folded) >= WORD_LETTERS and self.taken(PartKind.WORD, folded) and folded not in self._borne

    def phone(self, identity: str, digits: str) -> bool:
        """Whether a number written whole is one that was given out."""
        return len(digits) >= PHONE_DIGITS and self.taken(PartKind.PHONE, identity)

    def number(self, plain: str) -> bool:
        """Whether letters and digits (folded, nothing between) are a long id that was given out."""
        return len(plain) >= NUMBER_CHARACTERS and self.taken(PartKind.ID, plain)
