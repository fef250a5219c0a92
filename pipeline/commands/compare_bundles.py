"""Comparing releases: what changed between two, and the profile of one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import console, say


def diff(
    old: Annotated[Path, typer.Argument(help="The older bundle, or the folder that `build` wrote.")],
    new: Annotated[Path, typer.Argument(help="The newer one.")],
    json: Annotated[Path | None, typer.Option("--json", help="Write the whole difference to this file.")] = None,
    page: Annotated[
        Path | None, typer.Option("--page", help="Write one page with before and after of what was redacted anew.")
    ] = None,
) -> None:
    """Tell what changed between two bundles, and which version that makes. Both must hold against their manifests."""
    from rich.markup import escape
    from rich.table import Table

    from redaction.errors import sealed
    from redaction.work.files import write_whole
    from release.bundle.bundle_format import json_bytes
    from release.difference.difference import difference
    from release.difference.page import write_page
    from release.difference.snapshot import open_snapshot
    from release.difference.versions import changes_told, version_told

    with sealed("diff"):
        before, now = open_snapshot(old), open_snapshot(new)
        found = difference(before, now)
        if json is not None:
            write_whole(json, json_bytes(found.model_dump(mode="json")), private=False)
        if page is not None:
            write_page(old, new, before, now, found, page)
    table = Table(title=f"{found.now.dataset}: {before.version} → {now.version}", title_justify="left")
    table.add_column("")
    table.add_column("what changed", overflow="fold")
    for head, lines in changes_told(found).items():
        for line in lines:
            table.add_row(head, escape(line))
    console.print(table if table.row_count else "nothing changed")
    say(version_told(found))


def profile(
    bundle: Annotated[Path, typer.Argument(help="The bundle, or the folder that `build` wrote.")],
    out: Annotated[Path, typer.Option("--out", help="The profile file, JSON: for `build --profile`.")],
) -> None:
    """Write steps, times and distributions per process of a bundle; later builds can be held to it."""
    from redaction.errors import sealed
    from redaction.work.files import write_whole
    from release.bundle.bundle_format import json_bytes
    from release.difference.snapshot import open_snapshot
    from validation.table.profile import profile as profile_of

    with sealed("profile"):
        found = open_snapshot(bundle)
        made = profile_of(found.rows, found.dataset, found.version)
        write_whole(out, json_bytes(made.model_dump()), private=False)
    say(f"profile of {len(made.processes) - 1} processes: {out}")
