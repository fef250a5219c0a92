"""Runs the Dagster jobs in this process: the same assets and checks as in the UI, with a progress bar."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import dagster as dg
from rich.console import Console
from rich.progress import Progress

from pipeline.bars import bars, reporter
from pipeline.definitions import make_definitions
from pipeline.partitions import capture_batches
from pipeline.resources import Reporter, Workspace
from redaction.errors import EntrophyError
from redaction.engines import require_engines
from redaction.store import Progress as Report

#: Dagster's own log lines would hide the bar; errors come out as sentences of our own
QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


class BarReporter(Reporter):
    """A Reporter that moves a bar instead of writing log lines."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar

    def progress(self, log: dg.DagsterLogManager) -> Report:
        """Counts on the bar, one line a stage."""
        return reporter(self._bar)


def run_release(workspace: Workspace, version: str, console: Console, previous: Path | None = None) -> None:
    """Build every capture batch of the workspace, in the order of their names, then release them as one bundle.

    `previous` is the bundle of the version before, or the folder it was built in.
    Raises the EntrophyError that stopped it, with nothing released.
    """
    # A mistyped policy, or one that this machine cannot follow, is told before hours of reading, not after.
    require_engines(workspace.load_policy())
    names = list(workspace.sources())
    if not names:
        raise EntrophyError(
            "there is no capture batch to build.", remedy="give --captures a folder that holds a batch.json."
        )
    with bars(console) as bar:
        defs = make_definitions(workspace, BarReporter(bar))
        with closing(_Instance(workspace.work_path / "dagster")) as home:
            home.instance.add_dynamic_partitions(capture_batches.name or "", names)
            for number, name in enumerate(names, start=1):
                bar.console.print(f"batch {number} of {len(names)}: {name}", highlight=False)
                _run(defs, "build", home.instance, partition_key=name)
            bar.console.print(f"release {version}", highlight=False)
            before = str(previous.resolve()) if previous is not None else ""
            chosen = {"config": {"version": version, "batches": names, "previous": before}}
            config = {"ops": {"release_bundle": chosen, "audit_report": chosen}}
            _run(defs, "release", home.instance, run_config=config)


class _Instance:
    """A Dagster instance of this build alone, inside its work folder, so that nothing of it is left elsewhere."""

    def __init__(self, home: Path) -> None:
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True, mode=0o700)
        template = Path(__file__).with_name("dagster.yaml")
        (home / "dagster.yaml").write_text(template.read_text(encoding="utf-8"), encoding="utf-8")
        os.environ["DAGSTER_HOME"] = str(home)
        self.instance = dg.DagsterInstance.from_config(str(home))

    def close(self) -> None:
        self.instance.dispose()


def _run(defs: dg.Definitions, job: str, instance: dg.DagsterInstance, **options: Any) -> None:
    run_config = {**QUIET, **options.pop("run_config", {})}
    result = defs.resolve_job_def(job).execute_in_process(
        instance=instance, raise_on_error=False, run_config=run_config, **options
    )
    if not result.success:
        raise EntrophyError(_first_failure(result.all_events))


def _first_failure(events: Sequence[dg.DagsterEvent]) -> str:
    """The first step's failure in the words of our own error: errors are sealed before Dagster sees them."""
    for event in events:
        if event.is_step_failure:
            error = event.step_failure_data.error
            while error is not None and error.cause is not None:
                error = error.cause
            words = error.message.strip().partition(": ")[2] if error else ""
            return f"{event.step_key} failed: {words or 'a blocking check did not hold'}"
    return "the run failed before its first step."
