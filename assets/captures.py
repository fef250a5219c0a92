"""Group `capture`: what came in through the gates."""

import dagster as dg

from assets.metadata import counts, folder
from assets.partitions import capture_batches, one_run_per_batch
from assets.resources import Reporter, Workspace
from redaction.errors import sealed
from redaction.stages.ingest import ingest

GROUP = "capture"


@dg.asset(
    group_name=GROUP,
    partitions_def=capture_batches,
    backfill_policy=one_run_per_batch,
    kinds={"python", "json"},
    description="A capture batch after the gates: schema, consent, environment, allow-list and screenshot rules. Every "
    "image was decoded once; what was refused is in the quarantine with record id, reason and remedy.",
)
def ingested_batch(
    context: dg.AssetExecutionContext, workspace: Workspace, reporter: dg.ResourceParam[Reporter]
) -> dg.MaterializeResult[None]:
    with sealed("ingest", context.partition_key):
        source, store = workspace.source(context.partition_key), workspace.store(context.partition_key)
        policy = workspace.load_policy()
        key = workspace.ledger()[0] if policy.capture.shift_times_days else None
        summary = ingest(source, store, policy, reporter.progress(context.log), key, workspace.forgotten())
        refused = sum(1 for _ in store.read_lines("quarantine/ingest.jsonl"))
    return dg.MaterializeResult(metadata={**counts(summary), "refused": refused, "folder": folder(store.path)})
