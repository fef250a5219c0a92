"""Ordinary words: the dictionary shipped in data/, words of user interfaces, and the calendar."""

from __future__ import annotations

import gzip
from functools import lru_cache
from importlib import resources

from redaction.lexicon.lists import WordList, word_list


def listing(text: str) -> frozenset[str]:
    """The words of a text: how word lists are written in this package."""
    return frozenset(text.split())


CALENDAR = word_list(WordList.CALENDAR)

INTERFACE = word_list(WordList.INTERFACE)

COUNTRIES = word_list(WordList.COUNTRIES)


@lru_cache(maxsize=1)
def dictionary() -> frozenset[str]:
    """About 35,000 common English words in lower case (data/words.txt.gz), with calendar and interface words."""
    packed = resources.files("redaction.lexicon").joinpath("data/words.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode("utf-8").split()) | CALENDAR | INTERFACE


def is_word(token: str) -> bool:
    """Whether the token, case aside, is an ordinary word, a calendar word or a word of user interfaces."""
    low = token.casefold()
    words = dictionary()
    if low in words:
        return True
    return (low.endswith("'s") or low.endswith("’s")) and low[:-2] in words
