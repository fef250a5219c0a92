"""The requests beside the key: sealed, counted once, ended; and consents that lapse or are narrowed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from redaction.batch import open_ledger, run_batch
from redaction.errors import EntrophyError
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.ledger.ledger_files import accept_ledger, ledger_path
from redaction.ledger.ledger_state import backup_path
from redaction.policy import Policy
from redaction.records import DeclaredEntity
from redaction.text import Registry
from redaction.withdrawal.forgotten import NOBODY, Forgotten
from redaction.withdrawal.requests import (
    LeftOut,
    Request,
    Requests,
    changing,
    forgotten_of,
    load_requests,
    requests_path,
)
from release.review.decisions import Decision, Decisions, Mark
from release.withdrawal.lapsed import note_lapsed
from release.withdrawal.removal import remove_all
from tests.rows_batch import row_event, rows_batch

KEY = Key(bytes(range(32)))
SHE = DeclaredEntity("person", "Maria Keller")
ASKED = Request(0, "entity", "2025-06-01", "asked", entities=(SHE,), left_out=LeftOut(0, 1200, 3))
POLICY = Policy.model_validate(
    {
        "canaries": {"enabled": False},
        "vision": {"workers": 1, "device": "cpu", "faces": False, "codes": False},
        "text": {"engine": "patterns"},
    }
)


@pytest.fixture
def key_path(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_bytes(KEY.material)
    path.chmod(0o600)
    accept_ledger(path)[1].close()
    return path


def test_requests_are_sealed_and_counted_once(key_path: Path) -> None:
    assert load_requests(key_path, KEY) == Requests()
    for _ in range(2):
        with changing(key_path, KEY) as now:
            now[0], request = now[0].add(ASKED)
    assert request.number == 1 and load_requests(key_path, KEY).requests == (request,)
    path = requests_path(key_path)
    assert path.stat().st_mode & 0o777 == 0o600 and b"Keller" not in path.read_bytes()
    with changing(key_path, KEY) as now:
        now[0], other = now[0].add(replace(ASKED, entities=(DeclaredEntity("person", "Ada Lovelace"),)))
    assert other.number == 2
    with pytest.raises(EntrophyError, match="another key"):
        load_requests(key_path, Key(b"x" * 32))
    path.chmod(0o644)
    with pytest.raises(EntrophyError, match="open to other users"):
        load_requests(key_path, KEY)


def test_what_a_build_is_told_and_when_it_is_done_again() -> None:
    requests = Requests().add(ASKED)[0]
    told = forgotten_of(requests, KEY)
    assert told.entities == (SHE,) and told.stamp and told.stamp != forgotten_of(requests, Key(b"x" * 32)).stamp
    assert forgotten_of(requests.put(replace(ASKED, number=1, state="removed")), KEY) == told
    assert forgotten_of(requests.put(replace(ASKED, number=1, state="done", entities=())), KEY) == NOBODY


def test_a_tombstone_tells_numbers_and_nobody() -> None:
    assert ASKED.tombstone() == "Withdrawn on 2025-06-01 (no. 0): entity, hidden in 1,200 rows, 3 screenshots."
    whole = replace(ASKED, kind="participant", participant="p-1", left_out=LeftOut(2, 1, 0))
    assert whole.tombstone() == "Withdrawn on 2025-06-01 (no. 0): participant, left out: 2 recordings, 1 rows."
    assert replace(whole, left_out=LeftOut()).tombstone() == "Withdrawn on 2025-06-01 (no. 0): participant."


def test_the_ledger_keeps_what_others_need_and_gives_them_what_they_had(key_path: Path) -> None:
    ledger = Ledger.open(KEY, ledger_path(key_path))
    others = [
        (Kind.PERSON, "Jonas Keller"),
        (Kind.PERSON, "Maria Lopez"),
        (Kind.EMAIL, "jkeller@northwind.example.org"),
    ]
    hers = [(Kind.PERSON, "Maria Keller"), (Kind.PERSON, "KELLER, M."), (Kind.USERNAME, "mkeller"), (Kind.PERSON, "MK")]
    ledger.resolve([*others, *hers])
    before = [ledger.replacement(*one) for one in others]
    assert ledger.forget(Forgotten(entities=(SHE,)).concerns) == len(hers)
    assert ledger.forget(Forgotten(entities=(SHE,)).concerns) == 0
    ledger.close()
    again = Ledger.open(KEY, ledger_path(key_path))
    assert {value for _, _, value in again.real_values()} == {value for _, value in others}
    assert [again.replacement(*one) for one in others] == before
    assert "mkeller" not in again.part_names() and "mk" not in again.part_names()
    assert backup_path(ledger_path(key_path)).read_bytes() == ledger_path(key_path).read_bytes()
    again.close()


def test_the_ledger_of_a_key_keeps_nothing_of_who_asked(key_path: Path) -> None:
    with changing(key_path, KEY) as now:
        now[0] = now[0].add(ASKED)[0]
    for _ in range(2):  # and one that is opened anew knows it, too
        _, ledger = open_ledger(key_path)
        registry = Registry([("person", "Keller, Maria", True), ("person", "Jonas Keller", True)])
        ledger.resolve([(Kind.PERSON, f"{first} Keller") for first in ("Maria", "Mario", "Jonas")], registry)
        assert [ledger.replacement(Kind.PERSON, f"Mari{end} Keller") for end in "ao"] == ["[PERSON]"] * 2
        assert ledger.replacement(Kind.PERSON, "Jonas Keller")[0] != "["
        assert [value for _, _, value in ledger.real_values()] == ["Jonas Keller"]
        assert not any("mari" in name.lower() for name in ledger.part_names())
        ledger.close()


def test_review_keeps_the_box_and_loses_the_word(tmp_path: Path) -> None:
    decisions = Decisions(tmp_path / "d")
    mark = Mark("missed", Kind.PERSON, (1, 2, 30, 40), 100, 100, text="Maria Keller")
    for image, shot in (("hers", "a.png"), ("his", "b.png"), ("other", "c.png")):
        decisions.record(
            Decision("b", shot, "Pat", "2025-05-01", "flag", image, image, image, "ask Maria Keller", (mark,))
        )
    decisions.keep_plan("one", json.dumps({"screenshots": ["a.png"]}))
    decisions.keep_plan("two", json.dumps({"screenshots": ["b.png"]}))
    for name, same, seen in (("three", ["a.png"], []), ("four", [], ["c.png"]), ("five", ["b.png"], ["b.png"])):
        kept = {"origin": "one", "same": same, "seen": seen}
        decisions.keep_plan(name, json.dumps({"screenshots": ["b.png"], "kept": [kept]}))
    gone = decisions.forget(("hers",), ("a.png", "c.png"), Forgotten(entities=(SHE,)).concerns)
    assert gone == 3 + 3  # two decisions and a note, and three words
    (left,) = decisions.standing()
    assert (left.image, left.note, left.marks) == ("his", "", (replace(mark, text=""),))
    left_over = [name for name in ("one", "two", "three", "four", "five") if decisions.plan(name) is not None]
    assert left_over == ["two", "five"], "also a plan in which a screen stands for itself since an earlier review"
    assert b"Keller" not in (tmp_path / "d").read_bytes()


def consented(batch: Path, status: str, *scope: str) -> None:
    header = json.loads((batch / "batch.json").read_text(encoding="utf-8"))
    header["participants"][0]["consent"] |= {"status": status, "scope": list(scope)}
    (batch / "batch.json").write_text(json.dumps(header), encoding="utf-8")


def test_a_consent_that_lapses_or_narrows_is_a_request(tmp_path: Path, key_path: Path) -> None:
    recording = "0c5b1f7e-8a3d-4c7f-9a54-2f0b6a3c9d11"
    out, batch = tmp_path / "out", tmp_path / "hr-rows"
    rows_batch(batch, recording, [row_event(0, "click", "LB Down", "Owner", "Maria Keller")], person="Maria Keller")

    def noted() -> list[Request]:
        return note_lapsed({"hr-rows": batch}, out, key_path, KEY, POLICY.capture, "2025-06-01")

    assert noted() == [] == noted()
    run_batch(batch, out / "work" / "batches", POLICY, key_path)
    (out / "work/batches/hr-rows/cache/readings").mkdir(parents=True, exist_ok=True)
    (out / "work/batches/hr-rows/cache/readings/x.json").write_text("{}")
    consented(batch, "granted", "events")
    (narrowed,) = noted()
    assert (narrowed.kind, narrowed.entities, narrowed.recordings) == ("screenshots", (), (recording,))
    assert noted() == []
    consented(batch, "missing")
    (lapsed,) = noted()
    assert (lapsed.kind, lapsed.number, lapsed.left_out) == ("participant", 2, LeftOut(1, 1, 0))
    assert lapsed.entities == (SHE,) and noted() == []
    key, ledger = open_ledger(key_path)
    assert any(value == "Maria Keller" for _, _, value in ledger.real_values())
    assert remove_all(key_path, key, ledger, [out]).found == ()
    assert [*ledger.real_values()] == [] and not (out / "work/batches/hr-rows").exists()
    assert {one.state for one in load_requests(key_path, key).requests} == {"removed"}
    # built again the batch is nobody's, and a removal that is repeated takes nothing of it away
    run_batch(batch, out / "work" / "batches", POLICY, key_path)
    assert remove_all(key_path, key, ledger, [out]).found == ()
    assert (out / "work/batches/hr-rows/scrubbed/batch.json").is_file()
    ledger.close()


def test_the_command_asks_for_a_value_and_lists_none(key_path: Path) -> None:
    def run(*words: str, said: str = "") -> str:
        done = CliRunner().invoke(
            app, ["forget", *words, "--key", str(key_path)], input=said, env={"COLUMNS": "200"}, catch_exceptions=False
        )
        return done.output

    said = run("--entity", "--date", "2025-06-01", "--reason", "by letter", said="Maria Keller\n")
    assert "Keller" not in said and "nothing is left" in said
    assert run("--list").split() == ["1", "2025-06-01", "entity", "removed", "by", "letter"]
    assert load_requests(key_path, KEY).requests[0].entities == (SHE,)
    for words, why in (
        (["--entity", "--list"], "not clear"),
        ([], "not clear"),
        (["--participant", "nobody"], "no batch knows"),
        (["--done", "7"], "no open request"),
        (["--done", "1"], "still needed"),
        (["--entity", "--from", str(key_path.parent / "none.txt")], "cannot be read"),
        (["--entity", "--reason", " ", "--from", str(key_path.parent / "value.txt")], "needs a reason"),
        (["--entity", "--date", "today", "--from", str(key_path.parent / "value.txt")], "not of the form"),
    ):
        (key_path.parent / "value.txt").write_text("Ada Lovelace\n", encoding="utf-8")
        with pytest.raises(EntrophyError, match=why):
            run(*words)
    assert len(load_requests(key_path, KEY).requests) == 1
