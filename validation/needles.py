"""Finds known values (needles) in any text, whatever their case, accents, separators, order or OCR mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from redaction.findings import Kind
from validation.folding import Folded, confuse, fold_words, join, unspaced

#: (opaque entity id, kind, the value that must not be found)
Needle = tuple[str, Kind, str]

_SHORTEST, _SHORTEST_DIGITS, _SHORTEST_OCR, _SHORTEST_UNSPACED = 4, 6, 6, 2
#: From this length on a needle is also found inside a longer word.
_INSIDE = 10
_HEXADECIMAL = re.compile(r"\b[0-9a-fA-F]{32,}\b|\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """A needle was there. `how` says in which form: exact, reversed or ocr."""

    entity_id: str
    kind: str
    how: str


class Matcher:
    """All needles at once (Aho-Corasick over folded letters). Holds captured values: never pickle or log one."""

    def __init__(self, needles: Iterable[Needle]) -> None:
        self.counts: dict[str, int] = {}
        self.too_short = 0
        plain: dict[str, set[Hit]] = {}
        ocr: dict[str, set[Hit]] = {}
        for entity_id, kind, value in sorted(set(needles)):
            words = fold_words(value)
            letters = "".join(words)
            if not _long_enough(letters):
                self.too_short += 1
                continue
            self.counts[kind.value] = self.counts.get(kind.value, 0) + 1
            forms = [(words, "exact")]
            if kind is Kind.PERSON and 2 <= len(words) <= 4:
                forms.append(([words[-1], *words[:-1]], "reversed"))
            for form, how in forms:
                plain.setdefault("".join(form), set()).add(Hit(entity_id, kind.value, how))
                confused = "".join(map(confuse, form))
                if len(confused) >= _SHORTEST_OCR or unspaced(letters):
                    ocr.setdefault(confused, set()).add(Hit(entity_id, kind.value, "ocr"))
        self._digits = {hit for form, hits in plain.items() if form.isdigit() for hit in hits}
        self._plain, self._ocr = _automaton(plain), _automaton(ocr)

    def find(self, text: str, *, ocr: bool = False) -> list[Hit]:
        """Sorted hits in `text`. With `ocr` also what differs only by letters that OCR confuses."""
        words = fold_words(text)
        hits = self._digits_confirmed(text, set(_search(self._plain, join(words))))
        if ocr:
            known = {(hit.entity_id, hit.kind) for hit in hits}
            confused = _search(self._ocr, join([confuse(word) for word in words]))
            hits |= {hit for hit in confused if (hit.entity_id, hit.kind) not in known}
        return sorted(hits)

    def find_raw(self, data: bytes) -> list[Hit]:
        """Hits of long needles in bytes of any form, word boundaries or not: a net under the proper readers."""
        text = "".join(fold_words(data.decode("utf-8", errors="replace")))
        found: set[Hit] = set()
        if self._plain is not None:
            for _, (form, hits) in self._plain.iter(text):
                if len(form) >= _INSIDE and not form.isdigit():
                    found |= hits
        return sorted(found)

    def _digits_confirmed(self, text: str, hits: set[Hit]) -> set[Hit]:
        """Without digits that were found inside digests and UUIDs only: those are not the captured numbers."""
        if not hits or not _HEXADECIMAL.search(text):
            return hits
        outside = set(_search(self._plain, join(fold_words(_HEXADECIMAL.sub(" ", text)))))
        return {hit for hit in hits if hit not in self._digits or hit in outside}


def _long_enough(letters: str) -> bool:
    if unspaced(letters):
        return len(letters) >= _SHORTEST_UNSPACED
    return len(letters) >= (_SHORTEST_DIGITS if letters.isdigit() else _SHORTEST)


def _automaton(forms: dict[str, set[Hit]]) -> Any:
    if not forms:
        return None
    import ahocorasick

    automaton = ahocorasick.Automaton()
    for form in sorted(forms):
        automaton.add_word(form, (form, forms[form]))
    automaton.make_automaton()
    return automaton


def _search(automaton: Any, folded: Folded) -> Iterator[Hit]:
    if automaton is None or not folded.text:
        return
    for last, (form, hits) in automaton.iter(folded.text):
        end = last + 1
        whole = end in folded.edges and end - len(form) in folded.edges
        inside = (len(form) >= _INSIDE and not form.isdigit()) or unspaced(form)
        if whole or inside:
            yield from hits
