"""The search that proves a removal: it finds what is planted, wherever and however, and names files only."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redaction.errors import LeakFound
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.ledger_files import accept_ledger, ledger_path
from redaction.records import DeclaredEntity, Interaction
from redaction.stages.ingest import RawRow
from redaction.withdrawal.forgotten import Forgotten
from redaction.withdrawal.requests import requests_path
from release.withdrawal.search import RAW_LETTERS, clear_caches, search
from tests.rows_batch import bare_row

SHE = Forgotten(
    entities=(DeclaredEntity("person", "Ottilie Quendlebach"), DeclaredEntity("email", "oq@brackwater.com"))
)
Plant = Callable[[Path], None]


def row_of(number: int, typed: str, field: str = "Approver") -> RawRow:
    """A row in which something was typed into a field."""
    given = {"interaction_value": typed, "interaction_type": "Typing", "class_name": "Application Field Input"}
    given |= {"field_name": field, "application_name": "App", "screen_name": "Form", "process_name": "Job"}
    names = {name: None for name in Interaction.__dataclass_fields__}
    return RawRow(Interaction(**{**names, **bare_row(number, **given)}), None)  # type: ignore[arg-type]


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, Path, Ledger]:
    """(out, key, ledger) of a build that tells of nobody."""
    key_path = tmp_path / "home" / "key"
    key_path.parent.mkdir()
    key_path.write_bytes(bytes(range(32)))
    key_path.chmod(0o600)
    ledger = accept_ledger(key_path)[1]
    ledger.resolve([(Kind.PERSON, "Jonas Thielemeyer")])
    out = tmp_path / "out"
    (out / "work" / "checked").mkdir(parents=True)
    (out / "report.html").write_text("<p>Ottilie is a first name, Quend no name</p>", encoding="utf-8")
    return out, key_path, ledger


def _database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE t (a TEXT)")
        db.execute("INSERT INTO t VALUES (?)", ("Quendlebach, Ottilie",))
        db.commit()


def _archive(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ottilie_quendlebach.png", b"")


PLANTS: dict[str, Plant] = {
    "a.json": lambda p: p.write_text(json.dumps({"x": "QUENDLEBACH, OTTILIE"})) and None,
    "b.jsonl": lambda p: p.write_text('{"x": "Ottilie\\u0020Qu\\u0065ndlebach"}\n') and None,
    "c.bin": lambda p: p.write_bytes(b"\xff\xfe\0" + "Ottilie Quendlebach".encode("utf-16-le") + b"\0\xff") and None,
    "d.txt": lambda p: p.write_text("b3R0aWxpZSBxdWVuZGxlYmFjaA== and oq@brackwater.com") and None,
    "e.db": _database,
    "f.zip": _archive,
    "g.parquet": lambda p: pq.write_table(pa.table({"v": ["for Ottilie", "Ottilie Quendlebach"]}), p),
    "h.png": lambda p: p.write_bytes(b"\x89PNG" + bytes(99) + b"Ottilie Quendlebach") and None,
    "i.txt": lambda p: p.write_text("Ms Quendlebach") and None,
    "j.txt": lambda p: p.symlink_to("/home/oquendlebach/x"),
}


@pytest.mark.parametrize("name", PLANTS)
def test_what_is_planted_is_found_and_told_by_file(place: tuple[Path, Path, Ledger], name: str) -> None:
    out, key_path, ledger = place
    clean = search(SHE, [out], key_path, ledger)
    assert clean.found == () and clean.looked["out"] == 1 and clean.looked["the ledger, opened"] >= 2
    clean.require_clean()
    PLANTS[name](out / "work" / name)
    found = search(SHE, [out], key_path, ledger)
    assert found.found == (f"out/work/{name}",)
    with pytest.raises(LeakFound) as raised:
        found.require_clean()
    assert "uend" not in str(raised.value) + found.sentence() and name in str(raised.value)


def test_a_file_whose_name_tells_is_told_by_its_place(place: tuple[Path, Path, Ledger]) -> None:
    out, key_path, ledger = place
    (out / "work" / "Quendlebach, Ottilie").mkdir()
    (out / "work" / "Quendlebach, Ottilie" / "x").write_bytes(b"")
    assert search(SHE, [out], key_path, ledger).found == ("out, file 2 (its name tells)",)


def test_ledger_backup_and_what_lies_beside_the_key(place: tuple[Path, Path, Ledger]) -> None:
    out, key_path, ledger = place
    requests_path(key_path).write_text("Ottilie Quendlebach")  # the sealed requests are the one place that knows
    assert search(SHE, [out], key_path, ledger).found == ()
    key_path.with_name("key.corrections.json").write_text("Ottilie Quendlebach")
    ledger_path(key_path).with_name("key.ledger.backup").write_bytes(b"another state")
    ledger.resolve([(Kind.PERSON, "Jonas Thielemeyer"), (Kind.PERSON, "Quendlebach, O.")])
    assert search(SHE, [out], key_path, ledger).found == ("beside the key/key.corrections.json", "the ledger, opened")
    ledger_path(key_path).with_name("key.ledger.backup").write_bytes(b"another state")
    found = search(SHE, [out], key_path, ledger).found
    assert "beside the key/key.ledger.backup (another state of the ledger)" in found


def test_a_last_name_that_others_bear_tells_nothing_alone(place: tuple[Path, Path, Ledger]) -> None:
    out, key_path, ledger = place
    (out / "work" / "i.txt").write_text("Ms Quendlebach")
    assert search(SHE, [out], key_path, ledger).found == ("out/work/i.txt",)
    ledger.resolve([(Kind.PERSON, "Jonas Quendlebach")])
    assert search(SHE, [out], key_path, ledger).found == ()


def test_short_spellings_are_not_looked_for_in_bytes_of_any_kind(place: tuple[Path, Path, Ledger]) -> None:
    out, key_path, ledger = place
    for letters, found in ((RAW_LETTERS, 1), (RAW_LETTERS - 1, 0)):
        value = "Zq" + "xvwkj"[: letters - 2]
        (out / "work" / "x.png").write_bytes(b"\0" + value.encode() + b"\0")
        forgotten = Forgotten(entities=(DeclaredEntity("username", value),))
        assert len(search(forgotten, [out], key_path, ledger).found) == found


def test_caches_go_in_whichever_spelling(place: tuple[Path, Path, Ledger]) -> None:
    out, _, ledger = place
    for name, text in (("a", "Ottilie Quendlebach"), ("b", "0ttilie Ouendlebach"), ("c", "Jonas Thielemeyer")):
        (out / "work" / "checked" / name).write_text(json.dumps({"lines": [text]}))
    assert clear_caches(SHE, [out], ledger) == 2
    assert [p.name for p in (out / "work" / "checked").iterdir()] == ["c"]
