"""Brings two spellings of one value to the same letters: case, accents, separators, and what OCR confuses."""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import unquote

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


def fold_words(text: str) -> list[str]:
    """Folded words in order. Letters and digits next to each other are two words."""
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
    edges, at = [0], 0
    for word in words:
        at += len(word)
        edges.append(at)
    return Folded("".join(words), frozenset(edges))


def unspaced(text: str) -> bool:
    """Whether the text is in a script without spaces between words."""
    return bool(_UNSPACED.search(text))


_SHORTEST, _SHORTEST_DIGITS, _SHORTEST_UNSPACED = 4, 6, 2


def long_enough(letters: str) -> bool:
    """Whether folded letters are enough to be looked for: 4 letters, 6 digits, 2 signs of an unspaced script."""
    if unspaced(letters):
        return len(letters) >= _SHORTEST_UNSPACED
    return len(letters) >= (_SHORTEST_DIGITS if letters.isdigit() else _SHORTEST)


_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})")


def readings(text: str) -> list[str]:
    """The text, and what it says once URL, HTML and JSON escapes are undone, if that is something else."""
    other = text
    if "%" in other:
        other = unquote(other, errors="replace")
    if "&" in other:
        other = html.unescape(other)
    if "\\u" in other:
        other = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), other)
    return [text] if other == text else [text, other]
