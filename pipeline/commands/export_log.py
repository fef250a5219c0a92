"""Event logs of a bundle for process miners, and pictures of its processes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.commands.options import complain, say, stoppable_command

if TYPE_CHECKING:
    from release.load import Instance

Bundle = Annotated[str, typer.Argument(help="The bundle, or what `entrophy get` takes.")]
Out = Annotated[Path, typer.Option("--out", help="Folder for one file a domain.")]
Key = Annotated[
    str | None, typer.Option("--public-key", help="The maintainer's public key (base64); told by another way.")
]
Domain = Annotated[str | None, typer.Option("--domain", help="This domain alone.")]
Write = Callable[[Iterable[Mapping[str, Any]], Path], None]


def xes(bundle: Bundle, out: Out, domain: Domain = None, public_key: Key = None) -> None:
    """Write one event log a domain, XES (IEEE 1849), packed, as process-mining tools read it."""
    from evaluation.mining.xes import write_xes

    _export(bundle, out, domain, public_key, write_xes, ".xes.gz")


def ocel(bundle: Bundle, out: Out, domain: Domain = None, public_key: Key = None) -> None:
    """Write one object-centric log a domain, OCEL 2.0 as JSON: events of instances, applications and screens."""
    from evaluation.mining.ocel import write_ocel

    _export(bundle, out, domain, public_key, write_ocel, ".ocel.json")


def pictures(bundle: Bundle, out: Out, domain: Domain = None, public_key: Key = None) -> None:
    """Draw one picture a domain (SVG): of each process, what follows what, how often, and after how long."""
    from evaluation.mining.picture import draw_processes

    _export(bundle, out, domain, public_key, draw_processes, "_processes.svg")


def _export(bundle: str, out: Path, domain: str | None, key: str | None, write: Write, ending: str) -> None:
    """Domain by domain, so that the rows of one are held at once."""
    from itertools import groupby

    from redaction.errors import plain, sealed
    from release.bundle.bundle_format import domain_files
    from release.load import OriginWarning, load

    with stoppable_command(), sealed("export"):
        with warnings.catch_warnings(record=True) as doubts:
            warnings.simplefilter("always", OriginWarning)
            instances = load(bundle, domain, form="instances", public_key=key)
        for doubt in doubts:
            complain(f"note: {doubt.message}")
        for name, found in groupby(instances, key=lambda one: one.domain):
            path = out / f"{domain_files(name).stem}{ending}"
            write(_rows(found), path)
            say(f"{plain(name)}: {path}")


def _rows(instances: Iterable[Instance]) -> Iterator[dict[str, Any]]:
    """Rows as the JSON file of their domain has them."""
    from validation.table.schema import format_time, published

    for instance in instances:
        for row in instance.rows:
            made = {name: value for name, value in row.items() if name != "domain"}
            yield published(made | {"timestamp": format_time(row["timestamp"])}, instance.domain)
