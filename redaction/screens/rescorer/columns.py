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

from redaction.page.columns import in_column
from redaction.page.page import Page
from redaction.page.words import Word
from redaction.screens.rescorer.nobodys import is_hour

COLUMN = 0.06
"""Probability from which a word that is such a cell is found."""
NUMBERED = 0.3
"""Probability from which a number that is no hour shows that others of its column are none."""
FEWEST = 2
"""Different cells of the column that must be found."""
_FORMS = (re.compile(r"[a-zß-ÿ]+(?:[._-][a-zß-ÿ]+)*\d{0,4}"), re.compile(r"[A-ZÀ-Þ][a-zß-ÿ'’-]+"))
"""How a log-in and how a name is written, in Latin letters."""


def with_columns(page: Page, found: NDArray[np.bool_], chances: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The words found, and those of P ≥ COLUMN that are a cell of such a column."""
    words = page.words
    alone = Counter(word.line for word in words)
    cells = {word.line: at for at, word in enumerate(words) if alone[word.line] == 1}
    forms = {line: form for line, at in cells.items() if (form := _form(words[at])) is not None}
    out = found.copy()
    for line, form in forms.items():
        at = cells[line]
        if found[at] or chances[at] < COLUMN:
            continue
        alike = (i for i, other in forms.items() if other == form)
        column = [cells[i] for i in in_column(page.lines, alike, line) if i != line]
        hidden, shown = ({words[i].text for i in column if found[i] == yes} for yes in (True, False))
        out[at] = len(hidden) >= FEWEST and len(hidden) > len(shown)
    return out


def numbered_cells(page: Page, chances: NDArray[np.float64]) -> frozenset[int]:
    """The lines of digits alone that stand in a column with numbers as long, one of which has P ≥ NUMBERED and is no
    hour: "1012" below "1061" is a number of staff."""
    cells = {word.line: at for at, word in enumerate(page.words) if page.lines[word.line].text == word.text}
    digits = [line for line, at in cells.items() if page.words[at].text.isdecimal()]
    sure = [line for line in digits if chances[cells[line]] >= NUMBERED and not is_hour(page.lines[line].text)]
    return frozenset(
        line
        for one in sure
        for line in in_column(page.lines, digits, one)
        if len(page.lines[line].text) == len(page.lines[one].text)
    )


def _form(word: Word) -> int | None:
    """Which of _FORMS a word has, if any."""
    return next((i for i, form in enumerate(_FORMS) if form.fullmatch(word.text)), None)
