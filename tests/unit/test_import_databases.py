"""OpenAdapt and screenpipe: which rows of their databases are clicks, typing and hotkeys; the file is left as it is."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import CaptureError
from redaction.importers import databases
from tests.recorded import PLANTED, imported
from tests.recorded_databases import START, TITLE, click, insert, openadapt, press, release, screenpipe

SHIFT, CTRL, ALT = ({"name": n} for n in ("shift", "ctrl_l", "alt_l"))


def told(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(r["action"], r["value"]) for r in rows]


def change(path: Path, statement: str, *values: Any) -> Path:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, values)
    return path


# --- OpenAdapt


def test_a_click_with_its_screenshot_and_place(tmp_path: Path) -> None:
    state = json.dumps({"AXRole": "AXButton", "AXTitle": "Save contact", "AXValue": 3})
    path = openadapt(tmp_path / "r.db", [click(element_state=state), click(button="right"), click(mouse_pressed=0)])
    done, rows = imported("openadapt", path, tmp_path, applications=("Harbour CRM",))
    assert told(rows) == [("click", "LB Down"), ("click", "RB Down")] and done.passed_over == 1
    assert rows[0]["element"] == {"role": "AXButton", "name": "Save contact", "value": None, "box": None}
    assert rows[0]["coordinates"] == {"x": 201, "y": 100}  # the frame has two pixels for one of the monitor
    assert rows[0]["timestamp"] == "2026-11-02T09:15:00.000Z"
    assert (rows[0]["application"], rows[0]["screen"]) == ("Harbour CRM", TITLE)
    assert [r["screenshot"] is not None for r in rows] == [True, True] and done.gates.screenshots_accepted == 2


def test_coordinates_of_captures_that_tell_their_geometry_are_pixels_already(tmp_path: Path) -> None:
    config = json.dumps({"capture_desktop": {"monitors": 1}})
    _, (row,) = imported("openadapt", openadapt(tmp_path / "r.db", [click()], config=config), tmp_path)
    assert row["coordinates"] == {"x": 100, "y": 50}


@pytest.mark.parametrize("width", [0, -640, None, "Oldenkamp"])
def test_a_monitor_without_a_width_scales_nothing(tmp_path: Path, width: Any) -> None:
    path = openadapt(tmp_path / "r.db", [click()], monitor_width=width)
    _, (row,) = imported("openadapt", path, tmp_path)
    assert row["coordinates"] == {"x": 100, "y": 50}


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ([press("", **SHIFT), press("K"), release("shift"), press("a"), press("", name="space")], [("type", "Ka ")]),
        ([press("a"), press("", name="enter"), press("b")], [("type", "a"), ("hotkey", "enter"), ("type", "b")]),
        ([press("a"), click(), press("b")], [("type", "a"), ("click", "LB Down"), ("type", "b")]),
        (
            [press("", **CTRL), press("\x13", canonical_key_char="s"), release("ctrl_l"), press("x")],
            [("hotkey", "Ctrl+s"), ("type", "x")],
        ),
        ([press("", **CTRL), press("", **SHIFT), press("", name="tab")], [("hotkey", "Ctrl+Shift+tab")]),
        ([press("", name="alt_gr"), press("@"), release("alt_gr")], [("type", "@")]),
        ([press("", **CTRL), press("", name="alt_gr"), press("€")], [("type", "€")]),  # as Windows sends it
    ],
)
def test_keys(tmp_path: Path, keys: list[dict[str, Any]], said: list[tuple[str, str]]) -> None:
    done, rows = imported("openadapt", openadapt(tmp_path / "r.db", keys), tmp_path)
    assert told(rows) == said and done.refusals == []


def test_option_on_a_mac_may_put_a_character_so_there_is_no_screenshot(tmp_path: Path) -> None:
    keys = [press("", **ALT), press("å", canonical_key_char="a")]
    _, (mac,) = imported("openadapt", openadapt(tmp_path / "m.db", keys, platform="darwin"), tmp_path)
    assert (mac["value"], mac["screenshot"]) == ("Option+a", None)


def test_typing_goes_on_in_one_window_only(tmp_path: Path) -> None:
    path = openadapt(tmp_path / "r.db", [press("a"), press("b", window_event_timestamp=START + 9)])
    with closing(sqlite3.connect(path)) as database, database:
        state = json.dumps({"meta": {"kCGWindowOwnerName": "Numbers"}})
        window = {"recording_id": 1, "timestamp": START + 9, "title": "Numbers Sheet", "state": state}
        insert(database, "window_event", **window)
    _, rows = imported("openadapt", path, tmp_path)
    assert [(r["application"], r["screen"], r["value"]) for r in rows] == [
        ("Harbour CRM", TITLE, "a"),
        ("Numbers", "Numbers Sheet", "b"),
    ]


def test_every_recording_of_a_database_is_one(tmp_path: Path) -> None:
    path = openadapt(tmp_path / "r.db", [click()])
    with closing(sqlite3.connect(path)) as database, database:
        insert(database, "recording", id=2, monitor_width=640, platform="linux")
        insert(database, "window_event", recording_id=2, timestamp=START, title="Other - Mail")
        bound = {"recording_id": 2, "timestamp": START, "window_event_timestamp": START}
        insert(database, "action_event", **bound, **click())
    done, rows = imported("openadapt", path, tmp_path)
    assert done.recordings == 2 and sorted(r["application"] for r in rows) == ["Harbour CRM", "Mail"]
    assert sorted(r["screenshot"] is None for r in rows) == [False, True]


def test_bad_actions_are_refused_by_their_id(tmp_path: Path) -> None:
    actions = [
        click(),
        click(button="Oldenkamp"),
        click(x="Oldenkamp"),  # type: ignore[arg-type]
        press("a", timestamp=None),
        press("b", window_event_timestamp=None),
        click(disabled=1),
        click(element_state="{broken Oldenkamp"),
    ]
    done, rows = imported("openadapt", openadapt(tmp_path / "r.db", actions), tmp_path)
    assert [(r.record, r.reason) for r in sorted(done.refusals)] == [
        ("sources[0]/recordings[0]:2", "wrong_type"),
        ("sources[0]/recordings[0]:3", "wrong_type"),
        ("sources[0]/recordings[0]:4", "wrong_type"),
        ("sources[0]/recordings[0]:5", "missing_field"),
    ]
    assert len(rows) == 2 and done.passed_over == 1
    assert not any(word in str(r) for r in done.refusals for word in PLANTED)


def test_frames_without_pixels_give_rows_and_bad_ones_are_refused(tmp_path: Path) -> None:
    for name, data, reasons in (("video", None, []), ("broken", b"no image", ["image_corrupt"])):
        path = change(openadapt(tmp_path / f"{name}.db", [click()]), "UPDATE screenshot SET png_data = ?", data)
        (tmp_path / name).mkdir()
        done, (row,) = imported("openadapt", path, tmp_path / name)
        assert row["screenshot"] is None and [r.reason for r in done.refusals] == reasons


def test_a_frame_of_too_many_bytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = openadapt(tmp_path / "r.db", [click()])
    change(path, "UPDATE screenshot SET png_data = zeroblob(50000001)")
    done, (row,) = imported("openadapt", path, tmp_path)
    assert row["screenshot"] is None and [r.reason for r in done.refusals] == ["image_too_large"]


def test_what_was_typed_into_a_secure_field_of_a_mac_is_not_shown(tmp_path: Path) -> None:
    state = {"AXRole": "AXTextField", "AXSubrole": "AXSecureTextField", "AXTitle": "PIN", "AXValue": "4711"}
    path = openadapt(tmp_path / "r.db", [click(element_state=json.dumps(state))])
    _, (row,) = imported("openadapt", path, tmp_path)
    assert row["element"] == {"role": "AXTextField", "name": "PIN", "value": None, "box": None}


# --- screenpipe


def test_clicks_and_texts(tmp_path: Path) -> None:
    field = {"element_role": "AXTextField", "element_name": "Phone", "element_value": "+47 55"}
    bounds = json.dumps({"x": 10.5, "y": 20, "width": 100, "height": 30})
    events = [
        {**field, "element_bounds": bounds},
        {**field, "event_type": "text", "text_content": " 50 12 34"},
        {"click_count": 2},
        {"button": 1, "click_count": 2},
        {"event_type": "key", "key_code": 36},
        {"event_type": "app_switch", "app_name": "Notes"},
        {"event_type": "text", "text_content": "call Silje", "app_name": "Notes", "browser_url": None},
        {"browser_url": "about:blank"},
    ]
    done, rows = imported("screenpipe", screenpipe(tmp_path / "db.sqlite", events), tmp_path)
    assert told(rows) == [
        ("click", "LB Down"),
        ("type", " 50 12 34"),
        ("click", "LB Double Click"),
        ("click", "RB Down"),
        ("type", "call Silje"),
        ("click", "LB Down"),
    ]
    assert rows[0]["element"] == {"role": "AXTextField", "name": "Phone", "value": "+47 55", "box": [10, 20, 111, 50]}
    assert rows[0]["coordinates"] == {"x": 30, "y": 40} and rows[0]["timestamp"] == "2026-11-02T09:15:00.250Z"
    assert [r["application"] for r in rows] == ["crm.example.com"] * 4 + ["Notes", "Safari"]
    assert rows[0]["screen"] == TITLE and done.passed_over == 2 and done.screenshots == 0


def test_sessions_are_recordings(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = [{"session_id": s} for s in ("b", "a", "b", None)]
    done, rows = imported("screenpipe", screenpipe(tmp_path / "db.sqlite", events), tmp_path)
    assert (done.recordings, len(rows)) == (3, 4)


def test_a_secure_field_keeps_its_text(tmp_path: Path) -> None:
    secret = {"element_role": "AXSecureTextField", "element_name": "PIN", "element_value": "4711"}
    events = [{**secret, "event_type": "text", "text_content": "4711"}, secret]
    _, rows = imported("screenpipe", screenpipe(tmp_path / "db.sqlite", events), tmp_path)
    assert [(r["value"], r["element"]["value"]) for r in rows] == [("", None), ("LB Down", None)]


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-11-02 09:15:00", "2026-11-02T09:15:00.000Z"),
        ("2026-11-02T10:15:00.5+01:00", "2026-11-02T09:15:00.500Z"),
        ("2026-11-02T09:15:00.123456789Z", "2026-11-02T09:15:00.123Z"),
    ],
)
def test_times_are_utc(tmp_path: Path, text: str, utc: str) -> None:
    _, (row,) = imported("screenpipe", screenpipe(tmp_path / "db.sqlite", [{"timestamp": text}]), tmp_path)
    assert row["timestamp"] == utc


def test_bad_events_are_refused_by_their_id_too(tmp_path: Path) -> None:
    events = [
        {},
        {"timestamp": "Oldenkamp"},
        {"button": 7},
        {"x": None},
        {"app_name": None, "browser_url": None},
        {"element_role": "AXButton", "element_bounds": "{Oldenkamp"},
        {"event_type": "text", "text_content": b"Oldenkamp"},
        {"window_title": "a\x00b"},
    ]
    done, rows = imported("screenpipe", screenpipe(tmp_path / "db.sqlite", events), tmp_path)
    reasons = {r.record: r.reason for r in done.refusals}
    assert reasons == {
        "sources[0]/sessions[0]:2": "wrong_type",
        "sources[0]/sessions[0]:3": "wrong_type",
        "sources[0]/sessions[0]:4": "wrong_type",
        "sources[0]/sessions[0]:5": "missing_field",
        "sources[0]/sessions[0]:6": "wrong_type",
        "sources[0]/sessions[0]:7": "wrong_type",
        "sources[0]/sessions[0]:8": "control_character",
    }
    assert len(rows) == 1 and not any(word in str(r) for r in done.refusals for word in PLANTED)


def test_text_that_is_no_utf8_is_refused_with_its_row(tmp_path: Path) -> None:
    path = screenpipe(tmp_path / "db.sqlite", [{}, {}])
    change(path, "UPDATE ui_events SET window_title = CAST(x'e5' AS TEXT) WHERE id = 1")
    done, rows = imported("screenpipe", path, tmp_path)
    assert [r.reason for r in done.refusals] == ["encoding_broken"] and len(rows) == 1


# --- the file

BOTH: list[tuple[str, Callable[[Path], Path]]] = [
    ("openadapt", lambda path: openadapt(path, [click()])),
    ("screenpipe", lambda path: screenpipe(path, [{}])),
]


@pytest.mark.parametrize(("kind", "make"), BOTH)
def test_nothing_is_written_into_or_beside_the_database(
    tmp_path: Path, kind: str, make: Callable[[Path], Path]
) -> None:
    home = tmp_path / "home of it?#%"  # names that mean something in an address
    home.mkdir()
    path = make(home / "x.db")
    change(path, "PRAGMA journal_mode = WAL")
    (home / "x.db-wal").unlink(missing_ok=True)
    before = path.read_bytes()
    home.chmod(0o500)
    done, _ = imported(kind, path, tmp_path)
    home.chmod(0o700)
    assert done.events == 1 and path.read_bytes() == before and [p.name for p in home.iterdir()] == ["x.db"]


@pytest.mark.parametrize(("kind", "make"), BOTH)
def test_a_database_whose_last_writes_are_beside_it_is_refused(
    tmp_path: Path, kind: str, make: Callable[[Path], Path]
) -> None:
    path = make(tmp_path / "x.db")
    (tmp_path / "x.db-wal").write_bytes(b"")
    (tmp_path / "empty").mkdir()
    assert imported(kind, path, tmp_path / "empty")[0].events == 1
    (tmp_path / "x.db-wal").write_bytes(b"x")
    with pytest.raises(CaptureError, match=r"sources\[0\]: the database has a write-ahead log beside it"):
        imported(kind, path, tmp_path)


@pytest.mark.parametrize(("kind", "make"), BOTH)
def test_what_is_no_such_database_gives_one_sentence(tmp_path: Path, kind: str, make: Callable[[Path], Path]) -> None:
    other = {"openadapt": "screenpipe", "screenpipe": "openadapt"}[kind]
    whole = make(tmp_path / "whole.db").read_bytes()
    (tmp_path / "text.db").write_bytes(b"Maren Oldenkamp")
    (tmp_path / "cut.db").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "wrong.db").write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    said = {
        "text.db": "this is no",
        "cut.db": "the database cannot be read|this is no",
        "wrong.db": "the database cannot be read",
    }
    for name, words in said.items():
        with pytest.raises(CaptureError, match=words) as caught:
            imported(kind, tmp_path / name, tmp_path)
        assert "Oldenkamp" not in str(caught.value)
    with pytest.raises(CaptureError, match="this is no"):
        imported(other, tmp_path / "whole.db", tmp_path)


def test_a_view_in_place_of_the_table_is_not_run(tmp_path: Path) -> None:
    path = screenpipe(tmp_path / "db.sqlite", [{}])
    change(path, "ALTER TABLE ui_events RENAME TO other")
    change(path, "CREATE VIEW ui_events AS SELECT * FROM other")
    with pytest.raises(CaptureError, match="this is no screenpipe database"):
        imported("screenpipe", path, tmp_path)


@pytest.mark.parametrize(("spare", "read"), [(1000, True), (-1, False)])
def test_a_value_larger_than_what_is_read_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spare: int, read: bool
) -> None:
    events = [{"event_type": "text", "text_content": "x" * 60_000}]
    path = screenpipe(tmp_path / "db.sqlite", events)
    with closing(sqlite3.connect(path)) as database:
        size = len(database.execute("SELECT text_content FROM ui_events").fetchone()[0])
    # the limit holds for the record that holds the value, too
    monkeypatch.setattr(databases, "MOST_VALUE_BYTES", size + spare)
    if read:
        assert imported("screenpipe", path, tmp_path)[0].events == 1
    else:
        with pytest.raises(CaptureError, match="the database cannot be read"):
            imported("screenpipe", path, tmp_path)
