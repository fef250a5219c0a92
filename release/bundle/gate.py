"""The last gate before a bundle: every scrubbed batch is validated again, whatever the caller skipped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from sys import intern
from typing import Any

from redaction.errors import BundleError
from redaction.policy import Policy
from redaction.stages.documents import documents_of
from redaction.stages.sources import taken_sources
from redaction.work import formats
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of, json_lines
from redaction.work.store import BatchStore
from release.bundle.kept_verdicts import KeptVerdicts, content_of
from release.bundle.sources import read_sources
from validation.table.access_rules import Rules, check_access
from validation.table.demonstrations import TABLES, check_files
from validation.table.expectations import REMEDY, CheckResult, validate
from validation.table.sources import REMEDY as SOURCES_REMEDY
from validation.table.sources import Table, check_sources
from validation.table.untouched import compare_redaction

BENT_REMEDY = (
    "build these batches again; if only counts of application or process differ, several of them were given one name, "
    "or one several: look at the rows in the work folder, and raise release.bent_at_most if that is meant."
)


def validate_batch(scrubbed: Path, kept: KeptVerdicts | None = None) -> list[CheckResult]:
    """Great Expectations over one scrubbed batch folder. The same rows and screenshots are looked at once a process,
    and not at all where `kept` tells that they held."""
    shots = scrubbed / formats.SCREENSHOTS
    shown = content_of(shots) if shots.is_dir() else []
    content = digest_of("validate", file_digest(scrubbed / formats.INTERACTIONS), shown)
    if kept is None:
        return list(_validated(scrubbed, content))
    return kept.validated(content, lambda: _validated(scrubbed, content))


@lru_cache(maxsize=256)
def _validated(scrubbed: Path, content: str) -> tuple[CheckResult, ...]:
    """`content` is the digest of everything that is looked at: other rows or pixels are another call."""
    rows = [_shared(row) for row in json_lines(scrubbed / formats.INTERACTIONS)]
    return tuple(validate(rows, scrubbed / formats.SCREENSHOTS))


def _shared(row: dict[str, Any]) -> dict[str, Any]:
    """The same row. Names of fields and texts that rows repeat are in memory once, not once a row."""
    return {intern(name): intern(value) if type(value) is str else value for name, value in row.items()}


def compare_batch(store: BatchStore, policy: Policy) -> list[CheckResult]:
    """What was recorded against what is released of it: redaction may not bend what it need not touch."""
    before = store.lines("ingest/rows.jsonl", lambda item: dict(item["row"]))
    after = store.lines(f"scrubbed/{formats.INTERACTIONS}", dict[str, Any])
    return compare_redaction(before, after, policy.release.bent_at_most)


def check_index_files(store: BatchStore) -> list[CheckResult]:
    """What does not hold in the index files of demonstrations that ingest let in; none in a batch without."""
    files = {path.name: path.read_bytes() for path in documents_of(store) if path.name in TABLES}
    if not files:
        return []
    found = check_files(files)
    return [*found.unjoined, *found.told]


def check_tables(store: BatchStore) -> list[CheckResult]:
    """Great Expectations over the company sources of a batch, captured beside released; none in a batch without."""
    released = {one.name: one for one in read_sources(store.scrubbed).about}
    folder = store.scrubbed / formats.SOURCE_FILES
    tables = {}
    for source in taken_sources(store):
        coarser = dict(released[source.name].generalised.get("steps", {})) if source.name in released else {}
        path = folder / formats.SOURCE_ROWS.format(name=source.name)
        tables[source.name] = Table(source.schema, source.rows, partial(json_lines, path), coarser)
    if not tables:
        return []
    results = check_sources(tables)
    # of tables of different length nobody can say which row became which
    apart = not all(result.passed for result in results if result.name.endswith("_rows"))
    return results if apart else [*results, *check_access(_access_rules(store, folder), tables)]


def _access_rules(store: BatchStore, released: Path) -> dict[str, Rules]:
    """The access rules of every source that came in with some, or goes out with some."""
    found = {}
    for source in taken_sources(store):
        path = released / formats.SOURCE_ACCESS.format(name=source.name)
        if source.access is not None or path.is_file():
            before, after = (json.loads(p.read_bytes()) if p and p.is_file() else None for p in (source.access, path))
            found[source.name] = Rules(before, after)
    return found


def require_tables(stores: Sequence[BatchStore]) -> list[CheckResult]:
    """Check the company sources of every batch; returns all results, or raises BundleError as require_valid does."""
    return _require([(store.name, check_tables(store)) for store in stores], SOURCES_REMEDY)


def require_unbent(stores: Sequence[BatchStore], policy: Policy) -> list[CheckResult]:
    """Compare every batch; returns all results, or raises BundleError as require_valid does."""
    return _require([(store.name, compare_batch(store, policy)) for store in stores], BENT_REMEDY)


def require_valid(batches: Sequence[Path], kept: KeptVerdicts | None = None) -> list[CheckResult]:
    """Validate every batch; returns all results, or raises BundleError naming batches, expectations and records."""
    return _require([(scrubbed.parent.name, validate_batch(scrubbed, kept)) for scrubbed in batches], REMEDY)


def _require(batches: Sequence[tuple[str, list[CheckResult]]], remedy: str) -> list[CheckResult]:
    failed = [f"{name}: {r.sentence()}" for name, results in batches for r in results if not r.passed]
    if failed:
        raise BundleError(f"{len(failed)} expectation(s) do not hold: " + "; ".join(failed) + ".", remedy=remedy)
    return [result for _, results in batches for result in results]
