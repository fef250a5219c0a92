"""Words with a capital that stand together: how many, what stands around them, how they are spelled.

waiting for Ubuntu Cold Stores about      three words, small ones before and behind: a name, though each is a word
Purchase Orders                           two, and nothing around them: a heading
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from redaction.lexicon.forms import LEGAL, PARTICLES
from redaction.lexicon.lists import WordList, word_list
from redaction.page.page import Page
from redaction.page.passage import joined
from redaction.page.words import Word
from redaction.screens.rescorer.token_features import spellings

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
_AROUND = ("before", "behind", "small around", "words around", "lines", "in a sentence")
_OWN = (
    "words", "in capitals", "links", "legal form", "ends in a trade", "begins with a trade", "least spelling",
    "spelling", "company", "person",
)  # fmt: skip
NAMES: tuple[str, ...] = tuple(f"run {name}" for name in (*_AROUND, *_OWN, "place", "elsewhere"))
"""One number each, in this order; of a word without a capital only what stands around it."""
_LINKS = PARTICLES | {"&", "and", "und", "et", "of", "the", "les", "og", "och", "en", "i", "do", "am", "im", "for"}
"""Small words that may stand inside a run."""
_SIGNS = {sign: code for code, signs in enumerate((".!?", ":：", ",;", "([<\"“«„'", ")]>”»’"), 4) for sign in signs}
_OTHER_SIGN = 9
_TRADES, _TRADES_FIRST = (
    frozenset(map(str.casefold, word_list(some))) for some in (WordList.TRADES, WordList.TRADES_FIRST)
)
_MOST, _TIMES = 20, 9
"""Words around a run, and places where it stands, count up to so many."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A word of a passage: its place among the page's words, its text and where it stands in the passage."""

    at: int
    text: str
    start: int
    end: int

    @property
    def proper(self) -> bool:
        return self.text[:1].isupper()

    @property
    def small(self) -> bool:
        return self.text[:1].islower()


def runs(page: Page, company: Vector, person: Vector) -> Matrix:
    """len(page.words) × len(NAMES), rounded to 1e-2; `company` and `person` are the names model's chances of each
    word."""
    out = np.zeros((len(page.words), len(NAMES)))
    keys: dict[int, str] = {}
    for text, tokens, lines in _passages(page):
        small = sum(token.small for token in tokens)
        sentence = any(one.small and two.small and len(one.text) > 1 for one, two in pairwise(tokens))
        for run in _runs(text, tokens):
            others = len(tokens) - len(run)
            around = (
                _sign(text[: run[0].start].rstrip()[-1:]),
                _sign(text[run[-1].end :].lstrip()[:1]),
                (small - sum(token.small for token in run)) / max(1, others),
                min(_MOST, others),
                lines,
                sentence,
            )
            own = _own(run, company, person) if run[0].proper else (0.0,) * len(_OWN)
            for place, token in enumerate(run):
                out[token.at] = (*around, *own, place, 0.0)
                if len(run) > 1:
                    keys[token.at] = " ".join(other.text for other in run).casefold() + f" {place}"
    times = Counter(keys.values())
    for at, key in keys.items():
        out[at, -1] = min(_TIMES, times[key] - 1)
    return np.asarray(np.round(out, 2))


def _passages(page: Page) -> Iterator[tuple[str, list[_Token], int]]:
    """Lines that read as one text, and every other one by itself: its text, its words, and how many lines it has."""
    words: defaultdict[int, list[tuple[int, Word]]] = defaultdict(list)
    for at, word in enumerate(page.words):
        words[word.line].append((at, word))
    seen: set[int] = set()
    for chain in [*page.wrapped, *([line] for line in range(len(page.lines)))]:
        own = [line for line in chain if line not in seen and words[line]]
        seen.update(own)
        if own:
            passage = joined(page.lines, [(line, 0) for line in own], None)
            shift = {piece.line: piece.start for piece in passage.pieces}
            tokens = [
                _Token(at, word.text, word.start + shift[line], word.end + shift[line])
                for line in own
                for at, word in words[line]
            ]
            yield passage.input.text, tokens, len(own)


def _runs(text: str, tokens: Sequence[_Token]) -> Iterator[list[_Token]]:
    """Words with a capital and the small ones between them, nothing but a space, "&" or a hyphen apart; every other
    word by itself."""
    at = 0
    while at < len(tokens):
        last = at
        while tokens[at].proper and (step := _goes_on(text, tokens, last)):
            last += step
        yield list(tokens[at : last + 1])
        at = last + 1


def _goes_on(text: str, tokens: Sequence[_Token], at: int) -> int:
    """How many words further a run goes on from a word of it; 0 where it ends there."""
    for step, token in enumerate(tokens[at + 1 : at + 3], 1):
        if text[tokens[at + step - 1].end : token.start].strip() not in ("", "&", "-"):
            return 0
        if token.proper:
            return step
        if token.text.casefold() not in _LINKS:
            return 0
    return 0


def _own(run: Sequence[_Token], company: Vector, person: Vector) -> tuple[float, ...]:
    """The numbers of `_OWN` for a run of words."""
    names = [token.text.casefold() for token in run]
    spelled = [spellings(name) for name in names if name not in _LINKS]
    odds = [mean for mean, _, used in spelled if used >= 0]
    at = [token.at for token in run]
    return (
        len(run),
        all(token.text.isupper() for token in run),
        sum(name in _LINKS for name in names),
        any(name.replace(".", "") in LEGAL for name in names[1:] if len(name) > 1),
        names[-1] in _TRADES,
        names[0] in _TRADES_FIRST,
        min(odds, default=0.0),
        sum(odds) / max(1, len(odds)),
        float(company[at].max()),
        float(person[at].max()),
    )


def _sign(char: str) -> int:
    """0 for the end of the text, 1 for a small letter, 2 for a digit, 3 for a capital, from 4 on for signs."""
    if not char or char.islower():
        return int(bool(char))
    return 2 if char.isdigit() else 3 if char.isalpha() else _SIGNS.get(char, _OTHER_SIGN)
