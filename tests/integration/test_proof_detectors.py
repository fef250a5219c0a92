"""A detector is off: the canaries, or the detector's own silence, stop the build."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from redaction.canaries import plant as canaries
from redaction.canaries.plant import plant_and_count, require_caught
from redaction.errors import EntrophyError
from redaction.lexicon.names import NameLists
from redaction.policy import Policy
from redaction.text import Registry
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from tests.proof_fixture import POLICY, Proof
from tests.proof_table import compare_with_docs, no_value, policy

MEASURED: dict[str, str] = {}
"""Mutation → who stopped it, as in the table of docs/proof.md."""


def vision(**keys: bool) -> Policy:
    return policy(vision={**POLICY.vision.model_dump(mode="json"), **keys})


def no_model(monkeypatch: pytest.MonkeyPatch) -> Policy:
    return policy(text={**POLICY.text.model_dump(mode="json"), "engine": "patterns"})


def no_lists(monkeypatch: pytest.MonkeyPatch) -> Policy:
    for name in ("is_first", "is_last", "is_name"):
        monkeypatch.setattr(NameLists, name, lambda self, token: False)
    return POLICY


def no_patterns(monkeypatch: pytest.MonkeyPatch) -> Policy:
    monkeypatch.setattr("redaction.text.engine.run_analyzer", lambda analyzer, text: [])
    return POLICY


def no_registry(monkeypatch: pytest.MonkeyPatch) -> Policy:
    monkeypatch.setattr(Registry, "find", lambda self, text, role="prose": iter(()))
    return POLICY


def no_labels(monkeypatch: pytest.MonkeyPatch) -> Policy:
    monkeypatch.setattr("redaction.text.engine.labelled", lambda *given, **more: [])
    return POLICY


def no_faces(monkeypatch: pytest.MonkeyPatch) -> Policy:
    return vision(faces=False)


def no_codes(monkeypatch: pytest.MonkeyPatch) -> Policy:
    return vision(codes=False)


def no_lines(monkeypatch: pytest.MonkeyPatch) -> Policy:
    monkeypatch.setattr("redaction.screens.engine.boxes_for", lambda reading, texts, found: [])
    monkeypatch.setattr(
        "redaction.screens.engine.Rescorer.rescored",
        lambda self, page, evidence, known: (evidence.findings, {}),
    )
    return POLICY


DETECTORS: dict[str, Callable[[pytest.MonkeyPatch], Policy]] = {
    "names model off": no_model,
    "name lists off": no_lists,
    "patterns off": no_patterns,
    "registry sweep off": no_registry,
    "labels off": no_labels,
    "faces off": no_faces,
    "codes off": no_codes,
    "text on screens off": no_lines,
}


@pytest.fixture(scope="module")
def twin(proof: Proof) -> BatchStore:
    """A copy of the work folder whose canaries may be counted again."""
    shutil.copytree(proof.store.path, proof.folder / "twin" / proof.store.name)
    return BatchStore(proof.folder / "twin", proof.store.name, proof.key)


@pytest.mark.parametrize("mutation", DETECTORS)
def test_a_detector_that_is_off_is_noticed(
    proof: Proof, twin: BatchStore, mutation: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    changed = DETECTORS[mutation](monkeypatch)
    twin.mark_undone("canaries")
    report = plant_and_count(twin, changed, proof.key, no_progress)
    assert not report["passed"], report["kinds"]
    with pytest.raises(EntrophyError) as stopped:
        require_caught(report, "faulty-demo")
    no_value(proof, str(stopped.value))
    MEASURED[mutation] = "canaries: " + ", ".join(report["below"])


def test_canaries_leave_nothing_behind(proof: Proof) -> None:
    """No planted value is in the ledger, the registry, the rows or the bundle."""
    seed = canaries.digest_of(proof.key.derive("canaries").hex(), proof.store.name).encode()
    rows = [r for r in proof.store.read_lines("ingest/rows.jsonl")]
    values = set()
    for item in rows:
        for nth in range(4):
            planted = canaries.invent(seed, item["row"]["interaction_uuid"], nth)
            values |= {planted.person, planted.login, planted.email, planted.phone}
    kept = "".join(
        proof.store.file(f).read_text(encoding="utf-8")
        for f in ("find/registry.json", "find/text.jsonl", "find/screens.jsonl", "scrub/rows.jsonl", canaries.REPORT)
    )
    kept += "".join(value for _, _, value in proof.ledger.real_values())
    kept += "".join(p.read_bytes().decode("latin-1") for p in proof.bundle.iterdir())
    assert len(values) > 12
    assert not [v for v in values if v in kept]


def test_the_table_in_the_docs_is_what_was_measured() -> None:
    compare_with_docs(MEASURED, DETECTORS)
