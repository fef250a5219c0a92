"""Group `capture`: what came in through the gates."""

from datetime import timedelta

import dagster as dg

from assets.metadata import CAPTURED, MAINTAINER, Clock, counts, folder
from assets.partitions import capture_batches, one_run_per_batch
from assets.resources import Reporter, Workspace
from redaction.errors import sealed
from redaction.stages.ingest import ingest

GROUP = "capture"
consent_is_asked = dg.FreshnessPolicy.time_window(fail_window=timedelta(days=7), warn_window=timedelta(days=2))
"""A consent may be withdrawn any day, which batch.json tells: a batch that was not read for two days is stale."""


@dg.asset(
    group_name=GROUP,
    partitions_def=capture_batches,
    backfill_policy=one_run_per_batch,
    freshness_policy=consent_is_asked,
    owners=MAINTAINER,
    tags=CAPTURED,
    kinds={"python", "json"},
    description="A capture batch after the gates: schema, consent, environment, allow-list and screenshot rules. Every "
    "image was decoded once; what was refused is in the quarantine with record id, reason and remedy.",
)
def ingested_batch(
    context: dg.AssetExecutionContext, workspace: Workspace, reporter: dg.ResourceParam[Reporter]
) -> dg.MaterializeResult[None]:
    clock = Clock()
    with sealed("ingest", context.partition_key):
        source, store = workspace.source(context.partition_key), workspace.store(context.partition_key)
        policy = workspace.load_policy()
        key = workspace.ledger()[0] if policy.capture.shift_times_days else None
        summary = ingest(source, store, policy, reporter.progress(context.log), key, workspace.forgotten())
        refused = sum(1 for _ in store.read_lines("quarantine/ingest.jsonl"))
    return dg.MaterializeResult(
        metadata={
            **counts(summary),
            "refused": refused,
            **clock.spent(),
            "folder": folder(store.path),
        }
    )
