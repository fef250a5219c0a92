"""What a SQLite file says: the names of its tables and columns, every cell, and texts that are JSON as such. What lies
in pages that no table uses any more is found by the search of the bytes (validation.leaks.scan)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from validation.leaks.leak_items import Item, Said, Wrong, readable

DATABASES = (".db", ".sqlite", ".sqlite3")
"""How such files end."""


def database_items(path: Path) -> Iterator[Item]:
    """All items of one database, opened to read and without its journal; what cannot be read is an item, too."""
    name = path.name
    for beside in ("-wal", "-journal"):
        if path.with_name(name + beside).exists():
            yield Wrong(name, "has a journal, whose changes are not read")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
            db.text_factory = bytes
            for number, (kind, table, sql) in enumerate(db.execute("SELECT type, name, sql FROM sqlite_master")):
                yield Said(f"{name} part {number}", _text(table))
                yield Said(f"{name} part {number}", _text(sql))
                if kind == b"table":
                    yield from _cells(db, f"{name} table {number}", _text(table))
    except (sqlite3.Error, OSError) as error:
        yield Wrong(name, f"cannot be read ({type(error).__name__})")


def _cells(db: sqlite3.Connection, where: str, table: str) -> Iterator[Item]:
    quoted = '"' + table.replace('"', '""') + '"'
    for number, row in enumerate(db.execute(f"SELECT * FROM {quoted}")):  # a name of the file itself, quoted
        for column, value in enumerate(row):
            place = f"{where} row {number} column {column}"
            if value is None:
                continue
            text = _text(value)
            yield Said(place, text)
            if text[:1] in ("[", "{"):
                yield from _nested(place, text)


def _nested(where: str, text: str) -> Iterator[Item]:
    try:
        value = json.loads(text, object_pairs_hook=list)
    except (ValueError, RecursionError):
        return
    yield from (Said(where, one) for one in _strings(value))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


def _text(value: Any) -> str:
    return readable(value) if isinstance(value, bytes) else str(value if value is not None else "")
