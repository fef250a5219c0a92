"""Playwright traces: what each action becomes, which frame is its screenshot, and what of a bad trace is refused."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from redaction.errors import CaptureError
from redaction.importers import archives
from redaction.importers.playwright_pages import Frames, target_of
from samples.record import PIN
from tests.recorded import PLANTED, TRACE, Lines, actions, edited_trace, imported, tree

HEADER_BAND = (5, 300)
"""A pixel (row, column) of the page's header, which is blue until the contact is saved, then green."""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return imported("playwright", TRACE, tmp_path_factory.mktemp("trace"))[1]


def refusals(done: Any) -> list[tuple[str, str]]:
    return [(r.record, r.reason) for r in done.refusals]


# --- what an action becomes


def test_every_action_of_the_work_is_a_row_with_its_element(rows: list[dict[str, Any]]) -> None:
    told = [
        (r["action"], r["value"], r["element"] and (r["element"]["role"], r["element"]["name"], r["element"]["value"]))
        for r in rows
    ]
    note = "Silje Aarhaug asked to be called back."
    assert told == [
        ("click", "LB Down", ("textbox", "Phone", "+47 55")),
        ("hotkey", "End", None),
        ("type", " 50 12 34", ("textbox", "Phone", "+47 55 50 12 34")),
        ("click", "LB Down", ("combobox", "City", "Oslo")),
        ("type", note, ("textbox", "Note", note)),
        ("type", "", ("textbox", "PIN of approval", None)),
        ("click", "LB Down", ("button", "Save contact", None)),
        ("click", "LB Down", ("link", "All contacts", None)),
        ("click", "RB Down", ("link", "Silje Aarhaug", None)),
    ]
    assert {r["application"] for r in rows} == {"crm.example.com"}
    titles = ["Contact: Maren Oldenkamp - Harbour CRM"] * 8 + ["Contacts - Harbour CRM"]
    assert [r["screen"] for r in rows] == titles
    assert [r["timestamp"] for r in rows] == sorted(r["timestamp"] for r in rows)


def test_the_pointer_lies_in_the_box_of_its_element(rows: list[dict[str, Any]]) -> None:
    clicked = [r for r in rows if r["coordinates"] is not None]
    assert len(clicked) == 4
    for row in clicked:
        x0, y0, x1, y1 = row["element"]["box"]
        assert x0 < row["coordinates"]["x"] < x1 and y0 < row["coordinates"]["y"] < y1


def test_what_goes_into_a_password_field_is_nowhere(tmp_path: Path) -> None:
    imported("playwright", TRACE, tmp_path)
    assert [name for name, data in tree(tmp_path / "batch").items() if PIN.encode() in data] == []


@pytest.mark.parametrize(("key", "told"), [("K", ""), ("Shift+K", ""), ("Tab", "Tab"), ("Control+v", "Control+v")])
def test_of_keys_pressed_in_a_password_field_no_character_is_told(tmp_path: Path, key: str, told: str) -> None:
    def pressed(lines: Lines) -> Lines:
        typed = [x for x in lines if x["type"] == "before" and x.get("params", {}).get("text") == PIN]
        typed[0] |= {"method": "press", "params": {"key": key}}
        return lines

    _, found = imported("playwright", edited_trace(tmp_path / "t.zip", pressed), tmp_path)
    assert [r["value"] for r in found if r["element"] and r["element"]["name"] == "PIN of approval"] == [told]


@pytest.mark.parametrize("width", [0, -1, "640"])
def test_a_page_without_a_width_cannot_be_scaled(tmp_path: Path, width: Any) -> None:
    def narrow(lines: Lines) -> Lines:
        for line in lines:
            if line["type"] == "frame-snapshot":
                line["snapshot"]["viewport"]["width"] = width
        return lines

    done, found = imported("playwright", edited_trace(tmp_path / "t.zip", narrow), tmp_path)
    assert {r["action"] for r in found} == {"type"}
    assert {r.reason for r in done.refusals} == {"value_out_of_range"}


@pytest.mark.parametrize("far", [1e308, -1e308, 100_001])
def test_a_pointer_too_far_away_is_refused(tmp_path: Path, far: float) -> None:
    def away(lines: Lines) -> Lines:
        for line in lines:
            if line["type"] == "input" and "point" in line:
                line["point"]["x"] = far
                line["box"] = {"x": far, "y": 0, "width": far, "height": 1}
        return lines

    done, found = imported("playwright", edited_trace(tmp_path / "t.zip", away), tmp_path)
    assert [r.reason for r in done.refusals] == ["value_out_of_range"] * 4 and len(found) == 5


def test_other_ways_to_click_and_press(tmp_path: Path) -> None:
    def changed(lines: Lines) -> Lines:
        place = actions(lines)
        lines[place["keyboardPress"]]["params"]["key"] = "ControlOrMeta+a"
        lines[place["selectOption"]] |= {"method": "mouseClick", "params": {"clickCount": 2}}
        lines[place["fill"]] |= {"method": "press", "params": {"key": "x"}}
        lines[0]["platform"] = "darwin"
        return lines

    _, found = imported("playwright", edited_trace(tmp_path / "t.zip", changed), tmp_path)
    said = [(r["action"], r["value"]) for r in found]
    assert (said[1], said[3], said[4]) == (("hotkey", "Meta+a"), ("click", "LB Double Click"), ("type", "x"))


def test_a_version_that_tells_times_points_and_frames_in_other_places(
    tmp_path: Path, rows: list[dict[str, Any]]
) -> None:
    def older(lines: Lines) -> Lines:
        begun = lines[0]["wallTime"] - lines[0].pop("monotonicTime")
        ends = {x["callId"]: x for x in lines if x["type"] == "after"}
        for line in lines:
            if line["type"] == "before":
                line["wallTime"] = line["startTime"] + begun
            if line["type"] == "input" and "point" in line:
                ends[line["callId"]]["point"] = line.pop("point")
            if line["type"] == "screencast-frame":
                line["sha1"] = line.pop("file").removeprefix("screencast/")
        return lines

    with zipfile.ZipFile(TRACE) as archive:
        frames = {n.replace("screencast", "resources"): archive.read(n) for n in archive.namelist() if "jpeg" in n}
    _, found = imported("playwright", edited_trace(tmp_path / "t.zip", older, "screencast", **frames), tmp_path)
    kept = ("timestamp", "action", "value", "element", "coordinates")
    assert [[r[k] for k in kept] for r in found] == [[r[k] for k in kept] for r in rows]
    assert [r["screenshot"] is None for r in found] == [r["screenshot"] is None for r in rows]


def test_only_a_click_has_a_place(tmp_path: Path) -> None:
    def pointed(lines: Lines) -> Lines:
        for line in lines:
            if line["type"] == "input":
                line["point"] = {"x": 5, "y": 5}
        return lines

    _, found = imported("playwright", edited_trace(tmp_path / "t.zip", pointed), tmp_path)
    assert {r["action"] for r in found if r["coordinates"]} == {"click"}


# --- screenshots


def test_a_frame_that_came_while_the_action_waited_is_its_screenshot(tmp_path: Path) -> None:
    def late(lines: Lines) -> Lines:
        at = next(i for i, x in enumerate(lines) if x["type"] == "input")
        frame = next(x for x in lines if x["type"] == "screencast-frame")
        return [*lines[:at], {**frame, "file": "late.png"}, *lines[at:]]

    picture = io.BytesIO()
    Image.new("RGB", (640, 440), "red").save(picture, "PNG")
    trace = edited_trace(tmp_path / "t.zip", late, **{"late.png": picture.getvalue()})
    _, found = imported("playwright", trace, tmp_path)
    assert found[0]["screenshot"].endswith(".png")


def test_the_screenshot_shows_the_screen_before_the_click(tmp_path: Path) -> None:
    _, rows = imported("playwright", TRACE, tmp_path)
    shots = {r["element"]["name"]: r for r in rows if r["screenshot"] and r["element"]}
    colours = {}
    for name in ("Save contact", "All contacts"):
        (path,) = (tmp_path / "batch").glob(f"recordings/*/screenshots/{shots[name]['screenshot']}")
        colours[name] = np.asarray(Image.open(path).convert("RGB"))[HEADER_BAND].astype(int)
    assert colours["Save contact"][2] > colours["Save contact"][1] + 20  # blue: not saved yet
    assert colours["All contacts"][1] > colours["All contacts"][2] + 20  # green: saved by the click before


def test_typing_takes_no_screenshot_along(rows: list[dict[str, Any]]) -> None:
    assert {r["action"] for r in rows if r["screenshot"] is None} == {"type"}
    assert {r["action"] for r in rows if r["screenshot"] is not None} == {"click", "hotkey"}


@pytest.mark.parametrize(("shown", "scale"), [(640, 1.0), (320, 0.5)])
def test_coordinates_are_those_of_the_frame_however_small_it_is(tmp_path: Path, shown: int, scale: float) -> None:
    def shrunk(lines: Lines) -> Lines:
        for line in lines:
            if line["type"] == "screencast-frame":
                line["file"] = "small.png"
        return lines

    picture = io.BytesIO()
    Image.new("RGB", (shown, shown * 440 // 640), "white").save(picture, "PNG")
    trace = edited_trace(tmp_path / "t.zip", shrunk, **{"small.png": picture.getvalue()})
    done, found = imported("playwright", trace, tmp_path)
    save = next(r for r in found if r["element"] and r["element"]["name"] == "Save contact")
    (full,) = (r for r in imported_rows(tmp_path / "full") if r["element"] and r["element"]["name"] == "Save contact")
    assert save["screenshot"].endswith(".png") and not done.refusals
    assert save["coordinates"] == {k: int(v * scale) for k, v in full["coordinates"].items()}
    assert all(abs(a - b * scale) <= 1 for a, b in zip(save["element"]["box"], full["element"]["box"], strict=True))


def imported_rows(folder: Path) -> list[dict[str, Any]]:
    folder.mkdir()
    return imported("playwright", TRACE, folder)[1]


def test_a_frame_that_is_missing_or_no_image_is_refused_and_the_row_stays(tmp_path: Path) -> None:
    def swapped(lines: Lines) -> Lines:
        for i, line in enumerate(x for x in lines if x["type"] == "screencast-frame"):
            line["file"] = "none.jpeg" if i % 2 else "text.jpeg"
        return lines

    trace = edited_trace(tmp_path / "t.zip", swapped, **{"text.jpeg": b"no image"})
    done, found = imported("playwright", trace, tmp_path)
    assert len(found) == 9 and done.screenshots == 0
    assert {reason for _, reason in refusals(done)} <= {"image_missing", "image_corrupt"} and len(done.refusals) == 6
    assert all(record.startswith("sources[0]:") for record, _ in refusals(done))


def test_a_frame_that_unpacks_to_too_much_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    def swapped(lines: Lines) -> Lines:
        for line in lines[: actions(lines)["keyboardPress"]]:
            if line["type"] == "screencast-frame":
                line["file"] = "huge.png"
        return lines

    trace = edited_trace(tmp_path / "t.zip", swapped, **{"huge.png": bytes(50_000_001)})
    assert trace.stat().st_size < 2_000_000
    done, rows = imported("playwright", trace, tmp_path)
    assert "image_too_large" in {reason for _, reason in refusals(done)} and rows[0]["screenshot"] is None


def test_a_trace_without_screencast_gives_rows(tmp_path: Path) -> None:
    trace = edited_trace(
        tmp_path / "t.zip", lambda ls: [x for x in ls if x["type"] != "screencast-frame"], "screencast"
    )
    done, found = imported("playwright", trace, tmp_path)
    assert (done.events, done.screenshots, len(found), done.refusals) == (9, 0, 9, [])
    assert found[0]["coordinates"] is not None


# --- what is passed over, what is refused


def test_actions_that_failed_or_never_ended_did_not_happen(tmp_path: Path) -> None:
    def spoilt(lines: Lines) -> Lines:
        calls = {m: lines[i]["callId"] for m, i in actions(lines).items()}
        ends = {x["callId"]: x for x in lines if x["type"] == "after"}
        ends[calls["fill"]]["error"] = {"message": "Timeout", "name": "TimeoutError"}
        return [x for x in lines if x is not ends[calls["selectOption"]]]

    done, found = imported("playwright", edited_trace(tmp_path / "t.zip", spoilt), tmp_path)
    assert {"Note", "City"}.isdisjoint(r["element"]["name"] for r in found if r["element"])
    assert done.events == 7 and done.refusals == []


def test_bad_lines_are_refused_by_their_number_and_the_rest_goes_on(tmp_path: Path) -> None:
    def spoilt(lines: Lines) -> Lines:
        place = actions(lines)
        lines[place["fill"]]["params"]["value"] = "a\x00b Oldenkamp"
        lines[place["selectOption"]]["startTime"] = "Oldenkamp"
        return [*lines, b'{"type": "before", "callId"', {"type": "after", "callId": "Oldenkamp"}]

    trace = edited_trace(tmp_path / "t.zip", spoilt)
    done, found = imported("playwright", trace, tmp_path)
    with zipfile.ZipFile(trace) as archive:
        lines = archive.read("trace.trace").splitlines()
    place = actions([json.loads(x) for x in lines[:-2]])
    assert sorted(refusals(done)) == sorted(
        [
            (f"sources[0]:{len(lines) - 1}", "json_broken"),
            (f"sources[0]:{len(lines)}", "wrong_type"),
            (f"sources[0]:{place['fill'] + 1}", "control_character"),
            (f"sources[0]:{place['selectOption'] + 1}", "wrong_type"),
        ]
    )
    assert len(found) == 7
    assert not any(word in str(r) for r in done.refusals for word in PLANTED)


def test_a_page_that_is_none_of_the_web_is_no_application(tmp_path: Path) -> None:
    def local(lines: Lines) -> Lines:
        for line in lines:
            if line["type"] == "frame-snapshot" and line["snapshot"]["frameUrl"].endswith("/contacts"):
                line["snapshot"]["frameUrl"] = "file:///home/oldenkamp/contacts.html"
        return lines

    done, found = imported("playwright", edited_trace(tmp_path / "t.zip", local), tmp_path)
    assert len(found) == 8
    (refused,) = done.refusals
    assert refused.reason == "missing_field" and "Field: application." in refused.remedy


@pytest.mark.parametrize(("version", "read"), [(5, False), (6, True), (10, True), (11, False)])
def test_versions_of_the_format_that_were_tried_are_read(tmp_path: Path, version: int, read: bool) -> None:
    def other(lines: Lines) -> Lines:
        lines[0]["version"] = version
        return lines

    trace = edited_trace(tmp_path / "t.zip", other)
    if read:
        assert imported("playwright", trace, tmp_path)[0].events == 9
    else:
        with pytest.raises(CaptureError, match=r"sources\[0\]: this is no Playwright trace of a version that is read"):
            imported("playwright", trace, tmp_path)


def test_the_trace_of_a_test_runner_is_not_read_twice(tmp_path: Path) -> None:
    with zipfile.ZipFile(TRACE) as archive:
        lines = [json.loads(x) for x in archive.read("trace.trace").splitlines()]
    lines[0]["origin"] = "testRunner"
    steps = "\n".join(map(json.dumps, lines)).encode()
    done, found = imported("playwright", edited_trace(tmp_path / "t.zip", **{"test.trace": steps}), tmp_path)
    assert (done.recordings, len(found)) == (1, 9)


def test_two_contexts_of_one_trace_are_two_recordings(tmp_path: Path) -> None:
    with zipfile.ZipFile(TRACE) as archive:
        again = archive.read("trace.trace")
    done, found = imported("playwright", edited_trace(tmp_path / "t.zip", **{"1-trace.trace": again}), tmp_path)
    assert (done.recordings, len(found), len({r["event_id"] for r in found})) == (2, 18, 18)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: [x for x in lines if x["type"] != "frame-snapshot"], "no Playwright trace with snapshots"),
        (lambda lines: lines[1:], "this is no Playwright trace"),
        (lambda lines: [b"Oldenkamp"], "this is no Playwright trace"),
        (lambda lines: [], "this is no Playwright trace"),
        (lambda lines: lines[:1], "the sources hold no click, typing or hotkey"),
    ],
)
def test_what_is_no_such_trace_gives_one_sentence(tmp_path: Path, change: Any, said: str) -> None:
    with pytest.raises(CaptureError, match=said) as caught:
        imported("playwright", edited_trace(tmp_path / "t.zip", change), tmp_path)
    assert caught.value.remedy and not any(word in str(caught.value) for word in PLANTED)
    assert not (tmp_path / "batch").exists() and [p.name for p in tmp_path.iterdir() if p.is_dir()] == []


def test_files_that_are_no_archive_or_a_damaged_one(tmp_path: Path) -> None:
    (tmp_path / "text.zip").write_bytes(b"Maren Oldenkamp")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("Oldenkamp.txt", "x")
    data = bytearray(edited_trace(tmp_path / "whole.zip").read_bytes())
    data[200:260] = bytes(60)
    (tmp_path / "damaged.zip").write_bytes(data)
    for name, said in (("text", "this is no"), ("other", "this is no"), ("damaged", "damaged or encrypted")):
        with pytest.raises(CaptureError, match=said) as caught:
            imported("playwright", tmp_path / f"{name}.zip", tmp_path)
        assert "Oldenkamp" not in str(caught.value)


@pytest.mark.parametrize(("spare", "read"), [(0, True), (-1, False)])
def test_a_trace_of_more_text_than_is_read_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spare: int, read: bool
) -> None:
    with zipfile.ZipFile(TRACE) as archive:
        size = archive.getinfo("trace.trace").file_size
    monkeypatch.setattr(archives, "MOST_TEXT_BYTES", size + spare)
    if read:
        assert imported("playwright", TRACE, tmp_path)[0].events == 9
    else:
        with pytest.raises(CaptureError, match="more text than a recording holds"):
            imported("playwright", TRACE, tmp_path)


@pytest.mark.parametrize(("spare", "refused"), [(0, 0), (-1, 1)])
def test_a_line_that_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spare: int, refused: int
) -> None:
    with zipfile.ZipFile(TRACE) as archive:
        longest = max(map(len, archive.read("trace.trace").splitlines()))
    monkeypatch.setattr(archives, "MOST_LINE_BYTES", longest + spare)
    done, _ = imported("playwright", TRACE, tmp_path)
    assert [r.reason for r in done.refusals] == ["line_too_long"] * refused


# --- snapshots


def test_references_are_followed_and_those_that_lead_nowhere_left_out() -> None:
    frames = Frames()
    frames.add("f", ["HTML", {}, ["TITLE", {}, "One"], ["P", {"id": "p"}, "text"]])
    page = frames.add("f", ["HTML", {}, [[1, 1]], [[1, 99]], [[2, 0]], [[0, 0]], [[1, 3]], ["B", {}, "new"]])
    assert [(n.tag, n.text) for n in page.walk() if n.tag or n.text] == [
        ("#document", ""), ("HTML", ""), ("TITLE", ""), ("", "One"), ("P", ""), ("", "text"), ("B", ""), ("", "new"),
    ]  # fmt: skip


def test_the_mark_of_an_earlier_action_is_not_taken_for_this_one() -> None:
    frames = Frames()
    marked = frames.add("f", ["BUTTON", {"__playwright_target__": ""}, "Save"])
    again = frames.add("f", [[1, 1]])
    named = frames.add("f", ["A", {"__playwright_target__": "call@1", "href": "#"}, "Next"])
    assert target_of(marked, "call@1") is not None and target_of(again, "call@2") is None
    assert target_of(named, "call@1") is not None and target_of(named, "call@2") is None
