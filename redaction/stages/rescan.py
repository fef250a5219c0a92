"""Reading the scrubbed rows again, until that finds nothing more.

A model reads a name differently once its neighbours have changed. What a later reading adds is told in code points of
the captured rows like every other finding, so scrubbing a scrubbed batch once more changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from redaction.findings import TextFinding
from redaction.ledger.entities import Ledger
from redaction.policy import Policy
from redaction.stages.apply import Scrubbed, already_scrubbed, is_ours
from redaction.stages.find import RESCANNED, covered_by, load_text_findings, registry_of
from redaction.stages.ingest import RawRow, load_rows
from redaction.stages.kept_texts import KeptTexts
from redaction.stages.row_spans import RowFinding, alike, without_overlaps
from redaction.stages.scrub import captured_rows, scrubbed_fields, written_before
from redaction.stages.text_fields import text_input
from redaction.stages.typing_runs import typing_runs
from redaction.text import Registry, TextEngine, TextInput, propagate_labels, text_engine
from redaction.work.store import BatchStore

_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class _Changed:
    """A field that scrubbing has changed, as the engine reads it now."""

    row: int
    field: str
    item: TextInput
    done: Scrubbed


def rescan(store: BatchStore, policy: Policy, ledger: Ledger) -> int:
    """After `resolve`: leaves scrub/rescanned.jsonl, which load_text_findings adds to the findings. Returns how many.

    Only fields that were changed are read: the others were read as they are. What was typed in pieces is left as the
    reading of the whole has told it.
    """
    rows = load_rows(store)
    base = load_text_findings(store, rescanned=False)
    registry = registry_of(store)
    covered = covered_by(typing_runs(rows), rows)
    rescanned: list[RowFinding] = []
    engine, kept = text_engine(policy.text), KeptTexts(store, policy.text, "rescan")
    read: dict[TextInput, None] = {}
    for turn in range(_ROUNDS):
        changed = _changed(rows, without_overlaps([*base, *rescanned]), covered, policy, ledger)
        if not changed:
            break
        inputs = [c.item for c in changed]
        if not turn:
            kept.recall(engine, inputs)
        read |= dict.fromkeys(inputs)
        new = _read_again(rows, changed, engine, registry, policy, ledger)
        if not new:
            break
        rescanned = alike((raw.row.process_name for raw in rows), "process_name", [*rescanned, *new])
        mentions = sorted({(f.kind, f.value) for f in captured_rows(rows, rescanned, ledger)})
        ledger.resolve(mentions, registry, policy.text.surrogates)
    kept.keep(engine, read)
    store.write_lines(RESCANNED, (f.as_dict() for f in sorted(rescanned)))
    return len(rescanned)


def _changed(
    rows: Sequence[RawRow],
    findings: Sequence[RowFinding],
    covered: set[tuple[int, str]],
    policy: Policy,
    ledger: Ledger,
) -> list[_Changed]:
    changed = []
    before = written_before(rows, ledger)
    for i, some in groupby(sorted(findings), key=lambda f: f.row):
        fields = scrubbed_fields(i, rows[i].row, some, policy, ledger, before)
        row = replace(rows[i].row, **{name: done.text for name, done in fields.items()})
        for name, done in fields.items():
            item = text_input(row, name)
            if item is not None and (i, name) not in covered:
                changed.append(_Changed(i, name, item, done))
    return changed


def _read_again(
    rows: Sequence[RawRow],
    changed: Sequence[_Changed],
    engine: TextEngine,
    registry: Registry,
    policy: Policy,
    ledger: Ledger,
) -> list[RowFinding]:
    inputs = [c.item for c in changed]
    found = engine.find_many(inputs)
    captured = [[f for f in fs if not is_ours(c.done, f, ledger)] for c, fs in zip(changed, found, strict=True)]
    registry = registry.learn(inputs, captured)
    swept = engine.find_many(inputs, registry)
    new: list[RowFinding] = []
    for _, group in groupby(zip(changed, swept, strict=True), key=lambda pair: pair[0].row):
        some = list(group)
        from_labels = propagate_labels([c.item for c, _ in some])
        for (c, here), more in zip(some, from_labels, strict=True):
            new += [
                _captured(rows, c, f) for f in (*here, *more) if not already_scrubbed(c.done, f, policy.text, ledger)
            ]
    return new


def _captured(rows: Sequence[RawRow], changed: _Changed, finding: TextFinding) -> RowFinding:
    """A finding in a scrubbed field, in code points of the captured one."""
    f = changed.done.back(finding)
    value = str(getattr(rows[changed.row].row, changed.field))[f.start : f.end]
    return RowFinding(changed.row, changed.field, f.start, f.end, f.kind, f.score, f.detector, value, source=f.source)
