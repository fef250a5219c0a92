"""Findings of single texts that are kept from build to build: what is asked again, and what is not believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from redaction.ledger.keys import KEY_BYTES, Key
from redaction.policy import TextPolicy
from redaction.stages.kept_texts import KeptTexts
from redaction.text import TextEngine, TextInput
from redaction.work.store import BatchStore

KEY = Key(bytes(range(KEY_BYTES)))
INPUTS = [
    TextInput("Call Nadia Brinkhorst about the offer from Zentrix Ltd"),
    TextInput("Brinkhorst, N.", "Owner", "field"),
    TextInput("nadia.brinkhorst@acme-mail.net", None, "line"),
    TextInput("Save and close"),
]
FILE = "cache/texts-find.jsonl"


def engine(asked: list[str], policy: TextPolicy | None = None) -> TextEngine:
    """An engine that notes what its names model is asked."""
    made = TextEngine(policy or TextPolicy())
    predict = made._names.predict  # type: ignore[union-attr]
    made._names.predict = lambda texts: (asked.extend(texts), predict(texts))[1]  # type: ignore[union-attr,method-assign,assignment,func-returns-value]
    return made


@pytest.fixture
def store(tmp_path: Path) -> BatchStore:
    made = BatchStore(tmp_path, "batch", KEY)
    first = TextEngine(TextPolicy())
    first.find_many(INPUTS)
    KeptTexts(made, TextPolicy(), "find").keep(first, INPUTS)
    return made


def test_what_was_read_is_not_asked_again_and_gives_the_same(store: BatchStore) -> None:
    asked: list[str] = []
    later = engine(asked)
    KeptTexts(store, TextPolicy(), "find").recall(later, INPUTS)
    more = TextInput("Please ask Ottilie Brandvold")
    assert later.find_many([*INPUTS, more]) == TextEngine(TextPolicy()).find_many([*INPUTS, more])
    assert any(later.find_many(INPUTS)[:3])
    assert asked == [more.text]


def test_no_text_stands_in_the_file(store: BatchStore) -> None:
    data = store.file(FILE).read_text(encoding="utf-8").casefold()
    assert len(data.splitlines()) == 1 + len(INPUTS)
    assert not any(word in data for word in ("nadia", "brinkhorst", "zentrix", "save", "owner"))


@pytest.mark.parametrize("change", ["finding", "line", "head", "empty", "not json", "missing"])
def test_a_file_that_is_not_what_was_left_is_not_believed(store: BatchStore, change: str) -> None:
    file = store.file(FILE)
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    found = next(line for line in lines if "person" in line)
    changed = {
        "finding": [head, *(line.replace("person", "company") for line in lines)],
        "line": [head, *(line for line in lines if line != found)],
        "head": [head.replace('"seal": "', '"seal": "0'), *lines],
        "empty": [],
        "not json": ["{", *lines],
    }
    file.write_text("\n".join(changed.get(change, [])), encoding="utf-8")
    if change == "missing":
        file.unlink()
    assert asked_again(store, TextPolicy())


def test_another_policy_key_or_stage_reads_for_itself(store: BatchStore) -> None:
    assert asked_again(store, TextPolicy(threshold=0.7))
    assert asked_again(BatchStore(store.path.parent, "batch", Key(bytes(KEY_BYTES))), TextPolicy())
    assert asked_again(store, TextPolicy(), "rescan")
    assert not asked_again(store, TextPolicy())


def asked_again(store: BatchStore, policy: TextPolicy, stage: str = "find") -> bool:
    """Whether the names model reads a text that was read before."""
    asked: list[str] = []
    later = engine(asked, policy)
    KeptTexts(store, policy, stage).recall(later, INPUTS)
    later.find_many(INPUTS)
    return INPUTS[0].text in asked
