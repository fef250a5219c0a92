"""A surrogate that turns out to be somebody's name in a batch read later: the batch before is scrubbed again."""

from __future__ import annotations

from pathlib import Path

import pytest

from redaction.batch import open_ledger, run_batch
from redaction.errors import BundleError
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.ledger.ledger_files import accept_ledger
from redaction.policy import Policy
from redaction.stages.scrub import is_current
from redaction.text import text_engine
from redaction.work.store import BatchStore
from release.bundle.certify import require_current
from tests.rows_batch import row_event, rows_batch

POLICY = Policy.model_validate(
    {
        "canaries": {"enabled": False},
        "vision": {"workers": 1, "device": "cpu"},
        "text": {"engine": "patterns"},
    }
)


def batch(folder: Path, person: str, recording: str) -> Path:
    """A batch of one event, in which somebody takes part and is written of."""
    event = row_event(0, "click", "LB Down", "Employee", person)
    return rows_batch(folder, recording, [event], person=person)


def test_the_batch_before_is_refused_until_it_was_built_again(tmp_path: Path) -> None:
    key_path = tmp_path / "key"
    key_path.write_bytes(bytes(range(32)))
    key_path.chmod(0o600)
    accept_ledger(key_path)[1].close()
    first = batch(tmp_path / "hr-first", "Maria Keller", "0c5b1f7e-8a3d-4c7f-9a54-2f0b6a3c9d11")

    def written(source: Path) -> tuple[BatchStore, Ledger, str]:
        run_batch(source, tmp_path / "work", POLICY, key_path)
        key, ledger = open_ledger(key_path)
        store = BatchStore(tmp_path / "work", source.name, key)
        return store, ledger, next(iter(store.read_lines("scrubbed/interactions.jsonl")))["field_value"]

    store, ledger, name = written(first)
    assert name == ledger.replacement(Kind.PERSON, "Maria Keller") and is_current(store, ledger)
    ledger.close()
    second = batch(tmp_path / "hr-second", f"Ottilie {name.split()[1]}", "1c5b1f7e-8a3d-4c7f-9a54-2f0b6a3c9d12")
    other, ledger, _ = written(second)
    assert is_current(other, ledger) and not is_current(store, ledger)
    with pytest.raises(BundleError, match="real name"):
        require_current([store, other], ledger)
    ledger.close()
    store, ledger, again = written(first)
    require_current([store, other], ledger)
    assert again.split()[0] == name.split()[0] and again != name
    ledger.close()


def test_what_was_looked_up_before_is_not_taken_for_what_holds_now() -> None:
    ledger, other = (Ledger.open(Key(b"k" * 32), None) for _ in range(2))
    person = (Kind.PERSON, "Maria Keller")
    ledger.resolve([person])
    name = ledger.replacement(*person)
    ledger.resolve([(Kind.PERSON, f"Ottilie {name.split()[1]}")])
    assert ledger.replacement(*person) not in (name, person[1])
    other.resolve([person], names="invented")
    issued = other.replacement(*person)
    fresh = Ledger.open(Key(b"k" * 32), None)
    assert fresh.mistakable(issued)
    fresh.resolve([person], names="invented")
    assert not fresh.mistakable(issued)


def test_an_engine_is_kept_for_each_policy() -> None:
    other = POLICY.text.model_copy(update={"threshold": 0.7})
    assert text_engine(POLICY.text) is text_engine(POLICY.text.model_copy())
    assert text_engine(other) is not text_engine(POLICY.text)
