"""What documents say, to be held against what a screen shows of the same texts: letter by letter as they look, so that
case, signs, blanks and letters that look alike count for nothing.

Where a document has a text whole, the letters beside a cut tell what stood there: "Bra…" of a company. They tell as
well where nobody stands: "Is that fine? T…" goes on with "Thanks".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate

from redaction.findings import Kind, TextFinding
from redaction.lexicon.fold import fold_token
from redaction.lexicon.lookalikes import skeleton

CONTEXT = 10
"""Letters and digits beside what is cut that a screen and a document have in common, at least."""
ELLIPSIS = re.compile(r"…|⋯|\.{2,}")
"""The sign that a text goes on, as it is read on screens."""
CLOSE, CLOSE_LETTERS = 0.8, 8
"""Share of its letters that half a line has in common with a text that it is, as it is read, and how many it has then
at least: fewer must be right."""
LIKE, LIKE_LETTERS = 0.85, 16
"""Share of the letters of a line, misread in places, that a document's text has, and how many letters it is of at
least."""
ANCHOR = 3
"""Letters that are read right at each end of a finding, some of them beside it, so that its place in a text is sure."""
LEAST = 4
"""Letters and digits of half a line that are compared, and of the identifiers it may be: initials are like anything."""
APART = 0.2
"""By so much more than an identifier it must be like a text in clear."""
_LATEST = 48
"""Letters and digits of an identifier that are compared at most."""
_BORDER = "\n"

Ends = Mapping[str, tuple[tuple[str, Kind], ...]]


@dataclass(frozen=True, slots=True)
class Said:
    """What stands in documents beside their identifiers: by the letters before an identifier, its letters and its kind;
    the same for the letters behind it, both backwards; the letters of whole texts without one, which nothing has cut
    where a screen says the same; and the letters of all texts, each in a line, with where their identifiers stand
    (starts and ends, in order, apart)."""

    before: Ends = field(default_factory=dict)
    behind: Ends = field(default_factory=dict)
    clear: frozenset[str] = frozenset()
    letters: str = ""
    hidden: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, texts: Iterable[tuple[str, Sequence[TextFinding]]]) -> Said:
        """Of texts with what was found in them."""
        before: defaultdict[str, set[tuple[str, Kind]]] = defaultdict(set)
        behind: defaultdict[str, set[tuple[str, Kind]]] = defaultdict(set)
        clear: set[str] = set()
        whole: dict[str, set[tuple[int, int]]] = {}
        for text, found in texts:
            letters, places = _letters(text)
            spans = whole.setdefault(letters, set())
            if not found:
                clear.add(letters)
            for one in found:
                inside = [i for i, at in enumerate(places) if one.start <= at < one.end]
                if not inside:
                    continue
                start, end = inside[0], inside[-1] + 1
                spans.add((start, end))
                value = letters[start:end]
                if start >= CONTEXT:
                    before[letters[start - CONTEXT : start]].add((value[:_LATEST], one.kind))
                if end + CONTEXT <= len(letters):
                    behind[letters[end : end + CONTEXT][::-1]].add((value[::-1][:_LATEST], one.kind))
        hidden: list[tuple[int, int]] = []
        at = 0
        for letters in sorted(whole):
            for start, end in sorted(whole[letters]):
                if hidden and at + start < hidden[-1][1]:
                    start, end = hidden[-1][0] - at, max(end, hidden.pop()[1] - at)
                hidden.append((at + start, at + end))
            at += len(letters) + len(_BORDER)
        return cls(_sorted(before), _sorted(behind), frozenset(clear), _BORDER.join(sorted(whole)), tuple(hidden))

    def __bool__(self) -> bool:
        return bool(self.letters)

    def told(self) -> list[object]:
        """All of it, for a digest."""
        return [self.before, self.behind, sorted(self.clear), self.letters, self.hidden]

    def within(self, text: str, start: int, end: int, *, misread: bool = False) -> list[tuple[int, int]] | None:
        """The identifiers that documents have in characters start..end of a text that a screen shows. Nothing where no
        document has these letters with CONTEXT letters of what stands beside them, or as a part of the same whole text,
        or where documents differ. Where the text is `misread`, documents that have one like it tell."""
        first = max((match.end() for match in ELLIPSIS.finditer(text, 0, start)), default=0)
        last = min((match.start() for match in ELLIPSIS.finditer(text, start)), default=len(text))
        ahead, rest = _letters(text[first:start])[0], _letters(text[end:last])[0]
        own, places = _letters(text[start:end])
        before, behind = ahead[-CONTEXT:], rest[:CONTEXT]
        if not own:
            return None
        if len(before) + len(behind) >= CONTEXT:
            there = [(at + len(before), len(own)) for at in _found_at(self.letters, before + own + behind)]
            if misread and not there:
                there = list(_like(self.letters, ahead + own + rest, len(ahead), len(ahead) + len(own)))
        else:
            whole = _whole_texts(self.letters).get(ahead + own + rest) if ahead or rest else None
            there = [] if whole is None else [(whole + len(ahead), len(own))]
        met = {(self._hidden_at(at, long), long) for at, long in there}
        if met and not any(spans for spans, _ in met):
            return []
        if len(met) != 1 or there[0][1] != len(own):
            return None
        edges = [start, *(start + at for at in places[1:]), end]
        return [(edges[one], edges[other]) for one, other in met.pop()[0]]

    def hidden_in(self, text: str) -> list[bool] | None:
        """Of each letter of a whole text whether documents hide it; nothing where none has the text, or where they
        differ."""
        letters = _letters(text)[0]
        whole = _whole_texts(self.letters).get(letters)
        if whole is not None:
            there = [whole]
        else:
            there = list(_found_at(self.letters, letters)) if len(letters) >= CONTEXT else []
        met = {self._hidden_at(at, len(letters)) for at in there}
        if not letters or len(met) != 1:
            return None
        spans = met.pop()
        return [any(a <= at < b for a, b in spans) for at in range(len(letters))]

    def shows_clear(self, text: str) -> bool:
        """Whether a text of which a screen shows the upper or the lower half is one that documents have in clear."""
        from rapidfuzz import fuzz, process

        letters = _letters(text)[0]
        if len(letters) < LEAST:
            return False
        shown = gaps(self.hidden, 0, len(self.letters))
        clear = {piece for a, b in shown for piece in self.letters[a:b].split(_BORDER)}
        if len(letters) < CLOSE_LETTERS:
            like = 100.0 if letters in clear else 0.0
        else:
            long = sorted(piece for piece in clear if len(piece) >= len(letters))
            told = process.extractOne(letters, long, scorer=fuzz.partial_ratio, score_cutoff=100 * CLOSE)
            like = told[1] if told is not None else 0.0
        kept = sorted({self.letters[a:b] for a, b in self.hidden if b - a >= LEAST})
        return like > 0 and not any(
            process.extractOne(letters, kept, scorer=how, score_cutoff=like - 100 * APART)
            for how in (fuzz.ratio, fuzz.partial_ratio)
        )

    def find(self, text: str) -> Iterator[tuple[int, int, Kind]]:
        """Start, end and kind of what is left of identifiers at the ends of a text and at its ellipses."""
        begin = 0
        for end, after in (*(match.span() for match in ELLIPSIS.finditer(text)), (len(text), len(text))):
            letters, places = _letters(text[begin:end])
            plain = letters in self.clear
            left = None if plain else _left(letters, self.before)
            if left is not None:
                # The last letter is close to the dots, whose place nobody knows to the pixel.
                yield begin + places[left[0]], after, left[1]
            left = None if plain else _left(letters[::-1], self.behind)
            if left is not None:
                yield begin, begin + places[len(letters) - 1 - left[0]] + 1, left[1]
            begin = after

    def _hidden_at(self, start: int, long: int) -> tuple[tuple[int, int], ...]:
        """Which of so many letters are of identifiers."""
        nearest = bisect_left(self.hidden, (start, start))
        some = []
        for one, other in self.hidden[max(0, nearest - 1) :]:
            if one >= start + long:
                break
            if other > start:
                some.append((max(one - start, 0), min(other - start, long)))
        return tuple(some)


def gaps(spans: Iterable[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """What lies between start and end beside some spans there, which are in order and apart."""
    edges = [start, *(edge for span in spans for edge in span), end]
    return list(zip(edges[::2], edges[1::2], strict=True))


@lru_cache(maxsize=4096)
def letters_of(text: str) -> str:
    """The letters and digits of a text as they look: what is told apart by case, signs, blanks or accents is not."""
    return _letters(text)[0]


@lru_cache(maxsize=8)
def _whole_texts(letters: str) -> dict[str, int]:
    """Where each text begins in the letters of documents, each in a line."""
    texts = letters.split(_BORDER)
    return dict(zip(texts, accumulate((len(text) + len(_BORDER) for text in texts), initial=0), strict=False))


def _found_at(letters: str, wanted: str) -> Iterator[int]:
    at = letters.find(wanted)
    while at >= 0:
        yield at
        at = letters.find(wanted, at + 1)


@lru_cache(maxsize=256)
def _like(letters: str, piece: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Where in the letters of documents, each in a line, letters start..end of a misread piece stand, and how many they
    are there; nothing where one of the texts that are like it does not tell."""
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import Levenshtein

    if len(piece) < LIKE_LETTERS:
        return ()
    found = []
    long = {place: text for text, place in _whole_texts(letters).items() if len(text) >= len(piece)}
    for text, _, place in process.extract(piece, long, scorer=fuzz.partial_ratio, score_cutoff=100 * LIKE, limit=None):
        there = fuzz.partial_ratio_alignment(piece, text)
        if there is None:
            return ()
        first_letter = max(0, there.dest_start - ANCHOR)  # letters may have been lost from the piece
        blocks = Levenshtein.opcodes(piece, text[first_letter : there.dest_end + ANCHOR])
        sure = [op for op in blocks if op.tag == "equal" and op.src_end - op.src_start >= ANCHOR]
        first = [op.dest_start + start - op.src_start for op in sure if op.src_start <= start < op.src_end]
        last = [op.dest_start + end - op.src_start for op in sure if op.src_start < end <= op.src_end]
        if not first or not last:
            return ()
        found.append((place + first_letter + first[0], last[0] - first[0]))
    return tuple(found)


def _left(letters: str, ends: Ends) -> tuple[int, Kind] | None:
    """Where in some letters an identifier begins that they end within, and its kind. The last letter may be half of
    another one, and one alone must be right."""
    for start in range(len(letters) - 1, max(CONTEXT, len(letters) - _LATEST) - 1, -1):
        rest = letters[start:]
        for value, kind in ends.get(letters[start - CONTEXT : start], ()):
            if len(rest) < len(value) and value.startswith(rest[:-1] or rest):
                return start, kind
    return None


def _letters(text: str) -> tuple[str, list[int]]:
    """The letters and digits of a text as they look, and where each stands."""
    made: list[str] = []
    places: list[int] = []
    for at, char in enumerate(text):
        looks = skeleton(fold_token(char)) if char.isalnum() else ""
        made.append(looks)
        places += [at] * len(looks)
    return "".join(made), places


def _sorted(found: Mapping[str, set[tuple[str, Kind]]]) -> dict[str, tuple[tuple[str, Kind], ...]]:
    return {context: tuple(sorted(found[context])) for context in sorted(found)}
