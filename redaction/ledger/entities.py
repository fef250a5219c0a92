"""The ledger: one identity, one surrogate, in text, e-mail, log-in, URL, file name and pixels, across versions.

Surrogates are given to the parts of names rather than to whole strings: "Maria Keller", "KELLER, MARIA", "Maria",
"m.keller@…" and "mkeller" are made of the same two parts, so they agree without knowing of each other, and neither the
order of mentions nor that of batches changes anything.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from redaction.errors import EntrophyError
from redaction.findings import Kind
from redaction.kinds.spec import SHOWN, Identity, Surrogate, Value
from redaction.kinds.table import PICTURES, spec_of, written_as
from redaction.ledger.issued import Issued
from redaction.ledger.keys import Key
from redaction.ledger.parts import DIGITS_KEPT, Known, Part, email_pieces, host_pieces, number_identity, parts_of, spell
from redaction.ledger.phones import spelled
from redaction.ledger.spelling import encoded, in_reserved_domain, laid, machine
from redaction.ledger.surface import in_case_of, runs
from redaction.ledger.surrogates import (
    digits_like,
    invent_acronym,
    invent_name,
    machine_address,
    phone_digits,
    shaped_id,
    shifted_date,
    stream,
)
from redaction.ledger.vault import Vault
from redaction.lexicon.fold import decoded, fold_token
from redaction.lexicon.forms import parse_person, tokens
from redaction.lexicon.names import name_lists
from redaction.text.known.registry import Registry
from redaction.text.patterns.numbers import passes_check

_WHOLE = frozenset((Identity.TELEPHONE, Identity.MACHINE, Identity.NUMBER))
"""Identities of values that have one surrogate as a whole."""
#: (start, end) in code points, sorted and apart.
Places = Sequence[tuple[int, int]]
_LETTERS = "abcdefghijklmnoprstvwz"
_KNOWN_ALONE = written_as(Value.NAME, Value.COMPANY, SHOWN, Value.NUMBER, Value.HOST)
_CHECKED_DRAWS = 400
"""Draws of an id whose check digits must not be right; of the weakest check half of all numbers pass."""


class Ledger:
    """Open with `Ledger.open`. `resolve` assigns, `replacement` and `entity_id` look up; values are sealed on disk."""

    def __init__(self, key: Key, vault: Vault) -> None:
        self._vault = vault
        self._key = key.derive("ledger/surrogates")
        self._read()

    def _read(self) -> None:
        self._made: dict[str, str] = self._vault.surrogates()
        self._issued = Issued()
        self._issued.add(self._made.items())
        self._known = Known(self._order)
        for _, kind, value in self._vault.entities():
            self._known.learn(Kind(kind), value)

    @classmethod
    def open(cls, key: Key, path: Path | None) -> Ledger:
        """The ledger at `path` (made when absent, mode 0600), or one in memory that goes with the process.

        Raises KeyProblem when it was made with another key, is damaged, or is older than what was last written to it.
        """
        return cls(key, Vault(key, path))

    def close(self) -> None:
        """Close the file; looking up still works."""
        self._vault.close()

    def resolve(self, mentions: Iterable[tuple[Kind, str]], registry: Registry | None = None) -> None:
        """Assign a surrogate to every part of every mention that has none yet. The order of mentions is irrelevant.

        Two processes may use one ledger: each assigns alone, and knows what the other has assigned before.
        """
        with self._vault.alone() as changed:
            if changed:
                self._read()
            self._resolve(mentions, registry)

    def _resolve(self, mentions: Iterable[tuple[Kind, str]], registry: Registry | None) -> None:
        wanted = sorted(
            {(Kind(kind), surface) for kind, surface in mentions if surface.strip() and kind not in PICTURES}
        )
        declared = {w for kind, value, sure in registry.entries if sure for w in tokens(value)} if registry else set()
        real = [(kind, surface) for kind, surface in wanted if not self._own(kind, surface, declared)]
        for kind, surface in real:
            self._known.learn(kind, surface)
        if registry is not None:
            for name, value, _ in sorted(registry.entries):
                if not self._own(Kind(name), value, declared):
                    self._known.learn(Kind(name), value)
        parts: dict[str, Part] = {}
        for kind, surface in real:
            for part in parts_of(kind, surface, self._known):
                if part.name not in self._made and (
                    part.name[0] != "w" or part.text in declared or not self._issued.word(part.text)
                ):
                    known = parts.get(part.name)
                    parts[part.name] = part if known is None else known.joined(part)
        met = {name[2:] for name in self._made if name[0] != "t"}
        taken = {p.text for p in parts.values()} | met | self._known.words | declared
        new = self._assign(parts, taken)
        self._made.update(new)
        self._issued.add(new.items())
        self._vault.add(new, [(self.entity_id(kind, surface), str(kind), surface) for kind, surface in real])

    def replacement(self, kind: Kind, surface: str) -> str:
        """The surrogate in the shape of this surface form: case, order, separators and encoding are kept.

        Raises EntrophyError when the mention was never resolved.
        """
        if kind in PICTURES or not surface.strip():
            return ""
        try:
            if self._own(kind, surface, frozenset()):
                return surface
            return self._spelled(kind, surface)
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
        return not any(self._own(kind, surface, frozenset()) for kind in _KNOWN_ALONE)

    def remember(self, texts: Sequence[str], places: Mapping[int, Places]) -> None:
        """Keep where in a document written now (`texts`, in order) surrogates stand: text → (start, end) in code
        points. Only a keyed digest of the document is kept, and that only if it holds a surrogate that can be nothing
        else: a line such as "Owner: VN" alone might be captured just so."""
        spans = [(i, a, b) for i, at in sorted(places.items()) for a, b in at]
        doubtful = {i for i, a, b in spans if self.mistakable(texts[i][a:b])}
        sure = any(not self.mistakable(texts[i][a:b]) for i, a, b in spans)
        name = self._document(texts)
        if sure and doubtful and name not in self._made:
            kept = {name: json.dumps([span for span in spans if span[0] in doubtful], separators=(",", ":"))}
            self._made.update(kept)
            self._vault.add(kept, [])

    def written(self, texts: Sequence[str]) -> dict[int, Places]:
        """Text → where surrogates stand, in a document that is, letter for letter, one that `remember` was told."""
        found: dict[int, list[tuple[int, int]]] = {}
        for i, start, end in json.loads(self._made.get(self._document(texts), "[]")):
            found.setdefault(i, []).append((start, end))
        return dict(found)

    def _document(self, texts: Sequence[str]) -> str:
        return "t:" + self._vault.name("document", json.dumps(list(texts), ensure_ascii=False))

    def entity_id(self, kind: Kind, surface: str) -> str:
        """An opaque id of the identity, the same for "Maria Keller" and "Keller, Maria". Safe to release."""
        return f"{kind.value}-{self._vault.name('entity', kind.value, self._identity(kind, surface))[:12]}"

    def real_values(self) -> Iterator[tuple[str, Kind, str]]:
        """(entity id, kind, real value) of everything ever resolved. For leak verification only."""
        for entity, kind, value in self._vault.entities():
            yield entity, Kind(kind), value

    def counts(self) -> dict[Kind, int]:
        """Distinct identities per kind."""
        return dict(sorted(Counter(Kind(kind) for _, kind in {(e, k) for e, k, _ in self._vault.entities()}).items()))

    # -- identity ------------------------------------------------------------------------------------------------

    def _order(self, text: str) -> str:
        return self._vault.name("order", text)

    def _identity(self, kind: Kind, surface: str) -> str:
        rule = spec_of(kind).identity
        if rule is Identity.NAME:
            name = parse_person(surface)
            if not name.full:
                name = self._known.person_with((*name.firsts, *name.lasts)) or name
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
            label = not pieces.label or self._own_runs(Kind.COMPANY, pieces.label, declared)
            return label and in_reserved_domain(text) and self._own_runs(Kind.EMAIL, pieces.local, declared)
        if spec.surrogate is Surrogate.HOST and (host := host_pieces(text)) is not None:
            return in_reserved_domain(text) and self._own_runs(Kind.COMPANY, host.label, declared)
        return self._own_runs(kind, surface, declared)

    def _own_runs(self, kind: Kind, surface: str, declared: Iterable[str]) -> bool:
        """Whether every run that could name somebody is one of our surrogates, and at least one is an unmistakable
        word. A word that was captured, too, is a captured one."""
        sure = 0
        for run in runs(kind, surface):
            if run.stays or len(run.folded) == 1 or (run.number and len(run.folded) < DIGITS_KEPT):
                continue
            space = "n" if run.number else "w"
            if not self._issued.taken(space, run.folded) or run.folded in declared:
                return False
            if space == "w" and "w:" + run.folded in self._made:
                return False
            sure += self._issued.word(run.folded)
        return sure > 0

    # -- making --------------------------------------------------------------------------------------------------

    def _assign(self, parts: dict[str, Part], taken: set[str]) -> dict[str, str]:
        """New surrogates for new parts, in the order of their keyed names; compositions come after their words."""
        new: dict[str, str] = {}
        used: set[str] = set()
        for name in sorted((n for n in parts if n[0] in "wnpxdm"), key=self._order):
            new[name] = self._unique(parts[name], used, taken)
            used.add(name[0] + ":" + new[name])
        everything = {**self._made, **new}
        for name in sorted(n for n in parts if n[0] in "cia"):
            new[name] = self._composed(parts[name], everything)
        return new

    def _unique(self, part: Part, used: set[str], taken: set[str]) -> str:
        space = part.name[0]
        for attempt in range(400):
            made = self._make(part, attempt)
            roomy = space != "n" or len(part.text) > 3
            if (
                (made not in taken and f"{space}:{made}" not in used and not self._issued.taken(space, made))
                or (not roomy and made != part.text)
                or space == "d"
            ):
                return made
        return self._make(part, 400)

    def _make(self, part: Part, attempt: int) -> str:
        space, text = part.name[0], part.text
        if space == "w":
            if part.acronym:
                return invent_acronym(self._key, text, attempt)
            return fold_token(invent_name(self._key, text, self._pool(part), attempt))
        if space == "n":
            return digits_like(self._key, text, attempt)
        if space == "p":
            return number_identity(Identity.TELEPHONE, phone_digits(self._key, text, attempt))
        if space == "m":
            return machine_address(self._key, text, attempt)
        if space == "d":
            shifted = shifted_date(self._key, part.written, attempt) or shaped_id(self._key, part.written, attempt)
            return "".join(c for c in shifted if c.isalnum()).casefold()
        made = shaped_id(self._key, part.written, attempt)
        for again in range(1, _CHECKED_DRAWS):
            if not passes_check(made):
                break
            made = shaped_id(self._key, part.written, attempt + again * _CHECKED_DRAWS)
        return "".join(c for c in made if c.isalnum()).casefold()

    def _pool(self, part: Part) -> str:
        """Which names a surrogate is modelled on: first names of a gender, or last names."""
        lists = name_lists()
        first, last = part.text in lists.firsts, part.text in lists.lasts
        if (first and not last) or (first == last and part.first):
            gender = lists.firsts.get(part.text, "")
            return gender or ("f" if next(stream(self._key, "gender", part.text)) % 2 else "m")
        return "last"

    def _composed(self, part: Part, made: dict[str, str]) -> str:
        composed = spell(part.recipe, made, lambda letter: self._letter("letter", letter))
        attempt = 0
        while part.name[0] == "a" and composed == part.text:  # by chance, but then they would stay
            composed = "".join(self._letter(f"letter/{attempt}", letter) for letter in part.text)
            attempt += 1
        return composed

    def _letter(self, purpose: str, letter: str) -> str:
        return _LETTERS[next(stream(self._key, purpose, letter)) % len(_LETTERS)]

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
                pieces.append(made if run.number else in_case_of(made, run.written))
            elif part.name[0] == "w" and self._issued.word(run.folded):
                pieces.append(surface[run.start : run.end])
            else:
                raise KeyError(part.name[0])
        return "".join([*pieces, surface[last:]])

    def _of(self, name: str) -> str | None:
        """The surrogate of a part. A log-in was a word before its owner was known, and is one again once somebody is
        called so: what it was resolved as first counts."""
        made = self._made.get(name)
        if made is None and name[0] in "wc":
            made = self._made.get(("c" if name[0] == "w" else "w") + name[1:])
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
        if part.name[0] == "p":
            return encoded(surface, spelled(made, self._key, part.text, text))
        if part.name[0] == "m":
            return encoded(surface, machine(made, text))
        return encoded(surface, laid(made, text))
