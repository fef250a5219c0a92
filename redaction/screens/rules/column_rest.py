"""The rest of a column of which most was found: log-ins, numbers and days of birth that look like their neighbours.

User       mfield   okrause   tbrink     three of four found as log-ins
           jvarga                        the fourth is one too
"""

from __future__ import annotations

from collections.abc import Sequence

from redaction.findings import ImageFinding, Kind
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.page.boxes import touch
from redaction.page.columns import column_of, shape_of
from redaction.page.page import Page
from redaction.page.reading import NOT_READ, Line
from redaction.screens.span_boxes import found_on
from redaction.text.known.registry import Registry

_KINDS = written_as(Value.LOGIN, Value.NUMBER, Value.DAY)
_SHARE, _FEWEST = 0.6, 4
"""Of the cells of one shape so many must have been found, and so many there must be."""


def rest_of_columns(page: Page, found: Sequence[ImageFinding], _: Registry | None = None) -> list[ImageFinding]:
    """Findings for the cells of a column that have the shape of the others, most of which were found as one kind."""
    whole = {i: kind for i, line in enumerate(page.lines) if (kind := _kind(line, found)) is not None}
    out: list[ImageFinding] = []
    done: set[int] = set()
    for start in sorted(whole):
        if start in done:
            continue
        kind = whole[start]
        shape = shape_of(page.lines[start], kind)
        column = [i for i in column_of(page.lines, start) if i in whole or not _touched(page.lines[i], found)]
        alike = [i for i in column if shape_of(page.lines[i], kind) == shape]
        same = [i for i in alike if whole.get(i) is kind]
        done.update(same)
        if len(alike) < _FEWEST or len(same) < _SHARE * len(alike):
            continue
        for i in alike:
            if i not in whole:
                out.append(found_on(page, page.lines[i], None, kind, 0.6, "column-shape"))
    return out


def unread_in_columns(page: Page, found: Sequence[ImageFinding], _: Registry | None = None) -> list[ImageFinding]:
    """Findings for the cells of a column of people that cannot be read, however short: names in other scripts."""
    people = [f for f in found if f.kind is Kind.PERSON]
    out = []
    for i, line in enumerate(page.lines):
        if line.text != NOT_READ or line.turned or _touched(line, found):
            continue
        column = [k for k in column_of(page.lines, i) if k != i and page.lines[k].text != NOT_READ]
        named = sum(_touched(page.lines[k], people) for k in column)
        if named >= max(_FEWEST, _SHARE * len(column)):
            out.append(ImageFinding(line.box, Kind.PERSON, 0.5, "unread-cell"))
    return out


def _kind(line: Line, found: Sequence[ImageFinding]) -> Kind | None:
    """The kind of a line that is one finding as a whole."""
    return next((f.kind for f in found if f.kind in _KINDS and f.value == line.text and touch(f.box, line.box)), None)


def _touched(line: Line, found: Sequence[ImageFinding]) -> bool:
    return any(touch(f.box, line.box) for f in found)
