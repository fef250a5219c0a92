"""The whole story of one batch on one screen.

    ingest    captures → rows through the gates; what is refused is told
    find      rows and screenshots → findings (spans and boxes); read twice: discover, then sweep
    resolve   findings → entity ledger: one identity, one surrogate
    scrub     findings + ledger → rows, read again until nothing more is found, and redacted screenshots
    finish    → scrubbed/, the only folder that leaves this package
    canaries  → how many invented people, planted in copies of all this, the detectors caught

Every stage reads the files of the one before it and can be run alone; a finished stage is not run twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from redaction.canaries.plant import plant_and_count, require_caught
from redaction.errors import sealed
from redaction.ledger.entities import Ledger
from redaction.ledger.ledger_files import ledger_path as ledger_path
from redaction.ledger.ledger_files import open_ledger as open_ledger
from redaction.policy import Policy
from redaction.spread.engine import Engine
from redaction.spread.local import LOCAL
from redaction.stages.corrections import corrections_path, load_corrections
from redaction.stages.documents import rescan_documents, scrub_documents
from redaction.stages.find import find, registry_of
from redaction.stages.finish import finish
from redaction.stages.ingest import ingest
from redaction.stages.redact_films import films_as_left, redact_films
from redaction.stages.redact_screens import redact_screens
from redaction.stages.rescan import rescan
from redaction.stages.scrub import (
    is_scrubbed,
    recipe_of,
    resolve,
    scrub_rows,
    surrogates_digest,
)
from redaction.stages.scrub_sources import ids_of, scrub_sources
from redaction.stages.source_findings import rescan_sources
from redaction.text import text_engine
from redaction.withdrawal.requests import load_forgotten
from redaction.work.progress import Progress, no_progress
from redaction.work.store import BatchStore


def scrub(
    store: BatchStore, policy: Policy, ledger: Ledger, progress: Progress = no_progress, engine: Engine = LOCAL
) -> int:
    """Rows and screenshots of one batch, after `resolve`. Returns the number of redacted screenshots."""
    store.require("ingest", "find", "resolve")
    recipe = recipe_of(policy)
    if is_scrubbed(store, ledger, recipe):
        return sum(1 for _ in store.screenshots.glob("*.png"))
    films = films_as_left(store)
    store.mark_undone("scrub")
    rescan(store, policy, ledger)
    rescan_documents(store, policy, ledger, text_engine(policy.text), registry_of(store))
    with ids_of(store, policy, ledger) as ids:
        rescan_sources(store, policy.text, ledger, text_engine(policy.text), registry_of(store), ids)
        scrub_sources(store, policy, ledger, ids)
    scrub_rows(store, policy, ledger)
    written, refused = redact_screens(store, policy, ledger, progress, recipe, engine)
    redact_films(store, policy, ledger, progress, recipe, films)
    scrub_documents(store, policy, ledger)
    store.write_lines("quarantine/redact.jsonl", refused)
    store.mark_done("scrub", f"{surrogates_digest(store, ledger)} {recipe}")
    return written


def run_batch(
    source: Path, work: Path, policy: Policy, key_path: Path, progress: Progress = no_progress
) -> dict[str, Any]:
    """All stages for one capture batch; returns scrubbed/batch.json. For notebooks and tests: Dagster runs the same
    stages as assets."""
    with sealed("redaction", source.name):
        key, ledger = open_ledger(key_path)
        store = BatchStore(work, source.name, key)
        forgotten = load_forgotten(key_path, key)
        ingest(source, store, policy, progress, key, forgotten)
        find(store, policy, progress, load_corrections(corrections_path(key_path)), forgotten=forgotten)
        resolve(store, policy, ledger)
        scrub(store, policy, ledger, progress)
        summary = finish(store, policy, ledger)
        require_caught(plant_and_count(store, policy, key, progress), store.name)
        return summary
