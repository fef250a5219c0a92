"""Where a release stands, and who may sign it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import KeyFile, key_for, key_path, say
from redaction.errors import EntrophyError


def status(
    out: Annotated[Path, typer.Argument(help="The folder that `build` wrote.")],
    key: KeyFile = None,
) -> None:
    """Tell where a release stands, and what is next for whom."""
    from redaction.errors import sealed
    from release.report.status import status_of

    if not out.is_dir():
        raise EntrophyError(
            "there is no such folder.", record=out.name, remedy="give the --out of a build; a first build makes it."
        )
    with sealed("status"):
        told = status_of(out, key_for(out, key))
    for step, standing in told.lines:
        say(f"{step:<11} {standing}")
    say(f"next        {told.next[0]}: {told.next[1]}")


def trust(
    public_key: Annotated[str, typer.Argument(metavar="[PUBLIC-KEY]", help="The auditor's public key.")] = "",
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="The auditor's name, as it is signed.")] = "",
    remove: Annotated[str, typer.Option("--remove", help="Take the auditor of this name off the list.")] = "",
    key: KeyFile = None,
) -> None:
    """Trust an auditor's signatures: PUBLIC-KEY and NAME as `entrophy sign --show-key` prints them. Without them the
    list is shown."""
    from release.sign.auditors import auditors_path, distrust_auditor, trust_auditor, trusted_auditors
    from release.sign.signing import short

    path = auditors_path(key_path(key))
    if remove:
        if not distrust_auditor(path, remove):
            raise EntrophyError("no auditor of this name is trusted.", remedy="`entrophy trust` shows the list.")
        say(f"no longer trusted: {remove}")
    elif public_key or name:
        new = trust_auditor(path, public_key, name)
        say(f"{'trusted' if new else 'was trusted before'}: {name}")
    else:
        known = sorted(trusted_auditors(path) if path.exists() else (), key=lambda one: one[::-1])
        for public, who in known:
            say(f"{short(public)}  {who}")
        if not known:
            say(f"no auditor is trusted yet: entrophy trust PUBLIC-KEY NAME writes {path.name} beside the key")
