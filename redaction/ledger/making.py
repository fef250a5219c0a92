"""What is made for a part that has no surrogate yet: drawn until it is neither given out nor real."""

from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from redaction.kinds.spec import Identity, SurrogateNames
from redaction.ledger.common_names import common_name
from redaction.ledger.issued import Issued, as_borne, is_borne, letters_of, written_words
from redaction.ledger.part_kinds import PartKind, kind_of
from redaction.ledger.parts import Part, number_identity, spell
from redaction.ledger.phones import dials_somebody
from redaction.ledger.surrogates import (
    acceptable,
    digits_like,
    invent_acronym,
    invent_name,
    machine_address,
    phone_digits,
    shaped_id,
    shifted_date,
    stream,
)
from redaction.ledger.twins import Twin, followed, in_script
from redaction.lexicon.fold import fold_token
from redaction.lexicon.names import name_lists
from redaction.lexicon.scripts import script_of
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


def _lead(name: str, twins: Mapping[str, Twin]) -> str | None:
    """The part that a part follows."""
    twin = twins.get(name[2:]) if kind_of(name) is PartKind.WORD else None
    return None if twin is None else PartKind.WORD.of(twin.word)


class Maker:
    """Makes surrogates for parts; what was given out is in `issued`, `order` gives a part its keyed place."""

    def __init__(self, key: bytes, order: Callable[[str], str], issued: Issued) -> None:
        self._key, self._order, self._issued = key, order, issued

    def assign(
        self,
        parts: Mapping[str, Part],
        made: Mapping[str, str],
        taken: Collection[str],
        names: SurrogateNames,
        twins: Mapping[str, Twin],
    ) -> dict[str, str]:
        """Surrogates for parts, in the order of their keyed names; compositions come after their words, and words of
        one name in several scripts (`twins`: word → the one it follows) after each other."""
        new: dict[str, str] = {}
        used: set[str] = set()

        def give(name: str, said: str) -> None:
            new[name] = said
            used.add(kind_of(name).of(letters_of(said)))

        whole = sorted((n for n in parts if kind_of(n) not in COMPOSED), key=self._order)
        leads = {n: lead for n in whole if (lead := _lead(n, twins)) and (lead in parts or lead in made)}
        behind: dict[str, list[str]] = defaultdict(list)
        for word in twins:
            behind[_lead(name := PartKind.WORD.of(word), twins) or ""].append(name)
        for name in (n for n in whole if n not in leads):
            ends = [twins[n[2:]] for n in behind.get(name, ()) if n in leads]
            said = self._echo(name, behind.get(name, ()), made, used, taken, twins)
            give(name, said or self._unique(parts[name], used, taken, names, ends))
        while leads:
            known = {**made, **new}
            for name in [n for n, lead in leads.items() if lead in known] or list(leads):
                lead = leads.pop(name)
                said = followed(known[lead], twins[name[2:]]) if lead in known else ""
                alike = {letters_of(known[n]) for n in (lead, *behind[lead]) if n in known}
                fits = said and (letters_of(said) in alike or self._fits(said, used, taken))
                give(name, said if fits else self._unique(parts[name], used, taken, names))
                known[name] = new[name]
        everything = {**made, **new}
        for name in sorted(n for n in parts if kind_of(n) in COMPOSED):
            new[name] = self._composed(parts[name], everything)
        return new

    def _echo(
        self,
        name: str,
        behind: Sequence[str],
        made: Mapping[str, str],
        used: set[str],
        taken: Collection[str],
        twins: Mapping[str, Twin],
    ) -> str:
        """What leads others (`behind`), one of which has its surrogate from before: the same name in this script."""
        for other in sorted(n for n in behind if twins[n[2:]].part < 0 and is_borne(made.get(n, ""))):
            issued = made[other].removeprefix("=")
            said = as_borne(in_script(issued, script_of(name[2:])))
            same = letters_of(said) == letters_of(made[other])
            if letters_of(said) and (same or self._fits(said, used, taken)):
                return said
        return ""

    def _fits(self, said: str, used: set[str], taken: Collection[str]) -> bool:
        """Whether a word's surrogate is neither given out nor a real word, nor one for a real one's misspelling."""
        letters = letters_of(said)
        free = PartKind.WORD.of(letters) not in used and not self._issued.taken(PartKind.WORD, letters)
        if is_borne(said):
            return free and not any(too_near(word, taken) for word in written_words(said))
        return free and said not in taken and acceptable(said)

    def _unique(
        self,
        part: Part,
        used: set[str],
        taken: Collection[str],
        names: SurrogateNames,
        ends: Sequence[Twin] = (),
    ) -> str:
        """A surrogate that nobody has, and that reads so in the scripts of those that follow it, too (`ends`)."""
        roomy = part.kind is not PartKind.DIGITS or len(part.text) > 3
        for attempt in range(_DRAWS):
            made = self._make(part, attempt, names)
            letters = letters_of(made)
            free = part.kind.of(letters) not in used and not self._issued.taken(part.kind, letters)
            real = made in taken or (is_borne(made) and any(too_near(word, taken) for word in written_words(made)))
            said = [followed(made, twin) for twin in ends]
            fit = all(s and (letters_of(s) == letters or self._fits(s, used, taken)) for s in said)
            if (free and not real and fit) or (not roomy and made != part.text) or part.kind is PartKind.DAY:
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
        plain = part.kind is PartKind.COMPOSITION and part.text.isascii()
        composed = spell(part.recipe, made, lambda letter: self._letter("letter", letter), plain=plain)
        attempt = 0
        while part.kind is PartKind.INITIALS and composed == part.text:  # by chance, but then they would stay
            composed = "".join(self._letter(f"letter/{attempt}", letter) for letter in part.text)
            attempt += 1
        return composed

    def _letter(self, purpose: str, letter: str) -> str:
        return _LETTERS[next(stream(self._key, purpose, letter)) % len(_LETTERS)]
