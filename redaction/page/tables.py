"""Columns of tables: the cells below a header, and which of them it names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Kind
from redaction.lexicon.shapes import fits, login_word, name_like, ordinary
from redaction.page.labels import is_weak, label_kind, label_spec
from redaction.page.language import Language
from redaction.page.measures import RIGHT, same_edge, same_row
from redaction.page.reading import Line
from redaction.page.values import plausible, rests_on_others

_GAP = 6.0
"""In heights of the header: a longer gap below a cell ends its column."""
_NEAR = 3.5
"""In heights of the header: how far from its left edge the cells of its column begin."""
_INDENT = 6
"""In px: what stands further from a header's edge than this and its height is not at it."""
_MOST = 0.6
"""Of the cells of a column so many must be log-ins, or have the shape that its header asks for."""
_FEWEST = 2
"""Cells that must be named for the others to follow them, and log-ins of a column."""
_ALIKE = 0.5
"""Of the cells under what may be somebody's position by itself, this share must look like names or log-ins."""
_SINGLE = 0.25
"""Of the names of a column so many may have two words where names are of one word."""
_FAR_RIGHT = 10**6
"""In px: no other header stands on the right."""
_HEADING = 1.8
"""A line so much higher than a label and its value is a heading."""


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
    logins = [i for i in cells if spec.logins and login_word(lines[i].text)]
    if len(logins) >= max(_FEWEST, _MOST * len(cells)):
        named |= dict.fromkeys(logins, True)
    return named


def cells_below(title: Line, lines: Sequence[Line], labelled: NDArray[np.bool_]) -> list[int]:
    """The cells below a column header: overlapping or aligned with it, row after row, until a long gap.

    A header has another text on its row (other headers); a label that stands alone is no column. `labelled` says of
    each line whether its row is one of labels.
    """
    row = [x for x in lines if same_row(x, title) and x is not title]
    if not row:
        return []
    right = min((x.box[0] for x in row if x.box[0] > title.box[2]), default=_FAR_RIGHT)
    left = max((x.box[2] for x in row if x.box[2] < title.box[0]), default=-1)
    cells: list[int] = []
    bottom, height = title.box[3], title.height
    for i in sorted(range(len(lines)), key=lambda k: lines[k].box[1]):
        line = lines[i]
        if line.box[1] < title.box[3] or line.turned:
            continue
        near = same_edge(line, title, within=_NEAR * height)
        overlaps = min(line.box[2], title.box[2]) - max(line.box[0], title.box[0]) > 0
        if not (near or overlaps) or line.box[0] >= right or line.box[0] < left - height:
            continue
        if line.box[1] - bottom > _GAP * height:
            break
        if (label_kind(line.text) and not is_weak(line.text)) or (cells and labelled[i]):
            break
        if cells and _set_apart(line, title, lines[cells[0]], line.box[1] - bottom):
            break
        cells.append(i)
        bottom = max(bottom, line.box[1] + line.height // 2)
    return cells


def _set_apart(line: Line, title: Line, first: Line, gap: int) -> bool:
    """Whether a line is no cell of the column of a label and the first cell below it, but a heading: it is far larger
    than both, or it stands neither at their edges nor as close to what is above it as that cell to the label."""
    if line.height >= _HEADING * max(title.height, first.height):
        return True
    flush = same_edge(first, title) and not same_edge(line, title, within=max(_INDENT, title.height))
    ends = any(same_edge(line, other, RIGHT) for other in (title, first))
    return flush and not ends and gap > 2 * max(title.height, first.box[1] - title.box[3])
