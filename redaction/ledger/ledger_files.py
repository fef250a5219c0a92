"""A key and its ledger, opened together: made on first use, and never begun anew beside a key that has had one."""

from __future__ import annotations

import json
from pathlib import Path

from redaction.errors import KeyProblem
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key, load_key, load_or_make_key
from redaction.ledger.ledger_state import (
    NOTHING,
    accepting,
    backup_path,
    lock_path,
    read_state,
    state_path,
    write_state,
)
from redaction.ledger.vault import Vault
from redaction.withdrawal.requests import load_forgotten
from redaction.work.files import write_whole
from redaction.work.lock import only_one

_PATIENCE_S = 30.0
"""How long one process waits for another that makes the same key."""


def ledger_path(key_path: Path) -> Path:
    """The ledger lies beside its key, never inside a bundle or a work folder."""
    return key_path.with_name(key_path.name + ".ledger")


def open_ledger(key_path: Path) -> tuple[Key, Ledger]:
    """The key (made on first use, mode 0600) and the ledger bound to it.

    Who asked to be forgotten (redaction.withdrawal) gets no surrogate and no row in it.
    KeyProblem when one is there without the other, or when the ledger is older or shorter than its key knows it to be.
    """
    ledger = ledger_path(key_path)
    if not (key_path.exists() or key_path.is_symlink()):
        _make(key_path, ledger)
    key = load_key(key_path)
    if read_state(key, ledger) is None and not ledger.exists():
        raise KeyProblem(
            "there is no ledger beside this key.",
            record=ledger.name,
            remedy=f"put it and {state_path(ledger).name} back where they were, or from a copy; for a key that never "
            f"had one, {accepting(ledger)}.",
        )
    return key, Ledger.open(key, ledger, load_forgotten(key_path, key).concerns)


def accept_ledger(key_path: Path) -> tuple[Key, Ledger]:
    """Take what lies beside the key as its ledger, on purpose: an older or restored one, or none. The backup, if there
    is one, is kept as `.backup.before`. KeyProblem when there is no key, or a ledger that this key cannot read."""
    key, ledger = load_key(key_path), ledger_path(key_path)
    backup = backup_path(ledger)
    if backup.exists():
        write_whole(backup.with_name(backup.name + ".before"), backup.read_bytes())
    Vault(key, ledger, accept=True).close()
    return key, Ledger.open(key, ledger)


def _make(key_path: Path, ledger: Path) -> None:
    """A new key, with the state of an empty ledger beside it before the key itself appears."""
    busy = "another process is making this key"
    with only_one(lock_path(ledger), busy, "wait until it has ended, then run again.", wait_s=_PATIENCE_S):
        if key_path.exists() or key_path.is_symlink():
            return
        if _written(ledger) or _generation(state_path(ledger)) or _written(backup_path(ledger)):
            raise KeyProblem(
                "the key is missing, but its ledger is there; without the key nobody can read it.",
                record=key_path.name,
                remedy=f"put the key back; to begin anew on purpose, move the files {ledger.name}* away first.",
            )
        load_or_make_key(key_path, lambda key: write_state(key, ledger, NOTHING))


def _written(path: Path) -> bool:
    return path.is_symlink() or (path.exists() and (not path.is_file() or path.stat().st_size > 0))


def _generation(path: Path) -> bool:
    """Whether a state tells of a ledger that was written to. Its seal cannot be checked without the key."""
    try:
        return bool(json.loads(path.read_bytes())["generation"])
    except FileNotFoundError:
        return False
    except (OSError, ValueError, KeyError, TypeError):
        return True
