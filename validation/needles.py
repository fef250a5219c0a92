"""Finds known values (needles) in any text, whatever their case, accents, separators, order, escapes or misreadings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from redaction.findings import Kind
from redaction.text.words import is_word
from validation.folding import Folded, confuse, fold_words, join, long_enough, readings, unspaced
from validation.near import Near

#: (opaque entity id, kind, the value that must not be found)
Needle = tuple[str, Kind, str]
#: (where it was captured, by ids; the whole text of a title or of what was typed)
Captured = tuple[str, str]

_SHORTEST_OCR = 6
#: From this length on a needle is also found inside a longer word.
_INSIDE = 10
#: Fewer digits stand in other groups by chance (a time, a date, an amount): they count only as they were written.
_GROUPED = 10
#: A captured text is told by its whole: it needs two words and this many letters.
_CAPTURED = 12
#: Shorter last names beside one letter ("T. Ng") are too often something else.
_LAST = 4
_HEXADECIMAL = re.compile(r"\b[0-9a-fA-F]{32,}\b|\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """A needle was there. `how` says in which form: exact, reversed, initial or log-in, one letter off, ocr."""

    entity_id: str
    kind: str
    how: str


class Matcher:
    """All needles at once (Aho-Corasick over folded letters). Holds captured values: never pickle or log one."""

    def __init__(self, needles: Iterable[Needle], captured: Iterable[Captured] = ()) -> None:
        self.counts: dict[str, int] = {}
        self.too_short = 0
        plain: dict[str, set[Hit]] = {}
        ocr: dict[str, set[Hit]] = {}
        short: dict[str, set[tuple[Hit, frozenset[int]]]] = {}
        self._near: Near[Hit] = Near()
        self._groups: dict[str, set[frozenset[int]]] = {}
        for entity_id, kind, value in sorted(set(needles)):
            words = fold_words(value)
            letters = "".join(words)
            if not long_enough(letters):
                self.too_short += 1
                continue
            self.counts[kind.value] = self.counts.get(kind.value, 0) + 1
            if letters.isdigit() and len(letters) < _GROUPED:
                for spelled in (letters, confuse(letters)):  # digits look like letters to a reader, one for one
                    self._groups.setdefault(spelled, {frozenset()}).add(_inner(join(words), 0, len(letters)))
            forms = [(words, "exact")]
            if kind is Kind.PERSON and 2 <= len(words) <= 4:
                forms.append(([words[-1], *words[:-1]], "reversed"))
                for form, inner in _abbreviations(words):
                    short.setdefault(form, set()).add((Hit(entity_id, kind.value, "initial or log-in"), inner))
            if kind in (Kind.PERSON, Kind.COMPANY, Kind.EMAIL):
                self._near.add(words, Hit(entity_id, kind.value, "one letter off"))
            for written, how in forms:
                plain.setdefault("".join(written), set()).add(Hit(entity_id, kind.value, how))
                confused = "".join(map(confuse, written))
                if len(confused) >= _SHORTEST_OCR or unspaced(letters):
                    ocr.setdefault(confused, set()).add(Hit(entity_id, kind.value, "ocr"))
        for place, text in sorted(set(captured)):
            words = fold_words(text)
            letters = "".join(words)
            if len(words) >= 2 and len(letters) >= _CAPTURED and not letters.isdigit():
                self.counts["captured text"] = self.counts.get("captured text", 0) + 1
                plain.setdefault(letters, set()).add(Hit(place, "captured text", "exact"))
        self._digits = {hit for form, hits in plain.items() if form.isdigit() for hit in hits}
        self._plain, self._ocr, self._short = _automaton(plain), _automaton(ocr), _automaton(short)

    def find(self, text: str, *, ocr: bool = False) -> list[Hit]:
        """Sorted hits in `text`, also behind its URL, HTML and JSON escapes, each entity in its plainest form. With
        `ocr` also what differs only by letters that OCR confuses."""
        found: dict[tuple[str, str], Hit] = {}
        for reading in readings(text):
            words = fold_words(reading)
            folded = join(words)
            steps = [
                self._digits_confirmed(reading, set(self._search(self._plain, folded))),
                set(self._abbreviated(folded)),
                set(self._search(self._ocr, join([confuse(word) for word in words]))) if ocr else set(),
                set(self._near.find(words)),
            ]
            for hits in steps:
                known = set(found)
                found.update(
                    {
                        (hit.entity_id, hit.kind): hit
                        for hit in sorted(hits, reverse=True)
                        if (hit.entity_id, hit.kind) not in known
                    }
                )
        return sorted(found.values())

    def find_raw(self, data: bytes) -> list[Hit]:
        """Hits of long needles in bytes of any form, word boundaries or not: a net under the proper readers."""
        text = "".join(fold_words(data.decode("utf-8", errors="replace")))
        found: set[Hit] = set()
        if self._plain is not None:
            for _, (form, hits) in self._plain.iter(text):
                if len(form) >= _INSIDE and not form.isdigit():
                    found |= hits
        return sorted(found)

    def _search(self, automaton: Any, folded: Folded) -> Iterator[Hit]:
        if automaton is None or not folded.text:
            return
        for last, (form, hits) in automaton.iter(folded.text):
            end = last + 1
            whole = end in folded.edges and end - len(form) in folded.edges
            inside = (len(form) >= _INSIDE and not form.isdigit()) or unspaced(form)
            groups = self._groups.get(form)
            if (whole or inside) and (groups is None or _inner(folded, end - len(form), end) in groups):
                yield from hits

    def _abbreviated(self, folded: Folded) -> Iterator[Hit]:
        """ "J. Keller", "jkeller" and "kellerj", but not the same letters divided elsewhere."""
        if self._short is None:
            return
        for last, (form, hits) in self._short.iter(folded.text):
            end = last + 1
            start = end - len(form)
            if start in folded.edges and end in folded.edges:
                inner = _inner(folded, start, end)
                yield from (hit for hit, allowed in hits if inner <= allowed)

    def _digits_confirmed(self, text: str, hits: set[Hit]) -> set[Hit]:
        """Without digits that were found inside digests and UUIDs only: those are not the captured numbers."""
        if not hits or not _HEXADECIMAL.search(text):
            return hits
        outside = set(self._search(self._plain, join(fold_words(_HEXADECIMAL.sub(" ", text)))))
        return {hit for hit in hits if hit not in self._digits or hit in outside}


def _inner(folded: Folded, start: int, end: int) -> frozenset[int]:
    """Where words end between start and end, counted from start."""
    return frozenset(at - start for at in range(start + 1, end) if at in folded.edges)


def _abbreviations(words: list[str]) -> Iterator[tuple[str, frozenset[int]]]:
    """(letters, where words may end inside) of a first initial with the last name, and of the last name with it.

    The last name is the last word, and everything after the first ("O'Neil", "van Dam"). One that is also a word says
    nothing beside one letter ("a long", "w price").
    """
    first = words[0]
    if len(first) < 2 or not first.isalpha():
        return
    for lasts in {(words[-1],), tuple(words[1:])}:
        last = "".join(lasts)
        if len(last) < _LAST or not last.isalpha() or is_word(last):
            continue
        ends = [0]
        for word in lasts:
            ends.append(ends[-1] + len(word))
        for form, edges in (
            (first[0] + last, frozenset(1 + end for end in ends)),
            (last + first[0], frozenset(ends)),
        ):
            if not is_word(form):
                yield form, edges


def _automaton(forms: dict[str, Any]) -> Any:
    if not forms:
        return None
    import ahocorasick

    automaton = ahocorasick.Automaton()
    for form in sorted(forms):
        automaton.add_word(form, (form, forms[form]))
    automaton.make_automaton()
    return automaton
