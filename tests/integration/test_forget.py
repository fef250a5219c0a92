"""Somebody asks to be forgotten, and the release is built again: no byte that a build left tells of the person.

The searcher is the test's own: it knows the name in pieces and asks nothing of the code that removes or proves.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pyarrow.parquet as pq
import pytest

from pipeline.cli import app
from redaction.batch import ledger_path
from redaction.findings import Kind
from redaction.ledger.keys import load_key
from redaction.ledger.vault import Vault
from redaction.stages.corrections import corrections_path, load_corrections
from redaction.withdrawal.requests import load_requests, requests_path
from redaction.work.files import file_digest
from release.registry.registry import read_index
from release.review.corrections import export_corrections
from release.review.decisions import Decision, Decisions, Mark, decisions_path
from release.verify.verify_bundle import verify_bundle
from release.withdrawal import removal
from samples.batches import consent
from tests.rows_batch import row_event
from tests.sources_batch import ACCESS, IDS, NAMES, mail, tables, write_company

HERS, HIS = "0c5b1f7e-8a3d-4c7f-9a54-2f0b6a3c9d11", "1c5b1f7e-8a3d-4c7f-9a54-2f0b6a3c9d12"
PERSON, EMAIL = "Ottilie Quendlebach", "oquendlebach@brackwater-tools.com"
OTHER = "Jonas Thielemeyer"
#: no piece of her name is a piece of anybody else's
PIECES = ("ottilie", "quendlebach", "quend")
FAST = (
    "vision: {workers: 1, device: cpu, faces: false, codes: false}\n"
    "text: {engine: patterns}\ncanaries: {enabled: false}\nrelease: {owner: somebody, slug: some-data}\n"
)


def spoken_of(home: Path) -> list[str]:
    """The places below `home` where a piece of her name stands: bytes as they are, UTF-16, archives, tables, the open
    ledger. The captures and the sealed requests are left out."""
    found = []
    for path in sorted(p for p in home.rglob("*") if p.is_file()):
        name = str(path.relative_to(home))
        if name.startswith("captures/") or path.name.startswith(requests_path(Path("key")).name):
            continue
        texts = [name.encode(), path.read_bytes(), *_inside(path)]
        low = [text.lower() for text in texts]
        low += [text.replace(b"\0", b"") for text in low]
        if any(piece.encode() in text for text in low for piece in PIECES):
            found.append(name)
    with closing(Vault(load_key(home / "key"), ledger_path(home / "key"))) as vault:
        said = json.dumps([vault.surrogates(), list(vault.entities())], ensure_ascii=False).lower()
    return found + ["the open ledger"] * any(piece in said for piece in PIECES)


def _inside(path: Path) -> Iterator[bytes]:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            yield from (archive.read(member) for member in archive.namelist())
    if path.suffix == ".parquet":
        yield json.dumps(pq.read_table(path).to_pylist(), default=str).encode()


def screen(path: Path, *lines: str) -> None:
    image = np.full((160, 420, 3), 250, np.uint8)
    for n, line in enumerate(lines):
        cv2.putText(image, line, (20, 40 + 40 * n), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 20), 1, cv2.LINE_AA)
    cv2.imwrite(str(path), image)


def recording(batch: Path, name: str, participant: str, events: list[dict[str, Any]], *shown: str) -> None:
    """A recording whose first event has a screenshot that shows these lines."""
    home = batch / "recordings" / name
    (home / "screenshots").mkdir(parents=True)
    about = {"process_instance_uuid": name, "process_name": "Job creation", "participant": participant}
    (home / "recording.json").write_text(json.dumps(about), encoding="utf-8")
    screen(home / "screenshots" / "0.png", *shown)
    events[0]["screenshot"] = "screenshots/0.png"
    lines = [json.dumps({**event, "event_id": f"{participant}{n}"}) for n, event in enumerate(events)]
    (home / "events.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def header(batch: Path, hers: str = "granted", participants: bool = True) -> None:
    people = [{"id": "p-1", "name": PERSON, "email": EMAIL, "consent": consent(hers)}] if participants else []  # type: ignore[arg-type]
    people.append({"id": "p-2", "name": OTHER, "email": None, "consent": consent("granted")})
    about = {
        "format": "entrophy-capture/1",
        "batch": batch.name,
        "domain": "HR",
        "environment": "staging",
        "recorder": {"name": "test", "version": "1"},
        "applications": ["people.example.com"],
        "participants": people,
        "entities": [],
    }
    (batch / "batch.json").write_text(json.dumps(about), encoding="utf-8")


def his_events() -> list[dict[str, Any]]:
    """She is named in a field, a title and an address, alone and with another first name, and typed in two pieces."""
    typed = [row_event(n, "type", piece, "Approver", "") for n, piece in ((3, "Ottilie Quend"), (4, "lebach"))]
    return [
        row_event(0, "click", "LB Down", "Employee", PERSON),
        {**row_event(1, "click", "LB Down", "Note", f"ask {EMAIL}"), "screen": "QUENDLEBACH, Ottilie | Chat"},
        row_event(2, "click", "LB Down", "Owner", OTHER),
        *typed,
        row_event(5, "click", "LB Down", "Signed", "O. Quendlebach, for Ms Quendlebach"),
    ]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Captures of two people in one batch, a key, a policy."""
    batch = tmp_path / "captures" / "hr-rows"
    hers = [row_event(n, "click", "LB Down", "Employee", PERSON) for n in range(2)]
    recording(batch, HERS, "p-1", hers, PERSON, "Timesheet")
    recording(batch, HIS, "p-2", his_events(), OTHER, PERSON)
    header(batch)
    (tmp_path / "policy.yaml").write_text(FAST, encoding="utf-8")
    return tmp_path


def entrophy(home: Path, command: str, *more: str) -> None:
    both = ["--key", str(home / "key"), "--policy", str(home / "policy.yaml")]
    app([command, *more, *both], standalone_mode=False)


def build(home: Path, version: str, *more: str) -> None:
    batch, out = home / "captures" / "hr-rows", home / "out"
    entrophy(home, "build", "--captures", str(batch), "--out", str(out), "--version", version, *more)


def published(home: Path, version: str) -> Path:
    """The bundle as a version of a folder of releases."""
    shelf = home / "published" / "some-data"
    shutil.copytree(home / "out" / "bundle", shelf / version)
    return shelf


def rows_of(home: Path) -> list[dict[str, Any]]:
    return json.loads((home / "out" / "bundle" / "HR.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def reviewed(home: Path) -> Decisions:
    """Her screen was accepted; on his somebody typed her name as missed, and marked a box that stays."""
    decisions = Decisions(decisions_path(home / "key"))
    shots = {
        name: file_digest(home / "captures/hr-rows/recordings" / name / "screenshots/0.png") for name in (HERS, HIS)
    }
    missed = (
        Mark("missed", Kind.PERSON, (20, 60, 200, 90), 420, 160, text=PERSON),
        Mark("field", Kind.PERSON, text="Quendlebach"),
    )
    for name, verdict, marks in ((HERS, "accept", ()), (HIS, "flag", missed)):
        note = f"ask {PERSON}" if marks else ""
        decisions.record(Decision("b", name, "Pat", "2025-05-01", verdict, shots[name], name, name, note, marks))  # type: ignore[arg-type]
    export_corrections(decisions, corrections_path(home / "key"))
    return decisions


def test_a_participant_is_forgotten_to_the_last_byte(home: Path) -> None:
    build(home, "1.0.0")
    decisions = reviewed(home)
    before = spoken_of(home)
    assert {"the open ledger", "key.decisions", "key.corrections.json"} <= {*before}
    assert any("cache/readings" in name for name in before) and any("ingest/rows" in name for name in before)
    shelf = published(home, "1.0.0")
    entrophy(
        home,
        "forget",
        "--participant",
        "p-1",
        "--date",
        "2025-06-01",
        str(home / "out"),
        "--registry",
        str(home / "published"),
    )
    assert spoken_of(home) == []
    assert not (home / "out" / "bundle").exists()
    assert [one.image for one in decisions.standing()] == [
        file_digest(home / "captures/hr-rows/recordings" / HIS / "screenshots/0.png")
    ]
    corrections = load_corrections(corrections_path(home / "key"))
    assert not corrections.entities and [f.value for found in corrections.cover.values() for f in found] == [""]
    stones = read_index(shelf).tombstones
    assert [(stone.date, stone.kind, stone.versions) for stone in stones] == [("2025-06-01", "participant", ("1.0.0",))]

    build(home, "1.1.0", "--previous", str(shelf / "1.0.0"))
    assert spoken_of(home) == []
    rows = rows_of(home)
    assert {row["process_instance_uuid"] for row in rows} == {HIS} and len(rows) == 6
    assert rows[0]["field_value"] == "[PERSON]" and rows[1]["field_value"] == "ask [EMAIL]"
    assert [row["interaction_value"] for row in rows[3:5]] == ["[PERSON]", ""]
    log = (home / "out" / "bundle" / "CHANGELOG.md").read_text(encoding="utf-8")
    assert (
        log.count("- Withdrawn on 2025-06-01 (no. 1): participant, left out: 1 recordings, 2 rows, 1 screenshots.") == 1
    )
    refused = [
        json.loads(line) for line in (home / "out/work/batches/hr-rows/quarantine/ingest.jsonl").open(encoding="utf-8")
    ]
    assert [(one["record"], one["reason"]) for one in refused] == [(HERS, "forgotten")]
    # the same bytes again, and nobody comes back
    bundle = {p.name: p.read_bytes() for p in (home / "out" / "bundle").iterdir()}
    build(home, "1.1.0", "--previous", str(shelf / "1.0.0"))
    assert {p.name: p.read_bytes() for p in (home / "out" / "bundle").iterdir()} == bundle and spoken_of(home) == []
    # the host is a folder of ours: what held the data goes when that is asked for, and only that
    published(home, "1.1.0")
    entrophy(
        home,
        "forget",
        "--participant",
        "p-1",
        str(home / "out"),
        "--registry",
        str(home / "published"),
        "--remove-from-hosts",
    )
    index = read_index(shelf)
    assert [(e.version, e.here, e.withdrawn is None) for e in index.versions] == [
        ("1.1.0", True, True),
        ("1.0.0", False, False),
    ]
    assert len(load_requests(home / "key", load_key(home / "key")).requests) == 1


def test_somebody_in_the_recordings_of_others_is_forgotten(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = home / "captures" / "hr-rows"
    shutil.rmtree(batch / "recordings" / HERS)
    header(batch, participants=False)
    build(home, "1.0.0")
    assert "the open ledger" in spoken_of(home)
    said = home / "captures" / "value.txt"
    said.write_text(f"{PERSON}\n{EMAIL}\n", encoding="utf-8")
    entrophy(home, "forget", "--entity", "--from", str(said), "--date", "2025-06-01", str(home / "out"))
    told = capsys.readouterr().out
    assert not any(piece in told.lower() for piece in PIECES) and "nothing is left" in told
    assert spoken_of(home) == [] and (home / "out" / "bundle").exists()
    build(home, "1.1.0", "--previous", str(home / "out"))
    assert spoken_of(home) == []
    rows = rows_of(home)
    assert (
        rows[0]["field_value"] == "[PERSON]"
        and OTHER not in rows[2]["field_value"]
        and "[" not in rows[2]["field_value"]
    )
    log = (home / "out" / "bundle" / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "- Withdrawn on 2025-06-01 (no. 1): entity, hidden in 5 rows, 1 screenshots." in log
    # as long as a capture holds the person the request is needed
    with pytest.raises(Exception, match="still needed: hr-rows"):
        entrophy(home, "forget", "--done", "1", "--captures", str(batch))
    (batch / "recordings" / HIS / "events.jsonl").write_text(
        json.dumps({**row_event(0, "click", "LB Down", "Owner", OTHER), "event_id": "p"}) + "\n", encoding="utf-8"
    )
    entrophy(home, "forget", "--done", "1", "--captures", str(batch))
    done = load_requests(home / "key", load_key(home / "key")).requests[0]
    assert done.state == "done" and not done.entities


def test_a_consent_that_lapsed_needs_no_command(home: Path) -> None:
    build(home, "1.0.0")
    assert spoken_of(home)
    header(home / "captures" / "hr-rows", hers="withdrawn")
    build(home, "1.1.0")
    assert spoken_of(home) == []
    assert {row["process_instance_uuid"] for row in rows_of(home)} == {HIS}
    assert "participant, left out: 1 recordings" in (home / "out/bundle/CHANGELOG.md").read_text(encoding="utf-8")


def test_a_removal_that_was_killed_goes_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before each step in turn, and in the middle of deleting a work folder."""
    build(home, "1.0.0")
    reviewed(home)
    saved = home.parent / "saved"
    shutil.copytree(home, saved)
    whole = removal.Removal.steps.fget  # type: ignore[attr-defined]
    steps = ("readings", "work_folders", "bundles", "review", "ledger_rows", "rename")
    ends = []
    for at, step in enumerate(steps):
        shutil.rmtree(home)
        shutil.copytree(saved, home)
        with monkeypatch.context() as patch:
            if step == "rename":
                patch.setattr(removal.shutil, "rmtree", _killed)
            else:
                patch.setattr(removal.Removal, "steps", property(lambda self, n=at: (*whole(self)[:n], _killed)))
            with pytest.raises(Killed):
                entrophy(home, "forget", "--participant", "p-1", str(home / "out"))
        assert spoken_of(home) or step == "rename"
        entrophy(home, "forget", "--participant", "p-1", str(home / "out"))
        assert spoken_of(home) == []
        ends.append(_state(home))
    assert all(end == ends[0] for end in ends)


class Killed(BaseException):
    """Nothing catches it."""


def _killed(*path: object, **more: object) -> str:
    raise Killed


def _state(home: Path) -> tuple[object, ...]:
    key = load_key(home / "key")
    with closing(Vault(key, ledger_path(home / "key"))) as vault:
        ledger = (vault.surrogates(), list(vault.entities()))
    requests = load_requests(home / "key", key).requests
    files = sorted(str(p.relative_to(home)) for p in home.rglob("*") if p.is_file() and "dagster" not in p.parts)
    return ledger, requests, files, Decisions(decisions_path(home / "key")).standing()


COMPANY = "company-1"
WHO = 3
"""Of the employees of tests.sources_batch who is forgotten: a post is written by, and one ticket raised for, them."""
PHONE, SWITCHBOARD = "+49 30 5550123", "+49 30 5550100"


def company(home: Path, **batch: Any) -> Path:
    """The tiny company with telephones, a mail about the person with the id and the telephone, and a rule of theirs."""
    some = tables()
    for n, row in enumerate(some["employees"]):
        row["phone"] = PHONE if n == WHO else SWITCHBOARD
        row["username"] = NAMES[n].lower().replace(" ", "")
    some["it_tickets"] += [
        {"id": "T-1002", "raised_by_emp_id": IDS[1], "emp_id": IDS[WHO], "Issue": f"ask {NAMES[WHO]} on {PHONE}"},
        {"id": "T-1003", "raised_by_emp_id": IDS[1], "Issue": f"the account {IDS[WHO]} is locked; {mail(NAMES[WHO])}"},
        {"id": "T-1004", "raised_by_emp_id": IDS[WHO], "Issue": "the printer"},
    ]
    folder = write_company(home / "captures" / COMPANY, some, **batch)
    rules = [{"id": "own", "allow": ["update"], "fields": ["Salary"], "when": {"actor": IDS[WHO]}}]
    (folder / "access" / "employees.json").write_text(json.dumps(ACCESS | {"rules": rules}), encoding="utf-8")
    return folder


def told_of(home: Path) -> list[str]:
    """The files below `home` in which the person of the company stands, by a searcher of the test's own."""
    pieces = [*(word.lower() for word in NAMES[WHO].split()), IDS[WHO], PHONE, NAMES[WHO].lower().replace(" ", "")]
    found = []
    for path in sorted(p for p in home.rglob("*") if p.is_file()):
        name = str(path.relative_to(home))
        if name.startswith("captures/") or path.name.startswith(requests_path(Path("key")).name):
            continue
        low = [text.lower() for text in (name.encode(), path.read_bytes(), *_inside(path))]
        if any(piece.encode() in text for text in low for piece in pieces):
            found.append(name)
    with closing(Vault(load_key(home / "key"), ledger_path(home / "key"))) as vault:
        said = json.dumps([vault.surrogates(), list(vault.entities())], ensure_ascii=False).lower()
    return found + ["the open ledger"] * any(piece in said for piece in pieces)


def released_sources(home: Path) -> dict[str, list[dict[str, Any]]]:
    with zipfile.ZipFile(home / "out" / "bundle" / "Company_sources.zip") as archive:
        return {
            name.split("/")[1]: [json.loads(line) for line in archive.read(name).splitlines()]
            for name in archive.namelist()
            if name.endswith("data.jsonl")
        }


def build_company(home: Path, version: str, *more: str) -> None:
    batch, out = home / "captures" / COMPANY, home / "out"
    entrophy(home, "build", "--captures", str(batch), "--out", str(out), "--version", version, *more)


def require_gone(home: Path, before: dict[str, list[dict[str, Any]]]) -> None:
    """Nothing of the person is left after the next build, the row and what had to refer to it are gone, and what stood
    for the person before stands in no row."""
    assert told_of(home) == []
    after = released_sources(home)
    assert len(after["employees"]) == 5 and len(after["it_tickets"]) == 3 and "posts" not in after
    old = before["employees"][WHO]
    said = json.dumps(after).lower()
    assert not any(str(old[name]).lower() in said for name in ("emp_id", "Name", "email", "phone", "username"))
    issues = [row["Issue"] for row in after["it_tickets"][1:]]
    assert issues == ["ask [PERSON] on [PHONE]", "the account [ID] is locked; [EMAIL]"]
    assert "emp_id" not in after["it_tickets"][1], "whom it leads to is gone"
    assert len(after["employees"][0]["reportees"]) == 4
    kept = [row for n, row in enumerate(before["employees"]) if n != WHO]
    names = [[row["Name"] for row in rows] for rows in (kept, after["employees"])]
    assert names[0] == names[1], "everybody else has the surrogate of before"
    assert len({row["phone"] for row in after["employees"]}) == 1 and "[" not in after["employees"][0]["phone"]
    refused = [json.loads(line) for line in (home / "out/work/batches" / COMPANY / "quarantine/ingest.jsonl").open()]
    told = {(one["record"], one["reason"]) for one in refused}
    assert (f"employees[{WHO}]", "forgotten") in told and ("it_tickets[3]", "reference_broken") in told
    assert verify_bundle(home / "out" / "bundle").problems == []


def test_somebody_in_company_sources_is_forgotten(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = company(home)
    build_company(home, "1.0.0")
    before, at = released_sources(home), told_of(home)
    assert "the open ledger" in at and any("ingest/sources" in name for name in at)
    shelf = published(home, "1.0.0")
    said = home / "captures" / "value.txt"
    said.write_text(NAMES[WHO], encoding="utf-8")
    asked = ["--entity", "--from", str(said), "--date", "2025-06-01", "--registry", str(home / "published")]
    for _ in range(2):  # the work folder is gone the second time: it is the same request
        entrophy(home, "forget", *asked, str(home / "out"), "--captures", str(folder))
    told = capsys.readouterr().out.lower()
    assert not any(piece in told for piece in (*NAMES[WHO].lower().split(), IDS[WHO], PHONE))
    assert "may have held" in told
    assert told_of(home) == [] and not (home / "out" / "bundle").exists(), "in it the row has its old surrogate"
    (request,) = load_requests(home / "key", load_key(home / "key")).requests
    assert {e.kind for e in request.entities} == {"person", "email", "phone", "username", "id"}
    assert SWITCHBOARD not in {e.value for e in request.entities}
    build_company(home, "1.1.0", "--previous", str(shelf / "1.0.0"))
    require_gone(home, before)
    log = (home / "out" / "bundle" / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "- Withdrawn on 2025-06-01 (no. 1): entity, hidden in 6 rows of sources." in log
    with pytest.raises(Exception, match=f"still needed: {COMPANY}"):
        entrophy(home, "forget", "--done", "1", "--captures", str(folder))


def test_somebody_named_by_a_batch_of_sources_takes_the_consent_back(home: Path) -> None:
    def people(status: str) -> list[dict[str, Any]]:
        named = [("1", NAMES[WHO], status), ("2", NAMES[0], "granted")]
        return [
            {"id": i, "name": name, "email": None, "consent": {**consent(how), "scope": ["sources"]}}
            for i, name, how in named
        ]

    folder = company(home, legal_basis="", participants=people("granted"))
    build_company(home, "1.0.0")
    before = released_sources(home)
    header = json.loads((folder / "batch.json").read_text())
    (folder / "batch.json").write_text(json.dumps(header | {"participants": people("withdrawn")}))
    build_company(home, "1.1.0")
    require_gone(home, before)
    log = (home / "out" / "bundle" / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "participant, left out: 6 rows of sources." in log
