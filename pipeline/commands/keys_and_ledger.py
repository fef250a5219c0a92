"""The keys that sign, and the ledger beside a key."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.options import KeyFile, console, existing_key, key_path
from redaction.errors import EntrophyError


def key_show(key: KeyFile = None) -> None:
    """Print the public release key: the line to tell readers by another way than the bundle."""
    from pipeline.commands.release_keys import show

    show(existing_key(key))


def key_rotate(key: KeyFile = None) -> None:
    """Sign with a new release key from now on. The old one signs for the new one; the ledger stays as it is."""
    from pipeline.commands.release_keys import rotate

    rotate(existing_key(key))


def key_revoke(
    key: KeyFile = None,
    generation: Annotated[
        int | None, typer.Option("--generation", help="Which release key; default: the one that signs now.")
    ] = None,
) -> None:
    """Revoke a release key that somebody else may have. Writes KEY.revoked.json, to be given to every reader."""
    from pipeline.commands.release_keys import revoke

    revoke(existing_key(key), generation)


def ledger(
    key: KeyFile = None,
    values: Annotated[
        bool, typer.Option("--show-real-values", help="Print the real values too. They are what all this protects.")
    ] = False,
    accept: Annotated[
        bool,
        typer.Option(
            "--accept",
            help="Take what lies beside the key as its ledger, on purpose: a restored or older one, or none at all.",
        ),
    ] = False,
) -> None:
    """Count the identities of a ledger by kind; real values only when asked for by name."""
    from redaction.ledger.ledger_files import accept_ledger, ledger_path, open_ledger

    path = key_path(key)
    if not accept and not (path.is_file() and ledger_path(path).is_file()):
        raise EntrophyError("there is no ledger beside this key.", remedy="give --key the key file of a build.")
    _, opened = accept_ledger(path) if accept else open_ledger(path)
    if accept:
        console.print("this is the ledger of the key from now on.")
    for kind, count in sorted(opened.counts().items()):
        console.print(f"{kind.value}: {count}")
    if values:
        for entity, kind, value in sorted(opened.real_values()):
            typer.echo(f"{entity}\t{kind.value}\t{value}")
