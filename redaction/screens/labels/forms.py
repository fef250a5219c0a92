"""Labels and their values: left of a value, right above it, or the header of its column."""

from __future__ import annotations

from redaction.findings import Kind
from redaction.kinds.spec import SHOWN, WITH_DIGITS
from redaction.kinds.table import written_as
from redaction.lexicon.labels import engine_label, label_kind, label_spec
from redaction.lexicon.languages import Language
from redaction.lexicon.shapes import known_name, name_like, ordinary
from redaction.lexicon.values import plausible, suits
from redaction.page.measures import same_edge
from redaction.page.neighbours import reaches
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.labels.answers import FAR, answered
from redaction.screens.labels.headings import headings, label_rows
from redaction.screens.labels.tables import cells_below, labelled_cells

_TABS, _ORDINARY = 5, 0.6
"""So many texts on one row, of which so many are ordinary words, are tabs or a menu."""
_ROW_OF_NAMES = 2
"""Names on the right of a label that make it the head of a row and not of a column."""
_FAR_SHAPED = 40
"""In line heights: how far right of its label a value with a digit or an @ stands under a label for such;
others as far as FAR."""
_ABOVE, _INDENT = 1.6, 6
"""How far right above a value its label stands, in line heights, and how far to its side, in px or one line height."""
_SHAPED = written_as(WITH_DIGITS, SHOWN)


def field_labels(page: Page) -> dict[int, tuple[str, int | None]]:
    """Line index → its label (left of it, right above it, or the header of its column), and for weak column
    headers the index of the header line."""
    lines, language, heads = page.lines, page.language, headings(page)
    found: dict[int, tuple[str, int | None]] = {}
    columns: set[int] = set()
    labelled = label_rows(page)
    beside = heads.form | {
        head for head, title in heads.titles.items() if head not in heads.table and answered(title, page)
    }
    for head, title in heads.titles.items():
        if head in beside or _heads_row(head, page):
            continue
        cells = cells_below(title, page, labelled)
        named = labelled_cells(title.text, cells, lines, language, table=head in heads.table)
        columns |= {head} if named and (head in heads.table or len(named) > 1) else set()
        for i, certain in named.items():
            found.setdefault(i, (engine_label(title.text), None if certain else head))
    for i, line in enumerate(lines):
        if i in found or i in heads.titles or label_spec(line.text):
            continue
        left = [
            h
            for h, title in heads.titles.items()
            if h not in columns and _left_of(title, line, page, form=h in heads.form)
        ]
        if left and _tabs(i, page):
            left = [h for h in left if _heads_beside_tabs(heads.titles[h].text)]
        near = left or [h for h, title in heads.titles.items() if h not in beside and _right_above(title, line)]
        if near:
            best = heads.titles[max(near, key=lambda h: (lines[h].box[2], lines[h].box[3]))]
            if _may_stand(best.text, line.text, language, near=bool(left)):
                found[i] = (engine_label(best.text), None)
    return found


def _may_stand(label: str, value: str, language: Language, *, near: bool) -> bool:
    return plausible(label, value, language, near=near) and suits(label, value, language)


def _left_of(head: Line, line: Line, page: Page, *, form: bool) -> bool:
    """The label stands on the same row to the left, nothing between them, not too far away."""
    shaped = form or (label_kind(head.text) in _SHAPED and any(c.isdigit() or c == "@" for c in line.text))
    return reaches(head, line, page.lines, _FAR_SHAPED if shaped else FAR)


def _heads_row(head: int, page: Page) -> bool:
    """Whether a label of people is the head of a row of a table: two names or more stand on its right."""
    title = page.lines[head]
    if label_kind(title.text) is not Kind.PERSON:
        return False
    right = [line.text for line in page.row(head) if line.box[0] >= title.box[2] and name_like(line.text)]
    names = [text for text in right if not ordinary(text) and label_spec(text) is None]
    return len(names) >= _ROW_OF_NAMES and any(map(known_name, names))


def _tabs(at: int, page: Page) -> bool:
    """Whether a line is one of five or more words on a row, most of them ordinary: tabs or a menu, and no address."""
    row = [line.text for line in (page.lines[at], *page.row(at))]
    signs = any(c.isdigit() or c in ",:" for text in row for c in text)
    return len(row) >= _TABS and not signs and sum(ordinary(text) for text in row) >= _ORDINARY * len(row)


def _heads_beside_tabs(label: str) -> bool:
    """Whether a label among tabs has the tab beside it for its value: not that of an address, nor a word for several
    or for things as well ("References", "Beneficiaries")."""
    spec = label_spec(label)
    return spec is not None and spec.kind is not Kind.ADDRESS and not spec.weak and not spec.shape


def _right_above(head: Line, line: Line) -> bool:
    gap = line.box[1] - head.box[3]
    return 0 <= gap <= _ABOVE * line.height and same_edge(head, line, within=max(_INDENT, line.height))
