"""How common a word is in each of many languages (data/frequencies.npz, made by scripts/word_frequencies.py)."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

LANGUAGES = (
    "en", "ca", "cs", "da", "de", "el", "es", "fi", "fil", "fr", "hu", "id", "is", "it", "ja", "lt", "lv", "ms", "nb",
    "nl", "pl", "pt", "ro", "sh", "sk", "sl", "sv", "tr", "vi", "zh",
)  # fmt: skip
"""wordfreq's codes, English first."""
LEAST, STEP = 3.0, 0.5
"""Zipf frequencies (decimal logarithm of the times in a billion words) from the least on are kept, in steps."""
COMMON = 3.5
"""From this Zipf frequency on a word tells the language of its page: about three times in a million words."""
_TOKEN = re.compile(r"[^\W\d_]{3,}")


@lru_cache(maxsize=1)
def _table() -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint16]]:
    """Keys of all words, sorted; where each one's entries begin, and one more; entries: 16 × language + step."""
    file = resources.files("redaction.lexicon").joinpath("data", "frequencies.npz")
    with file.open("rb") as source, np.load(source, allow_pickle=False) as arrays:
        starts = np.concatenate([[0], np.cumsum(arrays["counts"], dtype=np.int64)])
        return arrays["keys"], starts, arrays["entries"]


def key_of(word: str) -> int:
    """The key of a word, case aside. Of 10,000 words that are in no language two are taken for one that is."""
    return zlib.crc32(word.casefold().encode("utf-8"))


@lru_cache(maxsize=200_000)
def zipf(word: str) -> tuple[float, ...]:
    """A word's Zipf frequency in each of LANGUAGES, 0.0 where it is rarer than LEAST."""
    keys, starts, entries = _table()
    key = key_of(word)
    at = int(np.searchsorted(keys, key))
    out = [0.0] * len(LANGUAGES)
    if at < len(keys) and keys[at] == key:
        for entry in entries[starts[at] : starts[at + 1]].tolist():
            out[entry >> 4] = LEAST + STEP * (entry & 15)
    return tuple(out)


def likely_language(texts: Iterable[str]) -> int:
    """The index in LANGUAGES of the language in which most words of some texts are common; English when it is a tie."""
    tokens = sorted({token.casefold() for text in texts for token in _TOKEN.findall(text)})
    if not tokens:
        return 0
    common = (np.array([zipf(token) for token in tokens]) >= COMMON).sum(axis=0)
    return int(common.argmax())
