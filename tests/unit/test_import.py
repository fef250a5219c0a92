"""Imports as such: what must be told, one batch or none, the same bytes for the same sources, and the command."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from redaction.capture.captures import read_batch
from redaction.errors import CaptureError, EntrophyError
from redaction.importers.batch import PLACES_TOLD, import_batch, told_of
from redaction.importers.html_elements import LONGEST_TEXT, Node, part_of
from redaction.importers.recorders import KINDS, RECORDERS
from redaction.importers.told import zone_of
from redaction.policy import CapturePolicy
from redaction.records import Refusal
from samples.batches import consent
from tests.recorded import PLANTED, RRWEB, TRACE, imported, told, tree

DOCS = Path(__file__).resolve().parents[2] / "docs"


# --- the table


def test_every_kind_is_read_by_a_module_and_told_by_the_page_and_the_command() -> None:
    page = (DOCS / "import.md").read_text(encoding="utf-8")
    said = CliRunner().invoke(app, ["import", "--help"], env={"COLUMNS": "300"}).output
    for kind in RECORDERS:
        assert KINDS.open(kind).name and f"`{kind}`" in page and kind in said


def test_a_kind_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match=f"there is no kind of recording.*give one of: {', '.join(RECORDERS)}"):
        import_batch("video", [TRACE], told(tmp_path), tmp_path / "b")


# --- what is told


@pytest.mark.parametrize(
    ("field", "option"),
    [
        ("participant", "--participant"),
        ("consent", "--consent"),
        ("environment", "--environment"),
        ("applications", "--application"),
        ("domain", "--domain"),
        ("process", "--process"),
    ],
)
def test_nothing_is_guessed(tmp_path: Path, field: str, option: str) -> None:
    empty: Any = {"consent": None, "applications": ()}.get(field, "")
    with pytest.raises(CaptureError, match=rf"what {option} would tell.*docs/import\.md"):
        imported("rrweb", RRWEB, tmp_path, **{field: empty})
    assert not (tmp_path / "batch").exists()


def test_all_that_is_missing_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="what --participant, --domain, --process would tell"):
        imported("rrweb", RRWEB, tmp_path, participant="", domain="", process="")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"domain": "Sales!"}, r"batch\.json: 1 field\(s\) are wrong: domain"),
        ({"environment": "test"}, "environment"),
        ({"applications": ("*.com",)}, "no application name and no usable host pattern"),
        ({"batch": "a/b"}, "wrong: batch"),
    ],
)
def test_what_is_told_wrongly_stops_before_anything_is_written(tmp_path: Path, change: Any, said: str) -> None:
    with pytest.raises(CaptureError, match=said):
        imported("rrweb", RRWEB, tmp_path, **change)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["consent.json"]


@pytest.mark.parametrize("text", ["", "[]", "Maren", '{"status": "granted", "limit": 3}', '{"status": "maybe"}'])
def test_a_consent_must_be_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CaptureError, match="consent") as caught:
        imported("rrweb", RRWEB, tmp_path, consent=path)
    assert "Maren" not in str(caught.value)


@pytest.mark.parametrize(("size", "said"), [(100_000, "not one well-formed JSON"), (100_001, "too large")])
def test_a_consent_is_small(tmp_path: Path, size: int, said: str) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(b" " * size)
    with pytest.raises(CaptureError, match=said):
        imported("rrweb", RRWEB, tmp_path, consent=path)


def test_a_consent_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="--consent: the consent file cannot be read"):
        imported("rrweb", RRWEB, tmp_path, consent=tmp_path / "none.json")


def test_a_consent_without_screenshots_keeps_them_out_of_a_build(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    given = {"status": "granted", "recorded_at": "2026-11-02", "scope": ["events"], "evidence": "form 7"}
    path.write_text(json.dumps(given), encoding="utf-8")
    done, _ = imported("playwright", TRACE, tmp_path, consent=path)
    assert (done.screenshots, done.gates.screenshots_accepted, done.gates.events_accepted) == (6, 0, 9)
    assert {r.reason for r in done.gate_refusals} == {"consent_scope"}


def test_a_time_zone_must_be_one_of_the_database() -> None:
    assert zone_of(None) is None and str(zone_of("Europe/Oslo")) == "Europe/Oslo"
    for name in ("Oslo", "../etc/passwd", "", "/etc"):
        with pytest.raises(CaptureError, match="no time zone"):
            zone_of(name)


# --- the batch


def test_the_batch_is_what_the_gates_read(tmp_path: Path) -> None:
    done, rows = imported("playwright", TRACE, tmp_path, name="Kari Vold", email="kari@vold.example")
    batch = read_batch(tmp_path / "batch", CapturePolicy())
    assert batch.refusals == () and batch.recorder == "Playwright 1.65.1"
    assert [p.name for p in batch.participants] == ["Kari Vold"] and batch.domain == "Sales"
    (recording,) = batch.recordings
    assert (
        recording.process_name == "Contact update" and len(recording.events) == len(rows) == done.gates.events_accepted
    )
    assert sum(e.screenshot is not None for e in recording.events) == done.screenshots == 6


def test_what_the_gates_of_a_build_refuse_is_told(tmp_path: Path) -> None:
    done, _ = imported("rrweb", RRWEB, tmp_path, applications=("other.example.org",))
    assert done.events == 8 and done.gates.events_accepted == 0
    assert {r.reason for r in done.gate_refusals} == {"application_not_allowed", "recording_empty"}


def test_the_same_sources_give_the_same_bytes_whatever_they_are_called(tmp_path: Path) -> None:
    (tmp_path / "deeper" / "there").mkdir(parents=True)
    other = shutil.copy(TRACE, tmp_path / "deeper" / "there" / "x.zip")
    what = told(tmp_path)
    import_batch("playwright", [TRACE], what, tmp_path / "one")
    import_batch("playwright", [Path(other)], what, tmp_path / "two")
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_the_order_of_sources_changes_nothing(tmp_path: Path) -> None:
    events = json.loads(RRWEB.read_text(encoding="utf-8"))
    sources = []
    for i in (1, 2):
        for event in events:
            event["timestamp"] += i
        sources.append(tmp_path / f"{i}.json")
        sources[-1].write_text(json.dumps(events), encoding="utf-8")
    what = told(tmp_path)
    done = import_batch("rrweb", sources, what, tmp_path / "one")
    turned = replace(what, applications=what.applications[::-1] * 2)
    import_batch("rrweb", sources[::-1], turned, tmp_path / "two")
    assert done.recordings == 2 and tree(tmp_path / "one") == tree(tmp_path / "two")


def test_events_are_written_in_the_order_of_their_times(tmp_path: Path) -> None:
    events = json.loads(RRWEB.read_text(encoding="utf-8"))
    clicks = [e for e in events if e["type"] == 3 and e["data"]["source"] == 2 and e["data"]["type"] == 2]
    clicks[0]["timestamp"] += 60_000
    (tmp_path / "s.json").write_text(json.dumps(events), encoding="utf-8")
    done, rows = imported("rrweb", tmp_path / "s.json", tmp_path)
    assert rows[-1]["element"]["name"] == "Phone" and done.gates.events_accepted == len(rows) == 8


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    home = tmp_path / "sessions"
    home.mkdir()
    shutil.copy(RRWEB, home / "A.JSON")
    (home / "notes.txt").write_text("Oldenkamp")
    done, _ = imported("rrweb", home, tmp_path)
    assert done.recordings == 1
    (home / "A.JSON").unlink()
    with pytest.raises(CaptureError, match=r"sources\[0\]: the folder holds no file that ends in \.json"):
        import_batch("rrweb", [home], told(tmp_path), tmp_path / "other")


def test_one_content_twice_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match=r"sources\[1\]: an earlier source has the very same content"):
        import_batch("rrweb", [RRWEB, Path(shutil.copy(RRWEB, tmp_path / "b.json"))], told(tmp_path), tmp_path / "b")


def test_only_its_owner_may_read_the_batch(tmp_path: Path) -> None:
    imported("playwright", TRACE, tmp_path)
    for path in [tmp_path / "batch", *(tmp_path / "batch").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "batch").mkdir()
    with pytest.raises(CaptureError, match="something at --out already"):
        imported("rrweb", RRWEB, tmp_path)
    (tmp_path / "batch").rmdir()
    (tmp_path / "batch").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CaptureError, match="something at --out already"):
        imported("rrweb", RRWEB, tmp_path)


def test_what_a_killed_import_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".entrophy-import-abcdefgh" / "batch").mkdir(parents=True)
    imported("rrweb", RRWEB, tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["batch", "consent.json"]


@pytest.mark.parametrize("kind", [*RECORDERS])
def test_links_pipes_and_what_is_not_there(tmp_path: Path, kind: str) -> None:
    (tmp_path / "link.zip").symlink_to(TRACE)
    os.mkfifo(tmp_path / "pipe.zip")
    for name in ("link.zip", "pipe.zip", "none.zip"):
        with pytest.raises(CaptureError, match=r"sources\[0\]: the source cannot be read"):
            imported(kind, tmp_path / name, tmp_path)
    assert not [p for p in tmp_path.iterdir() if p.is_dir()]


def test_places_of_one_reason_are_named_up_to_a_number() -> None:
    refusals = [Refusal(f"r{i:02}", "ingest", "wrong_type", "") for i in range(PLACES_TOLD + 1)]
    refusals.append(Refusal("x", "ingest", "json_broken", ""))
    assert told_of(refusals) == [
        ("json_broken", 1, ["x"]),
        ("wrong_type", PLACES_TOLD + 1, [f"r{i:02}" for i in range(PLACES_TOLD)]),
    ]


# --- declared entities

DECLARED = [
    {"kind": "company", "value": "Zørling Fjell", "aliases": ["ZFJ"]},
    {"kind": "contract", "value": "Q-20417", "aliases": []},
]


@pytest.mark.parametrize("form", ["list", "lines", "object"])
def test_what_is_declared_stands_in_the_batch_and_is_known_to_a_build(tmp_path: Path, form: str) -> None:
    path = tmp_path / "known.json"
    whole = {"list": json.dumps(DECLARED), "object": json.dumps({"entities": DECLARED})}
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in DECLARED)
    path.write_text(whole.get(form, lines), encoding="utf-8")
    done, _ = imported("rrweb", RRWEB, tmp_path, entities=path)
    assert done.declared == 2
    assert json.loads((tmp_path / "batch" / "batch.json").read_text(encoding="utf-8"))["entities"] == DECLARED
    read = read_batch(tmp_path / "batch", CapturePolicy()).entities
    assert [(one.kind, one.value, one.aliases) for one in read] == [
        ("company", "Zørling Fjell", ("ZFJ",)),
        ("contract", "Q-20417", ()),
    ]


def test_people_of_another_batch_are_hidden_and_take_no_part_in_this_one(tmp_path: Path) -> None:
    people = [{"id": "p-1", "name": "Ilse Brandvold", "email": "ib@zentrix.example", "consent": consent("granted")}]
    path = tmp_path / "other.json"
    path.write_text(json.dumps({"participants": [*people, {"id": "p-9"}], "entities": DECLARED[1:]}), encoding="utf-8")
    imported("rrweb", RRWEB, tmp_path, participant="p-2", entities=path)
    batch = json.loads((tmp_path / "batch" / "batch.json").read_text(encoding="utf-8"))
    assert [one["id"] for one in batch["participants"]] == ["p-2"]
    assert [(one["kind"], one["value"]) for one in batch["entities"]] == [
        ("contract", "Q-20417"),
        ("person", "Ilse Brandvold"),
        ("email", "ib@zentrix.example"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Brandvold", "neither JSON nor JSON lines"),
        ('[{"kind": "person", "name": "Brandvold"}]', r"entities\[0\]: an entity is not usable"),
        ('[{"kind": "person", "value": ""}]', r"field\(s\) are wrong: entities"),
        ('[{"kind": "Brandvold!", "value": "x"}]', r"field\(s\) are wrong: entities"),
    ],
)
def test_an_entities_file_that_is_wrong_leaves_no_batch(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "known.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EntrophyError, match=said) as caught:
        imported("rrweb", RRWEB, tmp_path, entities=path)
    assert "Brandvold" not in str(caught.value)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["consent.json", "known.json"]


# --- elements


@pytest.mark.parametrize(
    ("tag", "attributes", "role"),
    [
        ("INPUT", {"type": "checkbox"}, "checkbox"),
        ("INPUT", {"type": "submit", "value": "Send"}, "button"),
        ("INPUT", {"type": "date"}, "textbox"),
        ("A", {"href": "#"}, "link"),
        ("A", {}, "generic"),
        ("DIV", {"role": "Tab extra"}, "tab"),
        ("SECTION", {}, "section"),
        ("SELECT", {}, "combobox"),
    ],
)
def test_roles(tag: str, attributes: dict[str, str], role: str) -> None:
    assert part_of(Node(tag, attributes), None).role == role


@pytest.mark.parametrize(("size", "kept"), [(LONGEST_TEXT, LONGEST_TEXT), (LONGEST_TEXT + 1, LONGEST_TEXT)])
def test_a_name_is_no_longer_than_a_label(size: int, kept: int) -> None:
    button = Node("BUTTON")
    button.add(Node(text="x" * size))
    assert len(part_of(button, None).name or "") == kept


def test_the_text_of_a_form_is_no_name() -> None:
    form = Node("FORM")
    form.add(Node(text="Maren Oldenkamp"))
    assert part_of(form, None).name is None


# --- the command


def run(tmp_path: Path, kind: str, source: Path, *more: str) -> Any:
    told(tmp_path)
    words = ["import", kind, str(source), "--out", str(tmp_path / "b"), "--participant", "p-1", "--domain", "Sales"]
    words += ["--consent", str(tmp_path / "consent.json"), "--environment", "staging", "--process", "Contact update"]
    return CliRunner().invoke(app, [*words, "--application", "crm.example.com", *more], env={"COLUMNS": "300"})


def test_the_command_tells_what_became_of_it(tmp_path: Path) -> None:
    done = run(tmp_path, "playwright", TRACE)
    assert done.exit_code == 0
    assert "recordings    1: 9 events, 6 screenshots" in done.output
    assert "a build takes 1 recordings, 9 events, 6 screenshots" in done.output
    assert re.search(r"next +entrophy build --captures .*/b --out OUT --plan", done.output)
    assert not any(word in done.output for word in PLANTED)


def test_the_command_takes_entities_as_scrub_does(tmp_path: Path) -> None:
    (tmp_path / "known.json").write_text(json.dumps(DECLARED), encoding="utf-8")
    done = run(tmp_path, "rrweb", RRWEB, "--entities", str(tmp_path / "known.json"))
    assert done.exit_code == 0 and "declared      2 entities" in done.output and "Q-20417" not in done.output


def test_the_command_tells_refusals_by_place_and_ends_with_three(tmp_path: Path) -> None:
    events = json.loads(RRWEB.read_text(encoding="utf-8"))
    (tmp_path / "s.json").write_text(json.dumps([*events, "Oldenkamp", "Aarhaug"]), encoding="utf-8")
    done = run(tmp_path, "rrweb", tmp_path / "s.json")
    places = f"sources[0]:events[{len(events)}], sources[0]:events[{len(events) + 1}]"
    assert done.exit_code == 3 and "wrong_type 2: A field has the wrong type. Remedy:" in done.output
    assert done.output.count(places) == 1 and not any(word in done.output for word in PLANTED)


def test_the_command_without_what_must_be_told() -> None:
    done = CliRunner().invoke(app, ["import", "rrweb", str(RRWEB), "--out", "b"])
    assert isinstance(done.exception, CaptureError) and "--consent" in str(done.exception)
