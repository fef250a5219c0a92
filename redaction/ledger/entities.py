"""The ledger: one identity, one surrogate, in text, e-mail, log-in, URL, file name and pixels, across versions.

Surrogates are given to the parts of names rather than to whole strings: "Maria Keller", "KELLER, MARIA", "Maria",
"m.keller@…" and "mkeller" are made of the same two parts, so they agree without knowing of each other, and neither the
order of mentions nor that of batches changes anything.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from redaction.errors import EntrophyError
from redaction.findings import Kind
from redaction.kinds.spec import SHOWN, Identity, Surrogate, SurrogateNames, Value
from redaction.kinds.table import PICTURES, masked, spec_of, written_as
from redaction.ledger.issued import WORD_LETTERS, Issued, as_written, is_borne, letters_of, written_words
from redaction.ledger.keys import Key
from redaction.ledger.making import COMPOSED, Maker, too_near
from redaction.ledger.part_kinds import PartKind, kind_of
from redaction.ledger.parts import (
    DIGITS_KEPT,
    TAUGHT,
    Known,
    Part,
    email_pieces,
    host_pieces,
    number_identity,
    parts_of,
)
from redaction.ledger.phones import spelled
from redaction.ledger.spelling import RESERVED, encoded, in_reserved_domain, laid, machine
from redaction.ledger.surface import Run, in_case_of, runs
from redaction.ledger.surrogates import shifted_date
from redaction.ledger.vault import Vault
from redaction.lexicon.fold import decoded
from redaction.lexicon.forms import parse_person, tokens
from redaction.text.known.registry import Registry

#: A log-in was a word before its owner was known.
_OTHER = {PartKind.WORD: PartKind.COMPOSITION, PartKind.COMPOSITION: PartKind.WORD}
_WHOLE = frozenset((Identity.TELEPHONE, Identity.MACHINE, Identity.NUMBER))
"""Identities of values that have one surrogate as a whole."""
#: (start, end) in code points, sorted and apart.
Places = Sequence[tuple[int, int]]
_KNOWN_ALONE = written_as(Value.NAME, Value.COMPANY, SHOWN, Value.NUMBER, Value.HOST)
WORDS_THAT_TELL = 2
"""Different issued words that a document must hold to be known as ours when each of them may be somebody's name."""


class Ledger:
    """Open with `Ledger.open`. `resolve` assigns, `replacement` and `entity_id` look up; values are sealed on disk.

    What `never` says yes to is somebody's who is to be forgotten: it is kept nowhere and replaced by a mask.
    """

    def __init__(self, key: Key, vault: Vault, never: Callable[[str], bool] = lambda value: False) -> None:
        self._vault, self._never = vault, never
        self._key = key.derive("ledger/surrogates")
        self._read()

    def _read(self) -> None:
        stored = self._vault.surrogates()
        self._made: dict[str, str] = {n: made for n, made in stored.items() if kind_of(n) is not PartKind.KNOWN}
        #: who is known though nothing captured was found that names them so: a log-in may be made of their name
        self._taught = stored.keys() - self._made.keys()
        self._issued = Issued()
        self._issued.add(self._made.items())
        self._maker = Maker(self._key, self._order, self._issued)
        self._known = Known(self._order, self._given)
        for _, kind, value in self._vault.entities():
            self._known.learn(Kind(kind), value)
        for name in sorted(self._taught):
            kind, _, value = name[2:].partition(":")
            self._known.learn(Kind(kind), value)
        #: words that no surrogate given out so far is near to
        self._real = self._met()
        self._forget()

    def _forget(self) -> None:
        """What was looked up holds until something is assigned: a surface stands in a batch many times."""
        self._replaced: dict[tuple[Kind, str], str] = {}
        self._mistakable: dict[str, bool] = {}

    @classmethod
    def open(cls, key: Key, path: Path | None, never: Callable[[str], bool] = lambda value: False) -> Ledger:
        """The ledger at `path` (made when absent, mode 0600), or one in memory that goes with the process.

        Raises KeyProblem when it was made with another key, is damaged, or is older than what was last written to it.
        """
        return cls(key, Vault(key, path), never)

    @property
    def state(self) -> str:
        """A digest of everything assigned so far."""
        return self._vault.digest

    def derive(self, purpose: str) -> bytes:
        """32 bytes for surrogates that need no memory, such as ids of rows: the same for the same key."""
        return Key(self._key).derive(purpose)

    def close(self) -> None:
        """Close the file; looking up still works."""
        self._vault.close()

    def resolve(
        self,
        mentions: Iterable[tuple[Kind, str]],
        registry: Registry | None = None,
        names: SurrogateNames = "common",
    ) -> None:
        """Assign a surrogate to every part of every mention that has none yet. The order of mentions is irrelevant.

        `names` says what stands in for names from now on; what was assigned stays. A name that people bear and that
        turns out to be a real one, or a letter off, is given up for another. Two processes may use one
        ledger: each assigns alone, and knows what the other has assigned before.
        """
        with self._vault.alone() as changed:
            if changed:
                self._read()
            self._resolve(mentions, registry, names)
            self._forget()

    def _resolve(self, mentions: Iterable[tuple[Kind, str]], registry: Registry | None, names: SurrogateNames) -> None:
        wanted = sorted(
            {
                (Kind(kind), surface)
                for kind, surface in mentions
                if surface.strip() and kind not in PICTURES and not self._never(surface)
            }
        )
        declared = {w for kind, value, sure in registry.entries if sure for w in tokens(value)} if registry else set()
        real = [(kind, surface) for kind, surface in wanted if not self._own(kind, surface, declared)]
        for kind, surface in real:
            self._known.learn(kind, surface)
        taught = self._teach(registry, real) if registry is not None else {}
        parts = self._parts(real, declared)
        taken = {p.text for p in parts.values()} | self._met() | declared
        again, retired = self._given_up(taken - self._real)
        self._real |= taken
        fresh = {name: part for name, part in {**parts, **again}.items() if name in again or name not in self._made}
        self._issued.add(retired.items())
        kept = {name: made for name, made in self._made.items() if name not in again}
        new = {**self._maker.assign(fresh, kept, taken, names, self._known.twins.links), **retired}
        self._made.update(new)
        self._issued.add(new.items())
        entities = [(self.entity_id(kind, surface), str(kind), surface) for kind, surface in real]
        self._vault.add({**new, **taught}, entities)

    def _teach(self, registry: Registry, real: Collection[tuple[Kind, str]]) -> dict[str, str]:
        """Learn what a registry knows. Returns the rows by which a ledger that is opened anew knows it, too: what a
        log-in is made of must not depend on who asks."""
        entries = sorted(
            (Kind(name), value)
            for name, value, sure in registry.entries
            if (sure or not self._of_issued_words(Kind(name), value)) and not self._never(value)
        )
        for kind, value in entries:
            self._known.learn(kind, value)
        new = {PartKind.KNOWN.of(f"{kind}:{value}"): "" for kind, value in {*entries} - {*real} if kind in TAUGHT}
        taught = {name: made for name, made in new.items() if name not in self._taught}
        self._taught |= taught.keys()
        return taught

    def _met(self) -> set[str]:
        """The words and numbers of everybody and everything known so far, in every form that they are looked for."""
        met = {name[2:] for name in self._made if kind_of(name) not in (PartKind.TEXT, PartKind.RETIRED)}
        return met | self._known.words | self._known.forms

    def _parts(self, real: Iterable[tuple[Kind, str]], declared: Container[str]) -> dict[str, Part]:
        """What mentions are made of, by the names of the parts."""
        parts: dict[str, Part] = {}
        for kind, surface in real:
            for part in parts_of(kind, surface, self._known):
                if part.kind is not PartKind.WORD or part.text in declared or not self._issued.word(part.text):
                    known = parts.get(part.name)
                    parts[part.name] = part if known is None else known.joined(part)
        return parts

    def _given_up(self, real: Collection[str]) -> tuple[dict[str, Part], dict[str, str]]:
        """Parts to be drawn anew, because their surrogate has turned out to be a real name, with all that is composed
        of them; and the names that are given up, which nobody gets again."""
        gone = {
            name: made
            for name, made in self._made.items()
            if kind_of(name) is PartKind.WORD and is_borne(made) and any(too_near(w, real) for w in written_words(made))
        }
        if not gone:
            return {}, {}
        gone |= {name: self._made[name] for name in self._followers(gone)}
        values = [(Kind(kind), value) for _, kind, value in self._vault.entities()]
        again = {
            name: part
            for name, part in self._parts(values, ()).items()
            if name in gone or (part.kind in COMPOSED and any(PartKind.WORD.of(w) in gone for w, _ in part.recipe))
        }
        return again, {PartKind.RETIRED.of(letters_of(made)): made for made in gone.values()}

    def _followers(self, gone: Collection[str]) -> set[str]:
        """The same names in other scripts, of those whose surrogates are given up."""
        links = {PartKind.WORD.of(w): PartKind.WORD.of(twin.word) for w, twin in self._known.twins.links.items()}
        found = {*gone}
        while more := {n for a, b in links.items() if a in found or b in found for n in (a, b)} - found:
            found |= more
        return {name for name in found if is_borne(self._made.get(name, ""))}

    def is_forgotten(self, surface: str) -> bool:
        """Whether a value is somebody's who is to be forgotten: nobody else may get it."""
        return self._never(surface)

    def forget(self, concerns: Callable[[str], bool]) -> int:
        """Take out every real value that `concerns` says yes to, and the surrogates of all parts that nobody else has:
        what is left tells nothing of them. Returns how many values went."""
        with self._vault.alone() as changed:
            if changed:
                self._read()
            values = [(Kind(kind), value) for _, kind, value in self._vault.entities()]
            gone = [one for one in values if concerns(one[1])]
            taught = {name for name in self._taught if concerns(name[2:].partition(":")[2])}
            theirs = self._parts(gone, {word for _, value in gone for word in tokens(value)}).keys()
            self._known = Known(self._order, self._given)
            left = [one for one in values if one not in {*gone}]
            for kind, value in left:
                self._known.learn(kind, value)
            needed = self._parts(left, ()).keys()
            either = {*needed} | {other.of(n[2:]) for n in needed if (other := _OTHER.get(kind_of(n)))}
            self._vault.remove((theirs - either) | taught, [(str(kind), value) for kind, value in gone])
            self._read()
        return len(gone)

    def replacement(self, kind: Kind, surface: str) -> str:
        """The surrogate in the shape of this surface form: case, order, separators and encoding are kept; the mask of
        its kind for somebody who is to be forgotten.

        Raises EntrophyError when the mention was never resolved.
        """
        if kind in PICTURES or not surface.strip():
            return ""
        try:
            if (made := self._replaced.get((kind, surface))) is None and self._never(surface):
                made = self._replaced[kind, surface] = masked(kind)
            if made is None:
                made = surface if self._own(kind, surface, frozenset()) else self._spelled(kind, surface)
                self._replaced[kind, surface] = made
            return made
        except KeyError:
            raise EntrophyError(
                f"a mention of kind {kind.value} has no surrogate.",
                remedy="resolve all mentions of the batch before applying findings.",
            ) from None

    def is_own(self, kind: Kind, surface: str) -> bool:
        """Whether a surface form is made of this ledger's surrogates only and can be nothing else, and so must be left
        alone. Initials, days, short numbers and documentation addresses can be: ours are known by `written`."""
        return self._own(kind, surface, frozenset())

    def mistakable(self, surface: str) -> bool:
        """Whether something written by this ledger cannot be told from a captured value by its letters alone."""
        if (known := self._mistakable.get(surface)) is None:
            kinds = (Kind.EMAIL,) if "@" in surface else _KNOWN_ALONE  # an address is found as nothing else
            known = not any(self._own(kind, surface, frozenset()) for kind in kinds)
            self._mistakable[surface] = known
        return known

    def remember(self, texts: Iterable[str], places: Mapping[int, Places]) -> None:
        """Keep where in a document written now (`texts`, in order) surrogates stand: text → (start, end) in code
        points. Only a keyed digest of the document is kept, and that only if it holds a surrogate that can be nothing
        else: a line such as "Owner: VN" alone might be captured just so."""
        said: dict[tuple[int, int, int], str] = {}

        def heard() -> Iterator[str]:
            for i, text in enumerate(texts):
                said.update(((i, a, b), text[a:b]) for a, b in places.get(i, ()))
                yield text

        name = self._document(heard())
        surfaces = {*said.values()}
        doubtful = {i for (i, *_), surface in said.items() if self.mistakable(surface)}
        words = {run.folded for surface in surfaces for run in runs(Kind.PERSON, surface) if self._tells(run)}
        sure = not all(map(self.mistakable, surfaces)) or len(words) >= WORDS_THAT_TELL
        if sure and doubtful and name not in self._made:
            kept = {name: json.dumps([span for span in said if span[0] in doubtful], separators=(",", ":"))}
            self._made.update(kept)
            self._vault.add(kept, [])

    def _tells(self, run: Run) -> bool:
        return len(run.folded) >= WORD_LETTERS and self._issued.taken(PartKind.WORD, run.folded)

    def written(self, texts: Iterable[str]) -> dict[int, Places]:
        """Text → where surrogates stand, in a document that is, letter for letter, one that `remember` was told."""
        found: dict[int, list[tuple[int, int]]] = {}
        for i, start, end in json.loads(self._made.get(self._document(texts), "[]")):
            found.setdefault(i, []).append((start, end))
        return dict(found)

    def _document(self, texts: Iterable[str]) -> str:
        said = (json.dumps(text, ensure_ascii=False) for text in texts)
        pieces = (f"{', ' if number else ''}{one}" for number, one in enumerate(said))
        return "t:" + self._vault.name_of(chain(["document\x1f["], pieces, "]"))

    def entity_id(self, kind: Kind, surface: str) -> str:
        """An opaque id of the identity, the same for "Maria Keller" and "Keller, Maria". Safe to release."""
        return f"{kind.value}-{self._vault.name('entity', kind.value, self._identity(kind, surface))[:12]}"

    def real_values(self) -> Iterator[tuple[str, Kind, str]]:
        """(entity id, kind, real value) of everything ever resolved. For leak verification only."""
        for entity, kind, value in self._vault.entities():
            yield entity, Kind(kind), value

    def part_names(self) -> list[str]:
        """What the ledger has a surrogate for or was taught, sorted. For the search after a removal only."""
        names = (name[2:] for name in {*self._made, *self._taught} if kind_of(name) is not PartKind.TEXT)
        return sorted(names)

    def counts(self) -> dict[Kind, int]:
        """Distinct identities per kind."""
        return dict(sorted(Counter(Kind(kind) for _, kind in {(e, k) for e, k, _ in self._vault.entities()}).items()))

    # -- identity ------------------------------------------------------------------------------------------------

    def _given(self, word: str) -> bool:
        return PartKind.WORD.of(word) in self._made

    def _order(self, text: str) -> str:
        return self._vault.name("order", text)

    def _identity(self, kind: Kind, surface: str) -> str:
        rule = spec_of(kind).identity
        if rule is Identity.NAME:
            name = parse_person(surface)
            if not name.full:
                name = self._known.person_with((*name.firsts, *name.lasts)) or name
            name = self._known.twins.leader(name)
            spelled = [f for f in name.firsts if len(f) > 1] or list(name.firsts)
            return "|".join((*spelled[:1], *name.lasts[-1:]))
        if rule in _WHOLE:
            return number_identity(rule, decoded(surface).text)
        return "|".join(tokens(surface)) or surface.casefold().strip()

    def _own(self, kind: Kind, surface: str, declared: Iterable[str]) -> bool:
        text, spec = decoded(surface).text, spec_of(kind)
        if spec.surrogate is Surrogate.TELEPHONE:
            return self._issued.phone(number_identity(spec.identity, text), "".join(c for c in text if c.isdigit()))
        if spec.identity in _WHOLE:
            return self._issued.number("".join(c for c in text if c.isalnum()).casefold())
        if spec.surrogate is Surrogate.EMAIL:
            pieces = email_pieces(text)
            label = not pieces.label or self._own_runs(Kind.COMPANY, pieces.label, declared, reserved=True)
            # "ada@example.com" may be captured; an issued name under a host below it is nobody's but ours
            hosted = bool(pieces.label) or pieces.reserved not in RESERVED
            local = self._own_runs(Kind.EMAIL, pieces.local, declared, reserved=hosted)
            return label and in_reserved_domain(text) and local
        if spec.surrogate is Surrogate.HOST and (host := host_pieces(text)) is not None:
            return in_reserved_domain(text) and self._own_runs(Kind.COMPANY, host.label, declared, reserved=True)
        return self._own_runs(kind, surface, declared)

    def _of_issued_words(self, kind: Kind, surface: str) -> bool:
        """Whether a value is made of words that were given out: one that was learned from a text of ours, or a captured
        one, which then stands among the mentions, too."""
        named = [run for run in runs(kind, surface) if not run.stays and not run.number and len(run.folded) > 1]
        return bool(named) and all(self._issued.taken(PartKind.WORD, run.folded) for run in named)

    def _own_runs(self, kind: Kind, surface: str, declared: Iterable[str], *, reserved: bool = False) -> bool:
        """Whether every run that could name somebody is one of our surrogates, and at least one is an unmistakable
        word, or any in `reserved` space. A word that was captured, too, is a captured one."""
        sure = 0
        for run in runs(kind, surface):
            if run.stays or len(run.folded) == 1 or (run.number and len(run.folded) < DIGITS_KEPT):
                continue
            part_kind = PartKind.DIGITS if run.number else PartKind.WORD
            if not self._issued.taken(part_kind, run.folded) or run.folded in declared:
                return False
            if part_kind is PartKind.WORD and PartKind.WORD.of(run.folded) in self._made:
                return False
            sure += self._issued.word(run.folded) or (reserved and self._tells(run))
        return sure > 0

    # -- spelling ------------------------------------------------------------------------------------------------

    def _spelled(self, kind: Kind, surface: str) -> str:
        spec = spec_of(kind)
        if spec.identity in _WHOLE:
            return self._whole(kind, surface)
        if spec.surrogate is Surrogate.EMAIL:
            return self._email(surface)
        if spec.surrogate is Surrogate.HOST:
            host = host_pieces(decoded(surface).text)
            if host is not None:
                return self._runs(Kind.COMPANY, host.label) + "." + host.reserved
        return self._runs(kind, surface)

    def _runs(self, kind: Kind, surface: str) -> str:
        pieces, last = [], 0
        for run, part in self._known.walk(kind, surface):
            pieces.append(surface[last : run.start])
            last = run.end
            if part is None:
                pieces.append(surface[run.start : run.end])
            elif (made := self._of(part.name)) is not None:
                pieces.append(made if run.number else in_case_of(as_written(made, run.written), run.written))
            elif part.kind is PartKind.WORD and self._issued.word(run.folded):
                pieces.append(surface[run.start : run.end])
            else:
                raise KeyError(part.kind.name)
        return "".join([*pieces, surface[last:]])

    def _of(self, name: str) -> str | None:
        """The surrogate of a part. A log-in was a word before its owner was known, and is one again once somebody is
        called so: what it was resolved as first counts."""
        made = self._made.get(name)
        other = _OTHER.get(kind_of(name))
        if made is None and other is not None:
            made = self._made.get(other.of(name[2:]))
        return made

    def _email(self, surface: str) -> str:
        pieces = email_pieces(decoded(surface).text)
        joint = "%40" if "%40" in surface else "@"
        domain = self._runs(Kind.COMPANY, pieces.label) if pieces.label else ""
        return self._runs(Kind.EMAIL, pieces.local) + joint + (domain + "." if domain else "") + pieces.reserved

    def _whole(self, kind: Kind, surface: str) -> str:
        text = decoded(surface).text
        part = next(parts_of(kind, surface, self._known), None)
        if part is None:
            return surface
        made = self._made[part.name]
        if spec_of(kind).surrogate is Surrogate.DAY:
            return shifted_date(self._key, text.strip(), 0) or encoded(surface, laid(made, text))
        if part.kind is PartKind.PHONE:
            return encoded(surface, spelled(made, self._key, part.text, text))
        if part.kind is PartKind.MACHINE:
            return encoded(surface, machine(made, text))
        return encoded(surface, laid(made, text))
