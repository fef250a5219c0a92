"""Brings two spellings of one value to the same letters: case, accents, separators, and what OCR confuses."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import accumulate

#: Letters that Unicode does not take apart.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ŀ": "l", "ħ": "h", "ŧ": "t"}
)
_WORDS = re.compile(r"[^\W\d_]+|\d+")
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "u"))
#: `t` is there because readers take "ł" and a cut-off "l" for it.
_LOOKALIKES = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "j": "l", "t": "l", "5": "s", "8": "b", "2": "z", "9": "g", "q": "g"}
)
#: Scripts written without spaces between words, where a name has no boundary to look for.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Folded:
    """A text as its folded letters and digits only; `edges` are the offsets in `text` where a word begins or ends."""

    text: str
    edges: frozenset[int]


#: Characters that nobody sees: soft hyphens, joiners, marks of direction, selectors of variants.
_INVISIBLE = dict.fromkeys(
    (
        *(0xAD, 0x34F, 0x61C, 0x180E, 0xFEFF),
        *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10)),
    )
)


def fold_words(text: str) -> list[str]:
    """Folded words in order. Letters and digits next to each other are two words; what is invisible divides none."""
    if not text.isascii():
        text = text.translate(_INVISIBLE)
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c)) if not plain.isascii() else plain
    return _WORDS.findall(plain.translate(_LETTERS) if not plain.isascii() else plain)


def confuse(word: str) -> str:
    """A folded word with everything that OCR confuses made the same."""
    for pair, single in _PAIRS:
        word = word.replace(pair, single)
    return word.translate(_LOOKALIKES)


def join(words: list[str]) -> Folded:
    """Words without what is between them, remembering where they were."""
    return Folded("".join(words), frozenset(accumulate(map(len, words), initial=0)))


def unspaced(text: str) -> bool:
    """Whether the text is in a script without spaces between words."""
    return bool(_UNSPACED.search(text))


_SHORTEST, _SHORTEST_DIGITS, _SHORTEST_UNSPACED = 4, 6, 2


def long_enough(letters: str) -> bool:
    """Whether folded letters are enough to be looked for: 4 letters, 6 digits, 2 signs of an unspaced script."""
    if unspaced(letters):
        return len(letters) >= _SHORTEST_UNSPACED
    return len(letters) >= (_SHORTEST_DIGITS if letters.isdigit() else _SHORTEST)
