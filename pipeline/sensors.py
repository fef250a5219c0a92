"""New capture batches become partitions, and each gets one build run."""

import dagster as dg

from assets.partitions import capture_batches
from assets.resources import Workspace
from pipeline.jobs import build_job


@dg.sensor(
    job=build_job,
    minimum_interval_seconds=30,
    description="Looks for capture folders with a batch.json, registers each as a partition and asks for one build.",
)
def new_capture_batches(context: dg.SensorEvaluationContext, workspace: Workspace) -> dg.SensorResult:
    known = set(context.instance.get_dynamic_partitions(capture_batches.name or ""))
    new = [name for name in workspace.sources() if name not in known]
    return dg.SensorResult(
        run_requests=[dg.RunRequest(run_key=name, partition_key=name) for name in new],
        dynamic_partitions_requests=[capture_batches.build_add_request(new)] if new else [],
    )


ALL = [new_capture_batches]
