"""Whom one batch knows and another mentions is known there, whichever is read first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from redaction.errors import EntrophyError
from redaction.ledger.keys import Key
from redaction.policy import Policy
from redaction.stages.find import find
from redaction.stages.ingest import ingest
from redaction.stages.shared import asked_others, met, require_shared, taken_over
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from tests.rows_batch import row_event, rows_batch

POLICY = Policy.model_validate(
    {"canaries": {"enabled": False}, "vision": {"workers": 1, "device": "cpu"}, "text": {"engine": "patterns"}}
)
KEY = Key(b"k" * 32)
NAMES = ("hr-first", "hr-second", "hr-third")
WHO = ("Zorvath Quilme", "Maria Keller", "Ottilie Brandt")
SAYS = ("Employee", "ping zorvath quilme about the maria", "Order 4711")


def sources(folder: Path) -> list[Path]:
    """Three batches; the second mentions the person who takes part in the first, in a way that no pattern tells."""
    return [
        rows_batch(folder / name, f"{n}c5b1f7e-8a3d-4c7f-9a54-2f0b6a3c9d11", [row], person=who)
        for n, (name, who, says) in enumerate(zip(NAMES, WHO, SAYS, strict=True))
        for row in [row_event(0, "click", "LB Down", "Note", says)]
    ]


def searched(work: Path, batches: Sequence[Path], order: Sequence[int]) -> list[BatchStore]:
    """All batches searched once in this order, then once more."""
    stores = [BatchStore(work, batch.name, KEY) for batch in batches]
    for n in [*order, *order]:
        ingest(batches[n], stores[n], POLICY, no_progress, KEY)
        find(stores[n], POLICY, no_progress, others=[stores[i] for i in sorted(order) if i != n])
    return stores


def hidden(store: BatchStore) -> set[str]:
    return {item["value"] for item in store.read_lines("find/text.jsonl")}


def test_what_one_batch_knows_is_hidden_in_another_in_any_order(tmp_path: Path) -> None:
    batches = sources(tmp_path / "captures")
    alone = searched(tmp_path / "alone", batches, [1])[1]
    assert "zorvath quilme" not in hidden(alone)
    left = []
    for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2]):
        stores = searched(tmp_path / "".join(map(str, order)), batches, order)
        assert "zorvath quilme" in hidden(stores[1]) and "maria" not in hidden(stores[2])
        require_shared(stores)
        left.append([store.record("find").digest for store in stores])
    assert left[0] == left[1] == left[2]
    assert left[0][0] == searched(tmp_path / "first", batches, [0])[0].record("find").digest, (
        "a batch that mentions nobody of the others is searched with what it knows itself"
    )


def test_it_is_taken_over_whole_and_once(tmp_path: Path) -> None:
    stores = searched(tmp_path / "work", sources(tmp_path / "captures"), [0, 1, 2])
    assert taken_over(stores[1], [stores[0], stores[2]]) == {("person", "Zorvath Quilme", True)}
    assert taken_over(stores[0], stores[1:]) == taken_over(stores[2], stores[:2]) == frozenset()


def test_a_release_refuses_a_batch_that_was_searched_before_another(tmp_path: Path) -> None:
    batches = sources(tmp_path / "captures")
    first, second, _ = searched(tmp_path / "work", batches, [0])
    require_shared([first])
    ingest(batches[1], second, POLICY, no_progress, KEY)
    find(second, POLICY, no_progress, others=[first])
    with pytest.raises(EntrophyError, match="searched before hr-second") as caught:
        require_shared([first, second])
    assert caught.value.record == "hr-first" and "again" in caught.value.remedy
    find(first, POLICY, no_progress, others=[second])
    require_shared([first, second])


def test_what_was_asked_cannot_be_written_without_the_key(tmp_path: Path) -> None:
    stores = searched(tmp_path / "work", sources(tmp_path / "captures"), [0, 1, 2])
    path = stores[0].file("find/others.json")
    said = json.loads(path.read_text())
    assert asked_others(stores[0]) == set(said["asked"]) and len(said["asked"]) == 2
    path.write_text(json.dumps({**said, "asked": said["asked"][:1]}))
    assert asked_others(stores[0]) == set()
    path.unlink()
    with pytest.raises(EntrophyError, match="hr-first"):
        require_shared(stores)


TEXTS = [
    ("call Brandt, Ottilie at +49 30 901820-77", "prose"),
    ("Anna Berg Solutions GmbH", "line"),
    ("born 3 May 1980, see maria", "prose"),
]


@pytest.mark.parametrize(
    ("entry", "there"),
    [
        (("person", "Ottilie Brandt", False), True),
        (("phone", "+49 30 90182077", False), True),
        (("person", "Anna Berg", False), True),
        (("company", "Anna Berg Solutions", False), True),
        (("date_of_birth", "3 May 1980", False), True),
        (("person", "Maria Keller", False), False),
        (("person", "Maria", False), False),
        (("company", "Brandt Logistics", False), False),
    ],
)
def test_an_entry_is_met_whole_whatever_else_is_known(entry: tuple[str, str, bool], there: bool) -> None:
    others = [("person", f"Jonas {name}", False) for name in ("Meyer", "Adler", "Vogt")]
    alone, among = met([entry], TEXTS), met([entry, *others, ("person", "Anna Berg", True)], TEXTS)
    assert (alone == [entry]) is there and (entry in among) is there
    assert not set(others) & set(among) and met([], TEXTS) == met([entry], []) == []
