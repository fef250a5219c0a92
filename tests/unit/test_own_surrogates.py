"""A finding that is a surrogate of ours in its place stops no release; the same value anywhere else does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redaction.batch import open_ledger, run_batch
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.ledger_files import accept_ledger
from redaction.policy import Policy, TextPolicy
from redaction.work.store import BatchStore
from release.bundle.captured import CapturedTexts
from release.bundle.own_surrogates import without_own_surrogates
from tests.rows_batch import row_event, rows_batch
from validation.leaks.leak_report import LeakReport
from validation.leaks.needles import Captured, Needle
from validation.leaks.scan import scan_bundle

POLICY = Policy.model_validate({"canaries": {"enabled": False}, "vision": {"workers": 1, "device": "cpu"}})
RECORDING = "0c5b1f7e-8a3d-4c7f-9a54-2f0b6a3c9d11"
BORN = "1984-03-12"
FIRM = "Pinewharf Private Limited"
TYPED = ("Pinewharf", " Private", " Limited ships the goods", " before noon")


def _write(folder: Path) -> Path:
    events = [
        row_event(0, "click", "LB Down", "Date of birth", BORN),
        row_event(1, "click", "LB Down", "Sent", "2025-04-13"),
    ]
    for number in range(len(TYPED)):
        events.append(row_event(number + 2, "type", TYPED[number], "Comment", "".join(TYPED[: number + 1])))
    firm = {"kind": "company", "value": FIRM, "aliases": []}
    person, email = "Ottilie Brandvold", "ottilie.brandvold@pinewharf.de"
    return rows_batch(folder, RECORDING, events, person=person, email=email, entities=[firm])


@dataclass
class Built:
    """A scrubbed batch, its ledger and its released rows."""

    store: BatchStore
    ledger: Ledger
    rows: list[dict[str, Any]]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    folder = tmp_path_factory.mktemp("own")
    key_path = folder / "key"
    key_path.write_bytes(bytes(range(32)))
    key_path.chmod(0o600)
    accept_ledger(key_path)[1].close()
    source = _write(folder / "hr-own")
    run_batch(source, folder / "work", POLICY, key_path)
    key, ledger = open_ledger(key_path)
    store = BatchStore(folder / "work", source.name, key)
    yield Built(store, ledger, list(store.read_lines("scrubbed/interactions.jsonl")))
    ledger.close()


def row_of(built: Built, label: str) -> int:
    return next(i for i, row in enumerate(built.rows) if row["field_name"] == label)


def look(
    built: Built,
    folder: Path,
    needles: list[Needle],
    change: Callable[[list[dict[str, Any]]], None] = lambda rows: None,
    captured: tuple[Captured, ...] = (),
) -> tuple[LeakReport, LeakReport]:
    """The rows as they would be released, changed: what the check finds, and what is left of it."""
    rows: list[dict[str, Any]] = json.loads(json.dumps(built.rows))
    change(rows)
    folder.mkdir(exist_ok=True)
    (folder / "HR.json").write_text(json.dumps(rows), encoding="utf-8")
    pq.write_table(pa.Table.from_pylist(rows), folder / "HR.parquet", write_statistics=False)
    report = scan_bundle(folder, needles, read_screens=False, captured=captured)
    stores = [built.store]
    return report, without_own_surrogates(report, folder, stores, built.ledger, POLICY, needles, captured)


def places(report: LeakReport) -> set[str]:
    return {leak.where for leak in report.findings}


def test_a_surrogate_that_equals_what_somebody_else_was_captured_with_is_no_finding(
    built: Built, tmp_path: Path
) -> None:
    at = row_of(built, "Date of birth")
    drawn = built.rows[at]["field_value"]
    assert drawn != BORN
    before, after = look(built, tmp_path, [("date_of_birth-1", Kind.DATE_OF_BIRTH, drawn)])
    assert {f"HR.json[{at}].field_value", f"HR.parquet row {at} field_value"} <= places(before)
    assert not {where for where in places(after) if "bytes" not in where}


def test_the_same_value_anywhere_else_is_one(built: Built, tmp_path: Path) -> None:
    at, sent = row_of(built, "Date of birth"), row_of(built, "Sent")
    drawn = built.rows[at]["field_value"]
    needles: list[Needle] = [("date_of_birth-1", Kind.DATE_OF_BIRTH, drawn)]
    _, elsewhere = look(built, tmp_path / "a", needles, lambda rows: rows[sent].update(field_value=drawn))
    assert f"HR.json[{sent}].field_value" in places(elsewhere)
    _, beside = look(built, tmp_path / "b", needles, lambda rows: rows[at].update(field_value=f"{drawn} {drawn}"))
    assert f"HR.json[{at}].field_value" in places(beside), "the field is not what scrubbing wrote"
    _, other = look(built, tmp_path / "c", needles, lambda rows: rows[at].update(process_name=drawn))
    assert f"HR.json[{at}].process_name" in places(other)
    assert f"HR.json[{at}].field_value" not in places(other)


def test_what_was_captured_there_is_one_whoever_calls_it_a_surrogate(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = row_of(built, "Date of birth")

    def unchanged(kind: Kind, surface: str, policy: TextPolicy, ledger: Ledger) -> str:
        return surface  # a redaction that is broken: what it writes is what it read

    monkeypatch.setattr("redaction.stages.scrub.replacement_for", unchanged)
    needles: list[Needle] = [("date_of_birth-1", Kind.DATE_OF_BIRTH, BORN)]
    _, after = look(built, tmp_path, needles, lambda rows: rows[at].update(field_value=BORN))
    assert f"HR.json[{at}].field_value" in places(after)


def test_a_name_that_was_typed_in_pieces_and_taken_for_a_surrogate_is_one(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redaction.stages.scrub.replacement_for", lambda kind, surface, policy, ledger: surface)
    first = next(i for i, row in enumerate(built.rows) if row["field_name"] == "Comment")

    def whole_in_the_first_piece(rows: list[dict[str, Any]]) -> None:
        rows[first].update(interaction_value=FIRM)

    before, after = look(built, tmp_path, [("company-1", Kind.COMPANY, FIRM)], whole_in_the_first_piece)
    place = f"HR.json[{first}].interaction_value"
    assert place in places(before) and place in places(after)


def test_a_captured_text_that_goes_on_as_a_surrogate_is_no_finding(built: Built, tmp_path: Path) -> None:
    at = row_of(built, "Comment")
    whole = max((row["field_value"] for row in built.rows if row["field_name"] == "Comment"), key=len)
    assert FIRM not in whole and whole.endswith("Private Limited ships the goods before noon")
    last = next(i for i, row in enumerate(built.rows) if row["field_value"] == whole)
    place = "captured field_value of somewhere"
    before, after = look(built, tmp_path / "a", [], captured=((place, whole.split(" ships")[0]),))
    assert f"HR.json[{last}].field_value" in places(before) and at <= last
    assert f"HR.json[{last}].field_value" not in places(after)
    _, rest = look(built, tmp_path / "b", [], captured=((place, "ships the goods before noon"),))
    assert f"HR.json[{last}].field_value" in places(rest), "these words are nobody's surrogate"


def test_a_piece_of_typing_that_holds_only_what_stays_is_no_captured_text(built: Built) -> None:
    texts = [text for _, text in CapturedTexts([built.store], POLICY)]
    assert "Pinewharf" in texts and "".join(TYPED) in texts
    assert TYPED[1] not in texts and TYPED[2] not in texts
