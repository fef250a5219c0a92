"""Which rows there are, on disk: a million keys are looked up without a million of them in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redaction.work.scratch import scratch_folder

_PAGES = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;"


@contextmanager
def scratch_database(parent: Path) -> Iterator[sqlite3.Connection]:
    """An embedded database in a folder of mode 0700 that goes with the block."""
    with scratch_folder(parent, ".sources.") as folder:
        connection = sqlite3.connect(folder / "scratch.sqlite", isolation_level=None)
        try:
            connection.executescript(_PAGES)
            connection.execute("BEGIN")
            yield connection
        finally:
            connection.close()


class Keys:
    """The values of fields that references lead to, by source and field."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._at = connection
        self._at.execute("CREATE TABLE keys (field TEXT, value TEXT, PRIMARY KEY (field, value)) WITHOUT ROWID")

    def add(self, source: str, field: str, value: Any) -> bool:
        """Note a value; False when it was there."""
        made = self._at.execute("INSERT OR IGNORE INTO keys VALUES (?, ?)", (f"{source} {field}", _text(value)))
        return made.rowcount == 1

    def has(self, source: str, field: str, value: Any) -> bool:
        """Whether a row has this value there."""
        asked = (f"{source} {field}", _text(value))
        return self._at.execute("SELECT 1 FROM keys WHERE field = ? AND value = ?", asked).fetchone() is not None

    def remove(self, source: str, field: str, value: Any) -> None:
        """The row that had this value has left."""
        self._at.execute("DELETE FROM keys WHERE field = ? AND value = ?", (f"{source} {field}", _text(value)))


def _text(value: Any) -> str:
    """Ids are compared as they are written: 7 in a table of numbers is "7" in a table of texts."""
    return str(value)
