"""Lists that come with the check: look-alikes of Latin letters, and nicknames (data/README.md has the sources)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib import resources

#: What digits and signs are read for when they stand in words.
LEET: dict[str, str] = {
    **{"0": "o", "1": "il", "2": "z", "3": "e", "4": "a", "5": "s", "6": "gb", "7": "t", "8": "b", "9": "g"}
}
_SIGNS = {"@": "4", "$": "5", "!": "1", "|": "1", "€": "3", "+": "7", "£": "1", "§": "5"}


@lru_cache(maxsize=1)
def lookalikes() -> dict[int, str]:
    """Character → the ASCII letter it looks like, in lower case ("1" for i or l, which the check reads as either)."""
    table: dict[int, str] = {}
    for line in _lines("lookalikes.txt"):
        letter, chars = line.split(" ", 1)
        table.update(dict.fromkeys(map(ord, chars), letter))
    return table


@lru_cache(maxsize=1)
def signs() -> dict[int, str]:
    """The table of look-alikes, and the signs that stand for letters, as the digits that do."""
    return {**lookalikes(), **{ord(sign): digit for sign, digit in _SIGNS.items()}}


@lru_cache(maxsize=1)
def _pairs() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _lines("nicknames.txt"):
        name, *nicks = line.split()
        for nick in nicks:
            found.setdefault(name, set()).add(nick)
            found.setdefault(nick, set()).add(name)
    return {name: frozenset(others) for name, others in found.items()}


def nicknames(first: str) -> frozenset[str]:
    """What somebody with this folded first name is also called: its nicknames, and the names it is a nickname of."""
    return _pairs().get(first, frozenset())


def looks_foreign(text: str) -> bool:
    """Whether a text that is not ASCII holds a look-alike that folding leaves as it is."""
    table = lookalikes()
    return any(ord(c) in table for c in unicodedata.normalize("NFKC", text))


def _lines(name: str) -> list[str]:
    text = resources.files("validation.leaks").joinpath(f"data/{name}").read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line]
