"""SQLite files of recorders: opened so that nothing of them changes and nothing is written beside them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from redaction.errors import CaptureError
from redaction.importers.recorders import Source, not_of_kind

MOST_VALUE_BYTES = 100_000_000
"""Of one value, screenshots included."""
_HEAD = b"SQLite format 3\x00"


@contextmanager
def open_database(
    source: Source, needed: Mapping[str, Sequence[str]], what: str, remedy: str
) -> Iterator[sqlite3.Connection]:
    """A connection that only reads. `needed` has the tables and the columns without which the file is no such thing;
    CaptureError for that, for one that is damaged, and for one whose last writes were not put into it yet."""
    log = source.path.with_name(source.path.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise CaptureError(
            "the database has a write-ahead log beside it: what was recorded last is not in the file.",
            record=source.place,
            remedy="end the recorder, or run `PRAGMA wal_checkpoint(TRUNCATE)` on a copy, and import that.",
        )
    try:
        with source.path.open("rb") as file:
            if file.read(len(_HEAD)) != _HEAD:
                raise not_of_kind(source, what, remedy)
        # immutable: no lock, no journal, no shared memory is made beside the file
        with closing(sqlite3.connect(f"{source.path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            database.execute("PRAGMA query_only = ON")
            database.execute("PRAGMA trusted_schema = OFF")
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE_BYTES)
            database.row_factory = sqlite3.Row
            database.text_factory = _text
            _require(database, source, needed, what, remedy)
            yield database
    except (sqlite3.Error, OSError) as error:
        raise CaptureError(
            f"the database cannot be read ({type(error).__name__}).",
            record=source.place,
            remedy="copy it again while the recorder is not running.",
        ) from None


def _require(
    database: sqlite3.Connection, source: Source, needed: Mapping[str, Sequence[str]], what: str, remedy: str
) -> None:
    tables = {row["name"] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    for table, columns in needed.items():
        # a view or a virtual table of this name would run what somebody else wrote
        if table not in tables or not set(columns) <= set(columns_of(database, table)):
            raise not_of_kind(source, what, remedy)


def columns_of(database: sqlite3.Connection, table: str) -> list[str]:
    """The names of the columns of a table."""
    return [row["name"] for row in database.execute("SELECT name FROM pragma_table_info(?)", (table,))]


def rows_of(database: sqlite3.Connection, table: str, columns: Sequence[str], order: str) -> Iterator[dict[str, Any]]:
    """The rows of a table with these columns, None for those that it lacks; all names are ours."""
    there = set(columns_of(database, table))
    chosen = ", ".join(f'"{c}"' if c in there else f'NULL AS "{c}"' for c in columns)
    for row in database.execute(f'SELECT {chosen} FROM "{table}" ORDER BY {order}'):
        yield dict(row)


def _text(data: bytes) -> str:
    """What is no UTF-8 is refused with its row, not by the library with the whole file."""
    return data.decode("utf-8", errors="surrogateescape")
