"""New capture batches become partitions, and each gets one build run; consents are read again every night.

Both run from the start: they write into the work folder alone, and nothing is released or published by itself.
"""

import dagster as dg

from assets.partitions import NEXT, capture_batches, releases
from assets.resources import Workspace
from pipeline.jobs import build_job, ingest_job


@dg.sensor(
    job=build_job,
    minimum_interval_seconds=30,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Looks for capture folders with a batch.json, registers each as a partition and asks for one build.",
)
def new_capture_batches(context: dg.SensorEvaluationContext, workspace: Workspace) -> dg.SensorResult:
    known = set(context.instance.get_dynamic_partitions(capture_batches.name or ""))
    new = [name for name in workspace.sources() if name not in known]
    asked = [capture_batches.build_add_request(new)] if new else []
    if not context.instance.has_dynamic_partition(releases.name or "", NEXT):
        asked.append(releases.build_add_request([NEXT]))
    return dg.SensorResult(
        run_requests=[dg.RunRequest(run_key=name, partition_key=name) for name in new],
        dynamic_partitions_requests=asked,
    )


@dg.schedule(
    job=ingest_job,
    cron_schedule="0 4 * * *",
    default_status=dg.DefaultScheduleStatus.RUNNING,
    description="Reads every capture batch again at four in the morning (UTC), for consents that were withdrawn.",
)
def consents_are_read(context: dg.ScheduleEvaluationContext, workspace: Workspace) -> list[dg.RunRequest]:
    known = context.instance.get_dynamic_partitions(capture_batches.name or "")
    return [dg.RunRequest(run_key=None, partition_key=name) for name in workspace.sources() if name in known]


SENSORS = [new_capture_batches]
SCHEDULES = [consents_are_read]
