"""What several commands share: their options, the two consoles, and which key is meant."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from redaction.errors import EntrophyError

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def say(line: str) -> None:
    """A line of the answer as it is: a path in it is neither broken in two nor taken for markup."""
    console.print(line, soft_wrap=True, markup=False)


def complain(line: str) -> None:
    """The same on standard error."""
    errors.print(line, soft_wrap=True, markup=False)


Out = Annotated[Path, typer.Option("--out", help="Folder for bundle, report and work files.")]
PolicyFile = Annotated[Path | None, typer.Option("--policy", help="Policy file (YAML); see `entrophy policy`.")]
KeyFile = Annotated[
    Path | None, typer.Option("--key", help="Key file; made on first use, mode 0600. Default ~/.config/entrophy/key.")
]
Entities = Annotated[
    Path | None,
    typer.Option("--entities", help="Known entities: JSON list of {kind, value, aliases}, or a batch.json."),
]


def key_path(given: Path | None) -> Path:
    """The key file that was given, else the default one. Not resolved: a link in its place is refused."""
    from assets.config import default_key

    return (given or default_key()).expanduser().absolute()


def key_for(out: Path, key: Path | None) -> Path:
    """The key given; else the key a demo made beside its folder; else the default key."""
    from release.verify.origin import key_beside

    if key is not None:
        return key_path(key)
    return key_beside(out) or key_path(None)


def existing_key(key: Path | None) -> Path:
    path = key_path(key)
    if not path.is_file():
        raise EntrophyError("there is no such key.", remedy="give --key the key file of a build.")
    return path


def stoppable_command() -> AbstractContextManager[None]:
    """What ends with one sentence when a signal comes."""
    from pipeline.signals import stoppable

    return stoppable()
