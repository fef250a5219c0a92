"""A ledger that vanished, shrank, aged or was damaged is told; a write that was killed anywhere locks nobody out."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import stat
import sys
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

import pytest

from redaction.errors import KeyProblem
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import load_key
from redaction.ledger.ledger_files import accept_ledger, ledger_path, open_ledger
from redaction.ledger.ledger_state import backup_path, lock_path, state_path

ILSE, OTTO = (Kind.PERSON, "Ilse Brandvold"), (Kind.PERSON, "Otto Quillfeather")


def resolved(key_path: Path, *mentions: tuple[Kind, str]) -> list[str]:
    """Resolve on disk, close, and give the surrogates."""
    _, ledger = open_ledger(key_path)
    ledger.resolve(mentions)
    made = [ledger.replacement(*m) for m in mentions]
    ledger.close()
    return made


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A key whose ledger was written twice."""
    path = tmp_path / "home" / "key"
    resolved(path, ILSE)
    shutil.copy(ledger_path(path), tmp_path / "older")
    resolved(path, OTTO)
    return path


def refused(key_path: Path) -> str:
    before = {p.name: p.read_bytes() for p in key_path.parent.iterdir() if not p.name.endswith(".lock")}
    with pytest.raises(KeyProblem) as caught:
        open_ledger(key_path)
    after = {p.name: p.read_bytes() for p in key_path.parent.iterdir() if not p.name.endswith(".lock")}
    assert after == before, "a refused ledger is left as it is, and so is its backup"
    said = str(caught.value)
    assert "Remedy:" in said and "Brandvold" not in said and "Quillfeather" not in said
    return said


def gone(key_path: Path) -> None:
    ledger_path(key_path).unlink()


def emptied(key_path: Path) -> None:
    ledger_path(key_path).write_bytes(b"")


def shortened(key_path: Path) -> None:
    with sqlite3.connect(ledger_path(key_path)) as db:
        db.execute("DELETE FROM entities WHERE id = (SELECT min(id) FROM entities)")


def without_tables(key_path: Path) -> None:
    with sqlite3.connect(ledger_path(key_path)) as db:
        db.execute("DROP TABLE entities")


def swapped(key_path: Path) -> None:
    """The sealed value of one entity under the id of the other: each row opens, none is where it was."""
    with sqlite3.connect(ledger_path(key_path)) as db:
        rows = db.execute("SELECT id, sealed FROM entities ORDER BY id").fetchall()
        for (id_, _), (_, sealed) in zip(rows, rows[::-1], strict=True):
            db.execute("UPDATE entities SET sealed = ? WHERE id = ?", (sealed, id_))


def cut_short(key_path: Path) -> None:
    path = ledger_path(key_path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def older(key_path: Path) -> None:
    shutil.copy(key_path.parent.parent / "older", ledger_path(key_path))


def without_state(key_path: Path) -> None:
    state_path(ledger_path(key_path)).unlink()


def emptied_state(key_path: Path) -> None:
    state_path(ledger_path(key_path)).write_bytes(b"")


def forged_state(key_path: Path) -> None:
    """An older ledger, and a state that says so without the key."""
    older(key_path)
    path = state_path(ledger_path(key_path))
    path.write_bytes(path.read_bytes().replace(b'"generation": 2', b'"generation": 1'))


def nothing_but_the_key(key_path: Path) -> None:
    for path in key_path.parent.iterdir():
        if path != key_path:
            path.unlink()


def a_link(key_path: Path) -> None:
    path = ledger_path(key_path)
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


LOST: list[tuple[Callable[[Path], None], str]] = [
    (gone, "missing or empty; it held 2 values"),
    (emptied, "missing or empty; it held 2 values"),
    (shortened, r"shortened, altered.*\(1 of 2 values\)"),
    (without_tables, "damaged"),
    (swapped, "shortened, altered"),
    (cut_short, "damaged|shortened"),
    (older, r"older than what this key last wrote \(write 1 of 2; 1 of 2 values\)"),
    (without_state, "its state file is missing"),
    (emptied_state, "state of the ledger is damaged"),
    (forged_state, "state of the ledger is damaged"),
    (nothing_but_the_key, "no ledger beside this key"),
    (a_link, "cannot be opened"),
]


@pytest.mark.parametrize(("spoil", "sentence"), LOST, ids=[f.__name__ for f, _ in LOST])
def test_what_happened_to_a_ledger_is_told_and_nothing_is_begun_anew(
    key: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    import re

    spoil(key)
    said = refused(key)
    assert re.search(sentence, said), said
    assert "entrophy ledger --accept" in said or "not a link" in said


@pytest.mark.parametrize("spoil", [gone, emptied, shortened, without_tables, swapped, cut_short, older])
def test_the_backup_restores_it(key: Path, spoil: Callable[[Path], None]) -> None:
    expected = resolved(key, ILSE, OTTO)
    spoil(key)
    refused(key)
    shutil.copy(backup_path(ledger_path(key)), ledger_path(key))
    assert resolved(key, ILSE, OTTO) == expected


@pytest.mark.parametrize("table", ["surrogates", "entities"])
def test_a_damaged_row_is_named(key: Path, table: str) -> None:
    with sqlite3.connect(ledger_path(key)) as db:
        order = "id" if table == "surrogates" else "entity, id"
        id_, sealed = db.execute(f"SELECT id, sealed FROM {table} ORDER BY {order} LIMIT 1 OFFSET 1").fetchone()
        db.execute(f"UPDATE {table} SET sealed = ? WHERE id = ?", (sealed[:-1] + bytes([sealed[-1] ^ 1]), id_))
    said = refused(key)
    assert f"row 2 of the table {table} is damaged (id {id_[:12]})" in said and "key.ledger.backup" in said


@pytest.mark.parametrize("spoil", [gone, emptied, older, without_state, nothing_but_the_key])
def test_it_can_be_accepted_on_purpose(key: Path, spoil: Callable[[Path], None]) -> None:
    _, before = open_ledger(key)
    values = {v for *_, v in before.real_values()}
    before.close()
    spoil(key)
    refused(key)
    had_backup = backup_path(ledger_path(key)).exists()
    _, ledger = accept_ledger(key)
    assert {v for *_, v in ledger.real_values()} <= values
    ledger.close()
    assert resolved(key, ILSE, OTTO) == resolved(key, ILSE, OTTO)
    kept = ledger_path(key).with_name("key.ledger.backup.before")
    assert kept.exists() == had_backup, "what was there before is kept"


def test_a_damaged_ledger_cannot_be_accepted(key: Path) -> None:
    shortened(key)
    cut_short(key)
    with pytest.raises(KeyProblem):
        accept_ledger(key)


def test_another_ledger_of_the_same_key_is_told(key: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "key"
    other.parent.mkdir()
    shutil.copy(key, other)
    accept_ledger(other)[1].close()
    resolved(other, (Kind.PERSON, "Maren Falkenrath"))
    resolved(other, (Kind.PERSON, "Jorun Ekelund"))
    shutil.copy(ledger_path(other), ledger_path(key))
    assert "another one than this key last wrote" in refused(key)


def test_a_ledger_without_its_key_makes_no_new_key(key: Path) -> None:
    key.unlink()
    said = refused(key)
    assert "key is missing, but its ledger is there" in said and not key.exists()
    ledger_path(key).unlink()
    assert "key is missing" in refused(key)


@pytest.mark.parametrize("state", [b"", b"{", b"[]", b"{}", b'{"generation": 1}'])
def test_a_state_alone_that_may_tell_of_a_ledger_makes_no_new_key(key: Path, state: bytes) -> None:
    for path in (key, ledger_path(key), backup_path(ledger_path(key))):
        path.unlink()
    state_path(ledger_path(key)).write_bytes(state)
    assert "key is missing" in refused(key) and not key.exists()
    state_path(ledger_path(key)).write_bytes(b'{"generation": 0}')
    assert resolved(key, ILSE), "a key that was never used may be made anew"


def test_all_files_are_private_whatever_the_umask(tmp_path: Path) -> None:
    for number, mask in enumerate((0o000, 0o022, 0o777)):
        before = os.umask(mask)
        try:
            resolved(tmp_path / f"home{number}" / "deep" / "key", ILSE)
        finally:
            os.umask(before)
        home = tmp_path / f"home{number}" / "deep"
        assert stat.S_IMODE(home.stat().st_mode) == stat.S_IMODE(home.parent.stat().st_mode) == 0o700
        names = {p.name: stat.S_IMODE(p.stat().st_mode) for p in home.iterdir()}
        lock = names.pop("key.ledger.lock")
        assert lock & 0o077 == 0
        assert {n: oct(m) for n, m in names.items() if not n.endswith((".ledger",))} == dict.fromkeys(
            ("key", "key.ledger.state", "key.ledger.backup"), "0o600"
        )
        assert names["key.ledger"] & 0o077 == 0


def test_nothing_new_writes_nothing(key: Path) -> None:
    before = {p.name: p.stat().st_mtime_ns for p in key.parent.iterdir() if p.suffix != ".lock"}
    resolved(key, ILSE, OTTO)
    assert {p.name: p.stat().st_mtime_ns for p in key.parent.iterdir() if p.suffix != ".lock"} == before


def test_a_ledger_in_memory_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ledger = Ledger.open(load_key(_bare(tmp_path)), None)
    ledger.resolve([ILSE])
    assert ledger.replacement(*ILSE) != ILSE[1]
    ledger.close()
    assert [p.name for p in tmp_path.iterdir()] == ["bare"]


def _bare(folder: Path) -> Path:
    path = folder / "bare"
    path.write_bytes(b"b" * 32)
    path.chmod(0o600)
    return path


# -- killed anywhere -------------------------------------------------------------------------------------------------

_STEPS = ("open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.chmod", "os.truncate", "sqlite3.connect")


def killed_at(step: int, work: Callable[[], object]) -> bool:
    """Run `work` in a child that is killed before its file operation number `step`; False when it ended before."""
    child = os.fork()
    if child == 0:
        left = step

        def hook(event: str, _: object) -> None:
            nonlocal left
            if event in _STEPS:
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(hook)
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def test_a_write_killed_at_any_step_locks_nobody_out(tmp_path: Path) -> None:
    whole = tmp_path / "whole" / "key"
    expected = resolved(whole, ILSE)
    shutil.copytree(whole.parent, tmp_path / "one")
    expected += resolved(whole, OTTO)
    killed = 0
    for step in range(200):
        home = tmp_path / f"step{step}"
        shutil.copytree(tmp_path / "one", home)
        if not killed_at(step, lambda home=home: resolved(home / "key", OTTO)):  # type: ignore[misc]
            break
        killed += 1
        assert resolved(home / "key", ILSE, OTTO) == expected, step
        assert {p.name for p in home.iterdir() if not p.name.startswith(".")} == {
            "key",
            *(f(ledger_path(home / "key")).name for f in (Path, state_path, backup_path, lock_path)),
        }
    assert 10 < killed < 199


def test_a_first_use_killed_at_any_step_locks_nobody_out(tmp_path: Path) -> None:
    killed = 0
    for step in range(200):
        key_path = tmp_path / f"step{step}" / "key"
        if not killed_at(step, lambda key_path=key_path: resolved(key_path, ILSE)):  # type: ignore[misc]
            break
        killed += 1
        assert resolved(key_path, ILSE) == resolved(key_path, ILSE), step
    assert 15 < killed < 199


# -- two at once -----------------------------------------------------------------------------------------------------

PEOPLE = [
    f"{a} {b}" for a in ("Marta", "Omar", "Devika", "Piet") for b in ("Ortiz", "Larsen", "Novak", "Rossi", "Haas")
]


def _half(key_path: str, start: int, out: str) -> None:
    """Invented names stay as given out; one that people bear is given up when a form of a later name comes near it."""
    _, ledger = open_ledger(Path(key_path))
    for name in PEOPLE[start::2]:
        ledger.resolve([(Kind.PERSON, name)], names="invented")
    Path(out).write_text("\n".join(ledger.replacement(Kind.PERSON, name) for name in PEOPLE[start::2]))


def test_two_processes_share_a_key_and_a_ledger_from_the_first_moment(tmp_path: Path) -> None:
    key_path = tmp_path / "home" / "key"
    context = get_context("spawn")
    outs = [tmp_path / "a", tmp_path / "b"]
    both = [context.Process(target=_half, args=(str(key_path), n, str(out))) for n, out in enumerate(outs)]
    for process in both:
        process.start()
    for process in both:
        process.join(120)
        assert process.exitcode == 0
    stated = dict(zip([*PEOPLE[0::2], *PEOPLE[1::2]], "\n".join(o.read_text() for o in outs).split("\n"), strict=True))
    _, ledger = open_ledger(key_path)
    assert {v for *_, v in ledger.real_values()} == set(PEOPLE)
    assert stated == {name: ledger.replacement(Kind.PERSON, name) for name in PEOPLE}
    assert len(set(stated.values())) == len(PEOPLE)
