"""How lines belong together: labels and their values, columns under a header, lines that go on below."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from redaction.findings import Kind, TextFinding
from redaction.text.inputs import TextInput
from redaction.text.names import name_lists
from redaction.vision.labels import (
    PERSON,
    engine_label,
    handle_like,
    is_weak,
    label_kind,
    name_like,
    ordinary,
    plausible,
)
from redaction.vision.reading import Line, Reading

_INLINE = re.compile(r"^([A-Za-z][A-Za-z' /-]{1,28}?)\s*:\s*(?=\S)")
_MAX_COLUMN_GAP = 6.0
_MODEL = "names-model"
"""The text engine's name for its statistical detector, the only one that needs context to be right."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters start..end of a passage are characters from..  of line `line` (an index into Reading.lines)."""

    start: int
    end: int
    line: int
    offset: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A text to search and where its parts stand on the screen.

    `column` is the header line of a column whose header alone says too little ("Name"): its cells count as labelled
    only when enough of them are found without it.
    """

    input: TextInput
    pieces: tuple[Piece, ...]
    column: int | None = None


def passages(reading: Reading) -> list[Passage]:
    """Every text of a screen worth searching: each line with its label, values after "Label:", wrapped lines joined."""
    lines = reading.lines
    labels = field_labels(lines) | beside_avatars(reading)
    for i, first in lists(lines).items():
        labels.setdefault(i, (PERSON, first))
    nothing: tuple[str | None, int | None] = (None, None)
    out: list[Passage] = []
    for i, line in enumerate(lines):
        label, column = labels.get(i, nothing)
        out.append(Passage(TextInput(line.text, label, "line"), (Piece(0, len(line.text), i, 0),), column))
        inline = _INLINE.match(line.text)
        if inline and label_kind(inline.group(1)):
            value = line.text[inline.end() :]
            if not is_weak(inline.group(1)) or name_like(value):
                piece = Piece(0, len(value), i, inline.end())
                out.append(Passage(TextInput(value, engine_label(inline.group(1)), "line"), (piece,)))
    for chain in [*_wrapped(lines), *_rows(lines)]:
        text, pieces = "", []
        for i in chain:
            if text and not text.endswith("-"):
                text += " "
            pieces.append(Piece(len(text), len(text) + len(lines[i].text), i, 0))
            text += lines[i].text
        out.append(Passage(TextInput(text, None, "line"), tuple(pieces)))
    for first, second in _broken_addresses(lines):
        a, b = lines[first].text, lines[second].text
        pieces = [Piece(0, len(a), first, 0), Piece(len(a), len(a) + len(b), second, 0)]
        out.append(Passage(TextInput(a + b, None, "line"), tuple(pieces)))
    return out


def searchable(reading: Reading, passage: Passage) -> bool:
    """False for what a names model should not be asked about: ordinary words without a label, and stray signs."""
    text = passage.input.text
    if passage.input.label and passage.column is None:
        return True
    stray = len(text) <= 2 and all(reading.lines[p.line].score < 0.8 for p in passage.pieces)
    return not stray and not ordinary(text)


_SURE = 0.9
_GREETED = re.compile(r"(?:\b(?:dear|hello|hi|hey|regards|best|thanks),? |@)$", re.IGNORECASE)


def credible(reading: Reading, passage: Passage, finding: TextFinding) -> bool:
    """Believe the names model on a screen only where its finding is more than ordinary words or a stray sign: buttons
    and menus are capitalised like names. All other detectors are believed."""
    piece = passage.input.text[finding.start : finding.end]
    if finding.detector == "registry-initials" and piece.upper() in ("AM", "PM"):
        return False
    if finding.detector != _MODEL or (passage.input.label and passage.column is None):
        return True
    tokens = re.findall(r"[^\W\d_]+", piece)
    if finding.kind is Kind.PERSON and any(name_lists().is_first(token) for token in tokens):
        return True
    if finding.kind is Kind.PERSON and finding.score >= _SURE and _GREETED.search(passage.input.text[: finding.start]):
        return not ordinary(piece)
    # Scripts without case have neither capitals nor small letters, and names of two signs.
    caseless = any(not token[0].isupper() and not token[0].islower() for token in tokens)
    if not caseless and not any(token[0].isupper() for token in tokens):
        return False
    if len(tokens) == 1 and len(piece) <= 4 and piece.isupper():
        return False
    return searchable(reading, passage) and len(piece) > (1 if caseless else 3) and not ordinary(piece)


def beside_avatars(reading: Reading) -> dict[int, tuple[str, int | None]]:
    """Lines right of an avatar that may be a name or a log-in: a label that says so."""
    anchors = [(box, "") for box, _, _ in reading.faces if max(box[2] - box[0], box[3] - box[1]) <= 130]
    anchors += [disc for disc in reading.discs if disc[1]]
    found: dict[int, tuple[str, int | None]] = {}
    for (x0, y0, x1, y1), letters in anchors:
        reach = max(28, x1 - x0)
        right = [
            i
            for i, line in enumerate(reading.lines)
            if x1 - 4 <= line.box[0] <= x1 + reach
            and y0 - 2 <= (line.box[1] + line.box[3]) / 2 <= y1 + 2
            and line.height <= 1.1 * (y1 - y0)
        ]
        if right:
            top = min(right, key=lambda i: (reading.lines[i].box[1], reading.lines[i].box[0]))
            text = reading.lines[top].text
            fits = not letters or letters[0].lower() in [word[0] for word in text.lower().split()]
            if fits and ((name_like(text) and not ordinary(text)) or handle_like(text)):
                found[top] = (PERSON, None)
    return found


def lists(lines: tuple[Line, ...]) -> dict[int, int]:
    """Line index → first line of its list: four lines or more of one size and left edge, shaped like names."""
    found: dict[int, int] = {}
    names = [i for i, x in enumerate(lines) if name_like(x.text) and not ordinary(x.text) and not label_kind(x.text)]
    for i in names:
        if i in found:
            continue
        like = [
            k
            for k in names
            if abs(lines[k].box[0] - lines[i].box[0]) <= 3 and abs(lines[k].height - lines[i].height) <= 4
        ]
        if len(like) >= 4:
            found.update(dict.fromkeys([k for k in like if k not in found], i))
    return found


def inputs_for(reading: Reading) -> list[TextInput]:
    """The passages as text inputs: what a batch registry learns from. Weak column headers are left out."""
    some = [p for p in passages(reading) if searchable(reading, p)]
    return [unlabelled(p) if p.column is not None else p.input for p in some]


def unlabelled(passage: Passage) -> TextInput:
    """The passage's input without its label."""
    return replace(passage.input, label=None)


def field_labels(lines: tuple[Line, ...]) -> dict[int, tuple[str, int | None]]:
    """Line index → its label (left of it, right above it, or the header of its column), and for weak column headers
    the index of the header line."""
    heads = [i for i, line in enumerate(lines) if label_kind(line.text)]
    found: dict[int, tuple[str, int | None]] = {}
    for head in heads:
        for i in _column(head, lines):
            weak = is_weak(lines[head].text)
            if plausible(lines[head].text, lines[i].text, near=False) and (not weak or name_like(lines[i].text)):
                found.setdefault(i, (engine_label(lines[head].text), head if weak else None))
    for i, line in enumerate(lines):
        if i in found or label_kind(line.text):
            continue
        left = [h for h in heads if _left_of(lines[h], line, lines)]
        near = left or [h for h in heads if _right_above(lines[h], line)]
        if near:
            best = max(near, key=lambda h: (lines[h].box[2], lines[h].box[3]))
            if plausible(lines[best].text, line.text, near=bool(left)) and (
                not is_weak(lines[best].text) or name_like(line.text)
            ):
                found[i] = (engine_label(lines[best].text), None)
    return found


def _left_of(head: Line, line: Line, lines: tuple[Line, ...]) -> bool:
    """The label stands on the same row to the left, nothing between them, not too far away."""
    if not _same_row(head, line) or head.box[2] > line.box[0]:
        return False
    gap = line.box[0] - head.box[2]
    if gap > 14 * max(head.height, line.height):
        return False
    return not any(
        other is not head
        and other is not line
        and _same_row(other, line)
        and head.box[2] <= other.box[0]
        and other.box[2] <= line.box[0]
        and other.box[2] - other.box[0] > line.height
        for other in lines
    )


def _right_above(head: Line, line: Line) -> bool:
    gap = line.box[1] - head.box[3]
    return 0 <= gap <= 1.6 * line.height and abs(head.box[0] - line.box[0]) <= max(6, line.height)


def _same_row(a: Line, b: Line) -> bool:
    rows = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    return rows > 0.5 * min(a.height, b.height)


def _column(head: int, lines: tuple[Line, ...]) -> list[int]:
    """The cells below a column header: overlapping or aligned with it, row after row, until a long gap.

    A header has another text on its row (other headers); a label that stands alone is no column.
    """
    title = lines[head]
    row = [x for x in lines if x is not title and _same_row(x, title)]
    if not row:
        return []
    right = min((x.box[0] for x in row if x.box[0] > title.box[2]), default=10**6)
    left = max((x.box[2] for x in row if x.box[2] < title.box[0]), default=-1)
    cells: list[int] = []
    bottom, height = title.box[3], title.height
    for i in sorted(range(len(lines)), key=lambda k: lines[k].box[1]):
        line = lines[i]
        if line.box[1] < bottom or line.turned:
            continue
        aligned = abs(line.box[0] - title.box[0]) <= 3.5 * height
        overlaps = min(line.box[2], title.box[2]) - max(line.box[0], title.box[0]) > 0
        if not (aligned or overlaps) or line.box[0] >= right or line.box[0] < left - height:
            continue
        if line.box[1] - bottom > _MAX_COLUMN_GAP * height:
            break
        if label_kind(line.text) and not is_weak(line.text):
            break
        cells.append(i)
        bottom = max(bottom, line.box[1] + line.height // 2)
    return cells


def _wrapped(lines: tuple[Line, ...]) -> list[list[int]]:
    """Chains of lines that read as one text: same left edge and height, close below each other."""
    following: dict[int, int] = {}
    taken: set[int] = set()
    for i, line in enumerate(lines):
        below = [
            k
            for k, other in enumerate(lines)
            if k != i
            and k not in taken
            and 0 <= other.box[1] - line.box[3] + 2 <= 0.9 * line.height + 2
            and abs(other.box[0] - line.box[0]) <= max(4, line.height // 2)
            and 0.7 < other.height / max(1, line.height) < 1.45
        ]
        if below:
            best = min(below, key=lambda k: (lines[k].box[1], lines[k].box[0]))
            following[i] = best
            taken.add(best)
    chains = []
    for start in sorted(set(following) - taken):
        chain, at = [start], start
        while at in following and len(chain) < 12:
            at = following[at]
            chain.append(at)
        chains.append(chain)
    return chains


def _rows(lines: tuple[Line, ...]) -> list[list[int]]:
    """Lines that stand close behind each other on one row and may be one text: "Jane" "Doe" in a wide font."""
    following: dict[int, int] = {}
    for i, line in enumerate(lines):
        behind = [
            k
            for k, other in enumerate(lines)
            if 0 <= other.box[0] - line.box[2] <= 1.2 * line.height
            and _same_row(line, other)
            and 0.7 < other.height / max(1, line.height) < 1.45
        ]
        if behind:
            following[i] = min(behind, key=lambda k: lines[k].box[0])
    chains = []
    for start in sorted(set(following) - set(following.values())):
        chain, at = [start], start
        while at in following and following[at] not in chain:
            at = following[at]
            chain.append(at)
        chains.append(chain)
    return chains


def _broken_addresses(lines: tuple[Line, ...]) -> list[tuple[int, int]]:
    """Pairs of lines that are one e-mail address or URL cut in two (joined without a space)."""
    pairs = []
    for chain in _wrapped(lines):
        for a, b in pairwise(chain):
            last, first = lines[a].text.split()[-1:], lines[b].text.split()[:1]
            if last and first and ("@" in last[0] or "://" in last[0] or "@" in first[0]):
                pairs.append((a, b))
    return pairs
