"""Who is to be forgotten, as a build knows it: in memory only. What it finds is hidden before anything is written.

Their recordings stay out at the gate. Everywhere else their values are masked while a batch comes in, so that no stage,
cache or ledger after it ever holds one: `[PERSON]`, the same for everybody, leads to nobody and to no older surrogate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from redaction.capture.gates import Consent, Header
from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.kinds.table import masked
from redaction.ledger.making import too_near
from redaction.lexicon.fold import decoded
from redaction.lexicon.forms import TOKEN, tokens
from redaction.lexicon.names import name_lists
from redaction.records import DeclaredEntity, Participant
from redaction.text.known.registry import Registry
from redaction.text.known.segments import whole_segments

if TYPE_CHECKING:  # the stage that reads captures hands them on to this module
    from redaction.stages.ingest import RawRow

NEAR_LETTERS = 10
"""Letters of a whole name of which one may be wrong, as a screen is read, and it is still taken for the name."""
_ALONE = (Source.ONE_WORD, Source.INITIALS)
_ADDRESS = re.compile(r"(?<![\w.+'%-])[\w.+'%-]++@[\w.-]+\w")
_BESIDE = (" ", ", ", "-", "_", ".")
"""What may stand between the two names of one person."""
_IN_ROWS = frozenset(("sources",))


@dataclass(frozen=True, slots=True)
class Gone:
    """A participant who is to be forgotten: the id in the batches where it was his, and how to know him elsewhere."""

    participant: str
    batches: frozenset[str]
    email: str = ""
    name: str = ""

    def is_he(self, batch: str, other: Participant) -> bool:
        """Whether a participant of a batch is this one: the same id in the same batch or with the same name, or the
        same mail address."""
        known = batch in self.batches or _alike(self.name, other.name)
        return _alike(self.email, other.email) or (other.id == self.participant and known)


@dataclass(frozen=True)
class Forgotten:
    """`people` whose recordings stay out, `entities` to be masked everywhere. `stamp` is a keyed digest of all of it:
    a stage that was done for others is done again. Holds values: never pickle or log one."""

    people: tuple[Gone, ...] = ()
    entities: tuple[DeclaredEntity, ...] = field(default=(), repr=False)
    stamp: str = ""

    def at_the_gate(self, header: Header) -> Header:
        """The header as the gates shall see it: these people have no consent, and nobody declares them."""
        gone = {p for p in header.participants if any(one.is_he(header.batch, p) for one in self.people)}
        # in company sources a person without a name is in rows that nobody can tell: they stay out as a whole
        told = {p for p in gone for one in self.people if one.is_he(header.batch, p) and (one.name or one.email)}
        gone_consent = {p.id: Consent("forgotten", _IN_ROWS if p in told else frozenset()) for p in gone}
        return replace(
            header,
            consents={**header.consents, **gone_consent},
            participants=tuple(
                p for p in header.participants if p not in gone and not self.concerns(p.name or "", p.email or "")
            ),
            entities=tuple(e for e in header.entities if not self.concerns(e.value, *e.aliases)),
        )

    @cached_property
    def registry(self) -> Registry:
        """What is swept for. Not the companies that mail addresses tell: these are others'."""
        declared = Registry.declared(self.entities, ())
        return declared.only(lambda entry: entry[2])

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for _, value, _ in self.registry.entries for word in tokens(value))

    @cached_property
    def _wholes(self) -> frozenset[str]:
        wholes = ("".join(tokens(value)) for _, value, _ in self.registry.entries)
        return frozenset(whole for whole in wholes if len(whole) >= NEAR_LETTERS)

    def find(self, text: str, role: str = "field") -> list[TextFinding]:
        """Every place of a captured text that tells one of them: sorted, apart, in code points of the text."""
        if not self.entities or not text:
            return []
        view = decoded(text)
        found = [
            _whole_address(view.text, f)
            for f in self.registry.find(view.text, role)
            if not self._of_somebody_else(view.text, f)
        ]
        grown = whole_segments(view.text, list(_apart(found)))
        if view.starts is None:
            return grown
        return [f.over(*view.span(f.start, f.end)) for f in grown]

    def concerns(self, *values: str) -> bool:
        """Whether one of these values is, holds, or on a screen may be a misread form of, one that is to be
        forgotten."""
        return bool(self.entities) and any(bool(self.find(value)) or self._misread(value) for value in values if value)

    def _misread(self, value: str) -> bool:
        letters = "".join(tokens(value))
        # every spelling a letter off is made: of what is as long as a name, never of a page
        return 0 < len(letters) <= self._longest + 1 and too_near(letters, self._wholes)

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._wholes), default=0)

    def _of_somebody_else(self, text: str, finding: TextFinding) -> bool:
        """Whether one word of a name stands beside a name that is none of theirs: "Keller" of "Jonas Keller"."""
        if finding.source not in _ALONE:
            return False
        words = list(TOKEN.finditer(text))
        for at, word in enumerate(words):
            if word.start() < finding.end and finding.start < word.end():
                beside = [(words[at - 1], words[at - 1].end(), word.start())] if at else []
                beside += [(words[at + 1], word.end(), words[at + 1].start())] if at + 1 < len(words) else []
                others = (w.group() for w, a, b in beside if text[a:b] in _BESIDE)
                if any(w[0].isupper() and name_lists().is_name(w.lower()) and not self._theirs(w) for w in others):
                    return True
        return False

    def _theirs(self, word: str) -> bool:
        return any(token in self._words for token in tokens(word))

    def mask_rows(self, rows: Sequence[RawRow]) -> list[RawRow]:
        """The rows with everything that tells of these people masked, also where it was typed in pieces."""
        if not self.entities:
            return list(rows)
        from redaction.stages.apply import spliced
        from redaction.stages.find import covered_by
        from redaction.stages.row_spans import RowFinding, in_field, without_overlaps
        from redaction.stages.text_fields import TEXT_FIELDS, text_input
        from redaction.stages.typing_runs import typing_runs

        runs = typing_runs(rows)
        covered = covered_by(runs, rows)
        found: list[RowFinding] = []
        for at, raw in enumerate(rows):
            for name in TEXT_FIELDS:
                item = text_input(raw.row, name)
                if item is not None and (at, name) not in covered:
                    found += in_field(at, name, item.text, self.find(item.text, item.role))
        for run in runs:
            found += run.place(rows, self.find(run.text))
        places: dict[tuple[int, str], list[RowFinding]] = {}
        for one in without_overlaps(found):
            places.setdefault((one.row, one.field), []).append(one)
        hidden = list(rows)
        for (at, name), some in sorted(places.items()):
            text = str(getattr(hidden[at].row, name))
            pieces = [(f.start, f.end, "" if f.part == "rest" else masked(f.kind)) for f in sorted(some)]
            changed: dict[str, Any] = {name: spliced(text, pieces).text}
            hidden[at] = replace(hidden[at], row=replace(hidden[at].row, **changed))
        return hidden

    def without_values(self, findings: Iterable[ImageFinding]) -> list[ImageFinding]:
        """Findings on a screen; those that tell of these people hide their place and keep no value."""
        return [replace(f, value="") if self.concerns(f.value) else f for f in findings]

    def without_entries(self, registry: Registry) -> Registry:
        """A registry that is written: what it learned of these people is looked for anew each time."""
        if not self.entities:
            return registry
        return registry.only(lambda entry: not self.concerns(entry[1]))


NOBODY = Forgotten()
"""Nobody asked to be forgotten."""


def _alike(one: str, other: str | None) -> bool:
    return bool(one) and " ".join(one.casefold().split()) == " ".join((other or "").casefold().split())


def _whole_address(text: str, finding: TextFinding) -> TextFinding:
    """A name inside a mail address takes all of it."""
    for match in _ADDRESS.finditer(text):
        if match.start() <= finding.start and finding.end <= match.end():
            return replace(finding.over(*match.span()), kind=Kind.EMAIL)
    return finding


def _apart(findings: Iterable[TextFinding]) -> Iterator[TextFinding]:
    """The findings in order, what overlaps made one."""
    last: TextFinding | None = None
    for finding in sorted(findings, key=lambda f: (f.start, -f.end, f.kind)):
        if last is not None and finding.start < last.end:
            last = replace(last, end=max(last.end, finding.end))
            continue
        if last is not None:
            yield last
        last = finding
    if last is not None:
        yield last
