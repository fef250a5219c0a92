"""Captured texts that must not come back: what was found in rows, and whole titles and typed strings that held it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redaction.entities import Ledger
from redaction.fields import TEXT_FIELDS
from redaction.policy import Policy
from redaction.stages.find import load_text_findings
from redaction.stages.ingest import load_rows
from redaction.stages.spans import RowFinding
from redaction.stages.typing_runs import typing_runs
from redaction.store import BatchStore
from release.distinctive import is_distinctive
from validation.needles import Captured, Needle

#: Below this a detector was guessing; what it guessed may rightly stand somewhere else.
_SURE = 0.8


def found_values(stores: Sequence[BatchStore], ledger: Ledger, policy: Policy) -> list[Needle]:
    """Every value that was surely found in a row and points at its owner wherever it stands."""
    return sorted(
        {
            (ledger.entity_id(f.kind, f.value), f.kind, f.value)
            for store in stores
            for f in load_text_findings(store)
            if f.part == "whole" and f.score >= _SURE and _hidden(f, policy)
        }
    )


def captured_texts(stores: Sequence[BatchStore], policy: Policy) -> list[Captured]:
    """(place, text) of every window title, field and typed string in which somebody was found.

    The place is the interaction's id and the field; the text as a whole must not stand anywhere in the release.
    """
    return sorted({text for store in stores for text in _texts(store, policy)})


def _texts(store: BatchStore, policy: Policy) -> Iterator[Captured]:
    rows = load_rows(store)
    telling = {(f.row, f.field) for f in load_text_findings(store) if _hidden(f, policy)}
    for row, field in sorted(telling):
        text = getattr(rows[row].row, field) if field in TEXT_FIELDS else None
        if text:
            yield f"captured {field} of {rows[row].row.interaction_uuid}", text
    for run in typing_runs(rows):
        if any((row, field) in telling for row in run.rows for field in ("interaction_value", "field_value")):
            yield f"captured typing from {rows[run.rows[0]].row.interaction_uuid}", run.text


def _hidden(finding: RowFinding, policy: Policy) -> bool:
    return policy.text.treatment(finding.kind) != "keep" and is_distinctive(finding.kind, finding.value, False)
