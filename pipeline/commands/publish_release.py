"""Publishing a release."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pipeline.commands.options import KeyFile, key_for, say, stoppable_command
from release.publish.targets import PUBLISH_TARGETS

if TYPE_CHECKING:
    TargetName = str
else:
    # The names of the table, so that --help lists them and the command line refuses any other.
    TargetName = Literal[PUBLISH_TARGETS.names]


def publish(
    bundle: Annotated[Path, typer.Argument(help="The bundle, or the folder that `build` wrote.")],
    to: Annotated[TargetName, typer.Option("--to", help="Where to.")],
    yes: Annotated[bool, typer.Option("--yes", help="Really let the data leave this machine.")] = False,
    public: Annotated[bool, typer.Option("--public", help="Make a new dataset public; private otherwise.")] = False,
    metadata: Annotated[
        bool,
        typer.Option(
            "--metadata",
            help="For kaggle: send title, description, cover and update frequency too, also of what is there already.",
        ),
    ] = False,
    key: KeyFile = None,
    dest: Annotated[
        str | None,
        typer.Option("--dest", help="For folder: where to; default published/ beside it. For s3: s3://BUCKET/PREFIX."),
    ] = None,
    older: Annotated[
        bool, typer.Option("--allow-older", help="For folder and s3: also a version older than one that is there.")
    ] = False,
) -> None:
    """Publish a verified bundle and read it back."""
    from redaction.errors import sealed
    from release.publish.publish import publish as run
    from release.publish.publish import verify_as_ours
    from release.publish.publish_types import PublishSettings
    from release.sign.signing_gate import signoff_check

    with stoppable_command(), sealed("publish"):
        receipt = run(
            bundle,
            to,
            yes=yes,
            settings=PublishSettings(public=public, destination=dest, older=older, update_metadata=metadata),
            verify=verify_as_ours(key_for(bundle, key)),
            signoff=signoff_check(key_for(bundle, key)),
            say=say,
        )
    say(f"{receipt.summary()}")
