"""The decisions file: private, append-only, whole after a crash, usable by several processes at once."""

from __future__ import annotations

import dataclasses
import multiprocessing
import sqlite3
import stat
from pathlib import Path

import pytest

from redaction.errors import EntrophyError
from redaction.findings import Kind
from release.review.decisions import Decision, Decisions, Mark, Verdict, decisions_path


def decision(
    verdict: Verdict = "accept",
    *,
    bundle: str = "b1",
    shot: str = "1.png",
    auditor: str = "Pat",
    image: str = "raw",
    screen: str = "png",
    rows: str = "rows",
    marks: tuple[Mark, ...] = (),
) -> Decision:
    return Decision(bundle, shot, auditor, "2025-05-01T10:00:00+00:00", verdict, image, screen, rows, "", marks)


MISSED = Mark("missed", Kind.PERSON, (10, 20, 60, 40), 320, 240, text="Jo Planted")
FIELD = Mark("field", Kind.COMPANY, interaction="u", field="field_value", text="Planted Ltd")


def test_the_file_is_private_and_lies_beside_the_key(tmp_path: Path) -> None:
    path = decisions_path(tmp_path / "key")
    assert path == tmp_path / "key.decisions"
    Decisions(path).record(decision())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["key.decisions"]


def test_what_is_recorded_is_there_after_a_restart(tmp_path: Path) -> None:
    given = decision("flag", marks=(MISSED, FIELD))
    Decisions(tmp_path / "d").record(given)
    assert Decisions(tmp_path / "d").standing() == [given]


def test_the_last_word_of_an_auditor_on_the_same_evidence_counts(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    for item in (
        decision("flag", marks=(MISSED,)),
        decision("flag", auditor="Kim"),
        decision("accept"),
        decision("flag", screen="another", marks=(MISSED,)),
        decision("accept", bundle="b2", auditor="Kim"),
    ):
        store.record(item)
    assert [(d.auditor, d.verdict, d.screen) for d in store.standing()] == [
        ("Pat", "accept", "png"),
        ("Pat", "flag", "another"),
        ("Kim", "accept", "png"),
    ]
    assert [(d.auditor, d.screen) for d in store.flagged_before()] == [
        ("Pat", "png"),
        ("Kim", "png"),
        ("Pat", "another"),
    ]


def test_nothing_is_ever_overwritten(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    store.record(decision("flag", marks=(MISSED,)))
    store.record(decision("accept"))
    with sqlite3.connect(tmp_path / "d") as db:
        assert db.execute("SELECT verdict FROM decisions ORDER BY id").fetchall() == [("flag",), ("accept",)]
        assert db.execute("SELECT count(*) FROM marks").fetchone() == (1,)


def test_a_withdrawn_decision_gives_way_to_the_one_before_and_stays_in_the_file(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    assert not store.withdraw("Pat", "png", "rows", "now")
    store.record(decision("accept"))
    store.record(decision("flag", marks=(MISSED,)))
    store.record(decision("accept", auditor="Kim"))
    assert store.withdraw("Pat", "png", "rows", "now")
    assert [(d.auditor, d.verdict) for d in store.standing()] == [("Pat", "accept"), ("Kim", "accept")]
    assert store.withdraw("Pat", "png", "rows", "now")
    assert [d.auditor for d in store.standing()] == ["Kim"], "nobody takes back what another decided"
    assert not store.withdraw("Pat", "png", "rows", "now")
    assert [d.verdict for d in store.flagged_before()] == ["flag"], "a screen once flagged is looked at again"
    with sqlite3.connect(tmp_path / "d") as db:
        assert db.execute("SELECT count(*) FROM decisions").fetchone() == (3,)
    assert store.forget({"raw"}, set(), lambda word: False) == 3


def test_what_was_decided_first_is_told_apart_from_what_counts(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    for verdict in ("flag", "flag", "accept"):
        store.record(decision(verdict))  # type: ignore[arg-type]
    assert ([d.verdict for d in store.first()], [d.verdict for d in store.standing()]) == (["flag"], ["accept"])
    store.withdraw("Pat", "png", "rows", "now")
    assert [d.verdict for d in store.standing()] == ["flag"]


def test_a_file_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    store.record(decision("flag", marks=(MISSED,)))
    with sqlite3.connect(tmp_path / "d") as db:
        db.execute("ALTER TABLE decisions DROP COLUMN seconds")
        for table in ("withdrawn", "crop_passes", "panels"):
            db.execute(f"DROP TABLE {table}")
    again = Decisions(tmp_path / "d")
    assert again.standing() == [decision("flag", marks=(MISSED,))]
    again.record(dataclasses.replace(decision("accept"), seconds=12.5))
    assert [d.seconds for d in again.standing()] == [12.5]
    assert again.needed("b1") == 1
    again.convene("b1")
    again.convene("b1")
    assert (again.needed("b1"), again.needed("b2")) == (2, 1)


def test_a_plan_is_kept_and_never_changed(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    assert store.plan("b1") is None
    assert store.keep_plan("b1", "first") == "first"
    assert store.keep_plan("b1", "second") == "first"
    assert Decisions(tmp_path / "d").plan("b1") == "first"


def test_a_decision_is_recorded_whole_or_not_at_all(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    broken = Mark("guess", Kind.PERSON, (0, 0, 1, 1))  # type: ignore[arg-type]
    with pytest.raises(EntrophyError, match="IntegrityError") as caught:
        store.record(decision("flag", marks=(MISSED, broken)))
    assert "Planted" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert store.standing() == []


def _write(path: str, who: str) -> None:
    store = Decisions(Path(path))
    for nth in range(10):
        store.record(decision("flag", auditor=who, screen=f"{who}-{nth}", marks=(MISSED, FIELD)))


def test_several_processes_may_write_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write, args=(str(tmp_path / "d"), who)) for who in ("a", "b", "c")]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    found = Decisions(tmp_path / "d").standing()
    assert len(found) == 30
    assert all(d.marks == (MISSED, FIELD) for d in found)


def test_an_open_or_foreign_file_is_refused(tmp_path: Path) -> None:
    Decisions(tmp_path / "d")
    (tmp_path / "d").chmod(0o640)
    with pytest.raises(EntrophyError, match="open to other users"):
        Decisions(tmp_path / "d")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    with pytest.raises(EntrophyError, match="cannot be opened"):
        Decisions(tmp_path / "link")
    (tmp_path / "other").write_bytes(b"this is no database, by a long way" * 10)
    (tmp_path / "other").chmod(0o600)
    with pytest.raises(EntrophyError, match="DatabaseError"):
        Decisions(tmp_path / "other")
    assert (tmp_path / "other").read_bytes().startswith(b"this is no database")
