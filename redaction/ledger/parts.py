"""What a mention is made of: words, digit runs, whole numbers, log-in compositions, initials."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from redaction.findings import Kind
from redaction.kinds.spec import Identity, Surrogate, Value
from redaction.kinds.table import spec_of, written_as
from redaction.ledger.common_names import NO_EVIDENCE, Evidence
from redaction.ledger.issued import as_borne, is_borne, letters_of
from redaction.ledger.part_kinds import PartKind, kind_of
from redaction.ledger.surface import Run, runs
from redaction.ledger.surrogates import machine_identity
from redaction.ledger.twins import Recipe, Twin, Twins
from redaction.lexicon.fold import decoded
from redaction.lexicon.forms import (
    FORMS_APART,
    LEGAL,
    PersonName,
    company_core,
    initials,
    login_forms,
    parse_person,
    tokens,
)
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.romanised import romanised
from redaction.text.known.registry import PROVIDERS
from redaction.text.patterns.network import split_host

#: Shorter digit runs beside letters ("sb1", "x2") identify nobody.
DIGITS_KEPT = 3
#: From here on one sign is a name; before, it is an initial.
_IDEOGRAPHS = "\u2e80"
#: Kinds in which one letter is the initial of a person.
_PERSONAL = written_as(Value.NAME, Value.EMAIL, Value.LOGIN)
#: Kinds of which a known value tells how others are made up.
TAUGHT = (Kind.PERSON, Kind.COMPANY)
_FEMALE_TITLES, _MALE_TITLES = word_list(WordList.FEMALE_TITLES), word_list(WordList.MALE_TITLES)


@dataclass(frozen=True, slots=True)
class Part:
    """One replaceable part; its name begins with its kind (`part_kinds.py`). An initial stands beside a last name,
    initials stand alone, a composition is made of words."""

    name: str
    text: str
    written: str = ""
    acronym: bool = False
    recipe: Recipe = ()
    evidence: Evidence = NO_EVIDENCE
    twin: Twin | None = None

    @property
    def kind(self) -> PartKind:
        return kind_of(self.name)

    @property
    def first(self) -> bool:
        """Whether a mention shows that it is a first name."""
        return self.evidence.first

    def joined(self, other: Part) -> Part:
        """What two mentions tell of one part, whichever was read first."""
        return replace(
            self,
            written=min(self.written, other.written),
            acronym=self.acronym and other.acronym,
            evidence=self.evidence.joined(other.evidence),
        )


class Host(NamedTuple):
    label: str
    reserved: str


class Email(NamedTuple):
    local: str
    label: str
    reserved: str


class Known:
    """People and companies of the ledger, for log-in forms, initials and squashed company names."""

    def __init__(self, order: Callable[[str], str], issued: Callable[[str], bool] = lambda word: False) -> None:
        """`order` gives a text its keyed place; `issued` tells whether a word has a surrogate already."""
        self._order, self._issued = order, issued
        self._forms: dict[str, Recipe] = {}
        self._initials: dict[str, PersonName] = {}
        self._people: dict[str, set[PersonName]] = {}
        #: who is written in several scripts
        self.twins = Twins(order)
        self.words: set[str] = set()

    @property
    def forms(self) -> set[str]:
        """The log-in forms and squashed names of everybody known."""
        return set(self._forms)

    def learn(self, kind: Kind, value: str) -> None:
        """Take in a real value; full names and companies of several words give forms."""
        if kind is Kind.PERSON:
            name = parse_person(value)
            self.words.update((*name.firsts, *name.lasts))
            self.twins.learn(value, name)
            if name.full:
                for word in (*name.firsts, *name.lasts):
                    self._people.setdefault(word, set()).add(name)
                for form, recipe in login_forms(name).items():
                    self._put(form, recipe)
                for letters in initials(name):
                    known = self._initials.get(letters)
                    if known is None or self._order(repr(name)) < self._order(repr(known)):
                        self._initials[letters] = name
        elif kind is Kind.COMPANY:
            core = company_core(value)
            self.words.update(w for w in (*core, *tokens(value)) if w not in LEGAL)
            if len(core) > 1:
                kept = {r.folded for r in runs(Kind.COMPANY, value) if r.stays}
                self._put("".join(core), tuple((w, -1 if w in kept else 0) for w in core))

    def _put(self, form: str, recipe: Recipe) -> None:
        known = self._forms.get(form)
        if known is None or self._order(repr(recipe)) < self._order(repr(known)):
            self._forms[form] = recipe

    def person_with(self, words: tuple[str, ...]) -> PersonName | None:
        """The one known person who bears all these words; None when there is none or more than one."""
        spelled = [w for w in words if len(w) > 1]
        options = set.intersection(*(self._people.get(w, set()) for w in spelled)) if spelled else set()
        distinct = {(n.firsts[0], n.lasts[-1]) for n in options}
        return min(options, key=repr) if len(distinct) == 1 else None

    def walk(self, kind: Kind, surface: str) -> Iterator[tuple[Run, Part | None]]:
        """Every run of a surface form with the part that replaces it; None where it stays."""
        found = self._runs(kind, surface)
        replaced = [r for r in found if not r.stays and not (r.number and len(r.folded) < DIGITS_KEPT)]
        lasts = [r.folded for r in found if not r.stays and len(r.folded) > 1 and not r.number]
        name = parse_person(surface) if kind is Kind.PERSON else None
        gender = _titled({run.folded for run in found}) if name else ""
        for run in found:
            short = run.number and len(run.folded) < DIGITS_KEPT and kind is not Kind.ADDRESS
            if run.stays or (short and (replaced or kind is Kind.PERSON)):
                yield run, None
            elif run.number:
                yield run, Part(PartKind.DIGITS.of(run.folded), run.folded)
            else:
                yield run, self._word(kind, run, lasts, name, gender, alone=len(found) == 1)

    def _runs(self, kind: Kind, surface: str) -> Sequence[Run]:
        """The runs of a surface form. A legal form of another script goes on being replaced where it was before."""
        found = runs(kind, surface)
        if any(run.form for run in found):
            before = runs(kind, surface, forms=False)
            new = {run.folded for run in found if not run.stays}
            old = {run.folded for run in before if not run.stays} - new
            if any(map(self._issued, old & FORMS_APART)) or (
                any(map(self._issued, old)) and not all(map(self._issued, new))
            ):
                return before
        return found

    def _word(
        self, kind: Kind, run: Run, lasts: list[str], name: PersonName | None, gender: str, *, alone: bool
    ) -> Part:
        word = run.folded
        if (
            kind is Kind.PERSON
            and alone
            and 2 <= len(word) <= 3
            and run.written.isupper()
            and not name_lists().is_name(word)
        ):
            person = self._initials.get(word)
            whole = (*person.firsts[: len(word) - 1], person.lasts[-1]) if person else ()
            letters = tuple((w, 1) if len(w) > 1 else (w, -2) for w in whole) or tuple((c, -2) for c in word)
            return Part(PartKind.INITIALS.of(word), word, recipe=letters)
        if len(word) == 1 and word < _IDEOGRAPHS and kind in _PERSONAL:
            last = lasts[-1] if lasts else ""
            first = next(
                (
                    n
                    for n in sorted(f for p in self._people.get(last, ()) for f in p.firsts)
                    if n[0] == word and len(n) > 1
                ),
                None,
            )
            return Part(PartKind.INITIAL.of(f"{word}|{last}"), word, recipe=((first, 1),) if first else ((word, -2),))
        recipe = self._forms.get(word)
        if recipe is None and kind in _PERSONAL and word not in self.words:
            recipe = self.twins.login(word)
        if (recipe is not None and word not in self._people and kind is not Kind.COMPANY) or (
            recipe is not None and any(n < 0 for _, n in recipe)
        ):
            return Part(PartKind.COMPOSITION.of(word), word, recipe=recipe)
        first_name = bool(name and word in name.firsts)
        return Part(
            PartKind.WORD.of(word),
            word,
            run.written,
            (kind is Kind.COMPANY and run.written.isupper() and len(word) <= 4) or any(c.isdigit() for c in word),
            evidence=Evidence(
                first_name, gender if first_name else "", kind is Kind.ADDRESS, not run.written.isascii()
            ),
            twin=self.twins.links.get(word),
        )


def _titled(words: set[str]) -> str:
    """f or m, when a title among the words of a name tells it."""
    return "f" * bool(words & _FEMALE_TITLES) or "m" * bool(words & _MALE_TITLES)


def parts_of(kind: Kind, surface: str, known: Known) -> Iterator[Part]:
    """All parts a mention needs, the words of compositions included."""
    text = decoded(surface).text
    spec = spec_of(kind)
    if spec.surrogate is Surrogate.TELEPHONE:
        identity = number_identity(spec.identity, text)
        if identity:
            yield Part(PartKind.PHONE.of(identity), identity)
    elif spec.surrogate is Surrogate.DAY:
        identity = number_identity(spec.identity, text)
        yield Part(PartKind.DAY.of(identity), identity, text.strip())
    elif spec.surrogate is Surrogate.SHAPED:
        identity = number_identity(spec.identity, text)
        machine = spec.identity is Identity.MACHINE and machine_identity(text)
        if identity:
            yield Part((PartKind.MACHINE if machine else PartKind.ID).of(identity), identity, text)
    elif spec.surrogate is Surrogate.EMAIL:
        pieces = email_pieces(text)
        yield from _walked(Kind.EMAIL, pieces.local, known)
        if pieces.label:
            yield from _walked(Kind.COMPANY, pieces.label, known)
    elif spec.surrogate is Surrogate.HOST and (host := host_pieces(text)) is not None:
        yield from _walked(Kind.COMPANY, host.label, known)
    else:
        yield from _walked(kind, surface, known)


def _walked(kind: Kind, surface: str, known: Known) -> Iterator[Part]:
    for _, part in known.walk(kind, surface):
        if part is None:
            continue
        yield part
        yield from _led(part, known)
        for word, letters in part.recipe:
            if letters >= 0:
                listed = Evidence(first=word in name_lists().firsts)
                whole = Part(PartKind.WORD.of(word), word, evidence=listed, twin=known.twins.links.get(word))
                yield whole
                yield from _led(whole, known)


def _led(part: Part, known: Known) -> Iterator[Part]:
    """The words that a word follows, which need surrogates, too: what one mention tells of a person the others know."""
    if part.twin is not None:
        first = part.first and part.twin.part != 0
        told = Evidence(first, part.evidence.gender if first else "")
        word = part.twin.word
        lead = Part(PartKind.WORD.of(word), word, evidence=told, twin=known.twins.links.get(word))
        yield lead
        yield from _led(lead, known)


def spell(recipe: Recipe, made: Mapping[str, str], letter: Callable[[str], str], *, plain: bool = False) -> str:
    """Write a composition: whole surrogates (0), their first letters (n), words that stay (-1), keyed letters (-2).
    A `plain` one is a log-in in letters from a to z, whatever script its owner is known in."""
    pieces = []
    borne = False
    for word, letters in recipe:
        if letters == -1:
            pieces.append(word)
        elif letters == -2:
            pieces.append(letter(word))
        else:
            whole = made.get(PartKind.WORD.of(word), word)
            borne = borne or is_borne(whole)
            said = letters_of(whole)
            if plain and not said.isascii():
                said = "".join(romanised(word) for word in whole.removeprefix("=").split("-")).lower()
            pieces.append(said[:letters] if letters else said)
    spelled = "".join(pieces)
    return as_borne(spelled) if borne and not all(letters == 1 for _, letters in recipe) else spelled


def number_identity(identity: Identity, text: str) -> str:
    """What makes a number the same however it is written: its last nine digits for phones, one spelling for addresses
    of machines, else letters and digits."""
    if identity is Identity.TELEPHONE:
        main = re.split(r"(?<=\d)[ ,]*(?:ext|x|#|poste|dw|durchwahl)", text, flags=re.IGNORECASE)[0]
        return "".join(c for c in main if c.isdigit())[-9:]
    if identity is Identity.MACHINE and (machine := machine_identity(text)):
        return machine
    return "".join(c for c in text if c.isalnum()).casefold()


#: The blanks in front of something, from their first on: a run of them is read once and not from each of its places.
_BLANKS = r"(?:(?<!\s)\s++|(?=\S))"


def email_pieces(text: str) -> Email:
    """Local part, the label that names the owner of the domain, and the reserved domain that takes its place."""
    plain = re.sub(
        rf"{_BLANKS}(?:[\[({{<]\s*(?:at|@)\s*[\])}}>]\s*|@\s*)|(?<!\s)\s++at\s+",
        "@",
        text.strip(),
        count=1,
        flags=re.IGNORECASE,
    )
    plain = re.sub(
        rf"{_BLANKS}(?:[\[({{<]\s*(?:dot|\.)\s*[\])}}>]\s*|\.\s*)|(?<!\s)\s++dot\s+", ".", plain, flags=re.IGNORECASE
    )
    local, _, domain = plain.partition("@")
    host = host_pieces(domain) or Host(domain, "example.com")
    if host.label.casefold() in PROVIDERS and host.label.casefold() != "example":
        return Email(local, "", f"{host.label.casefold()}.example.com")
    return Email(local, host.label, host.reserved)


def host_pieces(text: str) -> Host | None:
    """The label of a host that names its owner, and the reserved domain under which its surrogate stands."""
    subdomain, domain, suffix = split_host(text.strip().rstrip("."))
    if suffix and domain == "example":
        return Host(subdomain, f"example.{suffix}")
    if suffix and domain:
        return Host(domain, "example.com" if suffix == "com" else "example.org")
    bare = re.fullmatch(
        r"(?:[\w-]+\.)*([\w-]+)\.(?:example|test|invalid|local|localhost|internal|corp|lan)",
        text.strip(),
        re.IGNORECASE,
    )
    return Host(bare.group(1), "example.org") if bare else None
