"""What is made for a part that has no surrogate yet: drawn until it is neither given out nor real."""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Iterator, Mapping

from redaction.kinds.spec import Identity, SurrogateNames
from redaction.ledger.common_names import common_name
from redaction.ledger.issued import Issued, as_borne, is_borne, letters_of, written_words
from redaction.ledger.part_kinds import PartKind, kind_of
from redaction.ledger.parts import Part, number_identity, spell
from redaction.ledger.phones import dials_somebody
from redaction.ledger.surrogates import (
    digits_like,
    invent_acronym,
    invent_name,
    machine_address,
    phone_digits,
    shaped_id,
    shifted_date,
    stream,
)
from redaction.lexicon.fold import fold_token
from redaction.lexicon.names import name_lists
from redaction.text.patterns.numbers import passes_check

#: Parts that are made of other parts' surrogates.
COMPOSED = (PartKind.COMPOSITION, PartKind.INITIAL, PartKind.INITIALS)
_LETTERS = "abcdefghijklmnoprstvwz"
_CHECKED_DRAWS = 400
"""Draws of an id whose check digits must not be right; of the weakest check half of all numbers pass."""
_DRAWS = 400
"""Draws of a surrogate that nobody has."""
NEAR_LETTERS = 4
"""Letters from which a name that many bear must differ from every real word in two letters: the leak check takes one
wrong letter for a misspelling."""


def too_near(word: str, real: Collection[str]) -> bool:
    """Whether a folded word is a real one, or could be taken for one with a letter wrong."""
    if word in real or word + "s" in real or word.removesuffix("s") in real:
        return True
    return len(word) >= NEAR_LETTERS and word.isascii() and any(other in real for other in _one_off(word))


def _one_off(word: str) -> Iterator[str]:
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if tail:
            yield head + tail[1:]
        for letter in string.ascii_lowercase:
            yield head + letter + tail
            if tail:
                yield head + letter + tail[1:]


class Maker:
    """Makes surrogates for parts; what was given out is in `issued`, `order` gives a part its keyed place."""

    def __init__(self, key: bytes, order: Callable[[str], str], issued: Issued) -> None:
        self._key, self._order, self._issued = key, order, issued

    def assign(
        self, parts: Mapping[str, Part], made: Mapping[str, str], taken: Collection[str], names: SurrogateNames
    ) -> dict[str, str]:
        """Surrogates for parts, in the order of their keyed names; compositions come after their words."""
        new: dict[str, str] = {}
        used: set[str] = set()
        for name in sorted((n for n in parts if kind_of(n) not in COMPOSED), key=self._order):
            new[name] = self._unique(parts[name], used, taken, names)
            used.add(kind_of(name).of(letters_of(new[name])))
        everything = {**made, **new}
        for name in sorted(n for n in parts if kind_of(n) in COMPOSED):
            new[name] = self._composed(parts[name], everything)
        return new

    def _unique(self, part: Part, used: set[str], taken: Collection[str], names: SurrogateNames) -> str:
        roomy = part.kind is not PartKind.DIGITS or len(part.text) > 3
        for attempt in range(_DRAWS):
            made = self._make(part, attempt, names)
            letters = letters_of(made)
            free = part.kind.of(letters) not in used and not self._issued.taken(part.kind, letters)
            real = made in taken or (is_borne(made) and any(too_near(word, taken) for word in written_words(made)))
            if (free and not real) or (not roomy and made != part.text) or part.kind is PartKind.DAY:
                return made
        return self._make(part, _DRAWS, "invented")

    def _make(self, part: Part, attempt: int, names: SurrogateNames) -> str:
        part_kind, text = part.kind, part.text
        if part_kind is PartKind.WORD:
            if part.acronym:
                return invent_acronym(self._key, text, attempt)
            if names == "common":
                return as_borne(common_name(self._key, text, part.evidence, attempt))
            return fold_token(invent_name(self._key, text, self._pool(part), attempt))
        if part_kind is PartKind.DIGITS:
            return digits_like(self._key, text, attempt)
        if part_kind is PartKind.PHONE:
            return number_identity(Identity.TELEPHONE, phone_digits(self._key, text, attempt))
        if part_kind is PartKind.MACHINE:
            return machine_address(self._key, text, attempt)
        if part_kind is PartKind.DAY:
            shifted = shifted_date(self._key, part.written, attempt) or shaped_id(self._key, part.written, attempt)
            return "".join(c for c in shifted if c.isalnum()).casefold()
        made = shaped_id(self._key, part.written, attempt)
        for again in range(1, _CHECKED_DRAWS):
            if not passes_check(made) and not dials_somebody(made):
                break
            made = shaped_id(self._key, part.written, attempt + again * _CHECKED_DRAWS)
        return "".join(c for c in made if c.isalnum()).casefold()

    def _pool(self, part: Part) -> str:
        """Which names an invented one is modelled on: first names of a gender, or last names."""
        lists = name_lists()
        first, last = part.text in lists.firsts, part.text in lists.lasts
        if (first and not last) or (first == last and part.first):
            gender = lists.firsts.get(part.text, "")
            return gender or ("f" if next(stream(self._key, "gender", part.text)) % 2 else "m")
        return "last"

    def _composed(self, part: Part, made: Mapping[str, str]) -> str:
        composed = spell(part.recipe, made, lambda letter: self._letter("letter", letter))
        attempt = 0
        while part.kind is PartKind.INITIALS and composed == part.text:  # by chance, but then they would stay
            composed = "".join(self._letter(f"letter/{attempt}", letter) for letter in part.text)
            attempt += 1
        return composed

    def _letter(self, purpose: str, letter: str) -> str:
        return _LETTERS[next(stream(self._key, purpose, letter)) % len(_LETTERS)]
