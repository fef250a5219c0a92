"""The ledger's file: SQLite, mode 0600, every real value sealed with a key derived from the key file."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from redaction.errors import KeyProblem
from redaction.keys import Key

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS surrogates (id TEXT PRIMARY KEY, sealed BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS entities (id TEXT PRIMARY KEY, entity TEXT NOT NULL, kind TEXT NOT NULL, sealed BLOB NOT
NULL);
"""


class Vault:
    """Sealed rows. `surrogates`: part of a value → its surrogate; `entities`: every real value met."""

    def __init__(self, key: Key, path: Path) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        self._seal = AESSIV(key.derive("ledger/seal/1") + key.derive("ledger/seal/2"))
        self._name = key.derive("ledger/names")
        _private(path)
        self._db = sqlite3.connect(path)
        try:
            self._db.execute("PRAGMA secure_delete = ON")
            self._db.executescript(_SCHEMA)
            self._bind(key)
        except sqlite3.DatabaseError:
            self._db.close()
            raise KeyProblem(
                "the ledger is not a ledger file or is damaged.", remedy="restore it from a copy."
            ) from None
        except KeyProblem:
            self._db.close()
            raise

    def _bind(self, key: Key) -> None:
        check = key.derive("ledger/check").hex()
        row = self._db.execute("SELECT value FROM meta WHERE name = 'check'").fetchone()
        if row is None:
            with self._db:
                self._db.execute("INSERT INTO meta VALUES ('check', ?), ('format', 'entrophy-ledger/1')", (check,))
        elif not hmac.compare_digest(row[0], check):
            raise KeyProblem(
                "the ledger was made with another key.",
                remedy="use the key it was made with, or a new ledger beside the new key.",
            )

    def name(self, *parts: str) -> str:
        """The keyed identity of a value: HMAC-SHA256 in hexadecimal."""
        return hmac.new(self._name, "\x1f".join(parts).encode("utf-8"), hashlib.sha256).hexdigest()

    def surrogates(self) -> dict[str, str]:
        """Everything assigned so far: part of a value → surrogate."""
        rows = self._db.execute("SELECT sealed FROM surrogates")
        return dict(self._open(sealed) for (sealed,) in rows)

    def entities(self) -> Iterator[tuple[str, str, str]]:
        """(entity id, kind, real value), sorted by id."""
        for entity, kind, sealed in self._db.execute("SELECT entity, kind, sealed FROM entities ORDER BY entity, id"):
            yield entity, kind, self._open(sealed)

    def add(self, surrogates: dict[str, str], entities: Iterable[tuple[str, str, str]]) -> None:
        """Store new assignments and real values (entity id, kind, value) in one transaction."""
        with self._db:
            self._db.executemany(
                "INSERT OR IGNORE INTO surrogates VALUES (?, ?)",
                [
                    (self.name("surrogate", part), self._close([part, made]))
                    for part, made in sorted(surrogates.items())
                ],
            )
            self._db.executemany(
                "INSERT OR IGNORE INTO entities VALUES (?, ?, ?, ?)",
                [
                    (self.name("value", kind, value), entity, kind, self._close(value))
                    for entity, kind, value in sorted(entities)
                ],
            )

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _close(self, value: Any) -> bytes:
        return bytes(self._seal.encrypt(json.dumps(value, ensure_ascii=False).encode("utf-8"), None))

    def _open(self, sealed: bytes) -> Any:
        return json.loads(self._seal.decrypt(sealed, None))


def _private(path: Path) -> None:
    """Make the file with mode 0600, or refuse one that others may read."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise KeyProblem(
            f"the ledger cannot be opened ({type(error).__name__}).", remedy="check its folder, owner and mode."
        ) from None
    with closing(os.fdopen(descriptor, "rb")) as file:
        state = os.fstat(file.fileno())
    if not stat.S_ISREG(state.st_mode) or state.st_mode & 0o077:
        raise KeyProblem("the ledger is open to other users or no regular file.", remedy="run `chmod 600` on it.")
