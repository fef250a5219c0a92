"""Which line is the label of which: left of a value, right above it, or the header of its column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Kind
from redaction.kinds.spec import SHOWN, WITH_DIGITS
from redaction.kinds.table import written_as
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import fits
from redaction.page.headings import headings, label_rows
from redaction.page.label_lines import (
    announced,
    clean_label,
    engine_label,
    is_weak,
    known_name,
    label_kind,
    login_column,
    login_word,
    name_like,
    ordinary,
    plausible,
    rests_on_others,
    suits,
)
from redaction.page.reading import Line
from redaction.page.rows import same_row

_MAX_COLUMN_GAP = 6.0
_MOST_LOGINS = 0.6
_ALIKE = 0.5
"""Of the cells under what may be somebody's position by itself, this share must look like names or log-ins."""
_HEADING = 1.8
"""A line so much higher than a label and its value is a heading."""
_TABS, _ORDINARY = 5, 0.6
"""So many texts on one row, of which so many are ordinary words, are tabs or a menu."""
_FAR, _FAR_SHAPED = 18, 40
"""In line heights: how far right of its label a value stands, and one with a digit or an @ under a label for such."""
_SHAPED = written_as(WITH_DIGITS, SHOWN)
_PARTS = {
    **dict.fromkeys(("first name", "given name", "forename", "vorname", "prénom"), "first"),
    **dict.fromkeys(("last name", "surname", "family name", "nachname"), "last"),
}


def field_labels(lines: tuple[Line, ...]) -> dict[int, tuple[str, int | None]]:
    """Line index → its label (left of it, right above it, below it, or the header of its column), and for weak column
    headers the index of the header line."""
    page = headings(lines)
    found: dict[int, tuple[str, int | None]] = {}
    columns: set[int] = set()
    labelled = label_rows(lines)
    for caption, value in page.captions.items():
        label = page.titles[caption].text
        if plausible(label, lines[value].text, near=True) and suits(label, lines[value].text):
            found[value] = (engine_label(label), None)
    for head, title in page.titles.items():
        if head in page.form or head in page.captions:
            continue
        told = _told(title.text, _column(title, lines, labelled), lines, table=head in page.table)
        columns |= {head} if told and (head in page.table or len(told) > 1) else set()
        for i, certain in told.items():
            found.setdefault(i, (engine_label(title.text), None if certain else head))
    silent = page.form | page.captions.keys()
    for i, line in enumerate(lines):
        if i in found or i in page.titles or announced(line.text):
            continue
        left = [
            h
            for h, title in page.titles.items()
            if (h not in columns or (h not in page.table and _told_anyway(title, line)))
            and _left_of(title, line, lines, form=h in page.form)
        ]
        if left and _tabs(line, lines):
            left = [h for h in left if label_kind(page.titles[h].text) is not Kind.ADDRESS]
        near = left or [h for h, title in page.titles.items() if h not in silent and _right_above(title, line)]
        if near:
            best = page.titles[max(near, key=lambda h: (lines[h].box[2], lines[h].box[3]))]
            if plausible(best.text, line.text, near=bool(left)) and suits(best.text, line.text):
                found[i] = (engine_label(best.text), None)
    return found


def _told_anyway(title: Line, line: Line) -> bool:
    """Whether what stands right of a label over a column is its value and no other header: it has a known name or is
    told by its own shape."""
    return label_kind(title.text) in _SHAPED or known_name(line.text)


def _told(title: str, cells: Sequence[int], lines: Sequence[Line], *, table: bool) -> dict[int, bool]:
    """Of the cells of a column those that its header tells something about, and whether that is certain.

    What could be a word as well ("Price" under "Surname", "Jo" under "Assignee") follows the cells above and below it,
    unless the header stands in a row of headers (`table`). Log-ins of one small word must be most of their column.
    """
    promised = announced(title)
    if promised is None:
        return {}
    if promised.shape and promised.kind not in (Kind.PERSON, Kind.COMPANY):
        shaped = [i for i in cells if fits(promised.shape, lines[i].text)]
        return dict.fromkeys(shaped, True) if len(shaped) >= _MOST_LOGINS * len(cells) else {}
    if promised.position and not table:
        alike = [
            i for i in cells if login_word(lines[i].text) or (name_like(lines[i].text) and not ordinary(lines[i].text))
        ]
        if len(alike) < _ALIKE * len(cells):
            return {}
    weak = promised.weak
    cells = [i for i in cells if announced(lines[i].text) is None or not ordinary(lines[i].text)]
    told = {
        i: not weak
        for i in cells
        if plausible(title, lines[i].text, near=False) and (not weak or name_like(lines[i].text))
    }
    single = sum(" " in lines[i].text for i in told) <= 0.25 * len(told)
    resting = [i for i in cells if i not in told and rests_on_others(title, lines[i].text, single=single)]
    if not weak and (table or len(told) >= max(2, 2 * len(resting))):
        told |= dict.fromkeys(resting, True)
    logins = [i for i in cells if login_column(title) and login_word(lines[i].text)]
    if len(logins) >= max(2, _MOST_LOGINS * len(cells)):
        told |= dict.fromkeys(logins, True)
    return told


def _left_of(head: Line, line: Line, lines: tuple[Line, ...], *, form: bool) -> bool:
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
    return 0 <= gap <= 1.6 * line.height and abs(head.box[0] - line.box[0]) <= max(6, line.height)


def _column(title: Line, lines: tuple[Line, ...], labelled: NDArray[np.bool_]) -> list[int]:
    """The cells below a column header: overlapping or aligned with it, row after row, until a long gap.

    A header has another text on its row (other headers); a label that stands alone is no column. `labelled` tells of
    each line whether its row is one of labels.
    """
    row = [x for x in lines if same_row(x, title) and not _inside(x, title)]
    if not row:
        return []
    right = min((x.box[0] for x in row if x.box[0] > title.box[2]), default=10**6)
    left = max((x.box[2] for x in row if x.box[2] < title.box[0]), default=-1)
    cells: list[int] = []
    bottom, height = title.box[3], title.height
    flush = _right_edges(title, right, lines)
    for i in sorted(range(len(lines)), key=lambda k: lines[k].box[1]):
        line = lines[i]
        if line.box[1] < title.box[3] or line.turned:
            continue
        aligned = abs(line.box[0] - title.box[0]) <= 3.5 * height
        overlaps = min(line.box[2], title.box[2]) - max(line.box[0], title.box[0]) > 0
        if (
            not (aligned or overlaps or _ends_at(line, flush, title))
            or line.box[0] >= right
            or line.box[0] < left - height
        ):
            continue
        if line.box[1] - bottom > _MAX_COLUMN_GAP * height:
            break
        if (label_kind(line.text) and not is_weak(line.text)) or (cells and labelled[i]):
            break
        if cells and not lines[cells[0]].text.isupper() and _labels_too(line, title):
            break
        if cells and _set_apart(line, title, lines[cells[0]], line.box[1] - bottom):
            break
        cells.append(i)
        bottom = max(bottom, line.box[1] + line.height // 2)
    return cells


def _set_apart(line: Line, title: Line, first: Line, gap: int) -> bool:
    """Whether a line is no cell of the column of a label and the first cell below it, but a heading: it is far larger
    than both, or it stands neither at their edges nor as close to what is above it as that cell to the label."""
    if line.height >= _HEADING * max(title.height, first.height):
        return True
    flush = abs(first.box[0] - title.box[0]) <= 3 and abs(line.box[0] - title.box[0]) > max(6, title.height)
    ends = any(abs(line.box[2] - other.box[2]) <= 3 for other in (title, first))
    return flush and not ends and gap > 2 * max(title.height, first.box[1] - title.box[3])


def _inside(line: Line, title: Line) -> bool:
    """Whether a line is the label, or one of the two that are."""
    return line is title or (title.box[1] <= line.box[1] and line.box[3] <= title.box[3] and line.text in title.text)


def _labels_too(line: Line, title: Line) -> bool:
    """Whether a line is written like the label above it: words in capitals at the same left edge, as forms have."""
    alike = title.text.isupper() and line.text.isupper() and abs(line.height - title.height) <= 2
    return alike and abs(line.box[0] - title.box[0]) <= 3 and _label_words(line.text)


def _label_words(text: str) -> bool:
    """Nothing but ordinary words and their abbreviations, "VENDOR TAX REG.", and no first name."""
    whole = re.sub(r"[^\W\d_]{2,4}\.", "", text)
    return ordinary(whole) and not any(name_lists().is_first(word.strip(".")) for word in text.split())


def _right_edges(title: Line, right: int, lines: Sequence[Line]) -> list[int]:
    """Where lines below a header, and left of the next one, end: right edges that three lines or more share. Numbers
    and dates stand flush right under a header that stands left."""
    ends = sorted(
        line.box[2]
        for line in lines
        if line.box[1] >= title.box[3] and line.box[0] >= title.box[0] and line.box[2] <= right and not line.turned
    )
    return sorted({end for end in ends if sum(abs(end - other) <= 2 for other in ends) >= 3}) if right < 10**6 else []


def _ends_at(line: Line, edges: Sequence[int], title: Line) -> bool:
    """Whether a line that begins right of a header's beginning ends at one of these edges."""
    return line.box[0] >= title.box[0] and any(abs(line.box[2] - edge) <= 2 for edge in edges)


def full_names(lines: Sequence[Line], labels: Mapping[int, tuple[str, int | None]]) -> list[tuple[int, int]]:
    """Lines of a first and a last name that are one person's: on one row, or a form's only first name and the last name
    nearest to it."""
    by: dict[str, list[int]] = {"first": [], "last": []}
    for i, (label, _) in sorted(labels.items()):
        which = _PARTS.get(clean_label(label).lower())
        if which:
            by[which].append(i)
    pairs = [
        (a, min(beside, key=lambda b: abs(lines[b].box[0] - lines[a].box[0])))
        for a in by["first"]
        if (beside := [b for b in by["last"] if same_row(lines[a], lines[b])])
    ]
    if not pairs and len(by["first"]) == 1 and by["last"]:
        only = by["first"][0]
        pairs.append((only, min(by["last"], key=lambda b: abs(lines[b].box[1] - lines[only].box[1]))))
    return pairs
