"""Around a release: the UI, the check of an installation, the policy."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import KeyFile, PolicyFile, console, key_for


def ui(
    captures: Annotated[
        Path | None, typer.Option("--captures", help="Folder that holds capture batches. Default: the samples.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="Folder for bundle, report, work files and runs.")] = Path(
        "out/ui"
    ),
    port: Annotated[int, typer.Option("--port", help="Port on 127.0.0.1.")] = 3000,
    policy: PolicyFile = None,
    key: KeyFile = None,
) -> None:
    """Open the Dagster UI: materialize batches and releases, look at checks and evidence."""
    from assets.resources import Workspace
    from pipeline.ui import prepare, serve

    given = {"ENTROPHY_CAPTURES": captures, "ENTROPHY_OUT": out, "ENTROPHY_POLICY": policy, "ENTROPHY_KEY": key}
    # Not resolved: a link in place of the key is refused, not followed.
    os.environ.update({name: str(path.expanduser().absolute()) for name, path in given.items() if path is not None})
    home = out.resolve() / "dagster"
    names = prepare(home, Workspace())
    console.print(f"{len(names)} capture batches: {', '.join(names) or 'none yet'}")
    console.print(f"Dagster UI: http://127.0.0.1:{port} (Ctrl+C ends it)")
    serve(home, port)


def doctor(
    out: Annotated[Path, typer.Option("--out", help="Where builds will write.")] = Path("out"),
    key: KeyFile = None,
) -> None:
    """Check this installation, from packages to disk; each line that is wrong tells its remedy."""
    from pipeline.doctor import Patient, examine, tell

    status = tell(examine(Patient(key=key_for(out, key), out=out)), console)
    if status:
        raise typer.Exit(status)


def policy() -> None:
    """Print the default policy with the meaning of every key."""
    from redaction.policy import described_defaults

    typer.echo(described_defaults(), nl=False)
