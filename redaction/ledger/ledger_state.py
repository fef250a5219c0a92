"""What binds a ledger to its key: how many rows it holds and their digest, sealed with the key.

Three files lie beside the ledger, all 0600: `.state` (what was last written), `.backup` (a whole copy) and `.lock`. The
ledger carries the same seal inside. Written in the order ledger, backup, state, so that a crash leaves a ledger that is
newer than its state, never one that is older: an older, shorter or missing one was taken away by somebody.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import stat
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from redaction.errors import KeyProblem
from redaction.ledger.keys import Key
from redaction.work import formats
from redaction.work.files import write_whole

_MOST = 10_000
"""Bytes of a state file that are read."""


@dataclass(frozen=True, slots=True)
class LedgerState:
    """`generation` counts the writes that changed the ledger; `digest` is over all rows, see `rows_digest`, and
    `before` over those of the generation before."""

    generation: int
    surrogates: int
    entities: int
    digest: str
    before: str = ""


def state_path(ledger: Path) -> Path:
    """What was last written to this ledger."""
    return ledger.with_name(ledger.name + ".state")


def backup_path(ledger: Path) -> Path:
    """The copy of this ledger."""
    return ledger.with_name(ledger.name + ".backup")


def lock_path(ledger: Path) -> Path:
    """The lock of this ledger."""
    return ledger.with_name(ledger.name + ".lock")


def rows_digest(rows: Iterable[tuple[str | bytes, ...]]) -> str:
    """SHA-256 over rows of text and bytes, each part with its length before it. The caller gives them sorted."""
    total = hashlib.sha256()
    for row in rows:
        for part in row:
            data = part.encode() if isinstance(part, str) else part
            total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()


NOTHING = LedgerState(0, 0, 0, rows_digest(()))
"""A ledger before its first row."""


def sealed_text(key: Key, state: LedgerState) -> str:
    """The state as JSON with a seal that only the key can make."""
    fields = {"format": formats.LEDGER_STATE, **asdict(state)}
    return json.dumps({**fields, "seal": _seal(key, fields)}, indent=1) + "\n"


def opened_text(key: Key, text: str | bytes) -> LedgerState:
    """The inverse of sealed_text. ValueError for anything that this key has not sealed."""
    try:
        fields = json.loads(text)
        seal = str(fields.pop("seal"))
        state = LedgerState(**{name: fields[name] for name in asdict(NOTHING)})
        if fields.get("format") != formats.LEDGER_STATE or not hmac.compare_digest(
            seal.encode(), _seal(key, fields).encode()
        ):
            raise ValueError("seal")
    except (KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("no state of a ledger") from None
    return state


def _seal(key: Key, fields: dict[str, object]) -> str:
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hmac.new(key.derive("ledger/state"), text.encode(), hashlib.sha256).hexdigest()


def write_state(key: Key, ledger: Path, state: LedgerState) -> None:
    """Remember what this ledger holds now."""
    write_whole(state_path(ledger), sealed_text(key, state).encode())


def read_state(key: Key, ledger: Path) -> LedgerState | None:
    """What was last written to this ledger; None when nothing is known. KeyProblem when the file is not this key's."""
    path = state_path(ledger)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyProblem(
            f"the state of the ledger cannot be read ({type(error).__name__}).",
            record=path.name,
            remedy="put the file itself there, owned by you, mode 0600.",
        ) from None
    with os.fdopen(handle, "rb") as file:
        regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
        data = file.read(_MOST) if regular else b""
    try:
        return opened_text(key, data)
    except ValueError:
        raise KeyProblem(
            "the state of the ledger is damaged, or belongs to another key.",
            record=path.name,
            remedy=f"put back the state of this key from a copy, or {accepting(ledger)}.",
        ) from None


def accepting(ledger: Path) -> str:
    """How to go on, on purpose, with what lies there."""
    return (
        f"run `entrophy ledger --accept` with this key: it goes on with {ledger.name} as it lies there, or begins anew "
        "when that file was moved away"
    )


def lost(ledger: Path, what: str) -> KeyProblem:
    """The error for a ledger that is not what its key knows it to be."""
    return KeyProblem(
        what,
        record=ledger.name,
        remedy=f"put back the newest copy ({backup_path(ledger).name} beside it, or yours). Without it the people in "
        f"it may get other surrogates than before; if that is meant, {accepting(ledger)}.",
    )


def check_seen(ledger: Path, held: LedgerState, seen: LedgerState | None) -> bool:
    """Compare what the ledger holds with what its key knows; KeyProblem when it is older, another, or not known at all.

    True when the ledger is one write ahead: a write was cut short after the ledger itself was whole.
    """
    if seen is None:
        raise lost(ledger, "nothing is known about this ledger: its state file is missing.")
    if held.generation < seen.generation:
        raise lost(
            ledger,
            f"the ledger is older than what this key last wrote (write {held.generation} of {seen.generation}; "
            f"{held.entities} of {seen.entities} values).",
        )
    if held == seen:
        return False
    if held.generation != seen.generation + 1 or held.before != seen.digest:
        raise lost(ledger, "the ledger is another one than this key last wrote.")
    return True
