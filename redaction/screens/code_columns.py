"""A column of codes: initials that the registry knows are nobody's where the codes above and below them are nobody's,
or one and the same.

DG  1,204.50      The registry of a large batch knows somebody for nearly any two letters. In a column of kinds of
RV    310.00      documents it knows "DG" and neither "RV" nor "DZ"; in one of units it knows "ST" row below row. A
DZ    -88.10      column of people's initials it knows whole, a label says so, or the page names some of these people.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from redaction.findings import ImageFinding, Kind, Source
from redaction.page.boxes import height_in
from redaction.page.columns import in_column
from redaction.page.page import Page
from redaction.screens.rescorer.nobodys import initials_of
from redaction.screens.rescorer.things import things_on

CODE_COLUMNS = "code-columns"
"""The name by which it is switched off, for benchmarks."""
SHOWN = 0.3
"""The share of the different codes of a column from which on, when nothing but a model finds them, the column is one of
codes."""
FEWEST = 2
"""Different codes that nothing else finds: one alone may be somebody whom the registry does not know."""
SAME = 4
"""Rows of a column that say the same from which on it tells of things: a unit, a currency, a state."""
MOST = 0.5
"""A finding that lies over more than this share of a line's height is about it."""
_CODE = re.compile(r"[A-Z][A-Z0-9]{0,2}")


def code_columns(page: Page, findings: Sequence[ImageFinding], labelled: Container[int] = ()) -> Iterator[ImageFinding]:
    """The findings on a page without initials of the registry in columns of codes. Initials of somebody whom the page
    names stay, those on the lines that are `labelled`, and what anything else finds."""
    if not any(finding.source is Source.INITIALS for finding in findings):
        yield from findings
        return
    codes = {at: text for at, line in enumerate(page.lines) if _CODE.fullmatch(text := line.text.strip())}
    theirs = initials_of(f.value for f in findings if f.kind is Kind.PERSON and f.source is not Source.INITIALS)
    told = [f for f in findings if f.source is not Source.MODEL]  # what a model says of two letters tells nothing
    found = {at for at in codes if any(_over(page, at, f) for f in told)}
    things = things_on(page)
    for finding in findings:
        if finding.source is Source.INITIALS and finding.value.casefold() not in theirs:
            at = next((i for i in codes if _over(page, i, finding)), None)
            if at is not None and at not in labelled and (at in things or _among_codes(page, at, codes, found)):
                continue
        yield finding


def _over(page: Page, at: int, finding: ImageFinding) -> bool:
    """Whether a finding lies over most of a line's height."""
    return height_in(page.lines[at].box, finding.box) > MOST


def _among_codes(page: Page, at: int, codes: dict[int, str], found: set[int]) -> bool:
    """Whether enough of the different codes above and below one are not found, or all cells say the same."""
    column = in_column(page.lines, codes, at)
    texts = {codes[i] for i in column}
    shown = texts - {codes[i] for i in column if i in found}
    same = sum(codes[i] == codes[at] for i in column)
    alike = same >= SAME and same >= len(column) - 1  # the header may be a code, too
    return alike or len(shown) >= max(FEWEST, SHOWN * len(texts))
