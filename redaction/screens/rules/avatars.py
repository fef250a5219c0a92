"""People shown by where they stand: right of an avatar, or left of the signed-in user's own in the corner.

(o) Nadia Brink     (NB) Nadia Brink     a picture, or a disc with the first letter of the text beside it
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from redaction.findings import Box
from redaction.lexicon.labels import PERSON
from redaction.lexicon.shapes import handle_like, name_like, ordinary
from redaction.lexicon.words import is_word
from redaction.page.cards import left_of
from redaction.page.measures import DISC_EDGE
from redaction.page.page import Page
from redaction.page.reading import Disc, Line

_LOGIN = re.compile(r"[a-z][a-z0-9]{2,19}")
_LARGEST_AVATAR = 130
"""In px: what is larger is a picture of its own."""
_CORNER, _WIDEST = 4, 2
"""In widths: how far from the right edge the signed-in user's avatar begins; in heights: how wide it is at most."""
_FEWEST, _MOST = 3, 0.75
"""Discs of a list of people, and the share of them that begin the text beside them."""
_SHORTEST = 3
"""Letters of a log-in that repeats a name."""


def beside_avatars(page: Page) -> dict[int, tuple[str, int | None]]:
    """Lines right of an avatar that may be a name or a log-in: a label that says so."""
    found: dict[int, tuple[str, int | None]] = {}
    small = [box for box, _, _ in page.read.faces if max(box[2] - box[0], box[3] - box[1]) <= _LARGEST_AVATAR]
    beside = [page.cards.get(box) for box in small]
    beside += [_left_of(box, page) for box in (*small, *(disc for disc, _ in page.read.discs))]
    for at in beside:
        if at is not None and _somebody(page.lines[at].text):
            found[at] = (PERSON, None)
    named = [(disc, at) for disc in page.read.discs if disc[1] and (at := page.cards.get(disc[0])) is not None]
    for disc, at in named:
        text = page.lines[at].text
        if _begins(disc, text) and (
            (name_like(text) and not ordinary(text))
            or _login_like(text)
            or (text[0].isupper() and _in_people_list(disc, named, page.lines))
        ):
            found[at] = (PERSON, None)
    for at in list(found):
        for twin in _twins(at, page):
            found.setdefault(twin, (PERSON, None))
    return found


def _login_like(text: str) -> bool:
    """A log-in of more than dictionary words: jane.doe, but not design-team."""
    return handle_like(text) and not (text.islower() and ordinary(text) and "-" in text)


def _left_of(box: Box, page: Page) -> int | None:
    """The line left of the signed-in user's avatar in the upper right corner."""
    corner = page.at_the_corner(box, _CORNER)
    return left_of(box, page.lines) if corner and box[2] - box[0] <= _WIDEST * (box[3] - box[1]) else None


def _somebody(text: str) -> bool:
    """A name, or a log-in name: jane.doe, jdoe4."""
    login = bool(_LOGIN.fullmatch(text)) and not is_word(text)
    return (name_like(text) and not ordinary(text)) or _login_like(text) or login


def _begins(disc: Disc, text: str) -> bool:
    """The disc's first letter begins a word of the text."""
    return disc[1][0].lower() in [word[0] for word in text.lower().split()]


def _in_people_list(disc: Disc, named: Sequence[tuple[Disc, int]], lines: Sequence[Line]) -> bool:
    """Three or more discs below each other, each with the first letter of the text beside it: a list of people, whose
    names may be ordinary words."""
    (x0, _, x1, _), _ = disc
    column = [
        _begins(other, lines[at].text)
        for other, at in named
        if abs(other[0][0] - x0) <= DISC_EDGE and abs(other[0][2] - x1) <= DISC_EDGE
    ]
    return sum(column) >= max(_FEWEST, _MOST * len(column))


def _twins(at: int, page: Page) -> Iterator[int]:
    """Lines on the row that repeat a name in small letters or with dots: its log-in."""
    plain = _squashed(page.lines[at].text)
    for i in np.flatnonzero(page.rows[at]) if len(plain) >= _SHORTEST else ():
        if i != at and _squashed(page.lines[i].text) == plain:
            yield int(i)


def _squashed(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()
