"""Known values met as a whole or cut off: a cell or wrapped lines with nothing else, "Northwi…".

Values are compared by their letters and digits alone, with what optical recognition confuses made equal: spaces that
were lost, gained or turned into hyphens, case, and a break in the middle of a word make no difference.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from redaction.findings import Kind, Source, TextFinding, known_finding
from redaction.lexicon.forms import parse_person, tokens
from redaction.lexicon.lookalikes import skeleton
from redaction.lexicon.words import is_word
from redaction.text.interface import says_as_word
from redaction.text.known.declared_context import opens
from redaction.text.known.positions import written_as_name

#: A value wraps over at most so many lines.
LINES = 4
#: What is left of a value that was cut off: so many letters and digits at least.
CUT_LEAST = 4
#: The same where an ellipsis on a screen says that it is cut, of a word with a capital that no dictionary has.
CUT_SHORT = 3
#: A cut between two words keeps at least this share of the value; a cut inside a word tells more.
CUT_SHARE = 0.5
#: Values shorter than this are compared as they are, not by looks.
_LOOKS_LEAST = 4
_SPAN = 8
_GAP = 4
_BORDER = re.compile(r"[\n\r\t|;]")
#: What stands before a value in its cell is its label, and no value.
_LABELLED = re.compile(r"[:=]\s|[>»]")
_BORDERS = frozenset("\n\r\t|;:=>»")
_ONE_BREAK = re.compile(r"[^\w\n]*\r?\n[^\w\n]*")
#: What is left of a letter that was cut: of an n, a v or an o, and of an m, an h or a u.
_HALVES = "rvcil"
_ELLIPSIS = re.compile(r"…|⋯|\.{3}")
_ELLIPSIS_READ = re.compile(r"…|⋯|\.{2,3}|[.·]…")
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Value:
    kind: Kind
    score: float
    declared: bool
    words: tuple[str, ...]


@dataclass
class Values:
    """Add with `add`, then `seal`; `find` gives findings of what has a cell to itself or was cut off."""

    _whole: dict[str, _Value] = field(default_factory=dict)
    _begun: dict[str, _Value] = field(default_factory=dict)
    _sorted: list[str] = field(default_factory=list)
    _longest: int = 0

    def add(self, kind: Kind, value: str, declared: bool, score: float) -> None:
        """One known value."""
        forms = [tuple(tokens(value))]
        if kind is Kind.PERSON:
            name = parse_person(value)
            forms += [(*name.firsts, *name.lasts), (*name.lasts, *name.firsts)]
        for words in dict.fromkeys(form for form in forms if form):
            made = _Value(kind, score, declared, words)
            key = _key("".join(words))
            for table in (self._whole, self._begun) if declared else (self._begun,):
                known = table.get(key)
                if known is None or (made.declared, made.score, str(made.kind)) > (
                    known.declared,
                    known.score,
                    str(known.kind),
                ):
                    table[key] = made

    def seal(self) -> None:
        """Prepare the look-ups."""
        self._sorted = sorted(self._begun)
        self._longest = max(map(len, self._whole), default=0)

    def find(self, text: str, spans: Sequence[Span], words: Sequence[str], role: str) -> Iterator[TextFinding]:
        """Findings in a text of which the words and their places are given."""
        if self._whole:
            yield from self._cells(text, spans, words)
        if "…" in text or "⋯" in text or ".." in text:
            yield from self._cut(text, spans, words, role)
        elif role == "line" and spans:
            yield from self._broken_off(text, spans, words)

    def _cells(self, text: str, spans: Sequence[Span], words: Sequence[str]) -> Iterator[TextFinding]:
        """Declared values that have a cell, or up to four lines, to themselves."""
        if not _BORDERS.intersection(text):
            yield from self._cell(spans, words, 0, len(words))
            return
        cells: list[tuple[int, int]] = []
        for i, (start, _) in enumerate(spans):
            if i and not _BORDER.search(text, spans[i - 1][1], start):
                after_label = bool(_LABELLED.search(text, spans[i - 1][1], start))
                cells[-1] = (i if after_label else cells[-1][0], i + 1)
            else:
                cells.append((i, i + 1))
        for at, (first, _) in enumerate(cells):
            for last in range(at, min(len(cells), at + LINES)):
                end = cells[last][1]
                if last > at:
                    between = text[spans[cells[last][0] - 1][1] : spans[cells[last][0]][0]]
                    if not _ONE_BREAK.fullmatch(between):
                        break
                yield from self._cell(spans, words, first, end)

    def _cell(self, spans: Sequence[Span], words: Sequence[str], first: int, end: int) -> Iterator[TextFinding]:
        """The finding for tokens first..end where they are all of a declared value."""
        if not 0 < end - first <= self._longest:
            return
        key = _key("".join(words[first:end]))
        value = self._whole.get(key)
        if value is not None:
            yield known_finding(spans[first][0], spans[end - 1][1], value.kind, value.score, Source.DECLARED)

    def _cut(self, text: str, spans: Sequence[Span], words: Sequence[str], role: str) -> Iterator[TextFinding]:
        ends = [end for _, end in spans]
        for mark in (_ELLIPSIS_READ if role == "line" else _ELLIPSIS).finditer(text):
            last = bisect_left(ends, mark.start() + 1) - 1
            if last < 0 or text[ends[last] : mark.start()].strip(" .-_@/"):
                continue
            first = last
            while first > 0 and last - first + 1 < _SPAN and spans[first][0] - ends[first - 1] <= _GAP:
                if "\n" in text[ends[first - 1] : spans[first][0]]:
                    break
                first -= 1
            for at in range(first, last + 1):
                named = written_as_name(text, *spans[at])
                short = role == "line" and named and text[spans[at][0]].isupper()
                least = CUT_SHORT if short else CUT_LEAST
                value = self._begins(words[at : last + 1], opens(text, spans[at][0]), named, least)
                if value is not None:
                    # On a screen the last letter is close to the dots, whose place nobody knows to the pixel.
                    end = mark.end() if role == "line" else ends[last]
                    yield known_finding(spans[at][0], end, value.kind, value.score, Source.CUT_OFF)
                    break

    def _broken_off(self, text: str, spans: Sequence[Span], words: Sequence[str]) -> Iterator[TextFinding]:
        """The beginning of a known value in no dictionary that ends a line of a screen: a tab or a cell may be too
        short for it, and says so by no sign."""
        last = len(words) - 1
        (start, end), word = spans[last], words[last]
        halved = len(word) > CUT_LEAST and word[-1] in _HALVES
        bracketed = text.endswith("(", 0, start)  # it was never closed: the line is cut
        said = is_word(word) or (says_as_word(word) and not bracketed)
        if text[end:].strip() or text.endswith(".", 0, start) or not word.isalpha() or (said and not halved):
            return
        if opens(text, start) or written_as_name(text, start, end):
            value = self._begun_by(word)
            if value is None or word == value.words[0]:
                return
            left = len(value.words[0]) - len(word)
            # of "Søren" the last letter alone is cut, and makes a word of it: "Sorer"
            if left == 0 or (left > 0 and not is_word(word)):
                yield known_finding(start, end, value.kind, value.score, Source.CUT_OFF)

    def _begins(self, words: Sequence[str], alone: bool, named: bool, least: int) -> _Value | None:
        """The value that these words, of so many letters at `least`, begin, where they tell enough of it: they stand
        alone, or are written as a name inside a line ("of Group…")."""
        start = "".join(words)
        value = self._begun_by(start, least)
        return value if value is not None and _tells(words, start, value, alone, named) else None

    def _begun_by(self, start: str, least: int = CUT_LEAST) -> _Value | None:
        """The value that begins with these letters and goes on; the last one may have been misread where it is cut."""
        key = skeleton(start)
        if len(start) < least:
            return None
        for head in (key, key[:-1] if len(start) >= CUT_LEAST and start[-1] in _HALVES else key):
            at = bisect_left(self._sorted, head)
            if at < len(self._sorted) and self._sorted[at].startswith(head) and len(self._sorted[at]) > len(head):
                return self._begun[self._sorted[at]]
        return None


def _tells(words: Sequence[str], start: str, value: _Value, alone: bool, named: bool) -> bool:
    """Whether what is left of a value is more than an ordinary word or two."""
    length, between = 0, False
    for word in value.words:
        length += len(word)
        between |= length == len(start)
    whole = "".join(value.words)
    if all(word.isdigit() for word in words):
        return alone or len(start) >= CUT_SHARE * len(whole)
    if between:
        return value.declared and (alone or not all(map(is_word, words))) and len(start) >= CUT_SHARE * len(whole)
    if len(words) > 1:
        return True
    proper = not is_word(words[0])
    return (alone and value.declared) or proper or (named and len(start) > CUT_LEAST)


def _key(word: str) -> str:
    return skeleton(word) if len(word) >= _LOOKS_LEAST else word
