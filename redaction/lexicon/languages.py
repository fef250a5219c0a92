"""Common words of languages other than English, which of these languages a page is in, and what is ordinary there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from redaction.lexicon.lists import WordList, packed, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import ordinary
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


def is_word_of_any(token: str) -> bool:
    """Whether a token is an ordinary word of English or of one of LANGUAGES."""
    return is_word(token) or any(is_word_of(token, language) for language in LANGUAGES)


@dataclass(frozen=True, slots=True)
class Language:
    """The language of a page, which says what words are ordinary on it besides those of English. `code` is one of
    LANGUAGES; "" for English, any other language, and pages that are not mostly in one."""

    code: str = ""

    def foreign(self, token: str) -> bool:
        """Whether a word is one of this language, which is not English."""
        return is_word_of(token, self.code)

    def common(self, token: str) -> bool:
        """Whether a word is one of English or of this language."""
        return is_word(token) or self.foreign(token)

    def plain(self, text: str) -> bool:
        """Ordinary English, or on a page in another language nothing but words of it, single letters and small words
        such as "de" aside ("Tipo B"). A first name is none of them."""
        if ordinary(text) or not self.code:
            return ordinary(text)
        tokens = [t for t in re.findall(r"[^\W\d_]+", text) if len(t) > (2 if t.islower() else 1)]
        several = len(tokens) > 1
        return bool(tokens) and all(self.common(t) and not (several and name_lists().is_first(t)) for t in tokens)


ENGLISH = Language()


def language_of(texts: Iterable[str]) -> Language:
    """The language that most words of a page are in."""
    tokens = {token.casefold() for text in texts for token in _TOKEN.findall(text)}
    counts = {language: len(tokens & words) for language, words in _lists().items()}
    best = max(counts, key=lambda language: counts[language])
    sure = counts[best] >= _FEWEST and counts[best] > sum(is_word(token) for token in tokens)
    return Language(best) if sure else ENGLISH


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
