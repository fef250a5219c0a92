"""Every text of a screen worth searching: lines with their labels, parts of lines, lines that go on below."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from redaction.kinds.spec import WITH_DIGITS, Value
from redaction.kinds.table import written_as
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.page.label_lines import PERSON, label_kind
from redaction.page.labelled_values import field_labels, full_names
from redaction.page.page_language import page_of
from redaction.page.passage import Passage, joined, part, spaced, unlabelled
from redaction.page.reading import ByTop, Line, Reading
from redaction.page.rejoin import rejoined
from redaction.page.rows import close_behind
from redaction.screens.rules.belief import searchable
from redaction.screens.rules.groups import address_blocks, beside_avatars, lists
from redaction.screens.rules.hints import hints
from redaction.text.inputs import TextInput

_PARTED = written_as(WITH_DIGITS, Value.PLACE)
"""Kinds of values whose parts may be read apart and tell too little by themselves."""
_APART = 1.4
"""In heights of the upper line: how far below it a line of the same value may stand."""
_CAPITAL = re.compile(r"[^\W\d_a-z][^\W\d_]*")
_LOCAL_PART = re.compile(r"[<(\[]?[\w.+'-]+")
_HOST = re.compile(r"(?:[\w-]+\.)+[A-Za-z]{2,}")
_HOST_PART = re.compile(r"[\w.-]+[>),;]*")


def passages(reading: Reading) -> list[Passage]:
    """Every text of a screen worth searching: each line with its label, what its own form tells of its parts, wrapped
    lines and addresses joined."""
    with page_of(reading.lines):
        return _passages(reading)


def _passages(reading: Reading) -> list[Passage]:
    lines = reading.lines
    avatars = beside_avatars(reading)
    fields = field_labels(lines)
    labels = fields | avatars
    listed = lists(lines, {i for i, (_, column) in fields.items() if column is None})
    for i, first in listed.items():
        labels.setdefault(i, (PERSON, first))
    nothing: tuple[str | None, int | None] = (None, None)
    out: list[Passage] = []
    for i, line in enumerate(lines):
        label, column = labels.get(i, nothing)
        whole = part(lines, i, 0, len(line.text), label)
        vouched = i in avatars and i in listed
        out.append(replace(whole, column=listed[i] if vouched else column, vouched=vouched))
        out += [part(lines, i, start, end, hint) for start, end, hint in hints(line.text)]
        cuts = _run_together(line.text)
        if cuts:
            out.append(spaced(lines, i, cuts))
        after = _after_disc(reading, line)
        if after:
            out.append(part(lines, i, after, len(line.text), None))
    wrapped, rows = _wrapped(lines), _rows(lines)
    out += [joined(lines, [(i, 0) for i in chain], None) for chain in [*wrapped, *rows, *_onto_rows(wrapped, rows)]]
    out += [joined(lines, [(i, 0) for i in chain], label) for chain in rows for label in _shared(chain, labels)]
    out += [joined(lines, [(i, 0) for i in chain], None, "") for chain in _broken_addresses(lines)]
    out += [joined(lines, chain, "Address") for chain in address_blocks(lines, labels)]
    out += [joined(lines, [(i, 0) for i in pair], "Full name") for pair in full_names(lines, labels)]
    return out


def inputs_for(reading: Reading) -> list[TextInput]:
    """The passages as text inputs: what a batch registry learns from. Weak column headers are left out."""
    reading = rejoined(reading)
    with page_of(reading.lines):
        some = [p for p in passages(reading) if searchable(reading, p)]
    return [p.input if p.certain else unlabelled(p) for p in some]


_WORD = re.compile(r"[^\W_]{8,}")
_EDGE = re.compile(r"(?<=[^\W\d_A-Z])(?=[^\W\d_a-z][^\W\d_A-Z])|(?<=\d)(?=[^\W\d_a-z][^\W\d_A-Z])")


def _run_together(text: str) -> list[int]:
    """Where the spaces of narrow small letters were lost: "09:12NadiaBrinkcreated". One capital inside a word is as
    often a product's, unless it stands between a first name and what no dictionary has."""
    cuts: list[int] = []
    for word in _WORD.finditer(text):
        edges = [edge.start() for edge in _EDGE.finditer(text, *word.span()) if word.start() < edge.start()]
        edges = [at for at in edges if text[at].isupper() and not text[at - 1].isupper()]
        first, rest = (text[word.start() : edges[0]], text[edges[0] : word.end()]) if edges else ("", "")
        if len(edges) >= 2 or (name_lists().is_first(first) and not is_word(rest)):
            cuts += edges
    return cuts


def _shared(chain: list[int], labels: Mapping[int, tuple[str, int | None]]) -> set[str]:
    """The label of a part of an address, number or name that goes for the parts close beside it too: the only one."""
    told = {label for i in chain for label, column in [labels.get(i, ("", None))] if label and column is None}
    return told if len(told) == 1 and label_kind(min(told)) in _PARTED else set()


def _after_disc(reading: Reading, line: Line) -> int:
    """The first character behind an avatar's letters that were read as one line with the name; 0 without such."""
    for (x0, y0, x1, y1), _ in reading.discs:
        middle = (line.box[1] + line.box[3]) / 2
        if x0 <= line.box[0] < x1 < line.box[2] and y0 <= middle <= y1:
            at = next((i for i in range(len(line.text)) if (line.edges[i] + line.edges[i + 1]) / 2 > x1), 0)
            if 0 < at <= 3:
                return at + len(line.text[at:]) - len(line.text[at:].lstrip())
    return 0


def stacked(reading: Reading) -> list[Passage]:
    """Lines below each other that may be one value, a line's end between them: also where the upper line is low for
    want of letters with a stem ("snow", "house")."""
    chains = _wrapped(reading.lines, loose=True, apart=_APART)
    return [joined(reading.lines, [(i, 0) for i in chain], None, "\n") for chain in chains]


def _wrapped(lines: tuple[Line, ...], *, loose: bool = False, apart: float = 0.9) -> list[list[int]]:
    """Chains of lines that read as one text: same left edge and height, at most `apart` heights below each other.

    `loose` ones may also be centred, and as low as a last letter without a stem.
    """
    lowest = 0.4 if loose else 0.6
    following: dict[int, int] = {}
    taken: set[int] = set()
    tops = ByTop(lines)
    for i, line in enumerate(lines):
        below = [
            k
            for k in tops.between(line.box[3] - 2, line.box[3] + apart * line.height)
            for other in (lines[k],)
            if k != i
            and k not in taken
            and (
                abs(other.box[0] - line.box[0]) <= max(4, line.height // 2)
                or (loose and abs(other.box[0] + other.box[2] - line.box[0] - line.box[2]) <= 6)
            )
            and min(lowest, 0.5 if other.text.isdigit() else 0.6) < other.height / max(1, line.height) < 1.7
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
    tops = ByTop(lines)
    for i, line in enumerate(lines):
        behind = [k for k in tops.beside(line) if close_behind(line, lines[k], 1.2 * line.height)]
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


def _onto_rows(wrapped: list[list[int]], rows: list[list[int]]) -> list[list[int]]:
    """Chains of a line and the row it wraps onto: the end of a number may be cut in two by its own gaps."""
    starts = {row[0]: row for row in rows}
    return [[above, *starts[below]] for chain in wrapped for above, below in pairwise(chain) if below in starts]


def _broken_addresses(lines: tuple[Line, ...]) -> list[tuple[int, ...]]:
    """Lines that are one e-mail address or URL cut in two or three (joined without a space)."""
    found: list[tuple[int, ...]] = []
    for chain in _wrapped(lines, loose=True):
        for a, b in pairwise(chain):
            last, first = lines[a].text.split()[-1:], lines[b].text.split()[:1]
            if not last or not first or not _continues(last[0], first[0]):
                continue
            found.append((a, b))
            third = chain[chain.index(b) + 1 : chain.index(b) + 2]
            if third and all(_HOST_PART.fullmatch(lines[k].text) for k in third) and " " not in lines[b].text:
                found.append((a, b, *third))
    return found


def _continues(last: str, first: str) -> bool:
    """Whether the last word of a line and the first of the next may be one address. Before a whole address a word with
    a capital or of the dictionary is none of its parts; nor is a time behind one."""
    host = last.rpartition("@")[2].rstrip(">),;")
    if last.startswith("@"):
        return False  # a handle
    if "@" in last and is_word(first.strip(",;")) and _HOST.fullmatch(host):
        return False  # the address is whole: what stands below is a word
    if "@" in first:
        part = bool(_LOCAL_PART.fullmatch(last)) and not _CAPITAL.fullmatch(last) and not is_word(last)
        return part or first.startswith("@")
    return "://" in last or ("@" in last and bool(_HOST_PART.fullmatch(first)))
