"""The forms a person's name takes besides the one it is known in, and what a last name alone must have about it.

Forms say where words may end inside them, so that other words that happen to have the same letters are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from redaction.ledger.surface import BUSINESS
from redaction.lexicon.forms import ALONE, LEGAL
from redaction.lexicon.languages import is_word_of_any
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import COUNTRIES, is_word, word_set
from validation.leaks.folding import fold_words, unspaced
from validation.leaks.lists import nicknames

#: Letters of a first and a last name together from which they are looked for in another form.
SHORTEST = 6
#: Last names shorter than ALONE say nothing alone or beside one letter ("T. Ng"); a rare one of so many letters does in
#: any case.
_SURE = 5
#: More words than this are no name of one person.
_MOST_WORDS = 6
_TITLES = word_set(
    """
    mr mrs ms miss mx dr prof professor sir dame herr frau mme mlle madame monsieur senor senora sr sra jr ii iii iv phd
    md esq mba dipl ing rev hon
    """
)
_PARTICLES = word_set(
    "van der den de la los las dos das del della di da du des von zu ter ten bin ibn al el bint ben af le st y e"
)
_HYPHEN = re.compile("[-\u2010-\u2015]")
_UNIT = re.compile(r"[\s._,;()/]+")

#: The words of a form: the letters, and between any two of them a word may end.
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A name in units: what spaces divide, each with its hyphenated parts, each of them folded words."""

    firsts: tuple[tuple[Words, ...], ...]
    lasts: tuple[tuple[Words, ...], ...]


def parse(value: str) -> Name | None:
    """A person's name of two words and more in Latin letters, "Keller, Maria" included; None for anything else."""
    head, comma, tail = value.partition(",")
    before, after = _units(head), _units(tail)
    if comma and before and after:
        firsts, lasts = after, before
    else:
        units = [*before, *after]
        split = len(units) - 1
        while split > 1 and "".join(units[split - 1][0]) in _PARTICLES:
            split -= 1
        firsts, lasts = units[:split], units[split:]
    letters = [word for unit in (*firsts, *lasts) for part in unit for word in part]
    if not firsts or not lasts or len(letters) > _MOST_WORDS or not all(map(_plain, letters)):
        return None
    return Name(tuple(firsts), tuple(lasts))


def _plain(word: str) -> bool:
    return word.isalpha() and not unspaced(word)


def _units(text: str) -> list[tuple[Words, ...]]:
    units = []
    for raw in _UNIT.split(text):
        parts = tuple(part for piece in _HYPHEN.split(raw) if (part := tuple(fold_words(piece))))
        if parts and not (len(parts) == 1 and "".join(parts[0]) in _TITLES):
            units.append(parts)
    return units


def other_forms(name: Name) -> Iterator[tuple[Words, str]]:
    """(words, how) of full names in other forms: without middle names, halves of double names in both orders,
    nicknames.

    Forms of nothing but ordinary words ("Bill Price") are none.
    """
    lasts = list(dict.fromkeys(_lasts(name)))
    first = _flat(name.firsts[0])
    firsts: dict[Words, str] = {first: "without middle names"}
    for part in _halves(name.firsts[:1]):
        firsts.setdefault(part, "part of a double name")
    for known in [first, *name.firsts[0]]:
        for nick in sorted(nicknames("".join(known))):
            firsts.setdefault((nick,), "nickname")
    for middle in name.firsts[1:]:
        firsts.setdefault((*first, middle[0][0][0]), "initials")
    for one, how in firsts.items():
        for last in lasts:
            described = how if how != "without middle names" or last == lasts[0] else "part of a double name"
            for words in ((*one, *last), (*last, *one)):
                if sum(map(len, words)) >= SHORTEST and not all(map(is_word, words)):
                    yield words, described


def abbreviations(words: list[str]) -> Iterator[tuple[str, frozenset[int]]]:
    """(letters, where words may end inside) of a first initial with the last name, and of the last name with it.

    The last name is the last word, and everything after the first ("O'Neil", "van Dam"). One that is also a word says
    nothing beside one letter ("a long", "w price").
    """
    first = words[0]
    if len(first) < 2 or not first.isalpha():
        return
    for lasts in {(words[-1],), tuple(words[1:])}:
        last = "".join(lasts)
        if len(last) < ALONE or not last.isalpha() or is_word(last):
            continue
        ends = [0]
        for word in lasts:
            ends.append(ends[-1] + len(word))
        for form, edges in (
            (first[0] + last, frozenset(1 + end for end in ends)),
            (last + first[0], frozenset(ends)),
        ):
            if not is_word(form):
                yield form, edges


def last_names(name: Name) -> list[Words]:
    """Every way to write the last name alone: whole, without particles, each half of a double name, both turned."""
    found = list(dict.fromkeys(_lasts(name)))
    lists = name_lists()
    family = _flat(name.firsts[0])
    if lists.is_last("".join(family)) and not lists.is_first("".join(family)):
        found.append(family)  # in some languages it stands first
    return found


@lru_cache(maxsize=50_000)
def standing(letters: str) -> str:
    """What a last name needs to be taken for one when it stands alone: "any", "cased" (written with a capital) where it
    is also a first name or short, "slot" (behind a title or a label) where it is an ordinary word, or one
    that surrogates of companies keep ("Logistics"); "" is never."""
    if len(letters) < ALONE:
        return ""
    kept = letters in BUSINESS or letters + "s" in BUSINESS or letters in LEGAL
    if kept or letters in COUNTRIES or is_word_of_any(letters):
        return "slot"
    return "cased" if len(letters) < _SURE or name_lists().is_first(letters) else "any"


def _lasts(name: Name) -> Iterator[Words]:
    yield _flat(*name.lasts)
    yield _flat(name.lasts[-1])
    yield from _halves(name.lasts)
    final = name.lasts[-1][-1]
    if len(final) > 1 and len(final[0]) <= 2:
        yield final[1:]  # the name behind an apostrophe


def _halves(units: tuple[tuple[Words, ...], ...]) -> Iterator[Words]:
    for unit in units:
        if len(unit) > 1:
            yield from unit
            yield _flat(unit[::-1])


def _flat(*units: tuple[Words, ...]) -> Words:
    return tuple(word for unit in units for part in unit for word in part)
