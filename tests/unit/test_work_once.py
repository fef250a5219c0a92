"""Work that was done is not done again: rows and screenshots of a batch that would come out as they lie there."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from redaction import batch as stages
from redaction.batch import open_ledger, run_batch
from redaction.ledger.ledger_files import accept_ledger
from redaction.policy import Policy
from redaction.stages import scrub as scrubbing
from redaction.work.files import append_line
from redaction.work.stage_records import HIDDEN
from redaction.work.store import BatchStore
from tests.rows_batch import row_event, rows_batch

PERSON = "Maria Keller"
RECORDING = "0c5b1f7e-8a3d-4c7f-9a54-2f0b6a3c9d11"


def policy(style: str = "fill") -> Policy:
    return Policy.model_validate(
        {
            "canaries": {"enabled": False},
            "vision": {"workers": 1, "device": "cpu", "style": style, "faces": False, "codes": False},
            "text": {"engine": "patterns"},
        }
    )


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A key with its ledger, and a batch of three screens, each with the name of somebody who takes part."""
    key_path = tmp_path / "key"
    key_path.write_bytes(bytes(range(32)))
    key_path.chmod(0o600)
    accept_ledger(key_path)[1].close()
    events = [row_event(n, "click", "LB Down", "Employee", PERSON) for n in range(3)]
    source = rows_batch(tmp_path / "hr-rows", RECORDING, events, person=PERSON)
    shots = source / "recordings" / RECORDING / "screenshots"
    shots.mkdir(exist_ok=True)
    lines = []
    path = source / "recordings" / RECORDING / "events.jsonl"
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        image = np.full((120, 360, 3), 250, np.uint8)
        cv2.putText(image, PERSON, (20, 40 + 20 * n), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 20), 1, cv2.LINE_AA)
        cv2.imwrite(str(shots / f"{n}.png"), image)
        lines.append(json.dumps({**json.loads(line), "screenshot": f"screenshots/{n}.png"}))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Which screenshots were drawn since the list was cleared."""
    names: list[str] = []
    draw = scrubbing._redact_one

    def noted(raw, *more):  # type: ignore[no-untyped-def]
        names.append(Path(raw.screenshot).stem)
        return draw(raw, *more)

    monkeypatch.setattr(scrubbing, "_redact_one", noted)
    yield names


def build(work: Path, source: str = "hr-rows", style: str = "fill") -> BatchStore:
    run_batch(work / source, work / "work", policy(style), work / "key")
    return BatchStore(work / "work", "hr-rows", open_ledger(work / "key")[0])


def pixels(store: BatchStore) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in store.screenshots.iterdir()}


def test_an_unchanged_batch_is_neither_read_again_nor_drawn(
    work: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = build(work)
    before, text = pixels(store), store.file("scrub/rows.jsonl").read_bytes()
    assert drawn == ["0", "1", "2"] and len(before) == 3
    monkeypatch.setattr(stages, "rescan", lambda *args: pytest.fail("read again"))
    drawn.clear()
    again = build(work)
    assert drawn == [] and pixels(again) == before and again.file("scrub/rows.jsonl").read_bytes() == text


def test_captures_that_were_moved_are_the_same(work: Path, drawn: list[str]) -> None:
    before = pixels(build(work))
    shutil.move(work / "hr-rows", work / "elsewhere" / "hr-rows")
    drawn.clear()
    store = build(work, "elsewhere/hr-rows")
    assert drawn == [] and pixels(store) == before


def test_another_look_draws_everything_and_back_again_too(work: Path, drawn: list[str]) -> None:
    before = pixels(build(work))
    drawn.clear()
    other = pixels(build(work, style="pixelate"))
    assert drawn == ["0", "1", "2"] and all(other[name] != before[name] for name in before)
    assert pixels(build(work)) == before


def test_only_what_changed_is_drawn(work: Path, drawn: list[str]) -> None:
    before = pixels(build(work))
    shot = work / "hr-rows" / "recordings" / RECORDING / "screenshots" / "1.png"
    image = cv2.imread(str(shot))
    image[100:110, 300:340] = 120
    cv2.imwrite(str(shot), image)
    drawn.clear()
    after = pixels(build(work))
    assert drawn == ["1"] and len({*before.items()} & {*after.items()}) == 2


def test_a_build_that_was_stopped_goes_on_where_it_stopped(work: Path, drawn: list[str]) -> None:
    store = build(work)
    before = pixels(store)
    lines = store.file(HIDDEN).read_bytes().split(b"\n")
    store.mark_undone("scrub")
    store.file(HIDDEN).write_bytes(b"\n".join(lines[:2]) + b"\n" + lines[2][:40])
    drawn.clear()
    assert pixels(build(work)) == before and drawn == ["2"]
    assert store.file(HIDDEN).read_bytes() == b"\n".join(lines)


@pytest.mark.parametrize("edit", ["pixels", "result", "seal"])
def test_what_was_edited_is_drawn_again(work: Path, drawn: list[str], edit: str) -> None:
    store = build(work)
    before = pixels(store)
    store.mark_undone("scrub")
    if edit == "pixels":
        for name in before:
            (store.screenshots / name).write_bytes(before[name] + b" ")
    else:
        text = store.file(HIDDEN).read_text(encoding="utf-8")
        old, new = ('"width":360', '"width":361') if edit == "result" else ('"seal":"', '"seal":"0')
        store.file(HIDDEN).write_text(text.replace(old, new), encoding="utf-8")
    drawn.clear()
    assert pixels(build(work)) == before and drawn == ["0", "1", "2"]


def test_without_the_key_nothing_that_lies_there_counts(work: Path, drawn: list[str]) -> None:
    store = build(work)
    store.mark_undone("scrub")
    other = BatchStore(work / "work", "hr-rows", None)
    assert other.seal("x") != store.seal("x")
    lines = store.file(HIDDEN).read_text(encoding="utf-8")
    store.file(HIDDEN).write_text(lines.replace('"seal":"', '"seal":"' + other.seal("x")[:1]), encoding="utf-8")
    drawn.clear()
    build(work)
    assert drawn == ["0", "1", "2"]


def test_a_line_that_was_cut_off_stays_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    append_line(path, "one")
    assert path.read_bytes() == b"one\n" and path.stat().st_mode & 0o777 == 0o600
    path.write_bytes(b"one\ntw")
    append_line(path, "three")
    assert path.read_bytes() == b"one\ntw\nthree\n"
