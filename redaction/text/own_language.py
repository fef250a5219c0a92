"""A word of a text's own language that is a first name in another: "Antal" of "Antal sidor" is a number of things
in Swedish and somebody in Hungarian.

The words beside it tell the language, wordfreq how common the word is there, and Faker's lists who is called so there.
"""

from __future__ import annotations

import re

from redaction.findings import TextFinding
from redaction.lexicon.frequencies import COMMON, LANGUAGES, zipf
from redaction.lexicon.names import name_lists

#: From this Zipf frequency on a word is one of its language and no rare name: a hundred times in a million words.
OWN = 5.0
#: Letters on either side of a finding whose words tell the language.
_AROUND = 120
_WORD = re.compile(r"[^\W\d_]{3,}")
#: Faker's codes, where they are not those of the frequencies.
_LISTS = {"nb": "no", "sh": "hr"}


def word_of_its_language(text: str, finding: TextFinding) -> bool:
    """Whether a finding is one common word of the language that the words beside it are in, where nobody's first name
    is. English has a dictionary of its own, and is not asked."""
    word = text[finding.start : finding.end]
    if not word.isalpha():
        return False
    own = [at for at, often in enumerate(zipf(word.casefold())) if often >= OWN and at]
    own = [at for at in own if not name_lists().is_first_in(word, _LISTS.get(LANGUAGES[at], LANGUAGES[at]))]
    if not own:
        return False
    before, after = text[max(0, finding.start - _AROUND) : finding.start], text[finding.end : finding.end + _AROUND]
    beside = [zipf(other.casefold()) for other in (*_WORD.findall(before), *_WORD.findall(after))]
    return any(_spoken(beside, at) for at in own)


def _spoken(words: list[tuple[float, ...]], language: int) -> bool:
    """Whether most of some words are common in a language, and one is more so than in English."""
    common = [often for often in words if often[language] >= COMMON]
    return 2 * len(common) > len(words) and any(often[language] > often[0] for often in common)
