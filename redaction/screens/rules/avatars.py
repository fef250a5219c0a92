"""People shown by where they stand: right of an avatar, or left of the signed-in user's own in the corner.

(o) Nadia Brink     (NB) Nadia Brink     a picture, or a disc with the first letter of the text beside it
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redaction.findings import Box
from redaction.lexicon.shapes import handle_like, name_like, ordinary
from redaction.lexicon.words import is_word
from redaction.page.labels import PERSON
from redaction.page.measures import DISC_EDGE, same_row
from redaction.page.page import Page
from redaction.page.reading import Disc, Line

_LOGIN = re.compile(r"[a-z][a-z0-9]{2,19}")
_LARGEST_AVATAR = 130


def beside_avatars(page: Page) -> dict[int, tuple[str, int | None]]:
    """Lines right of an avatar that may be a name or a log-in: a label that says so."""
    found: dict[int, tuple[str, int | None]] = {}
    small = [box for box, _, _ in page.read.faces if max(box[2] - box[0], box[3] - box[1]) <= _LARGEST_AVATAR]
    beside = [_right_of(box, page.lines) for box in small]
    beside += [_left_of(box, page) for box in (*small, *(disc for disc, _ in page.read.discs))]
    for at in beside:
        if at is not None and _somebody(page.lines[at].text):
            found[at] = (PERSON, None)
    named = [(disc, at) for disc in page.read.discs if disc[1] and (at := _right_of(disc[0], page.lines)) is not None]
    for disc, at in named:
        text = page.lines[at].text
        if _begins(disc, text) and (
            (name_like(text) and not ordinary(text))
            or _login_like(text)
            or (text[0].isupper() and _in_people_list(disc, named, page.lines))
        ):
            found[at] = (PERSON, None)
    for at in list(found):
        for twin in _twins(at, page.lines):
            found.setdefault(twin, (PERSON, None))
    return found


def _login_like(text: str) -> bool:
    """A log-in of more than dictionary words: jane.doe, but not design-team."""
    return handle_like(text) and not (text.islower() and ordinary(text) and "-" in text)


def _right_of(box: Box, lines: Sequence[Line]) -> int | None:
    """The first line right of an avatar, on its rows, not far away and no higher than it."""
    x0, y0, x1, y1 = box
    reach = max(28, x1 - x0)
    right = [
        i
        for i, line in enumerate(lines)
        if x1 - 4 <= line.box[0] <= x1 + reach
        and y0 - 2 <= (line.box[1] + line.box[3]) / 2 <= y1 + 2
        and line.height <= 1.1 * (y1 - y0)
    ]
    return min(right, key=lambda i: (lines[i].box[1], lines[i].box[0])) if right else None


def _left_of(box: Box, page: Page) -> int | None:
    """The line left of the signed-in user's avatar in the upper right corner."""
    wide, high = box[2] - box[0], box[3] - box[1]
    if box[3] > max(120, 0.14 * page.read.height) or box[2] < page.read.width - 3 * wide or wide > 2 * high:
        return None
    left = [
        i
        for i, line in enumerate(page.lines)
        if 0 <= box[0] - line.box[2] <= max(16, wide // 2)
        and box[1] - 2 <= (line.box[1] + line.box[3]) / 2 <= box[3] + 2
        and line.height <= 1.1 * high
    ]
    return max(left, key=lambda i: page.lines[i].box[2]) if left else None


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
    return sum(column) >= max(3, 0.75 * len(column))


def _twins(at: int, lines: Sequence[Line]) -> Iterator[int]:
    """Lines on the row that repeat a name in small letters or with dots: its log-in."""
    plain = _squashed(lines[at].text)
    for i, other in enumerate(lines):
        if i != at and len(plain) >= 3 and _squashed(other.text) == plain and same_row(lines[at], other):
            yield i


def _squashed(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()
