"""The released rows as one SQLite file: a table a source, the same bytes for the same rows, and no free pages."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from evaluation.company.released import Company, ReleasedSchema, Row
from redaction.errors import BundleError

PLACE = "_place"
"""The column beside the fields: the place of a row, which also stands for it where it has no key."""
_NESTED = frozenset({"list", "object"})
MOST = 2**63
"""Whole numbers from here on, and below its negative, are none that SQLite holds."""


def quoted(name: str) -> str:
    """A name as an identifier of SQL, whatever stands in it."""
    return '"' + name.replace('"', '""') + '"'


def write_database(company: Company, path: Path) -> None:
    """Write the file anew. BundleError where two rows of a source have one key, or a value fits into no cell."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA page_size = 4096")
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA secure_delete = ON")
        db.execute("BEGIN")
        for name in sorted(company.sources):
            source = company.sources[name]
            make_table(db, source.schema)
            try:
                add_rows(db, source.schema, source.rows)
            except (sqlite3.Error, OverflowError, ValueError) as error:
                told = (
                    "two rows have one key." if isinstance(error, sqlite3.IntegrityError) else "a value does not fit."
                )
                raise BundleError(told, record=name, remedy="build the sources again.") from None
        db.execute("COMMIT")
        db.execute("VACUUM")


def make_table(db: sqlite3.Connection, schema: ReleasedSchema) -> None:
    """An empty table; its columns have no type, so that values stay as they are."""
    columns = ", ".join(quoted(schema.column(field)) for field in schema.fields)
    db.execute(f"CREATE TABLE {quoted(schema.name)} ({quoted(PLACE)} INTEGER PRIMARY KEY, {columns})")
    index = f"{quoted(schema.name + ' key')} ON {quoted(schema.name)} ({quoted(schema.column(schema.key))})"
    db.execute(f"CREATE UNIQUE INDEX {index}")


def add_rows(db: sqlite3.Connection, schema: ReleasedSchema, rows: Iterable[Mapping[str, Any]]) -> None:
    """Append rows, in their order."""
    columns = ", ".join(quoted(schema.column(field)) for field in schema.fields)
    marks = ", ".join("?" for _ in schema.fields)
    db.executemany(
        f"INSERT INTO {quoted(schema.name)} ({columns}) VALUES ({marks})",  # names are quoted, values are bound
        ([to_cell(schema, field, row.get(field)) for field in schema.fields] for row in rows),
    )


def to_cell(schema: ReleasedSchema, field: str, value: Any) -> Any:
    """A value as SQLite holds it: lists and objects as JSON. ValueError for one of another shape than its field."""
    if value is None:
        return None
    if schema.fields[field].type in _NESTED:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    if isinstance(value, list | dict):
        raise ValueError
    return value


def to_row(schema: ReleasedSchema, cells: Iterable[Any]) -> Row:
    """A row of the fields in their order."""
    return {field: _value(schema.fields[field].type, cell) for field, cell in zip(schema.fields, cells, strict=True)}


def _value(type_: str, cell: Any) -> Any:
    if cell is None:
        return None
    if type_ in _NESTED:
        return json.loads(cell)
    return bool(cell) if type_ == "boolean" and isinstance(cell, int) else cell
