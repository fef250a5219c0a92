"""Numbers on somebody's card: "ID 0048213" below a name and an address says whose it is, though not in words.

Ada Brandt
ada.brandt@example.org      a person, and how to reach that person
ID 0048213                  so the number is hers
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from redaction.findings import ImageFinding, Kind
from redaction.kinds.spec import SHOWN
from redaction.kinds.table import written_as
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.span_boxes import found_on
from redaction.text.known.registry import Registry

_NUMBERED = re.compile(r"(?:ID|Id|No|Nr)\b[.:# ]{1,3}(?P<value>[A-Z]{0,4}-?\d{4,12})")
_BELOW, _BESIDE = 10, 8
"""In line heights: how far below a name, and how far to the right of where it begins, its card still goes on."""
_REACHED_BY = written_as(SHOWN)


def card_numbers(page: Page, found: Sequence[ImageFinding], _: Registry | None = None) -> list[ImageFinding]:
    """Findings for lines that are a bare number, where a person and how to reach that person stand above them."""
    out = []
    for line in page.lines:
        number = _NUMBERED.fullmatch(line.text)
        if number and not line.turned:
            kinds = {f.kind for f in found if _over(f, line)}
            if Kind.PERSON in kinds and any(kind in kinds for kind in _REACHED_BY):
                out.append(found_on(page, line, number.span("value"), Kind.ID, 0.6, "card-number"))
    return out


def _over(finding: ImageFinding, line: Line) -> bool:
    x0, _, _, y1 = finding.box
    down, aside = line.box[1] - y1, line.box[0] - x0
    return -line.height < down <= _BELOW * line.height and -line.height <= aside <= _BESIDE * line.height
