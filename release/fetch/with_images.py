"""A release with its screenshots inside the rows, as `datasets` keeps images: Parquet files of a column more, which its
viewer shows and `load_dataset` decodes. Made from what was signed; the same release gives the same bytes (by the same
version of pyarrow)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redaction.errors import BundleError
from redaction.work.files import write_whole
from redaction.work.progress import Progress, no_progress
from redaction.work.scratch import scratch_folder
from release.bundle.bundle_models import Manifest
from release.bundle.cards import cell, front_matter
from release.fetch.get import no_domain
from release.fetch.opened import Opened
from release.fetch.screenshots import Screenshots, signed_bytes
from validation.files.bundle_files import LICENSE, MANIFEST, README, SIGNATURE

if TYPE_CHECKING:
    import pyarrow as pa

COLUMN = "screenshot"
SHARD_BYTES = 500_000_000
"""Of screenshots in one file at most, if it holds more than one row; as `datasets` divides its own."""
GROUP_ROWS = 100
"""Rows of a row group: a viewer reads a whole one to show a row."""


def write_with_images(
    release: Opened, out: Path, domain: str | None = None, progress: Progress = no_progress
) -> list[Path]:
    """Write the tables of a release, or of one of its domains, with a column `screenshot` ({bytes: PNG, path: name})
    to the new or empty folder `out`; beside them a card, the licence, the manifest and its signature. Returns the
    tables. BundleError as for `load`; then nothing is written."""
    domains = release.manifest.domains
    if domain is not None and domain not in domains:
        raise no_domain(release.manifest)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BundleError("the folder holds something else.", record=out.name, remedy="give a new or empty one.")
    chosen = sorted(domains) if domain is None else [domain]
    out.parent.mkdir(parents=True, exist_ok=True)
    with scratch_folder(out.parent, f".{out.name}.") as scratch, Screenshots(release) as screenshots:
        folder = scratch / "tables"
        folder.mkdir()
        configs: dict[str, list[str]] = {}
        rows = 0
        for number, name in enumerate(chosen, 1):
            table = _table(release, name)
            rows += table.num_rows
            stem = Path(domains[name][1]).stem
            configs[stem] = _write(table, folder, stem, release.manifest, screenshots)
            progress("tables with images", number, len(chosen))
        write_whole(folder / README, _card(release, configs, rows).encode(), private=False)
        write_whole(folder / LICENSE, signed_bytes(release, LICENSE), private=False)
        for seal in (MANIFEST, SIGNATURE):
            write_whole(folder / seal, (release.folder / seal).read_bytes(), private=False)
        if out.is_dir():
            out.rmdir()
        folder.rename(out)
    return [out / name for names in configs.values() for name in names]


def _table(release: Opened, domain: str) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(io.BytesIO(signed_bytes(release, release.manifest.domains[domain][1])))
    if "domain" not in table.column_names:  # a bundle of before
        table = table.add_column(0, pa.field("domain", pa.string(), nullable=False), pa.array([domain] * len(table)))
    return table


def _write(table: pa.Table, folder: Path, stem: str, manifest: Manifest, screenshots: Screenshots) -> list[str]:
    """The files of one domain, each with its rows in their order."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    image = pa.struct([pa.field("bytes", pa.binary()), pa.field("path", pa.string())])
    schema = table.schema.append(pa.field(COLUMN, image))
    schema = schema.with_metadata({"huggingface": json.dumps({"info": {"features": features(schema)}})})
    sizes = {name: entry.bytes for members in manifest.screenshots.values() for name, entry in members.items()}
    shards = list(_shards([sizes.get(name, 0) for name in table.column("screenshot_name").to_pylist()]))
    names = [f"{stem}-{number:05}-of-{len(shards):05}.parquet" for number in range(len(shards))]
    for name, (first, end) in zip(names, shards, strict=True):
        # Not compressed: PNG is already.
        with pq.ParquetWriter(folder / name, schema, version="2.6", compression="none", write_statistics=False) as file:
            for at in range(first, end, GROUP_ROWS):
                rows = table.slice(at, min(GROUP_ROWS, end - at))
                told = rows.column("screenshot_name").to_pylist()
                inside = [None if one is None else {"bytes": screenshots.read(one), "path": one} for one in told]
                columns = [*(column.combine_chunks() for column in rows.columns), pa.array(inside, image)]
                file.write_table(pa.Table.from_arrays(columns, schema=schema), GROUP_ROWS)
    return names


def _shards(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(first row, row after the last) of each file, for the bytes of each row's screenshot."""
    first, held = 0, 0
    for at, size in enumerate(sizes):
        if held + size > SHARD_BYTES and at > first:
            yield first, at
            first, held = at, 0
        held += size
    yield first, len(sizes)


def features(schema: pa.Schema) -> dict[str, Any]:
    """The columns by the names that `datasets` has for types."""
    return {field.name: {"_type": "Image"} if field.name == COLUMN else _feature(field.type) for field in schema}


def _feature(kind: pa.DataType) -> dict[str, Any]:
    import pyarrow as pa

    if pa.types.is_struct(kind):
        return {field.name: _feature(field.type) for field in kind}
    return {"_type": "Value", "dtype": "float64" if pa.types.is_float64(kind) else str(kind)}


def _card(release: Opened, configs: dict[str, list[str]], rows: int) -> str:
    """A card that says what was made of what."""
    about, origin = release.manifest, release.origin
    return f"""---
{front_matter(about.title, configs, rows)}---

# {cell(about.title)}, with images

Version {about.version} of `{about.dataset}`: its rows, and in the column `{COLUMN}` the redacted screenshot that a row
names, as an image. Made from the bundle with the digest `{origin.digest}`, whose `{README}`, `DATASHEET.md` and
change log hold here, too. `{MANIFEST}` tells the SHA-256 of every screenshot and is signed (`{SIGNATURE}`); these
files themselves are not. `entrophy get` makes them again from the bundle, with the same
version of pyarrow to the byte.

Licence: {about.license}
"""
