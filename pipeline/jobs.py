"""Jobs. They run in one process: models are loaded once, and a stage spreads its own work over worker processes."""

import dagster as dg

from assets.partitions import capture_batches, releases

ALONE = {"entrophy/alone": "release"}
"""Of runs with this tag one goes at a time where runs go side by side (deploy/kubernetes/values.yaml)."""

ingest_job = dg.define_asset_job(
    "ingest",
    selection=dg.AssetSelection.assets("ingested_batch"),
    partitions_def=capture_batches,
    executor_def=dg.in_process_executor,
    description="The gates alone: what batch.json says of consents is read again. Unchanged captures cost seconds.",
)

build_job = dg.define_asset_job(
    "build",
    selection=dg.AssetSelection.groups("capture", "redaction"),
    partitions_def=capture_batches,
    executor_def=dg.in_process_executor,
    description="One capture batch, from raw recording to scrubbed rows and redacted screenshots.",
)

search_job = dg.define_asset_job(
    "search",
    selection=dg.AssetSelection.assets("ingested_batch", "findings"),
    partitions_def=capture_batches,
    executor_def=dg.in_process_executor,
    description="The first half of `build`: what a batch tells the others. Run it for all batches of a release, then "
    "`build` for all.",
)

release_job = dg.define_asset_job(
    "release",
    selection=dg.AssetSelection.groups("release"),
    partitions_def=releases,
    executor_def=dg.in_process_executor,
    tags=ALONE,
    description="All scrubbed batches into one verified bundle with its audit report. Its partition is the version, or "
    "`next` for the one that follows from what changed.",
)

publish_job = dg.define_asset_job(
    "publish",
    selection=dg.AssetSelection.groups("publish"),
    partitions_def=releases,
    executor_def=dg.in_process_executor,
    tags=ALONE,
    description="The verified bundle to a folder or to Kaggle, read back afterwards. Never started by itself.",
)

ALL = [ingest_job, search_job, build_job, release_job, publish_job]
