"""Stage 5: close a batch. Writes scrubbed/: rows, counts, boxes and quarantine, none with a captured value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.policy import Policy, policy_digest
from redaction.records import Interaction
from redaction.stages.engine_versions import hiding_engines
from redaction.stages.films import complete
from redaction.stages.find import load_screen_findings, load_text_findings
from redaction.stages.source_counts import source_counts
from redaction.work import formats
from redaction.work.stage_records import SCRUBBED_SOURCES, WITHHELD
from redaction.work.store import BatchStore


def finish(store: BatchStore, policy: Policy, ledger: Ledger) -> dict[str, Any]:
    """Write scrubbed/{batch.json,interactions,findings,quarantine,boxes.jsonl}; returns batch.json."""
    store.require("ingest", "find", "scrub")
    store.mark_undone("finish")
    boxes = {item["screenshot_name"]: item for item in store.read_lines("scrub/boxes.jsonl")}
    rows = store.lines("scrub/rows.jsonl", lambda item: Interaction(**item))
    released = (
        # a screenshot that was refused on the way is not named in the row, so that every name leads to a file
        {**row.as_dict(), "screenshot_name": row.screenshot_name if row.screenshot_name in boxes else None}
        for row in rows
    )
    quarantine: list[Any] = []
    for stage in ("ingest", "find", "redact"):
        quarantine.extend(store.read_lines(f"quarantine/{stage}.jsonl"))
    demonstrations = complete(store)
    if demonstrations:
        store.write_lines("scrubbed/demonstrations.jsonl", demonstrations)
    else:
        store.file("scrubbed/demonstrations.jsonl").unlink(missing_ok=True)
    if store.file(SCRUBBED_SOURCES).is_file():
        store.write_json("scrubbed/sources.json", store.read_json(SCRUBBED_SOURCES))
    else:
        store.file("scrubbed/sources.json").unlink(missing_ok=True)
    ingest, found = store.read_json("ingest/batch.json"), dict(store.read_json("find/engines.json"))
    store.write_lines("scrubbed/interactions.jsonl", released)
    store.write_lines("scrubbed/boxes.jsonl", (boxes[name] for name in sorted(boxes)))
    counts = [*_counts(store, rows, policy, ledger), *source_counts(store, policy, ledger)]
    store.write_lines("scrubbed/findings.jsonl", counts)
    store.write_lines(
        "scrubbed/quarantine.jsonl",
        sorted(quarantine, key=lambda q: (q["record"], q["stage"], q["reason"], q["remedy"])),
    )
    summary = {
        "format": formats.SCRUBBED,
        **{key: ingest[key] for key in ("batch", "domain", "environment", "recorder", "participants", "source_digest")},
        "instances": len({row.process_instance_uuid for row in rows}),
        "interactions": len(rows),
        "screenshots": len(boxes),
        "refused": len(quarantine),
        "funnel": {**ingest["funnel"], "screenshots_released": len(boxes), **_rows_of_sources(store)},
        "policy_digest": policy_digest(policy),
        "engines": dict(sorted((found | (hiding_engines() if boxes else {})).items())),
    }
    store.write_json("scrubbed/batch.json", summary)
    store.mark_done("finish")
    _keep_withheld(store)
    return summary


def _keep_withheld(store: BatchStore) -> None:
    """What was withheld is bound to the pixels, not to this run: the list stays, if it is the one that was written.
    Without it whatever is still on a screenshot is found again."""
    if store.is_as_left("withhold"):
        store.mark_done("withhold")
    else:
        store.mark_undone("withhold")
        store.file(WITHHELD).unlink(missing_ok=True)


def _rows_of_sources(store: BatchStore) -> dict[str, int]:
    """How many rows of company sources came in and go out; nothing of a batch without."""
    if not store.file(SCRUBBED_SOURCES).is_file():
        return {}
    sources = store.read_json(SCRUBBED_SOURCES)["sources"]
    came, go = (sum(one[which] for one in sources) for which in ("rows_in", "rows"))
    return {"source_rows_in": came, "source_rows_released": go}


def _counts(store: BatchStore, rows: Sequence[Interaction], policy: Policy, ledger: Ledger) -> list[dict[str, Any]]:
    """Findings counted by place, kind, application, process, detector and entity. Applications and processes are the
    scrubbed ones; entities are the ledger's opaque ids."""
    counts: dict[tuple[str, ...], list[float]] = {}

    def add(where: str, kind: Kind, row: Interaction, detector: str, value: str, score: float) -> None:
        entity = ledger.entity_id(kind, value) if value and policy.text.treatment(kind) == "substitute" else ""
        key = (where, kind.value, row.application_name, row.process_name, detector, entity)
        counts.setdefault(key, []).append(score)

    for f in load_text_findings(store):
        if f.part != "rest":
            add("text", f.kind, rows[f.row], f.detector, f.value, f.score)
    by_shot = {row.screenshot_name: row for row in rows if row.screenshot_name}
    for name, findings in load_screen_findings(store).items():
        for s in findings:
            add("screen", s.kind, by_shot[name], s.detector, s.value, s.score)
    return [
        {
            "where": where,
            "kind": kind,
            "application": application,
            "process": process,
            "detector": detector,
            "entity": entity or None,
            "count": len(scores),
            "score_min": round(min(scores), 4),
        }
        for (where, kind, application, process, detector, entity), scores in sorted(counts.items())
    ]
