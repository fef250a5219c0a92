"""Single texts and images, outside a release."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import Entities, KeyFile, PolicyFile, errors, key_path, say, stoppable_command


def scrub_text(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="IN.jsonl", help='Rows {"id", "text"}, one JSON object a line; "label" names its field.'
        ),
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT.jsonl", help="Rows with the redacted text and its findings.")],
    entities: Entities = None,
    policy: PolicyFile = None,
    key: KeyFile = None,
) -> None:
    """Replace identifiers in texts; findings are given as code points of the input."""
    from redaction.errors import sealed
    from redaction.policy import load_policy
    from redaction.scrub_text import scrub_text_file

    with stoppable_command(), sealed("scrub text", source.name):
        done = scrub_text_file(source, target, entities, load_policy(policy), key_path(key))
    say(f"{done.rows} rows, {done.findings} findings, {done.refused} refused: {target}")
    if done.refused:
        raise typer.Exit(3)


def scrub_table(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Table: .csv, .tsv or .parquet.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The redacted table, in the same format.")],
    columns: Annotated[
        str | None, typer.Option("--columns", help="Read these columns alone (A,B,…); the others stay as they are.")
    ] = None,
    keep: Annotated[str | None, typer.Option("--keep", help="Read all columns but these (A,B,…).")] = None,
    entities: Entities = None,
    policy: PolicyFile = None,
    key: KeyFile = None,
) -> None:
    """Replace identifiers in a table; the name of a column is the label of its cells."""
    from redaction.errors import sealed
    from redaction.policy import load_policy
    from redaction.scrub_table import Choice, scrub_table_file
    from redaction.text import Registry
    from redaction.text.known.entities_file import load_entities

    with stoppable_command(), sealed("scrub table"):
        choice = Choice.of(_listed(columns), _listed(keep))
        declared = Registry.declared(*load_entities(entities)) if entities is not None else Registry()
        done = scrub_table_file(source, target, choice, declared, load_policy(policy).text, key_path(key))
    for column in done.columns:
        if column.type != column.was:
            say(f"column {column.name!r}: {column.was} is now {column.type}")
    say(f"{done.rows} rows, {done.findings} findings, {done.refused} refused: {target}")
    if done.refused:
        raise typer.Exit(3)


def _listed(names: str | None) -> list[str] | None:
    """Names apart by commas, quoted as in CSV where they hold one."""
    import csv

    return next(csv.reader([names]), []) if names is not None else None


def scrub_images(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="PNG or JPEG screenshots.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the redacted images and findings.jsonl.")],
    entities: Entities = None,
    policy: PolicyFile = None,
    key: KeyFile = None,
) -> None:
    """Hide identifiers, faces and codes on screenshots, for good."""
    from pipeline.bars import bars, reporter
    from redaction.errors import sealed
    from redaction.policy import load_policy
    from redaction.scrub_images import scrub_images as run

    with stoppable_command(), bars(errors, transient=True) as bar, sealed("scrub images"):
        done = run(files, out, entities, load_policy(policy), key_path(key), reporter(bar))
    say(f"{done.images} images, {done.findings} findings, {done.refused} refused: {out}")
    if done.refused:
        raise typer.Exit(3)
