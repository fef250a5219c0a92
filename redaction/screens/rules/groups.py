"""People told by where they stand: beside an avatar, in a list of names; and addresses that go on below."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence

from redaction.findings import Box, Kind
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import handle_like, name_like, ordinary
from redaction.lexicon.words import is_word
from redaction.page.label_lines import PERSON, inline_label, label_kind, plain
from redaction.page.reading import Disc, Line, Reading
from redaction.page.rows import same_row

_LOGIN = re.compile(r"[a-z][a-z0-9]{2,19}")
_LARGEST_AVATAR = 130


def beside_avatars(reading: Reading) -> dict[int, tuple[str, int | None]]:
    """Lines right of an avatar that may be a name or a log-in: a label that says so."""
    found: dict[int, tuple[str, int | None]] = {}
    small = [box for box, _, _ in reading.faces if max(box[2] - box[0], box[3] - box[1]) <= _LARGEST_AVATAR]
    beside = [_right_of(box, reading.lines) for box in small]
    beside += [_left_of(box, reading) for box in (*small, *(disc for disc, _ in reading.discs))]
    for at in beside:
        if at is not None and _somebody(reading.lines[at].text):
            found[at] = (PERSON, None)
    named = [(disc, at) for disc in reading.discs if disc[1] and (at := _right_of(disc[0], reading.lines)) is not None]
    for disc, at in named:
        text = reading.lines[at].text
        if _begins(disc, text) and (
            (name_like(text) and not ordinary(text))
            or _login_like(text)
            or (text[0].isupper() and _in_people_list(disc, named, reading.lines))
        ):
            found[at] = (PERSON, None)
    for at in list(found):
        for twin in _twins(at, reading.lines):
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


def _left_of(box: Box, reading: Reading) -> int | None:
    """The line left of the signed-in user's avatar in the upper right corner."""
    wide, high = box[2] - box[0], box[3] - box[1]
    if box[3] > max(120, 0.14 * reading.height) or box[2] < reading.width - 3 * wide or wide > 2 * high:
        return None
    left = [
        i
        for i, line in enumerate(reading.lines)
        if 0 <= box[0] - line.box[2] <= max(16, wide // 2)
        and box[1] - 2 <= (line.box[1] + line.box[3]) / 2 <= box[3] + 2
        and line.height <= 1.1 * high
    ]
    return max(left, key=lambda i: reading.lines[i].box[2]) if left else None


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
        if abs(other[0][0] - x0) <= 3 and abs(other[0][2] - x1) <= 3
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


def lists(lines: Sequence[Line], told: Container[int] = ()) -> dict[int, int]:
    """Line index → first line of its list: four lines or more of one size and left edge, shaped like names. Lines with
    labels of their own (`told`) are in no list."""
    found: dict[int, int] = {}
    names = [
        i
        for i, x in enumerate(lines)
        if i not in told and name_like(x.text) and not plain(x.text) and not label_kind(x.text)
    ]
    for i in names:
        if i in found:
            continue
        like = [
            k
            for k in names
            if abs(lines[k].box[0] - lines[i].box[0]) <= 3 and abs(lines[k].height - lines[i].height) <= 4
        ]
        if len(like) >= 4 and not _repeated([lines[k].text for k in like]):
            members = like[1:] if _is_heading(lines, like) else like
            found.update(dict.fromkeys([k for k in members if k not in found], i))
    return found


def _repeated(texts: Sequence[str]) -> bool:
    """Whether a list says one word again and again that is on no list of names: a column of "Logistics"."""
    return len(set(texts)) == 1 and texts[0].isalpha() and not name_lists().is_name(texts[0])


def _is_heading(lines: Sequence[Line], like: Sequence[int]) -> bool:
    """Whether the first of a list says what the others are: one word in the plural over full names."""
    word = lines[like[0]].text
    plural = word.isalpha() and word.endswith("s") and not word.endswith("ss")
    return plural and not name_lists().is_name(word) and sum(" " in lines[k].text for k in like[1:]) >= 3


def address_blocks(
    lines: Sequence[Line], labels: Mapping[int, tuple[str, int | None]]
) -> Iterator[list[tuple[int, int]]]:
    """Chains (line, first character) of an address that goes on below its labelled first line, on even rows of the
    same left edge and size, until a label or another spacing."""
    for i, line in enumerate(lines):
        inline = inline_label(line.text)
        start = inline[1] if inline else 0
        label = inline[0] if inline else labels.get(i, ("", None))[0]
        if label_kind(label) is not Kind.ADDRESS or start >= len(line.text):
            continue
        chain = [(i, start)]
        left, last, spacing = line.edges[start], line, 0
        while len(chain) < 5:
            below = [
                k
                for k, other in enumerate(lines)
                if 0 < other.box[1] - last.box[3] <= 2.2 * last.height
                and abs(other.box[0] - left) <= max(6, last.height // 2)
                and 0.6 < other.height / max(1, last.height) < 1.7
            ]
            if not below:
                break
            at = min(below, key=lambda k: (lines[k].box[1], lines[k].box[0]))
            gap = lines[at].box[1] - last.box[1]
            told = at in labels or inline_label(lines[at].text) or label_kind(lines[at].text)
            asked = lines[at].text.rstrip().endswith(("?", ":"))
            if told or asked or len(lines[at].text) > 40 or (spacing and abs(gap - spacing) > 0.6 * last.height):
                break
            chain.append((at, 0))
            last, spacing = lines[at], gap
        if len(chain) > 1:
            yield chain
