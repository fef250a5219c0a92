"""Findings of the leak check that are nothing but our own surrogates: a day of birth or a number that was drawn for one
person may be, to the letter, what another was captured with, and an invented name may resemble a real one.

A finding is ours only by its place: the field of the row, or the page of the document, is, letter for letter, what
scrubbing wrote; the value is not found any more once the surrogates that stand in it are taken out; and it is not found
in what was captured there, so that nothing of it can have come through, whatever the ledger took for a surrogate. Where
one of these cannot be shown, the finding stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from redaction.ledger.entities import Ledger
from redaction.policy import Policy
from redaction.records import Interaction
from redaction.stages.apply import Scrubbed
from redaction.stages.find import load_text_findings
from redaction.stages.ingest import load_rows
from redaction.stages.row_spans import RowFinding
from redaction.stages.scrub import scrubbed_fields, written_before
from redaction.work.store import BatchStore
from release.bundle.own_in_sources import Written, rest_of, written_in_sources
from release.bundle.released_rows import ReleasedRows
from validation.leaks.leak_report import Leak, LeakReport
from validation.leaks.needles import Captured, Matcher, Needle


def without_own_surrogates(
    report: LeakReport,
    content: Path,
    stores: Sequence[BatchStore],
    ledger: Ledger,
    policy: Policy,
    needles: Iterable[Needle],
    captured: Iterable[Captured],
) -> LeakReport:
    """The report without the findings of known values and captured texts in rows, and in rows and documents of company
    sources, that are made of surrogates of ours in their place."""
    leaks = [leak for leak in report.findings if leak.entity_id]
    rows = ReleasedRows(content)
    cells = {leak: cell for leak in leaks if (cell := rows.cell(leak)) is not None}
    written = _written(stores, ledger, policy, {cell.place for cell in cells.values()}) if cells else {}
    proofs = {
        leak: written[cell.place]
        for leak, cell in cells.items()
        if cell.place in written and written[cell.place].text == cell.row[cell.field]
    }
    proofs |= written_in_sources(content, report, stores, ledger, policy)
    if not proofs:
        return report
    wanted = {leak.entity_id for leak in proofs}
    known: dict[str, tuple[list[Needle], list[Captured]]] = {entity: ([], []) for entity in sorted(wanted)}
    for needle in needles:
        if needle[0] in wanted:
            known[needle[0]][0].append(needle)
    for text in captured:
        if text[0] in wanted:
            known[text[0]][1].append(text)
    matchers = {entity: Matcher(*some) for entity, some in known.items()}

    def ours(leak: Leak) -> bool:
        if leak not in proofs:
            return False
        matcher, proof = matchers[leak.entity_id], proofs[leak]
        return not any(
            hit.entity_id == leak.entity_id for t in (*proof.rest, *proof.captured) for hit in matcher.find(t)
        )

    return replace(report, findings=tuple(leak for leak in report.findings if not ours(leak)))


def _written(
    stores: Sequence[BatchStore], ledger: Ledger, policy: Policy, wanted: set[tuple[str, str]]
) -> dict[tuple[str, str], Written]:
    """(interaction, field) → what scrubbing made of what was captured there (a value that was typed in pieces whole,
    too)."""
    return {
        (row.interaction_uuid, name): Written(
            done.text,
            (str(getattr(row, name) or ""), *sorted({f.value for f in found if f.field == name})),
            (rest_of(done),),
        )
        for store in stores
        for row, found, fields in _scrubbed(store, ledger, policy, {uuid for uuid, _ in wanted})
        for name, done in fields.items()
        if (row.interaction_uuid, name) in wanted
    }


def _scrubbed(
    store: BatchStore, ledger: Ledger, policy: Policy, wanted: set[str]
) -> Iterator[tuple[Interaction, list[RowFinding], dict[str, Scrubbed]]]:
    rows = load_rows(store)
    at = {i for i, raw in enumerate(rows) if raw.row.interaction_uuid in wanted}
    if not at:
        return
    found: dict[int, list[RowFinding]] = {}
    for finding in load_text_findings(store):
        if finding.row in at:
            found.setdefault(finding.row, []).append(finding)
    before = written_before(rows, ledger)
    for i in sorted(at):
        some = found.get(i, [])
        yield rows[i].row, some, scrubbed_fields(i, rows[i].row, some, policy, ledger, before)
