"""Values that begin in one text and end in another: over two fields of a row, two rows, or pieces of typing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, TypeVar

from redaction.lexicon.words import is_word
from validation.leaks.folding import Folded, fold_words, join
from validation.leaks.search import Tight, inner_edges

T = TypeVar("T")

#: Letters of a value that lies over a border. Digits are not put together: times and amounts stand side by side.
SPREAD = 8
#: How many words at the ends of two texts may be parts of one value.
_ENDS = 4


def crossing(plain: Any, tight: Tight[tuple[T, str]], pieces: list[list[str]]) -> Iterator[T]:
    """What lies over a border of these pieces (folded words each) and is not made of ordinary words alone."""
    folded = join(list(chain.from_iterable(pieces)))
    at, borders = 0, set()
    for piece in pieces[:-1]:
        at += sum(map(len, piece))
        borders.add(at)
    junctions = frozenset(borders - {0, len(folded.text)})
    sorted_borders = sorted(junctions)
    if not junctions or plain is None:
        return
    spans = [
        (last + 1 - len(form), last + 1, hit)
        for last, (form, hits) in plain.iter(folded.text)
        if not form.isdigit()
        for hit in hits
    ]
    spans += [(s, e, hit) for (hit, need), _, s, e in tight.find(folded, 0, junctions) if need == "any"]
    for start, end, hit in spans:
        whole = end - start >= SPREAD and start in folded.edges and end in folded.edges
        if whole and _between(sorted_borders, start, end) and not _words_only(folded, start, end):
            yield hit


def _between(places: Sequence[int], start: int, end: int) -> bool:
    """Whether one of the sorted places lies inside start..end: looked up, because typing has thousands of pieces."""
    at = bisect_right(places, start)
    return at < len(places) and places[at] < end


def pairs(texts: Sequence[str], vocabulary: Container[str]) -> Iterator[list[list[str]]]:
    """The last words of one text with the first words of another, where both may be parts of a value."""
    ends = [_ends(text) for text in texts]
    for number, (_, tail) in enumerate(ends):
        if tail and tail[-1] in vocabulary:
            for other, (head, _) in enumerate(ends):
                if other != number and head and head[0] in vocabulary:
                    yield [list(tail), list(head)]


@lru_cache(maxsize=20_000)
def _ends(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The first and the last few folded words of a text."""
    words = fold_words(text)
    return tuple(words[:_ENDS]), tuple(words[-_ENDS:])


def _words_only(folded: Folded, start: int, end: int) -> bool:
    ends = sorted({*inner_edges(folded, start, end), end - start})
    return all(is_word(folded.text[start + a : start + b]) for a, b in zip([0, *ends], ends, strict=False))
