"""Columns of tables: how far the cells below a label go, and which of them it names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Kind
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.labels import is_weak, label_kind, label_spec
from redaction.lexicon.languages import Language
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.shapes import fits, login_word, name_like, ordinary
from redaction.lexicon.values import one_word_company, plausible, rests_on_others
from redaction.page.columns import below
from redaction.page.page import Page
from redaction.page.reading import Line

_MOST = 0.6
"""Of the cells of a column so many must be log-ins, or have the shape that its header asks for."""
_SETTLED = 0.5
"""Of the cells of a column of companies so many must be told by themselves for single words to follow them."""
_FEWEST = 2
"""Cells that must be named for the others to follow them, and log-ins of a column."""
_ALIKE = 0.5
"""Of the cells under what may be somebody's position by itself, this share must look like names or log-ins."""
_SINGLE = 0.25
"""Of the names of a column so many may have two words where names are of one word."""
_HEADS = 3
"""Cells of a row of headers, at least."""
_NUMBERS, _DAYS = written_as(Value.NUMBER), written_as(Value.DAY)


def labelled_cells(
    title: str, cells: Sequence[int], lines: Sequence[Line], language: Language, *, table: bool
) -> dict[int, bool]:
    """Of the cells of a column those that its header names, and whether that is certain.

    What could be a word as well ("Price" under "Surname", "Jo" under "Assignee") follows the cells above and below it,
    unless the header stands in a row of headers (`table`). Log-ins of one small word must be most of their column.
    """
    spec = label_spec(title)
    if spec is None:
        return {}
    if spec.shape and spec.kind not in (Kind.PERSON, Kind.COMPANY):
        shaped = [i for i in cells if fits(spec.shape, lines[i].text)]
        return dict.fromkeys(shaped, True) if len(shaped) >= _MOST * len(cells) else {}
    if spec.position and not table:
        alike = [
            i for i in cells if login_word(lines[i].text) or (name_like(lines[i].text) and not ordinary(lines[i].text))
        ]
        if len(alike) < _ALIKE * len(cells):
            return {}
    cells = [i for i in cells if label_spec(lines[i].text) is None or not ordinary(lines[i].text)]
    named = {
        i: not spec.weak
        for i in cells
        if plausible(title, lines[i].text, language, near=False) and (not spec.weak or name_like(lines[i].text))
    }
    single = sum(" " in lines[i].text for i in named) <= _SINGLE * len(named)
    resting = [i for i in cells if i not in named and rests_on_others(title, lines[i].text, single=single)]
    if not spec.weak and (table or len(named) >= max(_FEWEST, 2 * len(resting))):
        named |= dict.fromkeys(resting, True)
    if spec.kind is Kind.COMPANY and not spec.weak and table:
        # "Harvest" and "Meridian" stand in a column of companies: most of it is settled without them.
        words = [i for i in cells if i not in named and one_word_company(lines[i].text)]
        if len(named) >= max(_FEWEST, _SETTLED * (len(named) + len(words))):
            named |= dict.fromkeys(words, True)
    logins = [i for i in cells if spec.logins and login_word(lines[i].text)]
    if len(logins) >= max(_FEWEST, _MOST * len(cells)):
        named |= dict.fromkeys(logins, True)
    return named


def cells_below(title: Line, page: Page, labelled: NDArray[np.bool_]) -> list[int]:
    """The cells of the column below a label, up to the next label. `labelled` says of each line whether its row is one
    of labels."""
    cells: list[int] = []
    kind = label_kind(title.text)
    for i in below(title, page.lines):
        line = page.lines[i]
        if label_kind(line.text) and not is_weak(line.text):
            break
        if cells and (labelled[i] or (kind in _NUMBERS and _heads_anew(i, cells[-1], page))):
            break
        if cells and kind in _DAYS and _is_words(line.text):
            break
        cells.append(i)
    return cells


def _is_words(text: str) -> bool:
    """Whether a text below a day is none, nor says that there is none ("n/a")."""
    said = any(map(str.isalpha, text)) and not any(map(str.isdigit, text))
    return said and text.strip().casefold() not in word_list(WordList.EMPTY_VALUES)


def _heads_anew(at: int, above: int, page: Page) -> bool:
    """Whether below a number a row of words begins, each with a capital and none with a digit: the headers of the next
    table or the next labels of a form, whether a list has them or not ("Função (CBO)" below "000900")."""
    row = [page.lines[at], *page.row(at)]
    words = all(line.text[:1].isupper() and not any(map(str.isdigit, line.text)) for line in row)
    return words and len(row) >= _HEADS and any(map(str.isdigit, page.lines[above].text))
