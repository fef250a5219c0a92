"""What was hidden in company sources, counted by source, kind, detector and entity. No value is in it."""

from __future__ import annotations

from typing import Any

from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.policy import Policy
from redaction.sources.values import hidden_values, row_ids
from redaction.stages.source_findings import found_by_row, load_found, texts_at
from redaction.stages.sources import taken_sources
from redaction.work.store import BatchStore

WHERE = "source"
ROLE, ID = "role", "source-id"
"""What is called the detector of values that a schema declares: people, companies and numbers, and ids."""


def source_counts(store: BatchStore, policy: Policy, ledger: Ledger) -> list[dict[str, Any]]:
    """Lines of findings.jsonl; none of a batch without sources. The application is the source, there is no process."""
    counts: dict[tuple[str, str, str, str], tuple[int, float]] = {}

    def add(source: str, kind: Kind, detector: str, value: str, score: float) -> None:
        entity = ledger.entity_id(kind, value) if value and policy.text.treatment(kind) == "substitute" else ""
        count, lowest = counts.get(key := (source, kind.value, detector, entity), (0, 1.0))
        counts[key] = count + 1, min(lowest, score)

    sources = taken_sources(store)
    for source in sources:
        for row in source.rows():
            for _, kind, value in hidden_values(source.schema, row):
                add(source.name, kind, ROLE, value, 1.0)
            for _ in row_ids(source.schema, row):
                add(source.name, Kind.ID, ID, "", 1.0)
    for source, number, row, found in found_by_row(sources, load_found(store)):
        texts = texts_at(source, number, row) if found else ()
        for at, findings in found.items():
            for f in findings:
                add(source.name, f.kind, f.detector, texts[at][0].text[f.start : f.end], f.score)
    return [
        {
            "where": WHERE,
            "kind": kind,
            "application": source,
            "process": "",
            "detector": detector,
            "entity": entity or None,
            "count": count,
            "score_min": round(lowest, 4),
        }
        for (source, kind, detector, entity), (count, lowest) in sorted(counts.items())
    ]
