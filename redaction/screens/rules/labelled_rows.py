"""Rows of people with a label on their left: who does what on each day ("On call | PT | BT | YB")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redaction.findings import ImageFinding, Kind, Source
from redaction.lexicon.labels import label_spec
from redaction.lexicon.languages import Language
from redaction.lexicon.shapes import known_name
from redaction.page.boxes import touch
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.span_boxes import found_on
from redaction.text.known.registry import Registry

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
        if spec is None or spec.kind is not Kind.PERSON or spec.weak or label.turned:
            continue
        row = sorted(page.row(at), key=lambda line: line.box[0])
        cells = [line for line in row if line.box[0] >= label.box[2]]
        if len(cells) < len(row) or any(label_spec(cell.text) is not None for cell in cells):
            continue  # something stands left of it, or it is one of several labels
        free = [cell for cell in cells if not any(touch(cell.box, box) for box in hidden)]
        for cell in _names(cells, free, page.language):
            yield found_on(page, cell, None, Kind.PERSON, 0.55, "labelled-row", Source.LABEL)


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
