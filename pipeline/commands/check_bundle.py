"""Judging a bundle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import PolicyFile, key_for, stoppable_command


def verify(
    bundle: Annotated[Path, typer.Argument(help="The bundle, or the folder that `build` wrote.")],
    captures: Annotated[
        list[Path] | None,
        typer.Option("--captures", help="The captures it was made from: no value of theirs may be in it."),
    ] = None,
    more: Annotated[list[Path] | None, typer.Argument(metavar="[DIR]...", help="More capture batch folders.")] = None,
    public_key: Annotated[
        str | None, typer.Option("--public-key", help="The maintainer's public key (base64); told by another way.")
    ] = None,
    public_key_file: Annotated[
        Path | None,
        typer.Option("--public-key-file", help="File of such keys, one a line; one of them must have signed."),
    ] = None,
    pin: Annotated[
        bool,
        typer.Option("--pin", help="Remember key, auditor and version of this dataset: later ones are held to them."),
    ] = False,
    revoked: Annotated[
        Path | None, typer.Option("--revoked", help="The maintainer's list of revoked keys (KEY.revoked.json).")
    ] = None,
    allow_older: Annotated[
        bool, typer.Option("--allow-older", help="Take a version older than one seen before.")
    ] = False,
    screens: Annotated[bool, typer.Option("--read-screens", help="Read every screenshot again by OCR (slow).")] = False,
    unsigned: Annotated[bool, typer.Option("--unsigned", help="Before the sign-off: judge the bundle alone.")] = False,
    auditors: Annotated[
        Path | None,
        typer.Option("--auditors", help="List of the auditors whose signatures count, told by another way."),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--key", help="The maintainer's key: the whole leak check is computed again (slow)."),
    ] = None,
    derived: Annotated[
        list[Path] | None,
        typer.Option(
            "--derived", help="With --key: a folder of files made from the bundle (databases, tasks, exports)."
        ),
    ] = None,
    policy: PolicyFile = None,
) -> None:
    """Check a bundle and its sign-off.

    Exit 0: everything holds, and the keys that signed are the ones they should be: your own, told (--public-key,
    --auditors), or pinned. 1: do not use it. 3: all holds but the sign-off. 4: all holds, but whose keys signed was not
    checked. 5: all holds, but a newer version was seen here before.
    """
    from pipeline.commands.judge_bundle import judge, tell
    from redaction.errors import BundleError

    if not bundle.is_dir():
        raise BundleError(
            "there is no such folder.", record=bundle.name, remedy="give the folder that `entrophy build` wrote."
        )
    for folder in derived or ():
        if key is None or not folder.is_dir():
            raise BundleError(
                "needs --key." if key is None else "there is no such folder.",
                record="--derived",
                remedy="give --key, and a folder of plain files.",
            )
    with stoppable_command():
        report = judge(
            bundle,
            captures=[*(captures or []), *(more or [])],
            public_key=public_key,
            screens=screens,
            unsigned=unsigned,
            auditors=auditors,
            key=key,
            home=key_for(bundle, key),
            policy=policy,
            public_key_file=public_key_file,
            revoked=revoked,
            pin=pin,
            allow_older=allow_older,
            derived=derived or (),
        )
    status = tell(report)
    if status:
        raise typer.Exit(status)
