"""Rows with a label on their left and several cells: records side by side ("Customer no. | C-1042 | C-2207"), or who
does what on each day ("On call | PT | BT | YB")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redaction.findings import ImageFinding, Kind, Source
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.labels import label_spec
from redaction.lexicon.languages import Language
from redaction.lexicon.shapes import known_name, login_word
from redaction.page.boxes import touch
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.page.words import shape_of
from redaction.screens.span_boxes import found_on
from redaction.text.known.registry import Registry

_NUMBERED = written_as(Value.LOGIN, Value.NUMBER, Value.DAY)
_CELLS, _SHARE = 3, 0.6
"""A row of people has so many cells at least, and so many of them look like names or initials."""
_INITIALS = re.compile(r"[^\W\d_a-z]{2,3}")
_SMALL = r"(?:(?:de|la|del|di|da|dos|van|von|der|den|ter|ten|el|al|bin|le|du) ){0,3}"
_SURNAME = re.compile(_SMALL + r"[^\W\d_a-z](?:['’ ][^\W\d_])?[^\W\d_]+(?:[-'’ ][^\W\d_]+){0,2}[.…]{0,3}")


def labelled_rows(page: Page, found: Sequence[ImageFinding], _: Registry | None = None) -> Iterator[ImageFinding]:
    """Findings for the cells of such rows that nothing was found in yet."""
    hidden = [f.box for f in found]
    for at, label in enumerate(page.lines):
        spec = label_spec(label.text)
        if spec is None or label.turned:
            continue
        row = sorted(page.row(at), key=lambda line: line.box[0])
        cells = [line for line in row if line.box[0] >= label.box[2]]
        if any(label_spec(cell.text) is not None for cell in cells):
            continue  # one of several labels
        free = [cell for cell in cells if not any(touch(cell.box, box) for box in hidden)]
        if spec.kind in _NUMBERED:
            some = _like_the_found(cells, free, found, spec.kind)
        elif spec.kind is Kind.PERSON and not spec.weak and len(cells) == len(row) and not _record(cells, found):
            some = _names(cells, free, page.language)
        else:
            some = []
        for cell in some:
            yield found_on(page, cell, None, spec.kind, 0.55, "labelled-row", Source.LABEL)


def _like_the_found(
    cells: Sequence[Line], free: Sequence[Line], found: Sequence[ImageFinding], kind: Kind
) -> list[Line]:
    """Cells of the shape of one that was found as what the label announces."""
    shapes = {
        _shape(cell, kind)
        for cell in cells
        if any(f.kind is kind and f.value == cell.text and touch(f.box, cell.box) for f in found)
    }
    return [cell for cell in free if _shape(cell, kind) in shapes - {""}]


def _shape(cell: Line, kind: Kind) -> str:
    """What cells of one row share: that they may be log-ins, or where digits, letters and signs stand."""
    if kind is Kind.USERNAME:
        return "login" if login_word(cell.text) and label_spec(cell.text) is None else ""
    return shape_of(cell.text)


def _record(cells: Sequence[Line], found: Sequence[ImageFinding]) -> bool:
    """Whether a row holds more than people: that of a table which happens to stand beside a label."""
    return any(f.kind not in (Kind.PERSON, Kind.USERNAME) and touch(f.box, cell.box) for f in found for cell in cells)


def _names(cells: Sequence[Line], free: Sequence[Line], language: Language) -> list[Line]:
    """Cells of a row of people that are written like a surname or initials, words of the dictionary among them."""
    written = [cell for cell in cells if _INITIALS.fullmatch(cell.text) or _SURNAME.fullmatch(cell.text)]
    named = [not language.plain(x.text) or bool(_INITIALS.fullmatch(x.text)) or known_name(x.text) for x in written]
    sure = [cell for cell, is_name in zip(written, named, strict=True) if is_name]
    if len(cells) < _CELLS or len(written) < _SHARE * len(cells) or 2 * len(sure) < len(written):
        return []
    # Beside a cell that is no name another word of the dictionary may be none either.
    names = written if len(written) == len(cells) else sure
    return [cell for cell in free if any(cell is one for one in names)]
