"""A cell of a column most of whose other cells are found: less evidence is enough for it.

menro      P .73      A column of log-ins or of first names, of one word each. What is written like the cells above and
agarwal    P .19      below it, most of which are found, two different ones at least, is found from P = COLUMN on.
nshinde    P .06
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from redaction.page.columns import PITCH, unbroken
from redaction.page.measures import same_edge
from redaction.page.page import Page
from redaction.page.words import Word

COLUMN = 0.06
"""Probability from which a word that is such a cell is found."""
FEWEST = 2
"""Different cells of the column that must be found."""
_FORMS = (re.compile(r"[a-zß-ÿ]+(?:[._-][a-zß-ÿ]+)*\d{0,4}"), re.compile(r"[A-ZÀ-Þ][a-zß-ÿ'’-]+"))
"""How a log-in and how a name is written, in Latin letters."""


def with_columns(page: Page, found: NDArray[np.bool_], chances: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The words found, and those of P ≥ COLUMN that are a cell of such a column."""
    words = page.words
    lines = [page.lines[word.line] for word in words]
    tops = [line.box[1] for line in lines]
    alone = Counter(word.line for word in words)
    cells = {at: form for at, word in enumerate(words) if alone[word.line] == 1 and (form := _form(word)) is not None}
    out = found.copy()
    for at, form in cells.items():
        if found[at] or chances[at] < COLUMN:
            continue
        alike = [i for i, other in cells.items() if other == form and same_edge(lines[i], lines[at])]
        column = [i for i in unbroken(alike, tops, at, PITCH * lines[at].height) if i != at]
        hidden, shown = ({words[i].text for i in column if found[i] == yes} for yes in (True, False))
        out[at] = len(hidden) >= FEWEST and len(hidden) > len(shown)
    return out


def _form(word: Word) -> int | None:
    """Which of _FORMS a word has, if any."""
    return next((i for i, form in enumerate(_FORMS) if form.fullmatch(word.text)), None)
