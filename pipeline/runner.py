"""Runs the Dagster jobs in this process: the same assets and checks as in the UI, with a progress bar."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import dagster as dg
from rich.console import Console
from rich.progress import Progress

from assets.partitions import NEXT, capture_batches, releases
from assets.resources import Reporter, Workspace
from pipeline.bars import bars, reporter
from pipeline.definitions import make_definitions
from pipeline.preflight import preflight
from pipeline.signals import stop_if_asked
from redaction.errors import EntrophyError, sealed
from redaction.spread.engine import Engine, engine_named
from redaction.stages.scrub import is_current
from redaction.withdrawal.requests import load_requests
from redaction.work.files import private_folder, remove_parts
from redaction.work.lock import only_one
from redaction.work.progress import Progress as Report
from release.bundle.bundle_place import clear_stale
from release.report.stopped import clear_stopped, write_stopped
from release.review.session import today
from release.withdrawal.lapsed import note_lapsed
from release.withdrawal.removal import remove_all

#: Dagster's own log lines would hide the bar; errors come out as sentences of our own
QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
_OF_ONE_BUILD = """
compute_logs:
  module: dagster._core.storage.noop_compute_log_manager
  class: NoOpComputeLogManager
event_log_storage:
  module: dagster._core.storage.event_log
  class: ConsolidatedSqliteEventLogStorage
  config:
    base_dir: {home}
"""
"""What a terminal shows need not be kept: the processes that would keep it answer Ctrl+C with tracebacks of theirs. All
runs write one event log: a database for each costs more than what is in it."""
LOCK = "build.lock"
"""The file in the work folder that a build holds."""


class BarReporter(Reporter):
    """A Reporter that moves a bar instead of writing log lines."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar

    def progress(self, log: dg.DagsterLogManager) -> Report:
        """Counts on the bar, one line a stage."""
        return reporter(self._bar)


def run_release(
    workspace: Workspace,
    version: str,
    console: Console,
    previous: Path | None = None,
    engine: str = "local",
    address: str = "",
    profile: Path | None = None,
    published: str = "",
) -> None:
    """Build every capture batch of the workspace, in the order of their names, then release them as one bundle.

    `version` "" takes the one that follows from what changed since `previous`, the bundle of the version before or the
    folder it was built in; the data may not have drifted from it, nor from the file `profile`. `published` is the day
    of publication (YYYY-MM-DD), if it is to be told. `engine` and `address` say where work on screenshots is done
    (redaction.spread.engine); what comes out does not depend on them. What can be wrong beforehand is told in the first
    second (pipeline.preflight); one build at a time holds the work folder. Raises the EntrophyError that stopped it,
    with nothing released.
    """
    with sealed("the build"):
        spread = engine_named(engine, address)
        names = preflight(workspace, version, previous, profile, published)
        lock = workspace.private_work() / LOCK
        with only_one(
            lock,
            "another build is at work in this output folder",
            "wait until it has ended, or give another --out.",
        ):
            remove_parts(workspace.work_path)
            clear_stale(workspace.bundle_path)
            clear_stopped(workspace.out_path)
            try:
                forget_first(workspace, console)
                with spread as workers:
                    _run_all(workspace, names, version, console, previous, profile, published, workers)
            except EntrophyError as error:
                with suppress(OSError):  # the disk may be what stopped it; the sentence is told all the same
                    page = write_stopped(workspace.out_path, str(error))
                    console.print(f"what stopped it, with the records: {page}", soft_wrap=True, markup=False)
                raise


def _run_all(
    workspace: Workspace,
    names: list[str],
    version: str,
    console: Console,
    previous: Path | None,
    profile: Path | None,
    published: str,
    engine: Engine,
) -> None:
    with bars(console) as bar:
        defs = make_definitions(workspace, BarReporter(bar), engine)
        with closing(_Instance(workspace.work_path / "dagster")) as home:
            home.instance.add_dynamic_partitions(capture_batches.name or "", names)
            # Whom one batch knows another may mention: all are searched before one is hidden.
            for number, name in enumerate(names if len(names) > 1 else (), start=1):
                bar.console.print(f"search {number} of {len(names)}: {name}", highlight=False, markup=False)
                _run(defs, "search", home.instance, name, partition_key=name)
            for number, name in enumerate(names, start=1):
                bar.console.print(f"batch {number} of {len(names)}: {name}", highlight=False, markup=False)
                _run(defs, "build", home.instance, name, partition_key=name)
            for name in _outdated(workspace, names):
                bar.console.print(f"again, with another surrogate: {name}", highlight=False, markup=False)
                _run(defs, "build", home.instance, name, partition_key=name)
            bar.console.print(f"release {version}".strip(), highlight=False, markup=False)
            before = str(previous.resolve()) if previous is not None else ""
            held_to = str(profile.resolve()) if profile is not None else ""
            chosen = {
                "batches": names,
                "previous": before,
                "profile": held_to,
                "published": published,
            }
            config = {"ops": {"release_bundle": {"config": chosen}}}
            partition = version or NEXT
            home.instance.add_dynamic_partitions(releases.name or "", [partition])
            _run(defs, "release", home.instance, "release", partition_key=partition, run_config=config)


def forget_first(workspace: Workspace, console: Console) -> None:
    """Note consents that lapsed, and remove what is left of whoever is to be forgotten, before anything is built."""
    key, ledger = workspace.ledger()
    with closing(ledger):
        policy = workspace.load_policy().capture
        for one in note_lapsed(workspace.sources(), workspace.out_path, workspace.key_path, key, policy, today()):
            console.print(f"request {one.number}: {one.reason}; the person's data goes.", markup=False)
        if any(one.state == "recorded" for one in load_requests(workspace.key_path, key).requests):
            remove_all(workspace.key_path, key, ledger, [workspace.out_path], console.print).require_clean()


def _outdated(workspace: Workspace, names: Sequence[str]) -> Iterator[str]:
    """Batches in which a surrogate has turned out to be a real name in a later one, until none is left or each was
    told as often as there are batches: what is outdated then, the release refuses."""
    for _ in names:
        with closing(workspace.ledger()[1]) as ledger:
            outdated = [name for name in names if not is_current(workspace.store(name), ledger)]
        if not outdated:
            return
        yield from outdated


class _Instance:
    """A Dagster instance of this build alone, inside its work folder, so that nothing of it is left elsewhere."""

    def __init__(self, home: Path) -> None:
        shutil.rmtree(home, ignore_errors=True)
        private_folder(home)
        template = Path(__file__).with_name("dagster.yaml")
        (home / "dagster.yaml").write_text(
            template.read_text(encoding="utf-8") + _OF_ONE_BUILD.format(home=json.dumps(str(home))), encoding="utf-8"
        )
        os.environ["DAGSTER_HOME"] = str(home)
        self.instance = dg.DagsterInstance.from_config(str(home))

    def close(self) -> None:
        self.instance.dispose()


def _run(defs: dg.Definitions, job: str, instance: dg.DagsterInstance, record: str, **options: Any) -> None:
    run_config = {**QUIET, **options.pop("run_config", {})}
    result = defs.resolve_job_def(job).execute_in_process(
        instance=instance, raise_on_error=False, run_config=run_config, **options
    )
    stop_if_asked()
    if not result.success:
        raise EntrophyError(first_failure(result.all_events), record=record)


def first_failure(events: Sequence[dg.DagsterEvent]) -> str:
    """What stopped a run: the blocking checks that did not hold, by name, with their records and remedy; else the first
    step's failure in the words of our own error (errors are sealed before Dagster sees them)."""
    failed = [
        f"the check {one.check_name} of {one.asset_key.to_user_string()} does not hold: {one.description}"
        for event in events
        if event.event_type == dg.DagsterEventType.ASSET_CHECK_EVALUATION
        for one in [event.asset_check_evaluation_data]
        if one.blocking and not one.passed
    ]
    if failed:
        return " ".join(failed)
    for event in events:
        if event.is_step_failure:
            error = event.step_failure_data.error
            while error is not None and error.cause is not None:
                error = error.cause
            words = error.message.strip().partition(": ")[2] if error else ""
            return f"{event.step_key} failed: {words or 'no details'}"
    return "the run failed before its first step."
