"""Scrubbed rows are read again until nothing more is found; what that adds is told in the captured rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.policy import Policy
from redaction.records import Interaction
from redaction.stages import rescan as stage
from redaction.stages.find import load_screen_findings, load_text_findings, screens_as_lines
from redaction.stages.row_spans import RowFinding
from redaction.stages.scrub import resolve, scrub_rows
from redaction.text import Registry, TextEngine, TextInput
from redaction.work.store import BatchStore

POLICY = Policy.model_validate({"text": {"engine": "patterns"}})
FIRST, SECOND = "Ottilie Brandvold", "Vexlar"


def interaction(description: str) -> dict[str, Any]:
    return Interaction(
        process_instance_uuid="67262701-6d66-492d-af78-51789e08572e",
        process_name="Job creation",
        interaction_uuid="9e2c8808-9a31-4e05-b151-e6d17ec6a001",
        class_name="Application Field Input",
        subclass_name="Edit Field",
        description=description,
        timestamp="2025-04-18 17:01:02.000",
        application_name="mail.example.com",
        screenshot_name=None,
        screen_name="New message",
        interaction_type="Click",
        interaction_value="LB Down",
        interaction_coordinates=None,
        field_name=None,
        field_value=None,
        time_spent=None,
    ).as_dict()


class SeesMoreAfterwards:
    """Finds the second name only where the first one is gone, as a model may."""

    def __init__(self, policy: object) -> None:
        self.read: list[str] = []

    def find_many(self, inputs: Sequence[TextInput], registry: Registry | None = None) -> list[list[TextFinding]]:
        found = []
        for item in inputs:
            at = item.text.find(SECOND) if "Brandvold" not in item.text else -1
            found.append([TextFinding(at, at + len(SECOND), Kind.PERSON, 0.9, "test")] if at >= 0 else [])
        return found

    def known(self, inputs: Iterable[TextInput]) -> dict[TextInput, list[TextFinding]]:
        return {}

    def recall(self, found: Mapping[TextInput, list[TextFinding]]) -> None:
        assert not found


@pytest.fixture
def store(tmp_path: Path) -> BatchStore:
    made = BatchStore(tmp_path, "batch")
    text = f"🙂 Mail from {FIRST} on {SECOND} today"
    made.write_lines("ingest/rows.jsonl", [{"row": interaction(text), "screenshot": None}])
    start = text.index(FIRST)
    finding = RowFinding(0, "description", start, start + len(FIRST), Kind.PERSON, 0.9, "test", FIRST)
    made.write_lines("find/text.jsonl", [finding.as_dict()])
    made.write_lines("find/screens.jsonl", [])
    made.file("find/registry.json").write_text(Registry().to_json(), encoding="utf-8")
    recorded(made)
    return made


def recorded(store: BatchStore) -> None:
    """What the two stages before have left."""
    store.mark_done("ingest")
    store.mark_done("find")


def run(store: BatchStore, ledger: Ledger) -> str:
    resolve(store, POLICY, ledger)
    stage.rescan(store, POLICY, ledger)
    scrub_rows(store, POLICY, ledger)
    return str(next(iter(store.read_lines("scrub/rows.jsonl")))["description"])


def test_what_a_later_reading_finds_is_hidden_and_told(
    store: BatchStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "text_engine", SeesMoreAfterwards)
    ledger = Ledger.open(Key(b"k" * 32), tmp_path / "ledger")
    out = run(store, ledger)
    assert SECOND not in out
    assert "Brandvold" not in out
    assert out.startswith("🙂 Mail from ")
    assert out.endswith(" today")
    text = store.read_lines("ingest/rows.jsonl").__next__()["row"]["description"]
    assert [text[f.start : f.end] for f in load_text_findings(store)] == [FIRST, SECOND]
    assert run(store, ledger) == out, "the second run starts from the findings of find alone"


def test_a_scrubbed_row_is_left_alone(store: BatchStore, tmp_path: Path) -> None:
    ledger = Ledger.open(Key(b"k" * 32), tmp_path / "ledger")
    once = run(store, ledger)
    found = TextEngine(POLICY.text).find_many([TextInput(once)], Registry())[0]
    assert found
    again = BatchStore(tmp_path, "again")
    again.write_lines("ingest/rows.jsonl", [{"row": interaction(once), "screenshot": None}])
    again.write_lines(
        "find/text.jsonl",
        [
            RowFinding(0, "description", f.start, f.end, f.kind, f.score, f.detector, once[f.start : f.end]).as_dict()
            for f in found
        ],
    )
    again.write_lines("find/screens.jsonl", [])
    again.file("find/registry.json").write_text(Registry().to_json(), encoding="utf-8")
    recorded(again)
    assert run(again, ledger) == once


def test_screen_findings_come_back_with_what_they_rest_on(tmp_path: Path) -> None:
    store = BatchStore(tmp_path, "batch")
    disc = ImageFinding((1, 2, 30, 31), Kind.PERSON, 0.8, "initials", "NB", Source.PICTURE)
    store.write_lines("find/screens.jsonl", screens_as_lines({"b.png": [], "a.png": [disc]}))
    (back,) = (loaded := load_screen_findings(store))["a.png"]
    assert (back, back.source, loaded["b.png"]) == (disc, Source.PICTURE, [])
