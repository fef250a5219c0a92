"""Whether a word is spelled as the ordinary words of some language are and as names are not (data/spelling.npz): a
logistic regression over groups of letters, learned from the common words and the names of 32 languages."""

from __future__ import annotations

import zlib
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

#: Weights of the model: one a group of letters, and a last one for all words.
BUCKETS = 1 << 20
#: Letters of a group; the ends of a word count as letters.
_SHORTEST, _LONGEST = 2, 6
#: Letters from which on a word is cut: longer ones are no words of anybody's.
_MOST = 40


def grams(word: str) -> list[int]:
    """The numbers of the groups of letters of a word in small letters, the whole word first."""
    text = f"^{word[:_MOST]}$".encode("utf-32-le")
    starts = range(0, len(text), 4)
    parts = (
        text[at : at + 4 * n] for n in range(_SHORTEST, _LONGEST + 1) for at in starts[: max(0, len(starts) - n + 1)]
    )
    return [zlib.crc32(part) % BUCKETS for part in (text, *parts)]


@lru_cache(maxsize=1)
def _weights() -> NDArray[np.float32]:
    with resources.files("redaction.text").joinpath("data/spelling.npz").open("rb") as file, np.load(file) as stored:
        return np.asarray(stored["weights"] * stored["step"], np.float32)


@lru_cache(maxsize=50_000)
def as_word(word: str) -> float:
    """The logarithm of the odds that a word, case aside, is an ordinary one rather than a name, both being as many."""
    numbers = grams(word.casefold().replace("i\u0307", "i"))
    weights = _weights()
    return float(weights[numbers].sum() / len(numbers) ** 0.5 + weights[BUCKETS])
