"""Tables of people: a number that every row has of its own says whose row it is, whatever its header calls it.

Somebody        Ref         a header that names no thing
Ada Brandt      204-118
Teo Varga       204-377     one in every row, none twice
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redaction.findings import Box, ImageFinding, Kind
from redaction.lexicon.words import word_set
from redaction.page.boxes import touch
from redaction.page.columns import column_of
from redaction.page.measures import LEFT, RIGHT, close_behind
from redaction.page.neighbours import ABOVE
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.span_boxes import found_on
from redaction.text.known.registry import Registry

_ROWS = 4
"""A table of people has so many rows at least, each with somebody in it."""
_DIGITS, _PART = 5, 3
"""A number that tells one person from all others has so many digits; beside such ones, so many are enough."""
_MOST, _DISTINCT = 0.6, 0.9
"""Of the cells of a column so many are such numbers, and of these so many differ."""
_CODE = re.compile(r"[A-Z]{0,5}[-/ ]?\d(?:[-/ ]?[\dA-Z]){2,18}")
_WORDS = re.compile(r"(?!.*\d)[^\W\d_]{2}")
_LONG = re.compile(r"[^\W\d_]{3,}")
_WORDS_BESIDE = 1
"""Words of three letters or more that may stand in a cell with a number: "Ref", "Konto"."""
_SHARE = re.compile(r"\d{1,5}/10{2,5}")
_DAY = re.compile(r"\d{1,4}([-/ ])\d{1,2}\1\d{1,4}")
_THINGS = word_set(
    """
    order orders invoice invoices bill bills ticket tickets po so quote quotes document documents doc docs transaction
    transactions tran txn payment payments check cheque amount amounts total balance qty quantity price cost rate sku
    item items part parts product products article articles asset assets serial date dates day time due period year
    dept department room floor gl ledger journal entry batch lot version build revision rev size bytes votes score
    points views hits count hours issue issues bug task tasks request requests job jobs shipment tracking delivery
    project projects event events session class course value salary gross net pay budget revenue sales stock line row
    rank zip postcode postal
    """
)
"""Whose numbers name a thing and no person."""


def person_numbers(page: Page, found: Sequence[ImageFinding], _: Registry | None = None) -> Iterator[ImageFinding]:
    """Findings for the cells of such columns that nothing was found in yet."""
    people = [f.box for f in found if f.kind is Kind.PERSON]
    if len(people) < _ROWS:
        return
    ids = [f.box for f in found if f.kind is Kind.ID]
    taken = [f.box for f in found if f.kind is not Kind.ID]
    done: set[int] = set()
    for start, first in enumerate(page.lines):
        if start in done or not _coded(first, ids):
            continue
        column = max((column_of(page.lines, start, edge) for edge in (LEFT, RIGHT)), key=len)
        done.update(column)
        if len(column) < _ROWS:
            continue
        if sum(_named_first(page.row(i), people) for i in column) < max(_ROWS, _MOST * len(column)):
            continue
        cells = [i for i in column if not any(touch(page.lines[i].box, box) for box in taken)]
        coded = [i for i in cells if _coded(page.lines[i], ids)]
        if len(coded) < max(_ROWS, _MOST * len(cells)) or _of_things(page, coded):
            continue
        if len({page.lines[i].text for i in coded}) < _DISTINCT * len(coded):
            continue
        numbers = [i for i in cells if _numbered(page.lines[i].text)]
        rest = [k for k in range(len(page.lines)) if any(_goes_on(page.lines[i], page.lines[k]) for i in numbers)]
        for i in sorted({*numbers, *rest}):
            line = page.lines[i]
            if not any(touch(line.box, box) for box in ids):
                yield found_on(page, line, None, Kind.ID, 0.55, "person-number")


def _coded(line: Line, ids: Sequence[Box]) -> bool:
    """Whether a cell holds a number that may be somebody's, or one that was found to be."""
    if line.turned:
        return False
    text = line.text.strip()
    code = _CODE.fullmatch(text) and sum(c.isdigit() for c in text) >= _DIGITS and not _DAY.fullmatch(text)
    return bool(code) or (any(c.isdigit() for c in text) and any(touch(line.box, box) for box in ids))


def _numbered(text: str) -> bool:
    """Whether a cell of such a column is a number: digits, no share of a whole ("324/10000") and no line of words."""
    told = sum(c.isdigit() for c in text) >= _PART and len(_LONG.findall(text)) <= _WORDS_BESIDE
    return told and not _SHARE.fullmatch(text.strip())


def _goes_on(cell: Line, other: Line) -> bool:
    """Whether a line is the rest of a number that was read in two."""
    return close_behind(cell, other, cell.height) and other.text.replace(" ", "").isdigit()


def _named_first(row: Sequence[Line], people: Sequence[Box]) -> bool:
    """Whether the first words on a row are somebody's name: the row is about that person. In a list of things a title
    comes first."""
    first = min((line for line in row if _WORDS.match(line.text)), key=lambda line: line.box[0], default=None)
    return first is not None and any(touch(person, first.box) for person in people)


def _of_things(page: Page, cells: Sequence[int]) -> bool:
    """Whether the header of a column, the next line above its cells, speaks of things."""
    above = page.sides[ABOVE][0][min(cells, key=lambda i: page.lines[i].box[1])]
    words = re.findall(r"[^\W\d_]+", page.lines[above].text.casefold()) if above >= 0 else []
    return bool(_THINGS & set(words))
