"""The ledger: one identity, one surrogate, in text, e-mail, log-in, URL, file name and pixels, across versions.

Surrogates are given to the parts of names rather than to whole strings: "Maria Keller", "KELLER, MARIA", "Maria",
"m.keller@…" and "mkeller" are made of the same two parts, so they agree without knowing of each other, and neither the
order of mentions nor that of batches changes anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from redaction.errors import EntrophyError
from redaction.findings import Kind
from redaction.keys import Key
from redaction.parts import DIGITS_KEPT, Known, Part, email_pieces, host_pieces, number_identity, parts_of, spell
from redaction.surface import in_case_of, runs
from redaction.surrogates import (
    digits_like,
    invent_acronym,
    invent_name,
    machine_address,
    phone_digits,
    shaped_id,
    shifted_date,
    stream,
)
from redaction.text.fold import decoded, fold_token
from redaction.text.forms import parse_person, tokens
from redaction.text.names import name_lists
from redaction.text.registry import Registry
from redaction.vault import Vault

_WHOLE = (Kind.PHONE, Kind.ID, Kind.DATE_OF_BIRTH, Kind.SECRET)
_UNREADABLE = (Kind.FACE, Kind.CODE)


class Ledger:
    """Open with `Ledger.open`. `resolve` assigns, `replacement` and `entity_id` look up; values are sealed on disk."""

    def __init__(self, key: Key, vault: Vault) -> None:
        self._vault = vault
        self._key = key.derive("ledger/surrogates")
        self._read()

    def _read(self) -> None:
        self._made: dict[str, str] = self._vault.surrogates()
        self._issued: set[str] = {_issue(name, made) for name, made in self._made.items()}
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
            {(Kind(kind), surface) for kind, surface in mentions if surface.strip() and kind not in _UNREADABLE}
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
            for part in self._parts(kind, surface):
                if part.name not in self._made and (
                    part.name[0] != "w" or part.text in declared or part.name not in self._issued
                ):
                    known = parts.get(part.name)
                    parts[part.name] = part if known is None else known.joined(part)
        taken = {p.text for p in parts.values()} | {name[2:] for name in self._made} | self._known.words | declared
        new = self._assign(parts, taken)
        self._made.update(new)
        self._issued.update(_issue(name, made) for name, made in new.items())
        self._vault.add(new, [(self.entity_id(kind, surface), str(kind), surface) for kind, surface in real])

    def replacement(self, kind: Kind, surface: str) -> str:
        """The surrogate in the shape of this surface form: case, order, separators and encoding are kept.

        Raises EntrophyError when the mention was never resolved.
        """
        if kind in _UNREADABLE or not surface.strip():
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
        """Whether a surface form is made of this ledger's surrogates only, and so must be left alone."""
        return self._own(kind, surface, frozenset())

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
        if kind is Kind.PERSON:
            name = parse_person(surface)
            if not name.full:
                name = self._known.person_with((*name.firsts, *name.lasts)) or name
            spelled = [f for f in name.firsts if len(f) > 1] or list(name.firsts)
            return "|".join((*spelled[:1], *name.lasts[-1:]))
        if kind in _WHOLE:
            return number_identity(kind, decoded(surface).text)
        return "|".join(tokens(surface)) or surface.casefold().strip()

    def _own(self, kind: Kind, surface: str, declared: Iterable[str]) -> bool:
        if kind in _WHOLE:
            text = decoded(surface).text
            if kind is Kind.PHONE:
                digits = number_identity(kind, text)
                return "p:" + digits in self._issued or (
                    "p:" + digits not in self._made and digits[-7:].startswith("55501")
                )
            plain = "".join(c for c in text if c.isalnum()).casefold()
            return any(f"{space}:{plain}" in self._issued for space in "xdm")
        if kind is Kind.EMAIL:
            pieces = email_pieces(decoded(surface).text)
            label = not pieces.label or self._own_runs(Kind.COMPANY, pieces.label, declared)
            return (
                label
                and pieces.reserved.endswith(("example.com", "example.org"))
                and self._own_runs(Kind.EMAIL, pieces.local, declared)
            )
        if kind is Kind.URL and (host := host_pieces(decoded(surface).text)) is not None:
            return self._own_runs(Kind.COMPANY, host.label, declared)
        return self._own_runs(kind, surface, declared)

    def _own_runs(self, kind: Kind, surface: str, declared: Iterable[str]) -> bool:
        """Whether every run that could name somebody is one of our surrogates, and at least one is."""
        issued = 0
        found = runs(kind, surface)
        for run in found:
            if run.stays or len(run.folded) == 1 or (run.number and len(run.folded) < DIGITS_KEPT):
                continue
            if kind is Kind.PERSON and len(found) == 1 and "a:" + run.folded in self._issued:
                return True
            if f"{'n' if run.number else 'w'}:{run.folded}" not in self._issued or run.folded in declared:
                return False
            issued += 1
        return issued > 0

    # -- making --------------------------------------------------------------------------------------------------

    def _parts(self, kind: Kind, surface: str) -> Iterator[Part]:
        for part in parts_of(kind, surface, self._known):
            if part.name[0] == "w" and part.name not in self._made and part.name in self._issued:
                continue
            yield part

    def _assign(self, parts: dict[str, Part], taken: set[str]) -> dict[str, str]:
        """New surrogates for new parts, in the order of their keyed names; compositions come after their words."""
        new: dict[str, str] = {}
        used = set(self._issued)
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
                (made not in taken and f"{space}:{made}" not in used)
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
            return number_identity(Kind.PHONE, phone_digits(self._key, text, attempt))
        if space == "m":
            made = machine_address(self._key, part.written, attempt)
            return "".join(c for c in made or "" if c.isalnum()).casefold()
        if space == "d":
            shifted = shifted_date(self._key, part.written, attempt) or shaped_id(self._key, part.written, attempt)
            return "".join(c for c in shifted if c.isalnum()).casefold()
        return "".join(c for c in shaped_id(self._key, part.written, attempt) if c.isalnum()).casefold()

    def _pool(self, part: Part) -> str:
        """Which names a surrogate is modelled on: first names of a gender, or last names."""
        lists = name_lists()
        first, last = part.text in lists.firsts, part.text in lists.lasts
        if (first and not last) or (first == last and part.first):
            gender = lists.firsts.get(part.text, "")
            return gender or ("f" if next(stream(self._key, "gender", part.text)) % 2 else "m")
        return "last"

    def _composed(self, part: Part, made: dict[str, str]) -> str:
        return spell(
            part.recipe, made, lambda letter: "abcdefghijklmnoprstvwz"[next(stream(self._key, "letter", letter)) % 22]
        )

    # -- spelling ------------------------------------------------------------------------------------------------

    def _spelled(self, kind: Kind, surface: str) -> str:
        if kind in _WHOLE:
            return self._whole(kind, surface)
        if kind is Kind.EMAIL:
            return self._email(surface)
        if kind is Kind.URL:
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
            elif part.name in self._made:
                made = self._made[part.name]
                pieces.append(made if run.number else in_case_of(made, run.written))
            elif f"{part.name[0]}:{run.folded}" in self._issued:
                pieces.append(surface[run.start : run.end])
            else:
                raise KeyError(part.name[0])
        return "".join([*pieces, surface[last:]])

    def _email(self, surface: str) -> str:
        pieces = email_pieces(decoded(surface).text)
        joint = "%40" if "%40" in surface else "@"
        domain = self._runs(Kind.COMPANY, pieces.label) if pieces.label else ""
        return self._runs(Kind.EMAIL, pieces.local) + joint + (domain + "." if domain else "") + pieces.reserved

    def _whole(self, kind: Kind, surface: str) -> str:
        text = decoded(surface).text
        if kind is Kind.DATE_OF_BIRTH:
            birth = next(parts_of(kind, surface, self._known))
            return shifted_date(self._key, text.strip(), 0) or _laid(self._made[birth.name], surface)
        part = next(parts_of(kind, surface, self._known), None)
        if part is None:
            return surface
        made = self._made[part.name]
        if part.name[0] == "p":
            return _phone(made, self._key, part.text, surface)
        if part.name[0] == "m":
            return next(
                a
                for i in range(401)
                if (a := machine_address(self._key, text, i))
                and "".join(c for c in a if c.isalnum()).casefold() == made
            )
        return _laid(made, surface)


def _issue(name: str, made: str) -> str:
    """Under which name a surrogate is recognised when it is met again; compositions are met as words."""
    return ("w" if name[0] == "c" else name[0]) + ":" + made


def _laid(made: str, surface: str) -> str:
    """The letters and digits of a surrogate laid over the shape of a surface form."""
    letters = iter(made)
    return "".join((c.upper() if s.isupper() else c) if s.isalnum() and (c := next(letters, s)) else s for s in surface)


def _phone(made: str, key: bytes, identity: str, surface: str) -> str:
    """Digits of a surrogate from the right; the country code and a trunk zero stay, an extension is drawn anew."""
    main, extension = surface, ""
    found = re.search(r"(?<![ ,])[ ,]*+(?:ext|x|#|poste|dw|durchwahl)", surface, re.IGNORECASE)
    if found and found.start() > 5:
        main, extension = surface[: found.start()], surface[found.start() :]
    places = [i for i, c in enumerate(main) if c.isdigit()]
    kept = _country_code(main)
    fill = (
        (
            made
            if len(made) >= len(places)
            else "".join(str(2 + b % 8) for b, _ in zip(stream(key, "lead", identity), places, strict=False)) + made
        )[-len(places) :]
        if places
        else ""
    )
    out = list(main)
    for n, (place, digit) in enumerate(zip(places, fill, strict=True)):
        if n >= kept and not (n == kept and main[place] == "0"):
            out[place] = digit
    drawn = stream(key, "extension", identity)
    return "".join(out) + "".join(str(next(drawn) % 10) if c.isdigit() else c for c in extension)


def _country_code(number: str) -> int:
    """How many leading digits are the country code ("+49 30 …" → 2, "0049 …" → 4)."""
    import phonenumbers

    plain = number.strip(" (")
    lead = 2 if plain.startswith("00") else 0
    if not plain.startswith(("+", "00")):
        return 0
    digits = "".join(c for c in plain if c.isdigit())[lead:]
    for size in (1, 2, 3):
        if digits[:size] and int(digits[:size]) in phonenumbers.COUNTRY_CODE_TO_REGION_CODE:
            return lead + size
    return lead
