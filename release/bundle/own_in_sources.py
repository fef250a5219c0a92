"""What scrubbing wrote where a finding of the leak check lies in a company source: a value of a row, or the text layer
of a page of a document. Rows are scrubbed once more, those alone in which something was found."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from redaction.findings import TextFinding
from redaction.ledger.entities import Ledger
from redaction.policy import Policy
from redaction.sources.ids import Ids
from redaction.sources.schema import PAGES
from redaction.sources.values import Row, ids_in, row_ids
from redaction.stages.apply import Scrubbed
from redaction.stages.redact_documents import released_lines, scrubbed_pages
from redaction.stages.scrub_sources import ids_of, scrubbed_row
from redaction.stages.source_findings import found_by_row, load_found, row_texts, scrubbed_text
from redaction.stages.sources import TakenSource, taken_sources
from redaction.work.store import BatchStore
from release.bundle.bundle_format import domain_files
from release.bundle.withhold import within_sources
from validation.files.pdf import pdf_texts
from validation.leaks.leak_report import Leak, LeakReport

APART = " | "
"""What stands in place of a surrogate that is taken out: its neighbours do not become one word."""
_VALUE = re.compile(r".+ member [0-9]+ line [0-9]+ field (?P<field>[0-9]+)(?P<path>(?:\[[0-9]+\]| field [0-9]+)*)")
_STEP = re.compile(r"\[(?P<item>[0-9]+)\]| field (?P<field>[0-9]+)")
_CAPTURED, _REST = attrgetter("captured"), attrgetter("rest")
_PAGE = re.compile(r".+ member (?P<member>[0-9]+) page (?P<page>[0-9]+)(?: over its lines)?")


@dataclass(frozen=True, slots=True)
class Written:
    """What scrubbing made of a captured text: the text, what was captured there, and what is left of the text, in each
    way it is read, once the surrogates in it are taken out."""

    text: str
    captured: tuple[str, ...]
    rest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of a document: its text as written, and the surrogates in it."""

    written: Written
    surrogates: tuple[str, ...]


def rest_of(done: Scrubbed) -> str:
    """The text without what the ledger wrote."""
    pieces, last = [], 0
    for start, end in done.ours:
        pieces.append(done.text[last:start])
        last = end
    return APART.join([*pieces, done.text[last:]])


def written_in_sources(
    content: Path, report: LeakReport, stores: Sequence[BatchStore], ledger: Ledger, policy: Policy
) -> dict[Leak, Written]:
    """What was written at the place of each finding in a value of a row or in the text of a page; no finding of which
    the released text is not, letter for letter, what scrubbing writes there."""
    placed = {
        leak: row
        for leak, row in within_sources(content, report).items()
        if leak.entity_id and leak not in report.on_screens
    }
    proofs: dict[Leak, Written] = {}
    for store in stores if placed else ():
        archive = domain_files(str(store.read_json("scrubbed/batch.json")["domain"])).sources
        here = {leak: row for leak, row in placed.items() if leak.where.startswith(f"{archive} member ")}
        if here:
            proofs |= _in_batch(content / archive, here, store, ledger, policy)
    return proofs


def _in_batch(
    archive: Path, placed: Mapping[Leak, str], store: BatchStore, ledger: Ledger, policy: Policy
) -> dict[Leak, Written]:
    by_row: dict[str, list[Leak]] = {}
    for leak, place in placed.items():
        by_row.setdefault(place, []).append(leak)
    proofs: dict[Leak, Written] = {}
    released = _Released(archive)
    sources = taken_sources(store)
    with ids_of(store, policy, ledger) as ids:
        for source, number, row, found in found_by_row(sources, load_found(store)):
            for leak in by_row.get(f"{source.name}/{number}", ()):
                proof = _proof(released, leak, source, row, found, _Scrubbing(policy, ledger, ids))
                if proof is not None:
                    proofs[leak] = proof
    return proofs


@dataclass(frozen=True, slots=True)
class _Scrubbing:
    policy: Policy
    ledger: Ledger
    ids: Ids

    def text(self, text: str, found: Sequence[TextFinding], own: frozenset[str]) -> Scrubbed:
        return scrubbed_text(text, found, self.policy.text, self.ledger, self.ids, own)


def _proof(
    released: _Released,
    leak: Leak,
    source: TakenSource,
    row: Row,
    found: Mapping[int, Sequence[TextFinding]],
    scrubbing: _Scrubbing,
) -> Written | None:
    if (place := _PAGE.fullmatch(leak.where)) is not None and source.documents is not None:
        pages = _pages(source, row, found, scrubbing)
        number = int(place["page"]) - 1
        said = released.page(int(place["member"]), number)
        if said is None or number >= len(pages) or _signs(said) != _signs(pages[number].written.text):
            return None
        one = pages[number].written
        # readers disagree on where lines stand: what is left is asked as this reader read it, too
        return Written(one.text, one.captured, (*one.rest, _without(said, pages[number].surrogates)))
    value = released.value(leak)
    if value is None:
        return None
    name, text = value
    if name == PAGES and source.documents is not None:
        options = [page.written for page in _pages(source, row, found, scrubbing)]
    else:
        options = list(_values(name, source, row, found, scrubbing))
    fitting = [one for one in options if one.text == text]
    if not fitting:
        return None
    return Written(
        text, tuple(c for one in fitting for c in one.captured), tuple(r for one in fitting for r in one.rest)
    )


def _values(
    name: str, source: TakenSource, row: Row, found: Mapping[int, Sequence[TextFinding]], scrubbing: _Scrubbing
) -> Iterator[Written]:
    """Every string of a field as it is written. What a role replaces is replaced as a whole."""
    if name not in row:
        return
    spec = source.schema.fields[name]
    if spec.role in ("id", "reference") or spec.hidden_as is not None:
        made = scrubbed_row(source, row, found, scrubbing.policy, scrubbing.ledger, scrubbing.ids)[name]
        for before, after in zip(ids_in(spec, row[name]), ids_in(spec, made), strict=True):
            kept = before == after  # a mask, or a kind that the policy keeps: nothing was written
            yield Written(after, (before,), (after if kept else "",))
        return
    own = frozenset(value for _, _, value in row_ids(source.schema, row))
    for at, (item, _) in enumerate(row_texts(source, row)):
        done = scrubbing.text(item.text, [*found.get(at, ())], own)
        yield Written(done.text, (item.text,), (rest_of(done),))


def _pages(
    source: TakenSource, row: Row, found: Mapping[int, Sequence[TextFinding]], scrubbing: _Scrubbing
) -> list[_Page]:
    """The text of every page as it is written."""
    own = frozenset(value for _, _, value in row_ids(source.schema, row))
    pages = []
    for page, _, done in scrubbed_pages(source, row, found, own, scrubbing.policy, scrubbing.ledger, scrubbing.ids):
        text, rest = ("\n".join(released_lines(page, done, mark)) for mark in (None, APART))
        surrogates = {done.text[start:end] for start, end in done.ours}
        pages.append(_Page(Written(text, (page.text,), (rest,)), tuple(sorted(surrogates, key=lambda s: (-len(s), s)))))
    return pages


def _signs(text: str) -> list[str]:
    """Its letters and signs in no order: two readers agree on them, if not on where lines stand."""
    return sorted("".join(text.split()))


def _without(text: str, surrogates: Sequence[str]) -> str:
    """The text without the surrogates, the longest first, whatever space or break stands between their words."""
    for said in surrogates:
        if said.strip():
            text = re.sub(r"\s+".join(map(re.escape, said.split())), APART, text)
    return text


class _Released:
    """The archive of sources that was searched."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive

    def page(self, member: int, page: int) -> str | None:
        """The text layer of a page of a document, as the check reads it; None where there is none."""
        with zipfile.ZipFile(self._archive) as opened:
            pages = [text for _, text in pdf_texts(opened.read(opened.namelist()[member]))]
        return pages[page] if page < len(pages) else None

    def value(self, leak: Leak) -> tuple[str, str] | None:
        """(field, text) of the value of a row in which a finding lies; None where it lies in no value."""
        place = _VALUE.fullmatch(leak.where)
        if place is None:
            return None
        member, line = (int(n) for n in re.findall(r"(?:member|line) ([0-9]+)", leak.where)[:2])
        with zipfile.ZipFile(self._archive) as opened, opened.open(opened.namelist()[member]) as rows:
            row: dict[str, Any] = json.loads(next(raw for at, raw in enumerate(rows, 1) if at == line))
        name, value = list(row.items())[int(place["field"]) - 1]
        for step in _STEP.finditer(place["path"]):
            value = value[int(step["item"])] if step["item"] else list(value.values())[int(step["field"]) - 1]
        return (name, value) if isinstance(value, str) else (name, repr(value))
