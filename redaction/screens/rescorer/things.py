"""Numbers of things: what stands under the header of a column, right of a label or behind a word that announces goods,
rooms, accounts of a ledger or parts of a program (`lists.yaml`, thing_labels) is nobody's; and four digits in a table
with columns of debit and credit, where an account of somebody has five and more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, takewhile

from redaction.lexicon.labels import label_spec
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.vocabulary import names_thing
from redaction.page.columns import below
from redaction.page.page import Page
from redaction.page.words import Word

NEAR = 12.0
"""In line heights: a label's value begins no further right of it."""
CELL = 4
"""Words of a cell at most: a sentence under a header may name whom it likes."""
LONGEST = 3
"""Words of a label that stands before its number in one line."""
_BREAK = re.compile(r"[·•|,;(\[/–—]|\s{3,}")
_ACCOUNT = re.compile(r"\d{4}")
_SEPARATORS = " \t\u00a0:：#="
"""What stands between a label and its number in one line."""


def things_on(page: Page) -> frozenset[int]:
    """The lines that are cells below a header of things, up to the next label of somebody's values, or the next right
    of a label of them. With figures on its right it is a label of a form and no header."""
    titles = {at for at, line in enumerate(page.lines) if names_thing(line.text)}
    (left, far), *_ = page.sides
    beside = {at for at in range(len(page.lines)) if left[at] in titles and far[at] < NEAR}
    headers = [at for at in titles if not _has_figures(page, at)]
    cells = beside.union(*(_cells(page, at) for at in headers))
    return frozenset(at for at in cells if len(page.lines[at].text.split()) <= CELL) | _ledger(page)


def _ledger(page: Page) -> frozenset[int]:
    """The lines of four digits below a row that says debit and credit."""
    columns = word_list(WordList.LEDGER_COLUMNS)
    said = {at: text for at, line in enumerate(page.lines) if (text := line.text.casefold()) in columns}
    pairs = ((one, two) for one, two in permutations(said, 2) if page.rows[one, two] and said[one] != said[two])
    rows = [page.lines[one].box[3] for one, _ in pairs]
    if not rows:
        return frozenset()
    top = min(rows)
    return frozenset(at for at, line in enumerate(page.lines) if line.box[1] >= top and _ACCOUNT.fullmatch(line.text))


def _cells(page: Page, header: int) -> Iterator[int]:
    column = below(page.lines[header], page.lines)
    return takewhile(lambda at: label_spec(page.lines[at].text) is None, column)


def _has_figures(page: Page, at: int) -> bool:
    right = page.lines[at].box[2]
    return any(any(map(str.isdigit, line.text)) for line in page.row(at) if line.box[0] >= right)


def is_thing(page: Page, word: Word, things: frozenset[int]) -> bool:
    """Whether a word is on one of these lines, or right behind a label of things on its own."""
    return word.line in things or _ends_in_label(page.lines[word.line].text[: word.start])


@lru_cache(maxsize=20_000)
def _ends_in_label(before: str) -> bool:
    last = _BREAK.split(before.rstrip(_SEPARATORS))[-1].split()
    return any(names_thing(" ".join(last[-count:])) for count in range(1, min(LONGEST, len(last)) + 1))
