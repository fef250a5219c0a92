"""The committed demonstration, its truth, and what the recorder is made of, without a browser."""

from __future__ import annotations

import csv
import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import av
import cv2
import numpy as np
import pytest

from samples.demonstrations.batch import SMALL_NAME, SMALL_SEED, header, plans, small
from samples.demonstrations.cast import HAN, make_cast
from samples.demonstrations.faults import TABLE
from samples.demonstrations.index import Entry, write_index
from samples.demonstrations.reel import Format, Reel, frames
from samples.demonstrations.sites import SITES
from samples.demonstrations.tasks import TASKS
from samples.demonstrations.trace import Log
from samples.demonstrations.truth import Runs
from samples.marks import plain

ROOT = Path(__file__).resolve().parents[2] / "samples" / "demonstrations" / "recorded"
BATCH, TRUTH = ROOT / SMALL_NAME, ROOT / "truth" / "demonstrations" / SMALL_NAME
AGAIN = "Run: python -m samples.demonstrations --out samples/demonstrations/recorded --small"
START = datetime(2025, 4, 14, 9, 0, 0, 123, tzinfo=UTC)


def home() -> Path:
    (found,) = (BATCH / "demos").iterdir()
    return found


def truth() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (TRUTH / f"{home().name}.jsonl").read_text(encoding="utf-8").splitlines()]


def trace() -> list[dict[str, Any]]:
    content = json.loads((home() / f"{home().name}.json").read_text(encoding="utf-8"))
    return list(content["trace"])


# the committed batch


def test_the_header_is_what_the_recorder_writes() -> None:
    cast = make_cast(Random(f"{SMALL_SEED}/cast"))
    todo = small(cast, SMALL_SEED)
    assert [plan.name for plan in todo] == [home().name]
    made = header(SMALL_NAME, cast, {plan.name: plan.me.id for plan in todo})
    assert json.loads((BATCH / "batch.json").read_text(encoding="utf-8")) == made, AGAIN


def test_no_mark_and_no_aid_of_the_truth_reaches_what_is_recorded() -> None:
    for path in BATCH.rglob("*"):
        if path.suffix in (".json", ".txt", ".csv"):
            text = path.read_text(encoding="utf-8")
            assert not any(c in text for c in "\ue000\ue001\ue002"), path.name
            assert "data-kind" not in text and "__recorder" not in text


def test_states_and_actions_alternate_and_the_pictures_are_frames_of_the_video() -> None:
    rows = trace()
    assert [row["type"] for row in rows] == ["state", "action"] * (len(rows) // 2) + ["state"]
    assert [row["data"]["id"] for row in rows] == list(range(len(rows)))
    times = [row["data"]["secs_from_start"] for row in rows]
    assert times == sorted(times)
    shown = [image for _, image in frames(home() / f"{home().name}.mp4")]
    about = truth()[0]
    assert len(shown) == len(about["times"])
    states = [row["data"] for row in rows if row["type"] == "state"]
    assert len(about["states"]) == len(states)
    for i, (state, frame) in enumerate(zip(states, about["states"], strict=True)):
        assert state["path_to_screenshot"] == f"screenshots/{i}.png"
        picture = cv2.imread(str(home() / state["path_to_screenshot"]))
        assert np.array_equal(picture, shown[frame])
        # the last frame before the state's time
        assert about["times"][frame] <= state["secs_from_start"] < about["times"][frame] + 0.1


def test_clicks_lie_in_their_elements_and_xpaths_lead_to_them() -> None:
    rows = trace()
    clicks = [(i, row["data"]) for i, row in enumerate(rows) if row["data"].get("type") == "mouseup"]
    assert len(clicks) >= 3
    for i, data in clicks:
        element = data["element_attributes"]["element"]
        assert element["x"] <= data["x"] <= element["x"] + element["width"]
        assert element["y"] <= data["y"] <= element["y"] + element["height"]
        listed = {e.get("xpath") for e in json.loads(rows[i - 1]["data"]["json_state"])}
        assert element["xpath"] in listed or element["tag"] in ("div", "h1")


def test_every_place_of_the_truth_holds_ink_in_its_frames() -> None:
    about, *rows = truth()
    shown = [image for _, image in frames(home() / f"{home().name}.mp4")]
    assert {row["kind"] for row in rows if row["row"] == "seen"} >= {"person", "email", "phone", "face"}
    for row in rows:
        if row["row"] == "text":
            continue
        x0, y0, x1, y1 = row["box"]
        assert 0 <= x0 < x1 <= about["width"] and 0 <= y0 < y1 <= about["height"]
        assert 0 <= row["from"] <= row["to"] < len(shown)
        if row["opacity"] < 0.5 or row["share"] < 0.5:
            continue
        crop = shown[row["from"]][y0:y1, x0:x1].astype(int)
        assert np.ptp(crop.max(axis=2)) > 25 or np.ptp(crop.min(axis=2)) > 25, row


def test_the_name_is_typed_letter_by_letter_with_a_slip() -> None:
    texts = [row["text"] for row in truth() if row["row"] == "seen" and row.get("of") and row["box"][1] > 100]
    (keys,) = (row["data"]["key"] for row in trace() if row["data"].get("type") == "keystroke")
    assert "Key.backspace" in keys
    whole = next(row["of"] for row in truth() if row.get("of"))
    assert any(whole.startswith(text) and len(text) < len(whole) for text in texts)
    assert any(not whole.startswith(text) for text in texts), "the slip stood there for a moment"


def test_every_planted_value_of_the_texts_is_in_one() -> None:
    everything = "\n".join(p.read_text(encoding="utf-8") for p in home().iterdir() if p.suffix in (".json", ".txt"))
    planted = [row for row in truth() if row["row"] == "text"]
    assert len(planted) > 20 and all(row["entity"] for row in planted)
    # a value inside a JSON string may be escaped there
    assert all(json.dumps(row["value"], ensure_ascii=False)[1:-1] in everything for row in planted)


def test_the_index_files_join() -> None:
    for file in ("df_valid.csv", "df_rankings.csv"):
        with (BATCH / file).open(encoding="utf-8") as lines:
            assert [row["folder_name"] for row in csv.DictReader(lines)] == [home().name]


# who and what is recorded


def test_a_batch_of_24_shows_every_task_twice_by_two_people_in_all_forms() -> None:
    cast = make_cast(Random("7/cast"))
    todo = plans(cast, 7, 24)
    assert [plan.name for plan in todo] == [plan.name for plan in plans(make_cast(Random("7/cast")), 7, 24)]
    assert len({plan.name for plan in todo}) == 24
    for task in TASKS:
        same = [plan for plan in todo if plan.task.id == task.id]
        assert len({plan.me.id for plan in same}) == 2 and {plan.round_about for plan in same} == {False, True}
    forms = [plan.form for plan in todo]
    assert {(f.width % 2, f.turned, f.variable, f.audio) for f in forms} >= {
        (0, 0, False, False),
        (1, 0, False, False),
        (0, 90, False, False),
        (0, 0, True, True),
    }
    assert len({plan.task.site for plan in todo}) == len(SITES) == 6


def test_the_cast_is_of_many_cultures_and_no_two_share_a_given_name() -> None:
    cast = make_cast(Random("7/cast"))
    everybody = (*cast.recorded, *cast.people)
    names = [plain(m.shown["name"]) for m in everybody]
    assert len({plain(m.shown["latin"]) for m in everybody}) == len({plain(m.shown["given"]) for m in everybody}) == 27
    assert min(map(ord, names[len(cast.recorded) + HAN])) > 0x3000
    assert any("-" in name for name in names) and any("'" in name for name in names)
    assert sum(not name.isascii() for name in names) >= 8
    for member in everybody:
        assert all(cast.entities[value] == member.id for value in member.forms)


# the parts


def keys(log: Log, *pressed: str, xpath: str = "/html/body[1]/input[1]") -> None:
    for i, key in enumerate(pressed):
        at = len(log.rows) * 50.0 + 100 * i
        log.state(at, len(log.rows), {"url": f"u{len(log.rows)}"})
        log.action(at, "keypress", key=key, element_attributes={"xpath": xpath})
        log.action(at, "keyrelease", key=key, element_attributes={"xpath": xpath})


def test_keys_in_one_field_become_one_keystroke_and_the_raw_trace_keeps_them() -> None:
    log = Log(START)
    log.state(0, 0, {"url": "start"})
    keys(log, "Key.shift", "'A'", "'n'", "Key.backspace")
    keys(log, "Key.enter")
    keys(log, "'x'", xpath="/html/body[1]/input[2]")
    log.state(9_000, 99, {"url": "end"})
    rows, shown = log.merged()
    assert [row["data"].get("key") for row in rows if row["type"] == "action"] == [
        "Key.shift 'A' 'n' Key.backspace",
        "Key.enter",
        "'x'",
    ]
    first = rows[1]["data"]
    assert first["type"] == "keystroke" and first["start_timestamp"] < first["end_timestamp"] == first["timestamp"]
    assert [row["type"] for row in rows] == ["state", "action"] * 3 + ["state"]
    assert len(shown) == 4 and shown[-1] == 99
    raw = log.raw()
    assert sum(row["data"].get("type") == "keypress" for row in raw) == 6
    assert [row["data"]["id"] for row in raw] == list(range(len(raw)))


def test_turns_of_the_wheel_at_one_place_are_added_up() -> None:
    log = Log(START)
    for x, dy in ((5, -1), (5, -1), (5, 1), (6, -1)):
        log.state(0, 0, {})
        log.action(0, "scroll", x=x, y=9, dx=0, dy=dy, element_attributes=None)
    rows, _ = log.merged()
    assert [row["data"]["dy"] for row in rows if row["type"] == "action"] == [-1, -1]


def test_rows_that_stay_are_one_run_and_those_that_move_are_more() -> None:
    runs = Runs({"Ann Lee": "p1"})

    def value(x: int, text: str = "Ann Lee") -> dict[str, Any]:
        return {
            "kind": "person",
            "text": text,
            "of": "Ann Lee",
            "box": [x, 0, x + 9, 9],
            "share": 1,
            "opacity": 1,
            "note": None,
        }

    runs.add(0, [value(1)], [{"text": "Name", "box": [0, 0, 5, 5], "share": 1, "opacity": 1}])
    runs.add(0, [value(70)], [])  # a frame that a recorder of variable rate left out
    runs.add(1, [value(1)], [])
    runs.add(2, [value(4), value(1)], [])
    runs.add(3, [value(4, "Ann L")], [])
    rows = runs.rows()
    assert [(r["row"], r["from"], r["to"], r["box"][0]) for r in rows] == [
        ("ordinary", 0, 0, 0),
        ("seen", 0, 2, 1),
        ("seen", 2, 2, 4),
        ("seen", 3, 3, 4),
    ]
    assert rows[3]["of"] == "Ann Lee" and "of" not in rows[1] and rows[3]["entity"] == "p1"


def moving(width: int, height: int, count: int) -> list[np.ndarray]:
    """A white square in the upper left that goes to the right, every second time."""
    made = []
    for i in range(count):
        image = np.zeros((height, width, 3), np.uint8)
        image[4:24, 4 + i // 2 * 20 : 24 + i // 2 * 20] = 255
        made.append(image)
    return made


@pytest.mark.parametrize(
    "form", [Format(320, 200), Format(321, 201), Format(320, 200, turned=90), Format(320, 200, turned=270)]
)
def test_what_is_written_is_shown_again_upright(tmp_path: Path, form: Format) -> None:
    images = moving(form.width, form.height, 6)
    with Reel(tmp_path / "a.mp4", form) as reel:
        assert [reel.add(image, 100 * i) for i, image in enumerate(images)] == list(range(6))
    shown = list(frames(tmp_path / "a.mp4"))
    assert [round(at, 3) for at, _ in shown] == [0, 0.1, 0.2, 0.3, 0.4, 0.5]
    for (_, image), meant in zip(shown, images, strict=True):
        assert image.shape == meant.shape
        assert np.abs(image.astype(int) - meant).mean() < 4
    with av.open(str(tmp_path / "a.mp4")) as container:
        coded = container.streams.video[0]
        assert (coded.width > coded.height) == (form.turned not in (90, 270))


def test_a_variable_rate_leaves_out_what_stands_still_but_not_for_long(tmp_path: Path) -> None:
    still = np.zeros((200, 320, 3), np.uint8)
    with Reel(tmp_path / "a.mp4", Format(320, 200, variable=True)) as reel:
        numbers = [reel.add(still, 100 * i) for i in range(22)] + [reel.add(still + 255, 2_200)]
    assert numbers == [0] * 20 + [1] * 2 + [2]
    assert [round(at, 3) for at, _ in frames(tmp_path / "a.mp4")] == [0, 2.0, 2.2]
    with av.open(str(tmp_path / "a.mp4")) as container:
        stream = container.streams.video[0]
        assert stream.duration * stream.time_base >= 2.2


def test_sound_and_metadata_are_in_the_file_and_the_bytes_are_the_same_each_time(tmp_path: Path) -> None:
    form = Format(320, 200, audio=True, metadata={"title": "Screen of Ann Lee"})
    for name in ("a", "b"):
        with Reel(tmp_path / f"{name}.mp4", form) as reel:
            for i, image in enumerate(moving(320, 200, 4)):
                reel.add(image, 100 * i)
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()
    with av.open(str(tmp_path / "a.mp4")) as container:
        assert [stream.type for stream in container.streams] == ["video", "audio"]
        assert container.metadata["title"] == "Screen of Ann Lee"


def test_ranks_follow_the_way_and_its_length_and_questions_name_folders(tmp_path: Path) -> None:
    entries = [
        Entry(f"{task} @ {i}", task, "crm", "Log a call with Ann Lee", "Ann Lee", "r0", steps, quality)
        for i, (task, steps, quality) in enumerate(((1, 5, 2), (1, 9, 1), (1, 7, 1), (2, 4, 1)))
    ]
    write_index(tmp_path, entries)
    with (tmp_path / "df_rankings.csv").open(encoding="utf-8") as lines:
        ranks = [(row["rank"], row["folder_name"]) for row in csv.DictReader(lines)]
    assert ranks == [("1", "1 @ 2"), ("2", "1 @ 1"), ("3", "1 @ 0"), ("1", "2 @ 3")]
    with (tmp_path / "qa_dataset.csv").open(encoding="utf-8") as lines:
        asked = list(csv.DictReader(lines))
    assert len(asked) == 4 and any("," in row["Task ID(s)"] for row in asked)
    assert {n.strip() for row in asked for n in row["Task ID(s)"].split(",")} <= {entry.name for entry in entries}


# the faults


def spoiled(tmp_path: Path, what: str) -> Path:
    shutil.copytree(BATCH / "demos", tmp_path / "demos")
    (fault,) = (fault for name, _, fault in TABLE if name == what)
    # the first of the folder is the good one
    copy = tmp_path / "demos" / "103 @ 2025-12-01-00-00-00"
    shutil.copytree(tmp_path / "demos" / home().name, copy)
    for path in [p for p in copy.iterdir() if p.is_file()]:
        path.rename(copy / path.name.replace(home().name, copy.name))
    fault(copy)
    return copy


def decoded(path: Path) -> int:
    return sum(1 for _ in frames(path))


@pytest.mark.parametrize("what", ["video_cut_short", "video_damaged", "video_empty", "video_is_none"])
def test_a_spoiled_video_does_not_decode_to_its_end(tmp_path: Path, what: str) -> None:
    copy = spoiled(tmp_path, what)
    with pytest.raises(av.FFmpegError):
        decoded(copy / f"{copy.name}.mp4")


def test_two_streams_are_two_and_both_decode(tmp_path: Path) -> None:
    copy = spoiled(tmp_path, "video_two_streams")
    with av.open(str(copy / f"{copy.name}.mp4")) as container:
        assert len(container.streams.video) == 2
        assert sum(1 for _ in container.decode(container.streams.video[1])) == len(truth()[0]["times"])


def test_the_other_faults_are_what_they_say(tmp_path: Path) -> None:
    def made(what: str) -> Path:
        return spoiled(tmp_path / what, what)

    linked = made("video_symlink")
    assert (linked / f"{linked.name}.mp4").is_symlink() and (linked / f"{linked.name}.mp4").resolve().is_file()
    for what in ("json_broken", "raw_trace_broken"):
        copy = made(what)
        raw = "[raw] " if what.startswith("raw") else ""
        with pytest.raises(json.JSONDecodeError):
            json.loads((copy / f"{raw}{copy.name}.json").read_text(encoding="utf-8"))
    copy = made("time_out_of_order")
    rows = json.loads((copy / f"{copy.name}.json").read_text(encoding="utf-8"))["trace"]
    assert rows[2]["data"]["secs_from_start"] < rows[1]["data"]["secs_from_start"]
    copy = made("state_missing")
    kinds = [r["type"] for r in json.loads((copy / f"{copy.name}.json").read_text(encoding="utf-8"))["trace"]]
    assert kinds[1:3] == ["action", "action"]
    copy = made("application_not_allowed")
    rows = json.loads((copy / f"{copy.name}.json").read_text(encoding="utf-8"))["trace"]
    hosts = {site.host for site in SITES.values()}
    assert sum(r["data"]["url"].split("/")[2] not in hosts for r in rows if r["type"] == "state") == 1
    copy = made("guide_empty")
    assert (copy / f"SOP - {copy.name}.txt").read_text(encoding="utf-8") == ""
    assert not list(made("guide_missing").glob("SOP*"))
    assert not (made("screenshots_missing") / "screenshots").exists()
    assert len(list((made("screenshot_missing") / "screenshots").iterdir())) == len(truth()[0]["states"]) - 1
    copy = made("name_form")
    assert not copy.exists() and (copy.parent / "103-2025-12-01-00-00-00").is_dir()
