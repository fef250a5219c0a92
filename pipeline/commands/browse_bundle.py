"""Looking at a bundle in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import console, say, stoppable_command


def browse(
    bundle: Annotated[Path, typer.Argument(help="The bundle, or the folder that `build` wrote.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="A new folder. Default: `browse` beside the bundle.")
    ] = None,
) -> None:
    """Write a folder with a page that shows a bundle: its recordings, step by step, with their screenshots.

    It opens from the disk or any static web host, without a server and without anything to install.
    """
    from pipeline.bars import bars, reporter
    from redaction.errors import sealed
    from release.browse.viewer import write_viewer
    from release.bundle.bundle_format import find_bundle

    with stoppable_command(), sealed("browse"), bars(console, transient=True) as bar:
        page = write_viewer(bundle, out or find_bundle(bundle).resolve().parent / "browse", reporter(bar))
    say(f"open {page}")
