"""Everything a file of a bundle says, as (where, text) pairs, and what is wrong with its form. Fails closed.

`where` names file and position by ids and numbers only: a member or column name could itself be the leak.
"""

from __future__ import annotations

import base64
import binascii
import csv
import json
import zipfile
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from redaction.stages.text_fields import TEXT_FIELDS
from validation.files.demonstration_layout import Place, is_archive, place_of
from validation.files.json_items import json_items
from validation.files.source_layout import is_source_archive
from validation.files.svg import NoPicture, svg_texts
from validation.files.zips import archive_problems
from validation.leaks.database import DATABASES, database_items
from validation.leaks.demonstration_sources import demonstration_items
from validation.leaks.leak_items import Item, Raw, Said, Wrong, readable, screen_items
from validation.leaks.row_context import is_row, together
from validation.leaks.source_tables import source_items
from validation.table.schema import ROWS_AT_ONCE

#: A member of a screenshot archive larger than this is not read, and therefore a finding.
MAX_MEMBER = 100_000_000
#: The same of an archive of demonstrations, which holds videos.
MAX_DEMONSTRATION_MEMBER = 2_000_000_000
_START = 1000
"""Bytes at the beginning of a file that tell whether it holds an array; white space before it is none of ours."""


def read_items(path: Path) -> Iterator[Item]:
    """All items of one file, in file order. Never raises for what a file holds: the failure is an item."""
    yield Said(f"name of a file ({len(path.name)} characters)", path.name)
    if path.is_symlink() or not path.is_file():
        yield Wrong(path.name, "is not a plain file")
        return
    try:
        if path.suffix == ".parquet":
            yield from _parquet(path)
        elif path.suffix == ".zip":
            yield from _archive(path)
        elif path.suffix == ".png":
            yield from screen_items(path.name, path.read_bytes())
        elif path.suffix == ".svg":
            yield from _drawing(path)
        elif path.suffix in DATABASES:
            yield from database_items(path)
        else:
            yield from _text(path)
    except (
        OSError,
        ValueError,
        KeyError,
        RuntimeError,
        NotImplementedError,
        zipfile.BadZipFile,
        RecursionError,
    ) as error:
        yield Wrong(path.name, f"cannot be read ({type(error).__name__})")


def _text(path: Path) -> Iterator[Item]:
    if path.suffix == ".json" and (array := _array(path)) is not None:
        yield from array
        return
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        yield Wrong(path.name, "is not UTF-8 text")
        return
    if path.suffix == ".jsonl":
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield from _json(f"{path.name} line {number}", line)
    elif path.suffix == ".json" or path.name == "manifest.sig":
        yield from _json(path.name, text)
    else:
        for number, line in enumerate(text.split("\n"), 1):
            yield Said(f"{path.name} line {number}", line)


def _array(path: Path) -> Iterator[Item] | None:
    """The values of a file that holds a JSON array, one after the other; None of any other file."""
    with path.open("rb") as file:
        if not file.read(_START).lstrip().startswith(b"["):
            return None

    def items() -> Iterator[Item]:
        try:
            for number, value in enumerate(json_items(path, _Pairs)):
                yield from _walk(f"{path.name}[{number}]", value)
            objects = (dict(value) if isinstance(value, _Pairs) else {} for value in json_items(path, _Pairs))
            yield from together(path.name, takewhile(is_row, objects))
        except UnicodeDecodeError:
            yield Wrong(path.name, "is not UTF-8 text")
        except ValueError:
            yield Wrong(path.name, "is not JSON")

    return items()


def _json(where: str, text: str) -> Iterator[Item]:
    try:
        # Pairs, not dicts: a key that is there twice must be read twice.
        value = json.loads(text, object_pairs_hook=_Pairs)
    except ValueError:
        yield Wrong(where, "is not JSON")
        return
    yield from _walk(where, value)
    if isinstance(value, list) and value and all(isinstance(part, _Pairs) and is_row(dict(part)) for part in value):
        yield from together(where, [dict(part) for part in value])


class _Pairs(list[tuple[str, Any]]):
    """A JSON object with all its pairs, in order."""


def _walk(where: str, value: Any) -> Iterator[Item]:
    if isinstance(value, _Pairs):
        for number, (key, part) in enumerate(value, 1):
            yield Said(f"{where} key {number}", key)
            # Field names are the schema's own in rows; elsewhere a position tells the place without quoting a key.
            place = f"{where}.{key}" if key in _KNOWN_KEYS else f"{where} value {number}"
            yield from _walk(place, part)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _walk(f"{where}[{number}]", part)
    elif isinstance(value, str):
        yield Said(where, value)
    elif value is not None and not isinstance(value, bool):
        yield Said(where, repr(value))


def _parquet(path: Path) -> Iterator[Item]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    name = path.name
    try:
        file = pq.ParquetFile(path)
        for key, value in sorted((file.metadata.metadata or {}).items()):
            yield Said(f"{name} metadata key", key.decode("utf-8", errors="replace"))
            if key != b"ARROW:schema":
                yield Wrong(f"{name} metadata", "holds key-value metadata other than the schema")
                yield Said(f"{name} metadata value", value.decode("utf-8", errors="replace"))
            else:
                yield Said(f"{name} stored schema", readable(base64.b64decode(value, validate=True)))
        yield Said(f"{name} created_by", str(file.metadata.created_by))
        for number in range(len(file.schema_arrow)):
            field = file.schema_arrow.field(number)
            yield Said(f"{name} name of column {number}", field.name)
            for key, value in sorted((field.metadata or {}).items()):
                if not key.startswith(b"PARQUET:"):
                    yield Wrong(f"{name} column {number}", "holds column metadata")
                yield Said(f"{name} metadata of column {number}", readable(key + b" " + value))
        yield from _statistics(name, file)
        columns, first = file.schema_arrow.names, 0
        for batch in file.iter_batches(ROWS_AT_ONCE):
            for column, values in zip(columns, batch.columns, strict=True):
                place = column if column in _KNOWN_KEYS else "an unknown column"
                for number, value in enumerate(values.to_pylist(), first):
                    if value is not None:
                        yield Said(f"{name} row {number} {place}", value if isinstance(value, str) else str(value))
            first += batch.num_rows
        if is_row(dict.fromkeys(columns)):
            yield from together(name, parquet_rows(file, sorted({*columns} & _ROW_FIELDS)))
    except (pa.ArrowException, binascii.Error) as error:
        yield Wrong(name, f"cannot be read ({type(error).__name__})")


def parquet_rows(file: Any, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of an opened Parquet file, ROWS_AT_ONCE in memory."""
    for batch in file.iter_batches(ROWS_AT_ONCE, columns=columns):
        yield from batch.to_pylist()


def _statistics(name: str, file: Any) -> Iterator[Item]:
    for group in range(file.metadata.num_row_groups):
        for column in range(file.metadata.num_columns):
            found = file.metadata.row_group(group).column(column).statistics
            if found is not None and found.has_min_max:
                yield Said(f"{name} statistics of column {column}", str(found.min))
                yield Said(f"{name} statistics of column {column}", str(found.max))


def _archive(path: Path) -> Iterator[Item]:
    with zipfile.ZipFile(path) as archive:
        for problem in archive_problems(path, archive):
            yield Wrong(path.name, problem)
        yield Said(f"{path.name} comment", readable(archive.comment))
        demonstrations, sources = is_archive(path.name), is_source_archive(path.name)
        for number, info in enumerate(archive.infolist()):
            where = f"{path.name} member {number}"
            yield Said(f"{where} name", info.filename)
            yield Said(f"{where} comment", readable(info.comment))
            yield Said(f"{where} extra field", readable(info.extra))
            most = MAX_DEMONSTRATION_MEMBER if demonstrations or sources else MAX_MEMBER
            if info.file_size > most or info.compress_size > most:
                yield Wrong(where, "is too large to be read")
                continue
            if sources:
                yield from source_items(where, archive, info)
                continue
            try:
                data = archive.read(info)
            except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError) as error:
                yield Wrong(where, f"cannot be read ({type(error).__name__})")
                continue
            if not demonstrations:
                yield from screen_items(where, data)
            elif (place := place_of(info.filename)) is None:
                yield Wrong(where, "is no part of a demonstration")
            else:
                yield from _demonstration(where, place, data)


def _demonstration(where: str, place: Place, data: bytes) -> Iterator[Item]:
    if place.part != "key frame":
        yield Raw(where, data)
    try:
        yield from demonstration_items(where, place, data)
    except (ValueError, RecursionError, csv.Error, AssertionError) as error:
        yield Wrong(where, f"cannot be read ({type(error).__name__})")


def _drawing(path: Path) -> Iterator[Item]:
    try:
        for where, text in svg_texts(path.read_bytes()):
            yield Said(f"{path.name} {where}", text)
    except NoPicture as error:
        yield Wrong(path.name, str(error))


def _known_keys() -> frozenset[str]:
    from redaction.records import INTERACTION_FIELDS

    return frozenset((*INTERACTION_FIELDS, "x", "y", "files", "screenshots", "domains", "processes"))


_KNOWN_KEYS = _known_keys()
#: what is read of a row to see what rows say together
_ROW_FIELDS = {*TEXT_FIELDS, "process_instance_uuid", "interaction_type", "class_name"}
