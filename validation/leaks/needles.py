"""Finds known values (needles) in any text, whatever their case, accents, separators, order, escapes or misreadings."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from redaction.findings import Kind
from redaction.kinds.spec import Value
from redaction.kinds.table import kinds_where, spec_of, written_as
from redaction.lexicon.words import is_word
from validation.leaks.decoding import Reading, readings
from validation.leaks.folding import Folded, confuse, fold_words, join, long_enough, unspaced
from validation.leaks.known_numbers import Phones
from validation.leaks.lists import looks_foreign, signs
from validation.leaks.name_forms import Name, Words, abbreviations, last_names, other_forms, parse, standing
from validation.leaks.near import Near
from validation.leaks.search import INSIDE, Alike, Tight, automaton, enough, inner_edges
from validation.leaks.spread import crossing, pairs
from validation.leaks.whole_texts import WholeTexts

#: (opaque entity id, kind, the value that must not be found)
Needle = tuple[str, Kind, str]
#: (where it was captured, by ids; the whole text of a title or of what was typed)
Captured = tuple[str, str]

_SHORTEST_OCR = 6
#: Fewer digits stand in other groups by chance (a time, a date, an amount): they count only as they were written.
_GROUPED = 10
#: What a captured text counts as beside the kinds; it is told by its whole: it needs two words and this many letters.
_TEXT = "captured text"
_CAPTURED = 12
#: Bytes of a file that are searched as they are at once.
RAW = 1_000_000
#: Letters of a name that is looked for from its end.
BACKWARDS = 8
_HEXADECIMAL = re.compile(r"\b[0-9a-fA-F]{32,}\b|\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")
_SIGN = re.compile(r"[^\W_][@$!|€+£§]|[@$!|€£§][^\W_]")
_DIGIT = re.compile(r"\d")
_TOKEN = re.compile(r"[^\W\d_]+")
#: Where a last name stands that is also a word: behind a title, or behind a label that asks for one.
_SLOT = re.compile(
    r"(?<![\w])(?:mrs?|ms|miss|mx|dr|prof|herrn?|frau|mme|mlle|monsieur|madame|señora?|srta|sra?|signora?|sig|sir|dame|"
    r"(?:last|family|second)[ _-]?name|surname|nachname|familienname|nom de famille|apellidos?|cognome|achternaam)"
    r"[.:\s=\"'-]{1,4}([^\W\d_][\w'’-]{1,40})",
    re.IGNORECASE,
)
#: The forms of a hit, the plainest first: one is told for each entity.
_PLAINEST = (
    *(
        "exact",
        "reversed",
        "initial or log-in",
        "initials",
        "without middle names",
        "part of a double name",
        "nickname",
    ),
    *("dialled in another way", "ocr", "one letter off", "backwards", "look-alike letters", "last name alone"),
)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_SWEPT = kinds_where(lambda spec: spec.lookalikes)
_NUMBERS = written_as(Value.NUMBER)


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """A needle was there. `how` says in which form: exact, reversed, last name alone, one letter off, ocr …"""

    entity_id: str
    kind: str
    how: str


class Matcher:
    """All needles at once (Aho-Corasick over folded letters). Holds captured values: never pickle or log one.

    `alone` holds the values of persons whose last name is looked for by itself, too (None: all of them). `own` says of
    folded letters that they are a surrogate of ours: such a last name cannot be told from it, and is not looked for.
    """

    def __init__(
        self,
        needles: Iterable[Needle],
        captured: Iterable[Captured] = (),
        *,
        alone: Container[str] | None = None,
        own: Callable[[str], bool] | None = None,
    ) -> None:
        self.counts: dict[str, int] = {}
        self.too_short = 0
        self._alone, self._own = alone, own
        self._forms: dict[str, set[Hit]] = {}
        self._ocr_forms: dict[str, set[Hit]] = {}
        self._near: Near[Hit] = Near()
        #: (hit, what must be true of the place: "any", "cased", "slot")
        self._tight: Tight[tuple[Hit, str]] = Tight()
        self._alike: Alike[Hit] = Alike()
        self._phones: Phones[Hit] = Phones()
        self._vocabulary: set[str] = set()
        self._groups: dict[str, set[frozenset[int]]] = {}
        for entity_id, kind, value in sorted(set(needles)):
            self._add(entity_id, kind, value)
        self._whole = WholeTexts()
        for place, text in captured:
            words = fold_words(text)
            letters = "".join(words)
            if len(words) >= 2 and len(letters) >= _CAPTURED and not letters.isdigit():
                self.counts[_TEXT] = self.counts.get(_TEXT, 0) + 1
                self._whole.add(letters, place)
        self._digits = {hit for form, hits in self._forms.items() if form.isdigit() for hit in hits}
        self._plain, self._ocr = automaton(self._forms), automaton(self._ocr_forms)
        self._longest = max(map(len, self._forms), default=0)
        self._tight.seal()
        self._alike.seal()

    def _add(self, entity_id: str, kind: Kind, value: str) -> None:
        words = fold_words(value)
        letters = "".join(words)
        if not long_enough(letters):
            self.too_short += 1
            return
        self.counts[kind.value] = self.counts.get(kind.value, 0) + 1
        if letters.isdigit() and len(letters) < _GROUPED:
            for spelled in (letters, confuse(letters)):  # digits look like letters to a reader, one for one
                self._groups.setdefault(spelled, {frozenset()}).add(inner_edges(join(words), 0, len(letters)))
        forms = [(words, "exact")]
        name = parse(value) if kind is Kind.PERSON else None
        if kind is Kind.PERSON and 2 <= len(words) <= 4:
            forms.append(([words[-1], *words[:-1]], "reversed"))
        if kind is Kind.EMAIL:
            forms += [(fold_words(said), "exact") for said in _spelled_out(value)]
        if kind is Kind.PHONE:
            self._phones.add(value, Hit(entity_id, kind.value, "dialled in another way"))
        if spec_of(kind).misspelt or (kind in _NUMBERS and len(words) >= 2):
            self._near.add(words, Hit(entity_id, kind.value, "one letter off"))
            self._vocabulary.update(word for word in words if len(word) >= 2)
        for written, how in forms:
            joined = "".join(written)
            self._forms.setdefault(joined, set()).add(Hit(entity_id, kind.value, how))
            confused = "".join(map(confuse, written))
            if len(confused) >= _SHORTEST_OCR or unspaced(letters):
                self._ocr_forms.setdefault(confused, set()).add(Hit(entity_id, kind.value, "ocr"))
            if kind in _SWEPT:
                self._alike.add(joined, Hit(entity_id, kind.value, "look-alike letters"))
        if kind in _SWEPT and len(letters) >= BACKWARDS and not letters.isdigit():
            for turned in {letters[::-1], "".join(word[::-1] for word in words)} - {letters}:
                self._forms.setdefault(turned, set()).add(Hit(entity_id, kind.value, "backwards"))
                self._alike.add(turned, Hit(entity_id, kind.value, "backwards"))
        if name is not None:
            self._add_person(entity_id, name, value)

    def _add_person(self, entity_id: str, name: Name, value: str) -> None:
        kind = Kind.PERSON.value
        ordered = [word for unit in (*name.firsts, *name.lasts) for part in unit for word in part]
        titled = "".join(ordered) not in self._forms  # with a title, or the last name first, before a comma
        for form, inner in abbreviations(ordered) if len(ordered) <= 4 else ():
            self._tight.add((form,), (Hit(entity_id, kind, "initial or log-in"), "any"), inner)
        for words, how in other_forms(name):
            if "".join(words) not in ("".join(ordered), "".join(ordered[-1:] + ordered[:-1])) or titled:
                self._tight.add(words, (Hit(entity_id, kind, how), "any"))
        if self._alone is None or value in self._alone:
            for words in last_names(name):
                self._add_last(words, Hit(entity_id, kind, "last name alone"))

    def _add_last(self, words: Words, hit: Hit) -> None:
        letters = "".join(words)
        need = standing(letters)
        if not need or (self._own is not None and self._own(letters)):
            return
        self._tight.add(words, (hit, need))
        if need == "any":
            self._alike.add(letters, hit)
            if not is_word(letters + "s") and standing(letters + "s") == "any" and letters[-1] != "s":
                self._tight.add((letters + "s",), (hit, need))

    def find(self, text: str, *, ocr: bool = False) -> list[Hit]:
        """Sorted hits in `text`, also behind its wrappings (validation.leaks.decoding), each entity in its plainest
        form. With `ocr` also what differs only by letters that OCR confuses, but only behind escapes."""
        found: dict[tuple[str, str], Hit] = {}
        for reading in readings(text):
            if not (ocr and reading.least):
                for hit in self._read(reading, ocr):
                    known = found.get((hit.entity_id, hit.kind))
                    if known is None or _PLAINEST.index(hit.how) < _PLAINEST.index(known.how):
                        found[hit.entity_id, hit.kind] = hit
        return sorted(found.values())

    def _read(self, reading: Reading, ocr: bool) -> Iterator[Hit]:
        """Everything that is found in one reading."""
        text, least = reading
        words = fold_words(text)
        if not words:
            return
        folded = join(words)
        yield from self._digits_confirmed(text, set(self._search(self._plain, folded, least)))
        yield from self._captured(folded, least)
        yield from self._tightly(text, folded, least)
        if _DIGIT.search(text):
            yield from self._phones.find(text)
        if ocr:
            yield from self._search(self._ocr, join([confuse(word) for word in words]), 0)
        else:
            yield from self._looking_alike(text, folded, least)
        if not least:
            yield from self._near.find(words)

    def find_spread(self, pieces: Sequence[str]) -> list[Hit]:
        """Hits that begin in one piece and end in another, as when something is typed in parts."""
        return self._across([fold_words(piece) for piece in pieces])

    def find_between(self, texts: Sequence[str]) -> list[Hit]:
        """Names that begin at the end of one text and end at the beginning of another, in any order of the texts."""
        return sorted({hit for pair in pairs(texts, self._vocabulary) for hit in self._across(pair)})

    def _across(self, pieces: list[list[str]]) -> list[Hit]:
        hits = crossing(self._plain, self._tight, pieces)
        return sorted({Hit(hit.entity_id, hit.kind, "in two places") for hit in hits})

    def find_raw(self, file: BinaryIO) -> list[Hit]:
        """Hits of long needles in bytes of any form, word boundaries or not: a net under the proper readers. No word
        goes over the end of a line: some RAW bytes in whole lines are looked at together."""
        found: set[Hit] = set()
        words: list[str] = []
        while lines := file.readlines(RAW):
            words += fold_words(b"".join(lines).decode("utf-8", errors="replace"))
            folded = join(words)
            if self._plain is not None:
                for _, (form, hits) in self._plain.iter(folded.text):
                    if len(form) >= INSIDE and not form.isdigit():
                        found |= hits
            found.update(self._captured(folded, 0))
            words = _last(words, max(self._longest, self._whole.longest))
        return sorted(found)

    def _captured(self, folded: Folded, least: int) -> Iterator[Hit]:
        for letters, place in self._whole.find(folded):
            if enough(letters, least):
                yield Hit(place, _TEXT, "exact")

    def _search(self, searched: Any, folded: Folded, least: int) -> Iterator[Hit]:
        if searched is None or not folded.text:
            return
        for last, (form, hits) in searched.iter(folded.text):
            end = last + 1
            whole = end in folded.edges and end - len(form) in folded.edges
            inside = (len(form) >= INSIDE and not form.isdigit()) or unspaced(form)
            groups = self._groups.get(form)
            grouped = groups is None or inner_edges(folded, end - len(form), end) in groups
            if (whole or inside) and grouped and enough(form, least):
                yield from hits

    def _tightly(self, text: str, folded: Folded, least: int) -> Iterator[Hit]:
        found = dict.fromkeys((hit, need, letters) for (hit, need), letters, *_ in self._tight.find(folded, least))
        needs = {need for _, need, _ in found}
        # Once for the text and not once for every place: a text may be nothing but such names.
        standing_so = {
            "cased": _capitalised(text) if "cased" in needs else frozenset(),
            "slot": _in_slots(text) if "slot" in needs else frozenset(),
        }
        for hit, need, letters in found:
            if need == "any" or letters in standing_so[need]:
                yield hit

    def _looking_alike(self, text: str, folded: Folded, least: int) -> Iterator[Hit]:
        if _UUID.fullmatch(text):  # in some hundred thousand of them the digits of one look like somebody's name
            return
        foreign = not text.isascii() and looks_foreign(text)
        if foreign or _SIGN.search(text):
            folded = join(fold_words(text.translate(signs())))
        elif not _DIGIT.search(text):
            return
        yield from self._alike.find(folded, least, replaced=foreign)
        if foreign:
            yield from (hit for (hit, need), *_ in self._tight.find(folded, least) if need == "any")

    def _digits_confirmed(self, text: str, hits: set[Hit]) -> set[Hit]:
        """Without digits that were found inside digests and UUIDs only: those are not the captured numbers."""
        if not hits or not _HEXADECIMAL.search(text):
            return hits
        outside = set(self._search(self._plain, join(fold_words(_HEXADECIMAL.sub(" ", text))), 0))
        return {hit for hit in hits if hit not in self._digits or hit in outside}


def _last(words: Sequence[str], letters: int) -> list[str]:
    """So many words from the end that they have so many letters."""
    at = len(words)
    while at and letters > 0:
        at -= 1
        letters -= len(words[at])
    return list(words[at:])


def _capitalised(text: str) -> frozenset[str]:
    """The folded letters of all words that begin with a capital."""
    tokens = {token for token in _TOKEN.findall(text) if token[0].isupper()}
    return frozenset("".join(fold_words(token)) for token in tokens)


def _in_slots(text: str) -> frozenset[str]:
    """The folded letters of what stands with a capital behind a title or a label that asks for a last name."""
    names = {match[1] for match in _SLOT.finditer(text) if match[1][0].isupper()}
    folded = [words for name in names if (words := fold_words(name))]
    return frozenset(said for words in folded for said in ("".join(words), words[0]))


def _spelled_out(address: str) -> Iterator[str]:
    """ "jo at host dot org", and the address with its domain in punycode."""
    local, _, domain = address.partition("@")
    yield f"{local} at {domain.replace('.', ' dot ')}"
    yield f"{local} at {domain}"
    for reading in readings(domain):
        if reading.text != domain and not reading.least:
            yield f"{local}@{reading.text}"
