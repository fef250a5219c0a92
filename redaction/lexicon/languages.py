"""Common words of languages other than English, and which of these languages a text is in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from redaction.lexicon.lists import WordList, packed, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word

LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")
_TOKEN = re.compile(r"[^\W\d_]{3,}")
_FEWEST = 8
"""A text is in a language when it has so many different words of it, and more than English ones."""
_PART, _COMPOUND = 4, 10
"""Letters of the parts of a German or Dutch compound, and of the whole."""
_COMPOUNDING = ("de", "nl")
_LINKS = ("", "s", "n", "en", "es")
_SURNAMES = word_list(WordList.SURNAME_ENDS)


@lru_cache(maxsize=1)
def _lists() -> dict[str, frozenset[str]]:
    rows = (row.split("\t") for row in packed("redaction.lexicon", "foreign.txt.gz").splitlines())
    return {language: frozenset(words.split()) for language, words in rows}


def language_of(texts: Iterable[str]) -> str:
    """The language that most words of a page are in: "de", "es", "fr", "it", "nl" or "pt"; "" for English, any other
    language, and pages that are not mostly in one."""
    tokens = {token.casefold() for text in texts for token in _TOKEN.findall(text)}
    counts = {language: len(tokens & words) for language, words in _lists().items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] >= _FEWEST and counts[best] > sum(is_word(token) for token in tokens) else ""


@lru_cache(maxsize=50_000)
def is_word_of(token: str, language: str) -> bool:
    """Whether a token, case aside, is a common word of a language or a compound of two. Names that the lists know and
    English words are none. No language "" has words."""
    words = _lists().get(language)
    if words is None:
        return False
    low = token.casefold()
    if low in words:
        return True
    compounding = language in _COMPOUNDING and len(low) >= _COMPOUND and not name_lists().is_name(low)
    return compounding and _compound(low, words)


def _compound(low: str, words: frozenset[str]) -> bool:
    for at in range(_PART, len(low) - _PART + 1):
        end = low[at:]
        if (end in words or is_word(end)) and end not in _SURNAMES:
            first = low[:at]
            if any(first.endswith(link) and _stem(first.removesuffix(link), words) for link in _LINKS):
                return True
    return False


def _stem(part: str, words: frozenset[str]) -> bool:
    return len(part) >= _PART and (part in words or is_word(part))
