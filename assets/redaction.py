"""Group `redaction`: find, resolve, hide. Dagster sees counts and digests; values stay in the work folder."""

import dagster as dg

from assets.captures import ingested_batch
from assets.metadata import CAPTURED, MAINTAINER, MODELS, REDACTED, ROWS, Clock, counts, folder, size
from assets.partitions import capture_batches, one_run_per_batch
from assets.resources import Reporter, Workspace
from redaction.batch import scrub
from redaction.canaries.plant import plant_and_count
from redaction.errors import sealed
from redaction.spread.engine import Engine
from redaction.stages.corrections import corrections_path, load_corrections
from redaction.stages.find import find
from redaction.stages.finish import finish
from redaction.stages.scrub import resolve

GROUP = "redaction"


@dg.asset(
    deps=[ingested_batch],
    group_name=GROUP,
    partitions_def=capture_batches,
    backfill_policy=one_run_per_batch,
    pool=MODELS,
    owners=MAINTAINER,
    tags=CAPTURED,
    kinds={"presidio", "opencv", "pytorch"},
    description="Identifiers found in rows and on screenshots, as spans and boxes. The batch is read twice: what one "
    "place reveals is learned first, then everything is swept with it, and with what other batches know of "
    "whomever this one mentions.",
)
def findings(
    context: dg.AssetExecutionContext,
    workspace: Workspace,
    reporter: dg.ResourceParam[Reporter],
    engine: dg.ResourceParam[Engine],
) -> dg.MaterializeResult[None]:
    clock = Clock()
    with sealed("find", context.partition_key):
        store = workspace.store(context.partition_key)
        others = [workspace.store(name) for name in workspace.sources() if name != context.partition_key]
        corrections = load_corrections(corrections_path(workspace.key_path))
        policy, forgotten = workspace.load_policy(), workspace.forgotten()
        summary = find(store, policy, reporter.progress(context.log), corrections, engine, others, forgotten)
    return dg.MaterializeResult(metadata={**counts(summary), **clock.spent()})


@dg.asset(
    deps=[findings],
    group_name=GROUP,
    partitions_def=capture_batches,
    backfill_policy=one_run_per_batch,
    owners=MAINTAINER,
    tags=CAPTURED,
    kinds={"sqlite"},
    description="Every mention resolved to one identity and one surrogate. The ledger lies beside the key, mode 0600, "
    "is never part of a bundle, and gives the same surrogates in the next version.",
)
def entity_ledger(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult[None]:
    clock = Clock()
    with sealed("resolve", context.partition_key):
        _, ledger = workspace.ledger()
        mentions = resolve(workspace.store(context.partition_key), workspace.load_policy(), ledger)
    return dg.MaterializeResult(metadata={**counts({"mentions": mentions}), **clock.spent()})


@dg.asset(
    deps=[ingested_batch, findings, entity_ledger],
    group_name=GROUP,
    partitions_def=capture_batches,
    backfill_policy=one_run_per_batch,
    pool=MODELS,
    owners=MAINTAINER,
    tags=REDACTED,
    metadata=ROWS,
    kinds={"python", "opencv"},
    description="The batch with findings applied: surrogates in every field, boxes hidden on every screenshot. This "
    "folder is all that validation and release read.",
)
def scrubbed_batch(
    context: dg.AssetExecutionContext,
    workspace: Workspace,
    reporter: dg.ResourceParam[Reporter],
    engine: dg.ResourceParam[Engine],
) -> dg.MaterializeResult[None]:
    clock = Clock()
    with sealed("scrub", context.partition_key):
        store, policy = workspace.store(context.partition_key), workspace.load_policy()
        ledger = workspace.ledger()[1]
        scrub(store, policy, ledger, reporter.progress(context.log), engine)
        summary = finish(store, policy, ledger)
    return dg.MaterializeResult(
        metadata={
            **counts(summary),
            "dagster/partition_row_count": summary["interactions"],
            **clock.spent(),
            **size(store.scrubbed),
            "folder": folder(store.scrubbed),
        }
    )


@dg.asset(
    deps=[findings, scrubbed_batch],
    group_name=GROUP,
    partitions_def=capture_batches,
    backfill_policy=one_run_per_batch,
    pool=MODELS,
    owners=MAINTAINER,
    tags=REDACTED,
    kinds={"presidio", "opencv"},
    description="Invented people, addresses, numbers, faces and codes planted in copies of rows and screens of each "
    "application, and how many of them the same detectors caught. No canary enters the batch, the ledger or a bundle.",
)
def canaries(
    context: dg.AssetExecutionContext, workspace: Workspace, reporter: dg.ResourceParam[Reporter]
) -> dg.MaterializeResult[None]:
    clock = Clock()
    with sealed("canaries", context.partition_key):
        key, _ = workspace.ledger()
        report = plant_and_count(
            workspace.store(context.partition_key), workspace.load_policy(), key, reporter.progress(context.log)
        )
    return dg.MaterializeResult(
        metadata={**counts({k: v for k, v in report.items() if k not in ("format", "findings")}), **clock.spent()}
    )
