"""The ledger's file: SQLite, mode 0600, every real value sealed with a key derived from the key file."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from redaction.errors import KeyProblem, MachineProblem
from redaction.ledger.keys import Key
from redaction.ledger.ledger_state import (
    NOTHING,
    LedgerState,
    backup_path,
    check_seen,
    lock_path,
    lost,
    opened_text,
    read_state,
    rows_digest,
    sealed_text,
    write_state,
)
from redaction.work.files import private_folder, write_whole
from redaction.work.lock import only_one
from redaction.work.trouble import trouble

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS surrogates (id TEXT PRIMARY KEY, sealed BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS entities (id TEXT PRIMARY KEY, entity TEXT NOT NULL, kind TEXT NOT NULL, "
    "sealed BLOB NOT NULL)",
)
_PATIENCE_S = 120.0
"""How long one process waits for another to finish writing the same ledger."""


class Vault:
    """Sealed rows. `surrogates`: part of a value → its surrogate; `entities`: every real value met.

    Without a path it lies in memory and goes with the process. `accept` takes whatever lies there as the ledger.
    """

    def __init__(self, key: Key, path: Path | None, *, accept: bool = False) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        self._seal = AESSIV(key.derive("ledger/seal/1") + key.derive("ledger/seal/2"))
        self._name = key.derive("ledger/names")
        self._key, self._path = key, path
        self._state = NOTHING
        self._behind = False
        self._db: sqlite3.Connection
        with self._locked():
            self._open_file(accept)

    @property
    def digest(self) -> str:
        """SHA-256 over all rows, as they were last read or written here."""
        return self._state.digest

    def _open_file(self, accept: bool) -> None:
        path = self._path
        seen = read_state(self._key, path) if path is not None and not accept else None
        empty = path is None or not path.exists() or path.stat().st_size == 0
        if path is not None:
            if empty and seen is not None and seen.generation:
                raise lost(path, f"the ledger of this key is missing or empty; it held {seen.entities} values.")
            if empty and seen is None:
                write_state(self._key, path, NOTHING)
            _private(path)
        with self._errors_named():
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
        try:
            with self._errors_named():
                self._db.execute("PRAGMA secure_delete = ON")
                if empty:
                    self._begin()
                self._check_key()
            self._state = self._held(accept)
            if path is not None and (accept or (not empty and check_seen(path, self._state, seen))):
                self._write_beside()
        except BaseException:
            self._db.close()
            raise

    def _begin(self) -> None:
        with self._transaction():
            for statement in _SCHEMA:
                self._db.execute(statement)
            check = self._key.derive("ledger/check").hex()
            self._db.execute("INSERT OR IGNORE INTO meta VALUES ('check', ?)", (check,))
            self._db.execute("INSERT OR IGNORE INTO meta VALUES ('format', 'entrophy-ledger/1')")
            self._set_state(NOTHING)

    def _check_key(self) -> None:
        row = self._db.execute("SELECT value FROM meta WHERE name = 'check'").fetchone()
        if row is None or not hmac.compare_digest(str(row[0]), self._key.derive("ledger/check").hex()):
            raise KeyProblem(
                "the ledger was made with another key.",
                remedy="use the key it was made with, or a new ledger beside the new key.",
            )

    def _held(self, accept: bool) -> LedgerState:
        """What the file says it holds, after comparing that with its rows; with `accept` what it holds, then said."""
        with self._errors_named():
            row = self._db.execute("SELECT value FROM meta WHERE name = 'state'").fetchone()
        stated: LedgerState | None = None
        if row is not None:
            try:
                stated = opened_text(self._key, row[0])
            except ValueError:
                stated = None
        self.surrogates()  # a damaged row is named before the sum of all is
        for _ in self.entities():
            pass
        actual = self._counted(
            stated.generation if stated is not None else 0, stated.before if stated is not None else ""
        )
        if accept:
            actual = self._counted(actual.generation + 1, "")
            with self._transaction():
                self._set_state(actual)
            return actual
        if stated is None or stated != actual:
            have = "" if stated is None else f" ({actual.entities} of {stated.entities} values)"
            where = self._path or Path("ledger")
            raise lost(where, f"the ledger was shortened, altered, or made by an earlier version{have}.")
        return actual

    def _counted(self, generation: int, before: str) -> LedgerState:
        with self._errors_named():
            surrogates = self._db.execute("SELECT id, sealed FROM surrogates ORDER BY id").fetchall()
            entities = self._db.execute("SELECT id, entity, kind, sealed FROM entities ORDER BY id").fetchall()
        rows = [("surrogates", *row) for row in surrogates] + [("entities", *row) for row in entities]
        return LedgerState(generation, len(surrogates), len(entities), rows_digest(rows), before)

    def _set_state(self, state: LedgerState) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('state', ?)", (sealed_text(self._key, state),))

    def _write_beside(self) -> None:
        """Backup, then state: whichever of them a crash leaves out is made when the ledger is opened next."""
        if self._path is not None:
            self._behind = True
            write_whole(backup_path(self._path), self._path.read_bytes())
            write_state(self._key, self._path, self._state)
            self._behind = False

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Nobody else writes this ledger while the block runs. Gives whether somebody did since it was read here."""
        with self._locked():
            with self._errors_named():
                row = self._db.execute("SELECT value FROM meta WHERE name = 'state'").fetchone()
            now = self._state if row is None else opened_text(self._key, row[0])
            changed, self._state = now != self._state, now
            if self._behind and not changed:
                self._write_beside()  # the last write stopped half-way, on a full disk
            yield changed

    def _locked(self) -> Any:
        if self._path is None:
            return nullcontext()
        return only_one(
            lock_path(self._path),
            "another process is writing this ledger",
            "wait until it has ended, then run again.",
            wait_s=_PATIENCE_S,
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing, on disk when the block has ended."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        """What SQLite says about a file, in our words."""
        try:
            yield
        except sqlite3.Error as error:
            machine = trouble(error)
            if machine is not None:
                raise MachineProblem(f"the ledger: {machine[0]}", remedy=machine[1]) from None
            where = self._path or Path("ledger")
            raise lost(where, "the ledger is not a ledger file or is damaged.") from None

    def name(self, *parts: str) -> str:
        """The keyed identity of a value: HMAC-SHA256 in hexadecimal."""
        return self.name_of(["\x1f".join(parts)])

    def name_of(self, pieces: Iterable[str]) -> str:
        """The same of what is too long to be held at once: `pieces` of the parts as `name` joins them."""
        made = hmac.new(self._name, digestmod=hashlib.sha256)
        for piece in pieces:
            made.update(piece.encode("utf-8"))
        return made.hexdigest()

    def surrogates(self) -> dict[str, str]:
        """Everything assigned so far: part of a value → surrogate. KeyProblem naming the first damaged row."""
        with self._errors_named():
            rows = self._db.execute("SELECT id, sealed FROM surrogates ORDER BY id").fetchall()
        return dict(self._open("surrogates", n, id_, sealed) for n, (id_, sealed) in enumerate(rows, 1))

    def entities(self) -> Iterator[tuple[str, str, str]]:
        """(entity id, kind, real value), sorted by id. KeyProblem naming the first damaged row."""
        with self._errors_named():
            rows = self._db.execute(
                "SELECT id, entity, kind, sealed FROM entities ORDER BY entity, id",
            ).fetchall()
        for n, (id_, entity, kind, sealed) in enumerate(rows, 1):
            yield entity, kind, self._open("entities", n, id_, sealed)

    def add(self, surrogates: dict[str, str], entities: Iterable[tuple[str, str, str]]) -> None:
        """Store new assignments, in place of older ones, and real values (entity id, kind, value): all of them or none.
        Call within `alone`."""
        with self._writing():
            self._db.executemany(
                "INSERT OR REPLACE INTO surrogates VALUES (?, ?)",
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

    def remove(self, parts: Iterable[str], values: Iterable[tuple[str, str]]) -> None:
        """Take assignments and real values (kind, value) out, from the backup as well: all of them or none. What they
        took in the file is overwritten. Call within `alone`."""
        with self._writing():
            self._db.executemany(
                "DELETE FROM surrogates WHERE id = ?", [(self.name("surrogate", part),) for part in sorted(parts)]
            )
            self._db.executemany(
                "DELETE FROM entities WHERE id = ?", [(self.name("value", *value),) for value in sorted(values)]
            )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One write: the rows and their new state, then backup and state file. Nothing when no row was changed."""
        with self._errors_named(), self._transaction():
            before = self._db.total_changes
            yield
            if self._db.total_changes == before:
                return
            state = self._counted(self._state.generation + 1, self._state.digest)
            self._set_state(state)
        self._state = state
        self._write_beside()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _close(self, value: Any) -> bytes:
        return bytes(self._seal.encrypt(json.dumps(value, ensure_ascii=False).encode("utf-8"), None))

    def _open(self, table: str, number: int, id_: str, sealed: bytes) -> Any:
        from cryptography.exceptions import InvalidTag

        try:
            return json.loads(self._seal.decrypt(sealed, None))
        except (InvalidTag, ValueError, TypeError):
            where = self._path or Path("ledger")
            raise lost(where, f"row {number} of the table {table} is damaged (id {str(id_)[:12]}).") from None


def _private(path: Path) -> None:
    """Make the file with mode 0600, or refuse a link and one that others may read."""
    try:
        private_folder(path.parent)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise KeyProblem(
            f"the ledger cannot be opened ({type(error).__name__}).",
            remedy="put the file itself there, not a link, and check its folder, owner and mode.",
        ) from None
    with closing(os.fdopen(descriptor, "rb")) as file:
        state = os.fstat(file.fileno())
    if not stat.S_ISREG(state.st_mode) or state.st_mode & 0o077:
        raise KeyProblem("the ledger is open to other users or no regular file.", remedy="run `chmod 600` on it.")
