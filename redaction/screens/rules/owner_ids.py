"""Numbers right beside a name on one line ("K-37592 Amber Ltd", "Ada Brandt (C-1042)"): whose account it is.

K-37592 Amber Ltd           Ada Brandt (C-1042)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redaction.findings import ImageFinding, Kind
from redaction.lexicon.words import listing
from redaction.page.boxes import touch
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.span_boxes import found_on
from redaction.text.known.registry import Registry

_CODE = r"(?P<letters>[A-Z]{1,4})-?\d{4,10}"
_BEFORE = re.compile(rf"(?:^|(?<=[\s:]))(?P<code>{_CODE})\s(?=[^\W\d_a-z])")
_BEHIND = re.compile(rf"(?<=[\w.]) \((?P<code>{_CODE})\)")
_THINGS = listing(
    """
    INV PO SO WO JE PR RFQ RFP SR CR DR CN DN GRN ORD ORDER BILL QUO QUOT TKT REF DOC CRN EST PAY TRX TXN TASK BUG INC
    REQ CHG PRB SHIP LOT SKU ITEM PART ROW PAGE FY Q CW KW W V
    """
)
"""Letters before the numbers of things: invoices, orders, tickets."""


def owner_numbers(page: Page, found: Sequence[ImageFinding], _: Registry | None = None) -> Iterator[ImageFinding]:
    """Findings for codes right before or, in brackets, right behind a person or a company that was found."""
    names = [f for f in found if f.kind in (Kind.PERSON, Kind.COMPANY)]
    for line in page.lines:
        if line.turned:
            continue
        for pattern in (_BEFORE, _BEHIND):
            for match in pattern.finditer(line.text):
                beside = match.end() if pattern is _BEFORE else match.start() - 1
                if match["letters"] not in _THINGS and any(_holds(f, line, beside) for f in names):
                    yield found_on(page, line, match.span("code"), Kind.ID, 0.6, "owner-number")


def _holds(finding: ImageFinding, line: Line, at: int) -> bool:
    """Whether a finding lies over a character of a line."""
    middle = (line.edges[at] + line.edges[at + 1]) / 2
    return finding.box[0] <= middle <= finding.box[2] and touch(finding.box, line.box)
