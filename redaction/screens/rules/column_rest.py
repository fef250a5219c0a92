"""The rest of a column of which most was found: log-ins, numbers and days of birth that look like their neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence

from redaction.findings import ImageFinding, Kind
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.page.boxes import touch
from redaction.page.label_lines import announced, login_word
from redaction.page.reading import NOT_READ, Line, Reading
from redaction.screens.span_boxes import found_on

_KINDS = written_as(Value.LOGIN, Value.NUMBER, Value.DAY)
_SHARE, _FEWEST = 0.6, 4
"""Of the cells of one shape so many must have been found, and so many there must be."""
_PITCH = 6.0
"""In line heights: rows of one column stand no further apart."""
_ALIGNED = 4
"""Edges of one column differ by no more than so many px."""


def rest_of_columns(reading: Reading, found: Sequence[ImageFinding]) -> list[ImageFinding]:
    """Findings for the cells of a column that have the shape of the others, most of which were found as one kind."""
    whole = {i: kind for i, line in enumerate(reading.lines) if (kind := _kind(line, found)) is not None}
    out: list[ImageFinding] = []
    done: set[int] = set()
    for start in sorted(whole):
        if start in done:
            continue
        kind = whole[start]
        shape = shape_of(reading.lines[start], kind)
        column = [i for i in column_of(reading.lines, start) if i in whole or not _touched(reading.lines[i], found)]
        alike = [i for i in column if shape_of(reading.lines[i], kind) == shape]
        same = [i for i in alike if whole.get(i) is kind]
        done.update(same)
        if len(alike) < _FEWEST or len(same) < _SHARE * len(alike):
            continue
        for i in alike:
            if i not in whole:
                out.append(found_on(reading, reading.lines[i], None, kind, 0.6, "column-shape"))
    return out


def unread_in_columns(reading: Reading, found: Sequence[ImageFinding]) -> list[ImageFinding]:
    """Findings for the cells of a column of people that cannot be read, however short: names in other scripts."""
    people = [f for f in found if f.kind is Kind.PERSON]
    out = []
    for i, line in enumerate(reading.lines):
        if line.text != NOT_READ or line.turned or _touched(line, found):
            continue
        column = [k for k in column_of(reading.lines, i) if k != i and reading.lines[k].text != NOT_READ]
        named = sum(_touched(reading.lines[k], people) for k in column)
        if named >= max(_FEWEST, _SHARE * len(column)):
            out.append(ImageFinding(line.box, Kind.PERSON, 0.5, "unread-cell"))
    return out


def _kind(line: Line, found: Sequence[ImageFinding]) -> Kind | None:
    """The kind of a line that is one finding as a whole."""
    return next((f.kind for f in found if f.kind in _KINDS and f.value == line.text and touch(f.box, line.box)), None)


def _touched(line: Line, found: Sequence[ImageFinding]) -> bool:
    return any(touch(f.box, line.box) for f in found)


def shape_of(line: Line, kind: Kind) -> str:
    """What cells of one column share: that they may be log-ins, or where digits, letters and signs stand."""
    if kind is Kind.USERNAME:
        return "login" if login_word(line.text) and announced(line.text) is None else ""
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "0", line.text))


def column_of(lines: Sequence[Line], start: int, edge: int = 0) -> list[int]:
    """The lines at the left edge of a line (0), or at its right edge (2), of its height, row below row without a long
    gap."""
    first = lines[start]
    aligned = sorted(
        (line.box[1], i)
        for i, line in enumerate(lines)
        if abs(line.box[edge] - first.box[edge]) <= _ALIGNED
        and not line.turned
        and 0.6 < line.height / max(1, first.height) < 1.7
    )
    column: list[int] = []
    for top, i in aligned:
        if column and top - lines[column[-1]].box[1] > _PITCH * first.height:
            if start in column:
                break
            column = []
        column.append(i)
    return column
