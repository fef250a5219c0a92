"""Learned values that are nothing but others side by side: two cells that were read as one, a person "of" a company.

They would be looked for as one name, with every word between them, wherever these stand beside each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from redaction.findings import Kind
from redaction.lexicon.forms import LEGAL, tokens
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word

Entry = tuple[str, str, bool]
_NAMES = (Kind.PERSON, Kind.COMPANY)
_WORDS = 2
"""Words from which a value may be a part of another."""
_INITIALS = 2
"""Letters of what may be the initials beside a name."""
_CONNECTING = word_list(WordList.CONNECTING_WORDS)


def without_composed(entries: Iterable[Entry]) -> list[Entry]:
    """The entries without learned names that are made of other names of several words and of nothing else but ordinary
    words, initials and words of known people, or that a connecting word joins to one; sorted. What was declared
    stays, and so does a person with more than ordinary words behind a known part: "Rim Ben Mansourat" is all of the
    name of which "Ben Mansourat" was met."""
    every = sorted(entries)
    words = {entry: tuple(tokens(entry[1])) for entry in every if entry[0] in _NAMES}
    full = (some for (kind, _, _), some in words.items() if kind == Kind.PERSON and len(some) == _WORDS)
    people = {word for some in full for word in some}
    parts: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    gone: set[Entry] = set()
    # the shortest first: what is composed is no part of anything
    for entry in sorted(words, key=lambda e: (len(words[e]), e)):
        some = words[entry]
        person = entry[0] == Kind.PERSON
        if not entry[2] and len(some) > _WORDS and _composed(some, parts, set() if person else people, behind=person):
            gone.add(entry)
        elif len(some) >= _WORDS:
            parts[some[0]].append(some)
    return [entry for entry in every if entry not in gone]


def _composed(words: Sequence[str], parts: dict[str, list[tuple[str, ...]]], people: set[str], *, behind: bool) -> bool:
    """Whether words are made of `parts` and others; with `behind`, of others behind them."""
    covered = [False] * len(words)
    joined = False
    for at in range(len(words)):
        for part in parts.get(words[at], ()):
            end = at + len(part)
            if len(part) < len(words) and tuple(words[at:end]) == part:
                covered[at:end] = [True] * len(part)
                joined |= at > 0 and words[at - 1] in _CONNECTING
                joined |= end < len(words) and words[end] in _CONNECTING
    rest = [word for word, known in zip(words, covered, strict=True) if not known]
    if not any(covered) or not rest:
        return False
    placed = covered[0] or not behind
    return joined or (placed and all(_ordinary(word, people) for word in rest))


def _ordinary(word: str, people: set[str]) -> bool:
    if word in LEGAL:
        return False  # "acme-freight" is a domain, "Acme Freight Ltd" the whole name of who has it
    return len(word) <= _INITIALS or word in people or (is_word(word) and not name_lists().is_name(word))
