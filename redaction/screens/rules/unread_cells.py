"""Cells of a column of people that cannot be read: names in other scripts, however short.

Somebody
Ada Brandt
▯▯▯             a cell without a character the recogniser knows, among names
Teo Varga
"""

from __future__ import annotations

from collections.abc import Sequence

from redaction.findings import ImageFinding, Kind
from redaction.page.boxes import touch
from redaction.page.columns import column_of
from redaction.page.page import Page
from redaction.page.reading import NOT_READ, Line
from redaction.text.known.registry import Registry

_SHARE, _FEWEST = 0.6, 4
"""Of the cells that can be read so many must be people, and so many there must be."""


def unread_cells(page: Page, found: Sequence[ImageFinding], _: Registry | None = None) -> list[ImageFinding]:
    """Findings for such cells that nothing was found in yet."""
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


def _touched(line: Line, found: Sequence[ImageFinding]) -> bool:
    return any(touch(f.box, line.box) for f in found)
