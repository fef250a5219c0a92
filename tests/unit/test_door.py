"""One bad record is settled at the door: refused or corrected by a stated rule, counted, told, and the rest goes on.

For every check that validation makes there is a record here that would break it, or the reason why none can.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import numpy as np
import pytest

from redaction.batch import open_ledger, scrub
from redaction.capture.images import encode_png, open_image
from redaction.errors import EntrophyError
from redaction.findings import ImageFinding, Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.policy import Policy
from redaction.stages.find import _by_recording, find, screens_as_lines
from redaction.stages.finish import _counts, finish
from redaction.stages.ingest import RawRow, ingest, load_rows, outside, require_same_screenshots
from redaction.stages.scrub import resolve
from redaction.work.files import file_digest
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from tests.tiny_batch import INSTANCE, Events, tiny_batch
from validation.table.expectations import CheckResult, validate

SIZE = (1280, 800)
"""Of the sample's screenshots, in px."""


def ingested(folder: Path, store: BatchStore) -> list[RawRow]:
    ingest(folder, store, Policy(), no_progress)
    return load_rows(store)


def released(rows: list[RawRow], folder: Path) -> tuple[list[dict[str, Any]], Path]:
    """The rows and screenshots as a batch in which nothing had to be redacted would leave them."""
    shots = folder / "screenshots"
    shots.mkdir()
    for raw in rows:
        if raw.screenshot is not None:
            (shots / str(raw.row.screenshot_name)).write_bytes(encode_png(open_image(raw.screenshot)))
    return [raw.row.as_dict() for raw in rows], shots


def quarantine(store: BatchStore) -> list[tuple[str, str]]:
    found = [(q["record"], q["reason"]) for q in store.read_lines("quarantine/ingest.jsonl")]
    assert all(q["remedy"] for q in store.read_lines("quarantine/ingest.jsonl"))
    return found


def _put(**changes: Any) -> Callable[[Events], None]:
    def change(events: Events) -> None:
        events[1].update(changes)

    return change


def _like_another_row(events: Events) -> None:
    """An id that is no UUID, and a UUID that is just what is made of it and of the recording."""
    events[0]["event_id"] = "first"
    events[1]["event_id"] = str(uuid5(UUID(INSTANCE), "first"))


def _shared_screenshot(events: Events) -> None:
    events[1].update(action="click", value="LB Down", screenshot=events[0]["screenshot"])


def _blank_process(folder: Path) -> None:
    """A second recording, whose process has a name of spaces only."""
    other = INSTANCE[:-1] + "b"
    about = {"process_instance_uuid": other, "process_name": " \u2003", "participant": "hr-1"}
    home = folder / "recordings" / other
    home.mkdir()
    (home / "recording.json").write_text(json.dumps(about))
    event = json.loads((folder / "recordings" / INSTANCE / "events.jsonl").read_text().split("\n")[0])
    (home / "events.jsonl").write_text(json.dumps({**event, "event_id": "other", "screenshot": None}))


#: check → (what is done to the second of three events, reason it is told with), or why no record can break it
BREAKERS: dict[str, tuple[Callable[[Events], None], str] | Callable[[Path], None] | str] = {
    "columns": "rows are made of a record type with these fields",
    **{
        f"type_{name}": (_put(**{given: value}), reason)
        for name, given, value, reason in (
            ("process_instance_uuid", "event_id", 7, "wrong_type"),
            ("process_name", "value", None, "wrong_type"),
            ("interaction_uuid", "event_id", None, "wrong_type"),
            ("class_name", "action", 1, "unknown_action"),
            ("subclass_name", "action", "drag", "unknown_action"),
            ("description", "element", {"name": 5}, "wrong_type"),
            ("timestamp", "timestamp", 5, "wrong_type"),
            ("application_name", "application", ["a"], "wrong_type"),
            ("screenshot_name", "screenshot", 5, "wrong_type"),
            ("screen_name", "screen", None, "wrong_type"),
            ("interaction_type", "action", None, "unknown_action"),
            ("interaction_value", "value", 1.5, "wrong_type"),
            ("interaction_coordinates", "coordinates", {"x": 1.5, "y": 2}, "wrong_type"),
            ("field_name", "element", {"name": ["a"]}, "wrong_type"),
            ("field_value", "element", {"value": {}}, "wrong_type"),
            ("time_spent", "duration_s", "1", "wrong_type"),
        )
    },
    **{
        f"not_null_{name}": (_put(**{given: None}), reason)
        for name, given, reason in (
            ("process_instance_uuid", "event_id", "wrong_type"),
            ("process_name", "screen", "wrong_type"),
            ("interaction_uuid", "event_id", "wrong_type"),
            ("class_name", "action", "unknown_action"),
            ("subclass_name", "action", "unknown_action"),
            ("description", "value", "wrong_type"),
            ("timestamp", "timestamp", "wrong_type"),
            ("application_name", "application", "wrong_type"),
            ("screen_name", "screen", "wrong_type"),
            ("interaction_type", "action", "unknown_action"),
            ("interaction_value", "value", "wrong_type"),
        )
    },
    "form_interaction_uuid": (_put(event_id="e\u0000"), "control_character"),
    "form_process_instance_uuid": "the folder of a recording must be a UUID: test_captures.py",
    "form_timestamp": (_put(timestamp="9999-12-31T23:59:59.999Z"), "value_out_of_range"),
    "form_screenshot_name": (_put(action="click", value="LB Down", screenshot="../../a.png"), "path_outside"),
    "unique_interaction_uuid": (_like_another_row, "duplicate_id"),
    "unique_screenshot_name": (_shared_screenshot, "screenshot_reused"),
    "domain_interaction_type": (_put(action="scroll"), "unknown_action"),
    "range_time_spent": (_put(duration_s=-0.1), "value_out_of_range"),
    "filled_process_name": _blank_process,
    "filled_application_name": (_put(application="  "), "application_not_allowed"),
    "filled_class_name": "classes are those of the rule table: test_mapper.py",
    "filled_subclass_name": "classes are those of the rule table: test_mapper.py",
    "filled_description": (_put(element={"role": "\u2003", "name": " ", "value": " "}, screen=" "), ""),
    "class_is_known": "classes are those of the rule table: test_mapper.py",
    "time_order": (_put(timestamp="2001-01-01T00:00:00.000Z"), "time_out_of_order"),
    "one_process_per_instance": "a recording has one name, and its rows are read alike: test_same_process_name",
    "screenshot_exists": (_put(action="click", value="LB Down", screenshot="none.png"), "screenshot_missing"),
    "coordinates_on_screen": (_put(coordinates={"x": -1, "y": 5}), "coordinates_outside"),
    "typing_has_no_button": (_put(action="type", value="RB Up"), "button_on_typing"),
    "no_orphan_screenshots": "a screenshot of no row is not copied: test_vision_scrub.py",
}


def test_every_check_is_thought_of(tmp_path: Path) -> None:
    rows, shots = released(ingested(tiny_batch(tmp_path / "batch"), BatchStore(tmp_path, "work")), tmp_path)
    assert {result.name for result in validate(rows, shots)} == set(BREAKERS)


@pytest.mark.parametrize("check", sorted(name for name, how in BREAKERS.items() if not isinstance(how, str)))
def test_one_bad_record_does_not_stop_a_release(tmp_path: Path, check: str) -> None:
    how = BREAKERS[check]
    if isinstance(how, tuple):
        change, reason = how
        folder = tiny_batch(tmp_path / "batch", change=change)
    else:
        assert callable(how)
        reason, folder = "value_out_of_range", tiny_batch(tmp_path / "batch")
        how(folder)
    store = BatchStore(tmp_path, "work")
    rows, shots = released(ingested(folder, store), tmp_path)
    results = validate(rows, shots)
    assert [r.sentence() for r in results if not r.passed] == []
    if reason:
        assert [messages for _, messages in quarantine(store) if messages == reason] == [reason]
    funnel = store.read_json("ingest/batch.json")["funnel"]
    assert funnel["events_accepted"] == len(rows) >= 2, "the rest goes on"


@pytest.mark.parametrize(
    ("x", "y", "kept"),
    [
        (0, 0, True),
        (SIZE[0] - 1, SIZE[1] - 1, True),
        (SIZE[0], 0, False),
        (0, SIZE[1], False),
        (-1, 0, False),
        (0, -1, False),
        (99_999, 99_999, False),
    ],
)
def test_a_pointer_outside_its_screenshot_is_withheld_and_the_row_stays(
    tmp_path: Path, x: int, y: int, kept: bool
) -> None:
    def change(events: Events) -> None:
        events[0]["coordinates"] = {"x": x, "y": y}

    store = BatchStore(tmp_path, "work")
    folder = tiny_batch(tmp_path / "batch", change=change)
    rows = ingested(folder, store)
    shown = open_image(rows[0].screenshot)  # type: ignore[arg-type]
    assert shown.shape[:2][::-1] == SIZE
    assert rows[0].row.interaction_coordinates == ({"x": x, "y": y} if kept else None)
    assert rows[0].screenshot is not None and rows[0].row.screen_name
    messages = [("coordinates_outside")] if not kept else []
    assert [reason for _, reason in quarantine(store)] == messages
    if messages:
        assert quarantine(store)[0][0] == f"{INSTANCE}/{rows[0].row.interaction_uuid}"


def test_without_a_screenshot_only_what_no_screen_can_show_is_outside() -> None:
    assert not outside({"x": 50_000, "y": 3}, None)
    assert outside({"x": -1, "y": 3}, None) and outside({"x": 3, "y": -1}, None)
    assert not outside(None, (10, 10))


@pytest.mark.parametrize("value", ["LB Down", "lb down", " MB Up ", "RB DOWN"])
def test_typing_that_claims_a_button_is_refused_and_a_click_is_not(tmp_path: Path, value: str) -> None:
    store = BatchStore(tmp_path, "work")
    folder = tiny_batch(tmp_path / "batch", change=_put(action="type", value=value))
    assert len(ingested(folder, store)) == 2 and quarantine(store)[0][1] == "button_on_typing"
    again = BatchStore(tmp_path, "again")
    folder = tiny_batch(tmp_path / "click", change=_put(action="click", value=value))
    assert len(ingested(folder, again)) == 3


def test_text_around_the_name_of_a_button_is_text(tmp_path: Path) -> None:
    store = BatchStore(tmp_path, "work")
    folder = tiny_batch(tmp_path / "batch", change=_put(action="type", value="press LB Down"))
    assert len(ingested(folder, store)) == 3 and quarantine(store) == []


@pytest.mark.parametrize("word", ["Harvest", "Grace", "Will"])
def test_same_process_name(tmp_path: Path, word: str) -> None:
    """A field's label tells that a word of the process name names somebody: it is hidden in every row, or in none."""
    policy = Policy.model_validate({"vision": {"workers": 1, "device": "cpu"}, "text": {"engine": "patterns"}})
    element = {"role": "textbox", "name": "Candidate", "value": word}
    folder = tiny_batch(tmp_path / "batch", screenshots=0, change=_put(element=element, value=word))
    about = folder / "recordings" / INSTANCE / "recording.json"
    about.write_text(json.dumps({**json.loads(about.read_text()), "process_name": f"{word} planning"}))
    store = BatchStore(tmp_path, "work")
    key, ledger = open_ledger(tmp_path / "key")
    ingest(folder, store, policy, no_progress, key)
    find(store, policy, no_progress)
    resolve(store, policy, ledger)
    scrub(store, policy, ledger)
    finish(store, policy, ledger)
    rows = list(store.read_lines("scrubbed/interactions.jsonl"))
    names = {row["process_name"] for row in rows}
    assert len(rows) == 3 and len(names) == 1
    assert word not in names.pop(), "the label was believed, else this test shows nothing"
    assert [r.sentence() for r in validate(rows, store.scrubbed / "screenshots") if not r.passed] == []


# -- what a failed check says ----------------------------------------------------------------------------------------


def failing(rows: list[dict[str, Any]], shots: Path, check: str) -> CheckResult:
    (found,) = [r for r in validate(rows, shots) if not r.passed and r.name == check]
    return found


def test_a_failed_check_names_itself_and_the_records(tmp_path: Path) -> None:
    rows, shots = released(ingested(tiny_batch(tmp_path / "batch"), BatchStore(tmp_path, "work")), tmp_path)
    for check, changes in {
        "coordinates_on_screen": {"interaction_coordinates": {"x": -4, "y": 1}},
        "typing_has_no_button": {"interaction_type": "Typing", "interaction_value": "LB Down"},
        "time_order": {"timestamp": "2001-01-01 00:00:00.000"},
        "not_null_screen_name": {"screen_name": None},
        "screenshot_exists": {"screenshot_name": "Screen-x.png"},
        "one_process_per_instance": {"process_name": "Another"},
    }.items():
        spoiled = copy.deepcopy(rows)
        spoiled[1].update(changes)
        result = failing(spoiled, shots, check)
        assert result.records == (f"{INSTANCE}/{rows[1]['interaction_uuid']}",), check
        assert result.sentence().startswith(f"{check}: not so for 1 of 3") and result.records[0] in result.sentence()


def test_a_row_without_sound_ids_is_named_by_its_place_and_many_are_counted(tmp_path: Path) -> None:
    rows, shots = released(ingested(tiny_batch(tmp_path / "batch"), BatchStore(tmp_path, "work")), tmp_path)
    many = [{**rows[0], "interaction_uuid": f"Ilse Brandvold {n}", "screenshot_name": None} for n in range(25)]
    result = failing(many, shots, "form_interaction_uuid")
    assert result.records == tuple(f"interactions.jsonl:{n + 1}" for n in range(20))
    assert "and 5 more" in result.sentence() and "Brandvold" not in result.sentence()
    (shots / "stray Ilse.png").write_bytes(encode_png(np.zeros((4, 4, 3), np.uint8)))
    assert failing(rows, shots, "no_orphan_screenshots").records == ("screenshots[1]",)


def test_a_screenshot_that_is_another_file_than_at_ingest_stops_the_batch(tmp_path: Path) -> None:
    store = BatchStore(tmp_path, "work")
    rows = ingested(tiny_batch(tmp_path / "batch"), store)
    require_same_screenshots(store, rows)
    (shown,) = (raw for raw in rows if raw.screenshot is not None)
    assert shown.screenshot is not None and shown.digest == file_digest(shown.screenshot)
    for other in ("0" * 64, "f" * 64):
        with pytest.raises(EntrophyError, match="not the one that was ingested"):
            require_same_screenshots(store, [replace(shown, digest=other)])
    shown.screenshot.unlink()
    require_same_screenshots(store, rows)


def test_the_screens_of_each_recording_are_read_together_and_in_order(tmp_path: Path) -> None:
    (shown,) = (raw for raw in ingested(tiny_batch(tmp_path / "batch"), BatchStore(tmp_path, "work")) if raw.screenshot)
    rows = [
        replace(
            shown,
            row=replace(shown.row, process_instance_uuid=recording, screenshot_name=name),
            screenshot=shown.screenshot if name else None,
        )
        for recording, name in (("b", "1.png"), ("a", "2.png"), ("b", None), ("b", "3.png"))
    ]
    assert _by_recording(rows) == [["2.png"], ["1.png", "3.png"]]


def test_what_was_found_on_screens_is_counted(tmp_path: Path) -> None:
    store = BatchStore(tmp_path, "work")
    rows = [raw.row for raw in ingested(tiny_batch(tmp_path / "batch"), store)]
    (name,) = (str(row.screenshot_name) for row in rows if row.screenshot_name)
    found = [ImageFinding((0, 0, 9, 9), Kind.FACE, 0.9, "mtcnn"), ImageFinding((20, 0, 29, 9), Kind.FACE, 0.5, "mtcnn")]
    store.write_lines("find/text.jsonl", [])
    store.write_lines("find/screens.jsonl", screens_as_lines({name: found}))
    (counted,) = _counts(store, rows, Policy(), Ledger.open(Key(b"k" * 32), tmp_path / "ledger"))
    assert (counted["where"], counted["kind"], counted["detector"], counted["count"]) == ("screen", "face", "mtcnn", 2)
