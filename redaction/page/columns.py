"""Columns by their edge alone: lines below each other whatever stands over them."""

from __future__ import annotations

from collections.abc import Sequence

from redaction.page.measures import LEFT, same_edge, same_size
from redaction.page.reading import Line

_PITCH = 6.0
"""In line heights: rows of one column stand no further apart."""


def column_of(lines: Sequence[Line], start: int, edge: int = LEFT) -> list[int]:
    """The lines at the left edge of a line (0), or at its right edge (2), of its height, row below row without a long
    gap."""
    first = lines[start]
    aligned = sorted(
        (line.box[1], i)
        for i, line in enumerate(lines)
        if same_edge(line, first, edge) and not line.turned and same_size(first, line)
    )
    column: list[int] = []
    for top, i in aligned:
        if column and top - lines[column[-1]].box[1] > _PITCH * first.height:
            if start in column:
                break
            column = []
        column.append(i)
    return column
