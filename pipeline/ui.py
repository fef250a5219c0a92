"""Starts the Dagster UI on this machine only, with the known capture batches registered as partitions."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import dagster as dg

from assets.partitions import NEXT, capture_batches, releases
from assets.resources import Workspace


def prepare(home: Path, workspace: Workspace) -> list[str]:
    """Make DAGSTER_HOME with our settings, register batches and the next release; returns the names of the batches."""
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    settings = home / "dagster.yaml"
    if not settings.exists():
        shutil.copy(Path(__file__).with_name("dagster.yaml"), settings)
    names = list(workspace.sources())
    with dg.DagsterInstance.from_config(str(home)) as instance:
        instance.add_dynamic_partitions(capture_batches.name or "", names)
        instance.add_dynamic_partitions(releases.name or "", [NEXT])
    return names


def serve(home: Path, port: int) -> None:
    """Replace this process by `dagster dev` on 127.0.0.1."""
    os.environ["DAGSTER_HOME"] = str(home)
    dagster = str(Path(sys.executable).with_name("dagster"))
    os.execv(dagster, [dagster, "dev", "-m", "pipeline.definitions", "--host", "127.0.0.1", "--port", str(port)])
