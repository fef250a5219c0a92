"""What a firm is called besides the words of it that were found: the rest of a line that is nothing but its name.

Bluestone Early Learning      Refacciones La Frontera

The rules and the forests have the words that no dictionary has; the ordinary words behind them end the name where all
of the line is in capitals. What stands before them as often says what the line is: "Search", "Dossier".
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from redaction.lexicon.lists import WordList, any_of
from redaction.page.page import Page

REST = 0.008
"""Probability from which on a word is the rest of such a name."""
NAMED, LETTERS = 0.04, 4
"""Probability and letters from which on a word that was found names a firm: not "DE" of "BULLETIN DE PAIE"."""
_WORD = r"[^\W\d_a-z][^\W\d_’'-]+(?:[’'-][^\W\d_]+)*"
_NAME = re.compile(rf"{_WORD}(?: (?:{any_of(WordList.SURNAME_PARTICLES)}|&|and|e|et|of|und|y|{_WORD})){{1,5}}\.?")


def rests(page: Page, chances: NDArray[np.float64], found: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which words of a page are the rest of a firm of which others, `found`, are the beginning."""
    words = page.words
    out = np.zeros(len(words), dtype=bool)
    begun = False
    for at, word in enumerate(words):
        begun = begun and word.line == words[at - 1].line
        if found[at]:
            begun = begun or (chances[at] >= NAMED and len(word.text) >= LETTERS)
        else:
            begun = begun and chances[at] >= REST and not word.text.isupper()
            begun = begun and _NAME.fullmatch(page.lines[word.line].text.strip()) is not None
            out[at] = begun
    return out
