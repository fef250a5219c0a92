"""`entrophy doctor`: every check on a sound installation, and on what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.doctor import (
    CHECKS,
    LEAST_DISK,
    LEAST_MEMORY,
    Diagnosis,
    Patient,
    disk_answer,
    examine,
    memory_answer,
    tell,
)
from redaction.batch import ledger_path, open_ledger
from redaction.findings import Kind
from redaction.offline import SETTINGS


@pytest.fixture
def patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Patient]:
    """A sound installation with a key, a ledger and an empty home."""
    monkeypatch.setenv("HOME", str(tmp_path))
    _, ledger = open_ledger(tmp_path / "key")
    ledger.resolve([(Kind.PERSON, "Ada Example")])
    ledger.close()
    yield Patient(tmp_path / "key", tmp_path / "out")


def of(found: list[Diagnosis], check: str) -> list[Diagnosis]:
    return [one for one in found if one.check == check and one.verdict != "good"]


def test_all_is_well(patient: Patient) -> None:
    found = examine(patient)
    assert [one for one in found if one.verdict == "wrong"] == []
    assert {one.check for one in found} == set(CHECKS)
    assert any("identities" in one.state for one in found)
    assert tell(found, Console(quiet=True)) == 0


def test_an_open_key(patient: Patient) -> None:
    patient.key.chmod(0o644)
    (wrong,) = of(examine(patient), "key and ledger")
    assert wrong.verdict == "wrong" and "chmod 600" in wrong.remedy
    assert tell([wrong], Console(quiet=True)) == 1


def test_a_ledger_without_its_key(patient: Patient) -> None:
    patient.key.unlink()
    (wrong,) = of(examine(patient), "key and ledger")
    assert wrong.verdict == "wrong" and "without its key" in wrong.state


def test_a_shortened_ledger(patient: Patient) -> None:
    ledger = ledger_path(patient.key)
    ledger.write_bytes(b"")
    (wrong,) = of(examine(patient), "key and ledger")
    assert wrong.verdict == "wrong" and wrong.remedy


def test_an_open_work_folder(patient: Patient) -> None:
    work = patient.out / "work"
    work.mkdir(parents=True)
    work.chmod(0o755)
    (wrong,) = of(examine(patient), "folders")
    assert wrong.verdict == "wrong" and "chmod" in wrong.remedy
    work.chmod(0o700)
    assert of(examine(patient), "folders") == []


def test_what_an_eager_dependency_left(patient: Patient) -> None:
    (Path(os.environ["HOME"]) / ".dagster" / ".telemetry").mkdir(parents=True)
    (note,) = of(examine(patient), "telemetry")
    assert note.verdict == "warning" and ".telemetry" in note.state


@pytest.mark.parametrize("name", sorted(SETTINGS))
def test_a_switch_that_somebody_turned_on(name: str, patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "on")
    (wrong,) = of(examine(patient), "telemetry")
    assert wrong.verdict == "wrong" and name in wrong.state


def test_least_disk_and_memory(tmp_path: Path) -> None:
    assert disk_answer(LEAST_DISK, tmp_path)[0] == "good"
    assert disk_answer(LEAST_DISK - 1, tmp_path)[0] == "wrong"
    assert memory_answer(LEAST_MEMORY, 2)[0] == "good"
    assert memory_answer(LEAST_MEMORY - 1, 2)[0] == "warning"


def test_the_command(patient: Patient) -> None:
    command = ["doctor", "--out", str(patient.out), "--key", str(patient.key)]
    assert CliRunner().invoke(app, command).exit_code == 0
    patient.key.write_bytes(b"short")
    stated = CliRunner().invoke(app, command)
    assert stated.exit_code == 1 and "instead of 32" in " ".join(stated.output.split())
