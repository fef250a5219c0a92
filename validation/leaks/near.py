"""Names with one wrong letter: a typing mistake, or a letter that a reader took for another.

Every known name and every group of words of a text is looked up with each of its letters left out (symmetric deletion):
two strings that differ by one letter, one letter more or one less meet there, whatever the letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Generic, TypeVar

from redaction.lexicon.words import is_word

T = TypeVar("T")

#: Shorter names have too many neighbours that are other words.
SHORTEST = 10
#: One wrong letter lies before or behind the middle of a name: the first letters are right, or the last ones.
_RIGHT = 4


class Near(Generic[T]):
    """Looks for names of two and more words, at least SHORTEST letters in all, that are one letter off."""

    def __init__(self) -> None:
        self._names: list[tuple[str, T]] = []
        #: numbers of names by the hashes of their deletions: a name met there is compared letter by letter
        self._by_deletion: dict[int, tuple[int, ...]] = {}
        self._counts: set[int] = set()
        self._longest = 0
        self._heads: set[str] = set()
        self._tails: set[str] = set()

    def add(self, words: list[str], what: T) -> None:
        """Look for this name; words are folded. Names that are too short are left out."""
        joined = "".join(words)
        if len(words) < 2 or len(joined) < SHORTEST or not joined.isascii() or not joined.isalpha():
            return
        self._counts |= {len(words) - 1, len(words), len(words) + 1}
        self._longest = max(self._longest, len(joined))
        self._heads.add(joined[:_RIGHT])
        self._tails.add(joined[-_RIGHT:])
        for form in map(hash, _deletions(joined)):
            self._by_deletion[form] = (*self._by_deletion.get(form, ()), len(self._names))
        self._names.append((joined, what))

    def find(self, words: list[str]) -> Iterator[T]:
        """What the folded words of a text are one letter away from; names that are written right are not told."""
        if not self._by_deletion or len(words) < min(self._counts):
            return
        text = "".join(words)
        if len(text) < SHORTEST - 1:
            return
        ends = list(accumulate(map(len, words), initial=0))
        heads = [text[at : at + _RIGHT] in self._heads for at in ends]
        tails = [text[at - _RIGHT : at] in self._tails if at >= _RIGHT else False for at in ends]
        for count in sorted(self._counts):
            for first, last in enumerate(range(count, len(ends))):
                size = ends[last] - ends[first]
                if (heads[first] or tails[last]) and SHORTEST - 1 <= size <= self._longest + 1:
                    yield from self._one_off(words[first:last])

    def _one_off(self, group: list[str]) -> Iterator[T]:
        joined = "".join(group)
        if joined.isascii() and joined.isalpha():
            for form in _deletions(joined):
                for name, what in map(self._names.__getitem__, self._by_deletion.get(hash(form), ())):
                    if name != joined and _one_off(name, joined) and not all(map(is_word, group)):
                        yield what


@lru_cache(maxsize=50_000)
def _deletions(word: str) -> frozenset[str]:
    return frozenset({word, *(word[:i] + word[i + 1 :] for i in range(len(word)))})


def _one_off(a: str, b: str) -> bool:
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(a, b, score_cutoff=1) == 1
