"""Labels and their values: left of a value, right above it, under it, or the header of its column."""

from __future__ import annotations

from collections.abc import Sequence

from redaction.findings import Kind
from redaction.kinds.spec import SHOWN, WITH_DIGITS
from redaction.kinds.table import written_as
from redaction.lexicon.shapes import ordinary
from redaction.page.headings import Headings, label_rows
from redaction.page.labels import engine_label, label_kind, label_spec
from redaction.page.language import ENGLISH, Language
from redaction.page.measures import same_edge, same_row
from redaction.page.reading import Line
from redaction.page.tables import cells_below, labelled_cells
from redaction.page.values import plausible, suits

_TABS, _ORDINARY = 5, 0.6
"""So many texts on one row, of which so many are ordinary words, are tabs or a menu."""
_FAR, _FAR_SHAPED = 18, 40
"""In line heights: how far right of its label a value stands, and one with a digit or an @ under a label for such."""
_ABOVE, _INDENT = 1.6, 6
"""How far right above a value its label stands, in line heights, and how far to its side, in px or one line height."""
_SHAPED = written_as(WITH_DIGITS, SHOWN)


def field_labels(
    lines: Sequence[Line], page: Headings, language: Language = ENGLISH
) -> dict[int, tuple[str, int | None]]:
    """Line index → its label (left of it, right above it, below it, or the header of its column), and for weak column
    headers the index of the header line."""
    found: dict[int, tuple[str, int | None]] = {}
    columns: set[int] = set()
    labelled = label_rows(lines)
    for head, title in page.titles.items():
        if head in page.form:
            continue
        cells = cells_below(title, lines, labelled)
        named = labelled_cells(title.text, cells, lines, language, table=head in page.table)
        columns |= {head} if named and (head in page.table or len(named) > 1) else set()
        for i, certain in named.items():
            found.setdefault(i, (engine_label(title.text), None if certain else head))
    for i, line in enumerate(lines):
        if i in found or i in page.titles or label_spec(line.text):
            continue
        left = [
            h
            for h, title in page.titles.items()
            if h not in columns and _left_of(title, line, lines, form=h in page.form)
        ]
        if left and _tabs(line, lines):
            left = [h for h in left if label_kind(page.titles[h].text) is not Kind.ADDRESS]
        near = left or [h for h, title in page.titles.items() if h not in page.form and _right_above(title, line)]
        if near:
            best = page.titles[max(near, key=lambda h: (lines[h].box[2], lines[h].box[3]))]
            if _may_stand(best.text, line.text, language, near=bool(left)):
                found[i] = (engine_label(best.text), None)
    return found


def _may_stand(label: str, value: str, language: Language, *, near: bool) -> bool:
    return plausible(label, value, language, near=near) and suits(label, value, language)


def _left_of(head: Line, line: Line, lines: Sequence[Line], *, form: bool) -> bool:
    """The label stands on the same row to the left, nothing between them, not too far away."""
    if not same_row(head, line) or head.box[2] > line.box[0]:
        return False
    gap = line.box[0] - head.box[2]
    far = (
        _FAR_SHAPED
        if form or (label_kind(head.text) in _SHAPED and any(c.isdigit() or c == "@" for c in line.text))
        else _FAR
    )
    if gap > far * max(head.height, line.height):
        return False
    return not any(
        other is not head
        and other is not line
        and same_row(other, line)
        and head.box[2] <= other.box[0]
        and other.box[2] <= line.box[0]
        and other.box[2] - other.box[0] > line.height
        and len(other.text) > 1
        for other in lines
    )


def _tabs(line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line is one of five or more words on a row, most of them ordinary: tabs or a menu, and no address."""
    row = [other.text for other in lines if same_row(other, line)]
    signs = any(c.isdigit() or c in ",:" for text in row for c in text)
    return len(row) >= _TABS and not signs and sum(ordinary(text) for text in row) >= _ORDINARY * len(row)


def _right_above(head: Line, line: Line) -> bool:
    gap = line.box[1] - head.box[3]
    return 0 <= gap <= _ABOVE * line.height and same_edge(head, line, within=max(_INDENT, line.height))
