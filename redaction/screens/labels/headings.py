"""What a label is on its page: the header of a column, the label of a form beside or above its value, or no label but
somebody's position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from redaction.lexicon.labels import heads_positions, label_kind, label_spec
from redaction.lexicon.shapes import name_like, ordinary
from redaction.page.measures import EDGE, OVERLAP, RIGHT, same_edge, same_row
from redaction.page.neighbours import next_aligned, next_right
from redaction.page.page import Page
from redaction.page.reading import Line

_OTHERS = 2
"""A label with so many other labels on its row heads a column of a table."""
_STACKED = 4.5
"""In line heights: labels of a form stand no further below each other."""
_FAR = 18
"""In line heights: how far right of a label such as "Role" somebody's position stands."""
_PITCH = 0.8
"""In line heights: two labels of a form are at least so far below each other."""


@dataclass(frozen=True, slots=True)
class Headings:
    """The labels of a page. `titles`: index of each label → its line. `table`: those
    that stand in a row of headers. `form`: those in a column of labels, each with its value on its right."""

    titles: dict[int, Line]
    table: frozenset[int] = field(default=frozenset())
    form: frozenset[int] = field(default=frozenset())


def headings(page: Page) -> Headings:
    """The labels of a page and what each of them is."""
    lines = page.lines
    titles = {i: line for i, line in enumerate(lines) if label_spec(line.text)}
    for at in _positions(lines, titles):
        titles.pop(at, None)
    firm = [i for i, line in titles.items() if label_kind(line.text)]
    table = frozenset(
        i for i, line in titles.items() if sum(k != i and same_row(titles[k], line) for k in firm) >= _OTHERS
    )
    form = frozenset(i for i in titles if i not in table and _in_form(i, titles, lines))
    return Headings(titles, table, form)


def label_rows(page: Page) -> NDArray[np.bool_]:
    """n: whether at least half of what stands on a line's row are labels: the next row of a form, not one of a table.
    Words that may be somebody's position are not counted."""
    certain = np.array([bool(label_kind(o.text)) and not _position(o.text) for o in page.lines], dtype=bool)
    labels = (page.rows & certain).sum(axis=1)
    return np.asarray((labels > 0) & (2 * labels >= page.rows.sum(axis=1)), dtype=bool)


def _position(text: str) -> bool:
    spec = label_spec(text)
    return spec is not None and spec.position


def _positions(lines: Sequence[Line], titles: dict[int, Line]) -> set[int]:
    """Lines that would be labels but say what somebody is: below a header such as "Role", or right under a name."""
    heads = [line for line in lines if heads_positions(line.text)]
    found = set()
    for i, title in titles.items():
        if not _position(title.text) or title.text.rstrip().endswith(":"):
            continue
        under = any(
            head.box[3] <= title.box[1] and same_edge(head, title, within=max(EDGE, title.height // 2))
            for head in heads
        )
        beside = any(same_row(head, title) and 0 < title.box[0] - head.box[2] < _FAR * title.height for head in heads)
        if under or beside or _under_name(title, lines):
            found.add(i)
    return found


def _under_name(title: Line, lines: Sequence[Line]) -> bool:
    above, gap = next_aligned(title, lines, up=True)
    if above is None or gap > title.height or label_spec(lines[above].text):
        return False
    _, below = next_aligned(title, lines, up=False)
    return name_like(lines[above].text) and not ordinary(lines[above].text) and gap <= below + OVERLAP


def _in_form(at: int, titles: dict[int, Line], lines: Sequence[Line]) -> bool:
    """Whether another label stands close below or above, at the same edge, and both have something on their right."""
    title = titles[at]
    return _answer(title, lines) is not None and any(
        k != at
        and (same_edge(other, title) or same_edge(other, title, RIGHT))
        and _PITCH * title.height < abs(other.box[1] - title.box[1]) <= _STACKED * title.height
        and _answer(other, lines) is not None
        for k, other in titles.items()
    )


def _answer(title: Line, lines: Sequence[Line]) -> Line | None:
    """The next thing on the right of a label that is no label itself."""
    near = next_right(title, lines)
    return near if near is not None and label_spec(near.text) is None else None
