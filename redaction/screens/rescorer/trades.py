"""A firm of ordinary words that says what it does: less evidence is enough for it.

Works nights at Iron Vale Drilling      P .06 .06 .03      Imprimerie Vexlay      P .15 .11

Words in capitals that end in a trade, or begin with one, are a firm far more often than their likeliest word alone
says: none of them is a name, and the forests see two words before a word and one behind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import dropwhile

import numpy as np
from numpy.typing import NDArray

from redaction.lexicon.lists import WordList, any_of
from redaction.page.page import Page
from redaction.page.passage import joined

TRADE = 0.012
"""Probability from which on one of the words makes a firm of all."""
LEAST = 0.005
"""Probability that its first word has at least, where no sentence leads to it: a title may begin with another."""
_WORD = r"[^\W\d_a-z][\w’'-]{1,30}"
_LAST = re.compile(
    rf"(?<![\w.@-]){_WORD} (?:(?:{_WORD}|&|and|und|of) ){{0,3}}(?:{any_of(WordList.TRADES)})(?![\w’'-]| [^\W\d_a-z])"
)
_FIRST = re.compile(
    rf"(?<![\w.@-])(?:{any_of(WordList.TRADES_FIRST)}) (?:(?:de|des|du|da|do|di|del|la|le|les|van) )?"
    rf"{_WORD}(?: {_WORD}){{0,2}}(?![\w’'-])"
)
_LED = re.compile(r"(?:^|\s)[a-zß-ÿ]+ $")
"""A word in small letters before it: the sentence goes on to its first word."""


def firms(page: Page, chances: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which words of a page are of firms that say what they do."""
    out = np.zeros(len(page.words), dtype=bool)
    words: defaultdict[int, list[int]] = defaultdict(list)
    for at, word in enumerate(page.words):
        words[word.line].append(at)
    texts = [joined(page.lines, [(line, 0)], None) for line in range(len(page.lines))]
    texts += [joined(page.lines, [(line, 0) for line in chain], None) for chain in page.wrapped]
    for passage in texts:
        for start, end in _named(passage.input.text):
            own = [
                at
                for piece in passage.under(start, end)
                for at in words[piece.line]
                if page.words[at].meets(piece.line, *piece.on_line(start, end))
            ]
            led = _LED.search(passage.input.text, 0, start) is not None
            if not led:
                own = list(dropwhile(lambda at: chances[at] < LEAST, own))
            apart = len({page.words[at].line for at in own}) > 1
            if len(own) > 1 and (led or not apart) and chances[own].max() >= TRADE:
                out[own] = True
    return out


def _named(text: str) -> Iterator[tuple[int, int]]:
    """Where a text may name a firm by its trade."""
    for form in (_LAST, _FIRST):
        for match in form.finditer(text):
            yield match.span()
