"""Ordinary words: the dictionary shipped in data/, words of user interfaces, and the calendar."""

from __future__ import annotations

from functools import lru_cache

from redaction.lexicon.lists import WordList, packed, word_list


def word_set(text: str) -> frozenset[str]:
    """The words of a text: how word lists are written in this package."""
    return frozenset(text.split())


CALENDAR = word_list(WordList.CALENDAR)

INTERFACE = word_list(WordList.INTERFACE)

COUNTRIES = word_list(WordList.COUNTRIES)


@lru_cache(maxsize=1)
def dictionary() -> frozenset[str]:
    """About 35,000 common English words in lower case (data/words.txt.gz), with calendar and interface words."""
    return frozenset(packed("redaction.lexicon", "words.txt.gz").split()) | CALENDAR | INTERFACE


def is_word(token: str) -> bool:
    """Whether the token, case aside, is an ordinary word, a calendar word or a word of user interfaces."""
    low = token.casefold()
    words = dictionary()
    if low in words:
        return True
    return (low.endswith("'s") or low.endswith("’s")) and low[:-2] in words
