"""Making a release: from the sample recordings, or from capture batches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import KeyFile, Out, PolicyFile, console, key_path, say, stoppable_command
from redaction.errors import EntrophyError

if TYPE_CHECKING:
    from assets.resources import Workspace


def demo(out: Out = Path("out/demo")) -> None:
    """Build a release from the sample recordings that come with Entrophy."""
    from assets.config import DEMONSTRATION_SAMPLES, SAMPLES

    captures = sorted(p.parent for home in (SAMPLES, DEMONSTRATION_SAMPLES) for p in home.glob("*/batch.json"))
    if not captures:
        raise EntrophyError("the sample recordings are not there.", remedy="run from a complete checkout.")
    # The demo has a key of its own, so that it never touches the ledger of real releases.
    _build(captures, out, "0.1.0", None, out.resolve().parent / f"{out.name}.key")


def build(
    captures: Annotated[list[Path], typer.Option("--captures", help="Capture batch folders, or a folder of batches.")],
    out: Out,
    more: Annotated[list[Path] | None, typer.Argument(metavar="[DIR]...", help="More capture batch folders.")] = None,
    version: Annotated[
        str,
        typer.Option("--version", help="Version, X.Y.Z; left out: what follows from what changed since --previous."),
    ] = "",
    previous: Annotated[
        Path | None,
        typer.Option("--previous", help="The version before: what changed is told in report and change log."),
    ] = None,
    profile: Annotated[
        Path | None,
        typer.Option("--profile", help="File of `entrophy profile`: data that has drifted from it is refused."),
    ] = None,
    published: Annotated[
        str,
        typer.Option(
            "--published", help="Day of publication, YYYY-MM-DD. Default: dated with the last day in the data."
        ),
    ] = "",
    policy: PolicyFile = None,
    key: KeyFile = None,
    engine: Annotated[
        str, typer.Option("--engine", help="Where screenshots are worked on: local (this machine) or ray (a cluster).")
    ] = "local",
    address: Annotated[
        str, typer.Option("--address", help="The Ray cluster to join, HOST:PORT; without it Ray is started here.")
    ] = "",
    plan: Annotated[bool, typer.Option("--plan", help="Say what it would take, and build nothing.")] = False,
) -> None:
    """Turn capture batches into one verified bundle and its audit report."""
    if plan:
        from pipeline.estimate import planned

        for line in planned(workspace_of([*captures, *(more or [])], out, policy, key)):
            say(line)
        return
    _build([*captures, *(more or [])], out, version, policy, key, previous, engine, address, profile, published)


def _build(
    captures: list[Path],
    out: Path,
    version: str,
    policy: Path | None,
    key: Path | None,
    previous: Path | None = None,
    engine: str = "local",
    address: str = "",
    profile: Path | None = None,
    published: str = "",
) -> None:
    from pipeline.commands.built import told
    from pipeline.runner import run_release
    from release.bundle.manifest import read_manifest

    workspace = workspace_of(captures, out, policy, key)
    with stoppable_command():
        run_release(workspace, version, console, previous, engine, address, profile, published)
    console.print(f"version: {read_manifest(workspace.bundle_path).version}")
    for line in told(workspace.out_path, workspace.key_path):
        say(line)
    say(f"bundle: {workspace.bundle_path}")
    say(f"report: {workspace.report_path}")


def workspace_of(captures: list[Path], out: Path, policy: Path | None, key: Path | None) -> Workspace:
    """Where a build reads and writes."""
    from assets.resources import Workspace

    return Workspace(
        captures=[str(path.resolve()) for path in captures],
        out=str(out.resolve()),
        key=str(key_path(key)),
        policy=str(policy.resolve()) if policy else "",
    )
