"""Errors quote nothing captured; the work folder is private and whole."""

from __future__ import annotations

import stat
import traceback
from pathlib import Path

import pytest

from redaction.errors import CaptureError, EntrophyError, sealed
from redaction.work.files import write_whole
from redaction.work.store import BatchStore


def test_a_foreign_exception_is_replaced_by_its_type_and_place() -> None:
    with pytest.raises(EntrophyError) as caught, sealed("find", "batch-1"):
        {}["Ottoline Brandvold"]
    shown = "".join(traceback.format_exception(caught.value))
    assert "KeyError" in str(caught.value) and "test_errors_and_store.py" in str(caught.value)
    assert "Brandvold'" not in shown.replace('{}["Ottoline Brandvold"]', "")


def test_our_own_errors_and_interrupts_pass() -> None:
    with pytest.raises(CaptureError), sealed("x"):
        raise CaptureError("no batch.json.", record="b", remedy="give a batch.")
    with pytest.raises(KeyboardInterrupt), sealed("x"):
        raise KeyboardInterrupt


def test_the_message_reads_record_sentence_remedy() -> None:
    assert str(CaptureError("is empty.", record="b", remedy="record again.")) == "b: is empty. Remedy: record again."


def test_files_are_private_and_appear_whole(tmp_path: Path) -> None:
    store = BatchStore(tmp_path, "batch")
    store.write_lines("a/b.jsonl", [{"x": 1}, {"x": "ü"}])
    path = store.file("a/b.jsonl")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(store.read_lines("a/b.jsonl")) == [{"x": 1}, {"x": "ü"}]
    assert [p.name for p in path.parent.iterdir()] == ["b.jsonl"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "f"
    write_whole(target, b"old")
    monkeypatch.setattr("os.fsync", lambda fd: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError):
        write_whole(target, b"new")
    assert target.read_bytes() == b"old"


def test_a_missing_stage_is_named(tmp_path: Path) -> None:
    with pytest.raises(EntrophyError, match=r"find/text\.jsonl"):
        list(BatchStore(tmp_path, "batch").read_lines("find/text.jsonl"))


def test_done_is_for_the_same_inputs_only(tmp_path: Path) -> None:
    store = BatchStore(tmp_path, "batch")
    assert not store.is_done("find", "d1")
    store.mark_done("find", "d1")
    assert store.is_done("find", "d1") and not store.is_done("find", "d2")
    store.mark_undone("find")
    assert not store.is_done("find", "d1")


def test_a_line_separator_inside_a_title_ends_no_row(tmp_path: Path) -> None:
    store = BatchStore(tmp_path, "batch")
    store.write_lines("rows.jsonl", [{"title": "one\u2028two"}, {"title": "three"}])
    assert [row["title"] for row in store.read_lines("rows.jsonl")] == ["one\u2028two", "three"]
