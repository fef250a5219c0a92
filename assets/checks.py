"""Blocking checks. Their results carry names and counts of what failed, never a captured value."""

from collections.abc import Sequence
from typing import Any

import dagster as dg

from assets.captures import ingested_batch
from assets.partitions import capture_batches, releases
from assets.publish import sign_off
from assets.redaction import canaries, scrubbed_batch
from assets.release import chosen, left_out, release_bundle
from assets.resources import Workspace
from assets.verified import verified
from redaction.canaries.plant import REMEDY as CANARIES_REMEDY
from redaction.canaries.plant import load_report
from redaction.errors import plain, sealed
from redaction.work.store import BatchStore
from release.bundle.certify import leak_check_figures
from release.bundle.gate import BENT_REMEDY, check_index_files, check_tables, compare_batch, validate_batch
from release.sign.signing_gate import signoff_check
from validation.table.expectations import MOST_SHOWN, REMEDY, CheckResult
from validation.table.sources import REMEDY as SOURCES_REMEDY

_AGAIN = "build this batch again; if it fails again, report the check's name with these figures."
_MOST_SHOWN = 10
"""How many problems the sentence of a failed check tells; all of them are beside it as metadata."""


def _table(results: Sequence[CheckResult]) -> dg.MetadataValue:
    names = (("expectation", "string"), ("failed", "int"), ("of", "int"), ("records", "string"))
    columns = [dg.TableColumn(n, t) for n, t in names]
    records = [
        dg.TableRecord(
            {"expectation": r.name, "failed": r.failed_count, "of": r.total, "records": ", ".join(r.records)}
        )
        for r in results
    ]
    return dg.MetadataValue.table(records=records, schema=dg.TableSchema(columns=columns))


def verdict(
    problems: Sequence[str],
    remedy: str,
    metadata: dict[str, Any],
    *,
    passed: bool | None = None,
    severity: dg.AssetCheckSeverity = dg.AssetCheckSeverity.ERROR,
) -> dg.AssetCheckResult:
    """A check's result: it passed when there is no problem. The description of a failed one, which the UI shows and
    the command line prints, tells the problems (with the ids of the records) and the remedy."""
    held = not problems if passed is None else passed
    shown = "; ".join(problems[:_MOST_SHOWN]) + (
        f"; and {len(problems) - _MOST_SHOWN} more" if len(problems) > _MOST_SHOWN else ""
    )
    description = None if held else plain(f"{shown}. Remedy: {remedy}")
    return dg.AssetCheckResult(passed=held, description=description, metadata=metadata, severity=severity)


def _judged(what: str, results: Sequence[CheckResult], remedy: str) -> dg.AssetCheckResult:
    """The verdict of results of one check, with `what` they are called and all of them as a table."""
    failed = [r for r in results if not r.passed]
    figures = {what: len(results), "failed": len(failed), "results": _table(results)}
    return verdict([r.sentence() for r in failed], remedy, figures)


@dg.asset_check(
    asset=ingested_batch,
    blocking=False,
    partitions_def=capture_batches,
    description="Great Expectations over the index files of demonstrations, as they came in: columns, names, ranks, "
    "and that all of them speak of the same demonstrations. A warning: a small batch cannot keep all of it.",
)
def index_files_agree(context: dg.AssetCheckExecutionContext, workspace: Workspace) -> dg.AssetCheckResult:
    with sealed("ingest", context.partition_key):
        failed = check_index_files(workspace.store(context.partition_key))
    return verdict(
        [result.sentence() for result in failed],
        "correct the index files of this batch, or leave it so; what joins tables and folders is asked again of the "
        "finished bundle, and stops it.",
        {"failed": len(failed), "results": _table(failed)},
        severity=dg.AssetCheckSeverity.WARN,
    )


@dg.asset_check(
    asset=scrubbed_batch,
    blocking=True,
    partitions_def=capture_batches,
    description="Great Expectations over the rows: types, nulls, uniqueness, value domains, time order, and every "
    "screenshot there and named.",
)
def expectations_hold(context: dg.AssetCheckExecutionContext, workspace: Workspace) -> dg.AssetCheckResult:
    with sealed("validate", context.partition_key):
        results = validate_batch(workspace.store(context.partition_key).scrubbed, workspace.verdicts())
    return _judged("expectations", results, REMEDY)


@dg.asset_check(
    asset=scrubbed_batch,
    blocking=True,
    partitions_def=capture_batches,
    description="What redaction must not touch (classes, times, coordinates, ids) is as it was recorded, and "
    "applications and processes occur as often, under whatever names.",
)
def redaction_bends_nothing(context: dg.AssetCheckExecutionContext, workspace: Workspace) -> dg.AssetCheckResult:
    with sealed("compare", context.partition_key):
        results = compare_batch(workspace.store(context.partition_key), workspace.load_policy())
    return _judged("checks", results, BENT_REMEDY)


@dg.asset_check(
    asset=scrubbed_batch,
    blocking=True,
    partitions_def=capture_batches,
    description="Great Expectations over company sources, captured beside released: keys, foreign keys, the reports-to "
    "tree, how many rows refer to each, names beside references, figures, orders, and whom and what access rules name.",
)
def references_agree(context: dg.AssetCheckExecutionContext, workspace: Workspace) -> dg.AssetCheckResult:
    with sealed("sources", context.partition_key):
        results = check_tables(workspace.store(context.partition_key))
    return _judged("expectations", results, SOURCES_REMEDY)


@dg.asset_check(
    asset=scrubbed_batch,
    blocking=True,
    partitions_def=capture_batches,
    description="Everything that came in is either released or in the quarantine with a reason.",
)
def nothing_is_lost(context: dg.AssetCheckExecutionContext, workspace: Workspace) -> dg.AssetCheckResult:
    with sealed("account", context.partition_key):
        store = workspace.store(context.partition_key)
        funnel = store.read_json("scrubbed/batch.json")["funnel"]
        rows = sum(1 for _ in store.read_lines("scrubbed/interactions.jsonl"))
        shots = sum(1 for _ in store.screenshots.glob("*.png"))
        late = sum(1 for stage in ("find", "redact") for _ in store.read_lines(f"quarantine/{stage}.jsonl"))
        missing = lost_rows(store)
    problems = []
    if rows != funnel["events_accepted"] or missing:
        which = ", ".join(missing[:MOST_SHOWN]) or "none by its id"
        problems.append(f"{rows} rows of {funnel['events_accepted']} accepted events (missing: {which})")
    if shots + late != funnel["screenshots_accepted"]:
        problems.append(
            f"{shots} screenshots and {late} refused ones of {funnel['screenshots_accepted']} accepted ones"
        )
    return verdict(
        problems,
        _AGAIN,
        {"rows": rows, "screenshots": shots, "refused_late": late, "funnel": dg.MetadataValue.json(funnel)},
    )


def lost_rows(store: BatchStore) -> list[str]:
    """Ids of the rows that ingest let in and that are not among the scrubbed ones."""
    released = {row["interaction_uuid"] for row in store.read_lines("scrubbed/interactions.jsonl")}
    rows = (item["row"] for item in store.read_lines("ingest/rows.jsonl"))
    return [
        f"{row['process_instance_uuid']}/{row['interaction_uuid']}"
        for row in rows
        if row["interaction_uuid"] not in released
    ]


@dg.asset_check(
    asset=canaries,
    blocking=True,
    partitions_def=capture_batches,
    description="The detectors caught at least the share of planted canaries that the policy demands, in text and on "
    "screens, and some of every kind. The certificate is refused below it, too.",
)
def canaries_caught(context: dg.AssetCheckExecutionContext, workspace: Workspace) -> dg.AssetCheckResult:
    with sealed("canaries", context.partition_key):
        report = load_report(workspace.store(context.partition_key))
    names = [name for name in ("text", "screen", "kinds", "below") if name in report]
    return verdict(
        [f"not caught often enough: {', '.join(map(str, report['below']))}"],
        CANARIES_REMEDY,
        {name: dg.MetadataValue.json(report[name]) for name in names},
        passed=bool(report["passed"]),
    )


@dg.asset_check(
    asset=release_bundle,
    partitions_def=releases,
    blocking=True,
    description="The finished bundle read from disk: every hash, the signature, Parquet equal to JSON, clean PNGs, a "
    "valid Croissant file, and a leak certificate made for exactly this content.",
)
def bundle_verifies(workspace: Workspace) -> dg.AssetCheckResult:
    with sealed("verify"):
        report = verified(workspace)
    shown = [f"{p.where}: {p.what.rstrip('.')}" for p in report.problems[:20]]
    return verdict(
        shown,
        report.problems[0].remedy if report.problems else "",
        {
            "problems": dg.MetadataValue.json(shown),
            "checked": dg.MetadataValue.json(dict(report.checked)),
            "notes": dg.MetadataValue.json(report.notes),
            "leak_check": dg.MetadataValue.json(leak_check_figures(workspace.bundle_path)),
        },
    )


@dg.asset_check(
    asset=release_bundle,
    partitions_def=releases,
    blocking=False,
    description="Every capture batch that is known here is in the release. A warning: a release may be meant to be "
    "smaller.",
)
def every_batch_is_in(workspace: Workspace) -> dg.AssetCheckResult:
    with sealed("batches"):
        names = chosen(workspace).batches
        missing = left_out(workspace, names)
    return verdict(
        [f"not in this release: {', '.join(missing)}"] if missing else [],
        "build them, then release again; or leave it so.",
        {"batches": len(names), "left_out": len(missing)},
        severity=dg.AssetCheckSeverity.WARN,
    )


@dg.asset_check(
    asset=sign_off,
    partitions_def=releases,
    blocking=True,
    description="A trusted auditor reviewed this very bundle by the plan, no flag is open, and the decision is to "
    "release. `publish` asks the same again.",
)
def auditor_signed(workspace: Workspace) -> dg.AssetCheckResult:
    with sealed("sign-off"):
        problems = signoff_check(workspace.key_path)(workspace.bundle_path)
    return verdict(
        [problem.rstrip(".") for problem in problems],
        "review and sign this bundle: `entrophy review`, then `entrophy sign`.",
        {"problems": dg.MetadataValue.json(problems)},
    )
