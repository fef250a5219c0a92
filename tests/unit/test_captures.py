"""Ingest: one bad thing is refused with its reason, the rest of the batch goes on, nothing captured is told."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redaction.capture.captures import read_batch, read_batch_counted
from redaction.capture.paths import batch_digest
from redaction.capture.readers import IngestCounts
from redaction.capture.reasons import REASONS
from redaction.errors import CaptureError
from redaction.policy import CapturePolicy
from redaction.records import Batch

POLICY = CapturePolicy(max_line_bytes=20_000)
GOOD = "11111111-1111-4111-8111-111111111111"
BAD = "22222222-2222-4222-8222-222222222222"
#: stands for whatever a recorded person typed: it must be in no refusal and no error
CAPTURED = "Zzyzx Quillfeather"


def event(n: int, **changes: Any) -> dict[str, Any]:
    """A sound click number `n` of the recording under test, with `changes`."""
    return {
        "event_id": f"{n:08x}-0000-4000-8000-000000000000",
        "timestamp": f"2025-04-18T17:{n // 60:02d}:{n % 60:02d}.466Z",
        "action": "click",
        "value": "LB Down",
        "application": "Outlook",
        "screen": f"Inbox of {CAPTURED}",
        "element": {"role": "button", "name": CAPTURED, "value": None, "box": [1, 2, 30, 40]},
        "coordinates": {"x": 5, "y": 6},
        "screenshot": None,
        "duration_s": 0.5,
        **changes,
    }


def header(**changes: Any) -> dict[str, Any]:
    """A sound batch.json with `changes`."""
    consent = {
        "status": "granted",
        "recorded_at": "2025-04-01T09:00:00Z",
        "scope": ["events", "screenshots"],
        "evidence": "form 12",
    }
    return {
        "format": "entrophy-capture/1",
        "batch": "unit",
        "domain": "Finance",
        "environment": "staging",
        "recorder": {"name": "recorder", "version": "1"},
        "applications": ["Outlook", "*.netsuite.com"],
        "participants": [{"id": "p1", "name": CAPTURED, "email": None, "consent": consent}],
        "entities": [{"kind": "company", "value": CAPTURED, "aliases": []}],
        **changes,
    }


class Folder:
    """A batch with one sound recording and one under test."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header()
        self.recording(GOOD, [event(1000), event(1001, screenshot="a.png")], shots=["a.png"])

    def header(self, **changes: Any) -> None:
        self.path.mkdir(exist_ok=True)
        (self.path / "batch.json").write_text(json.dumps(header(**changes)), encoding="utf-8")

    def recording(self, name: str, events: list[Any], shots: list[str] | None = None, **about: Any) -> Path:
        home = self.path / "recordings" / name
        (home / "screenshots").mkdir(parents=True)
        stated = {"process_instance_uuid": name, "process_name": "Invoice creation", "participant": "p1", **about}
        (home / "recording.json").write_text(json.dumps(stated), encoding="utf-8")
        data = b"\n".join(e if isinstance(e, bytes) else json.dumps(e).encode() for e in events)
        (home / "events.jsonl").write_bytes(data + b"\n")
        for shot in shots or []:
            (home / "screenshots" / shot).write_bytes(b"not opened at ingest")
        return home

    def read(self, policy: CapturePolicy = POLICY) -> Batch:
        return read_batch(self.path, policy)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "batch")


def stated(batch: Batch) -> list[tuple[str, str]]:
    """(record, reason) of every refusal, after checking that each has its remedy and quotes nothing."""
    for item in batch.refusals:
        assert item.stage == "ingest"
        assert item.remedy.startswith(REASONS[item.reason].remedy)
        assert CAPTURED.split()[0].casefold() not in " ".join((item.record, item.remedy)).casefold()
    return [(item.record, item.reason) for item in batch.refusals]


def accepted(batch: Batch, name: str) -> int:
    return sum(len(r.events) for r in batch.recordings if r.process_instance_uuid == name)


def test_sound_batch(folder: Folder) -> None:
    batch, counts = read_batch_counted(folder.path, POLICY)
    assert batch.refusals == ()
    assert counts == IngestCounts(1, 1, 2, 2, 1, 1)
    first, second = batch.recordings[0].events
    assert (first.coordinates, first.duration_s, first.screenshot) == ((5, 6), 0.5, None)
    assert first.element is not None and first.element.box == (1, 2, 30, 40)
    assert first.timestamp.isoformat(timespec="milliseconds") == "2025-04-18T17:16:40.466+00:00"
    assert second.screenshot == folder.path / "recordings" / GOOD / "screenshots" / "a.png"
    (participant,) = batch.participants
    assert (batch.recorder, participant.consent, participant.name) == ("recorder 1", "granted", CAPTURED)


def raw(**changes: Any) -> bytes:
    return json.dumps(event(2, **changes)).encode()


def without(name: str) -> bytes:
    return json.dumps({k: v for k, v in event(2).items() if k != name}).encode()


BAD_LINES: list[tuple[str, bytes, str]] = [
    ("cut short", raw()[:80], "json_broken"),
    ("no JSON", CAPTURED.encode(), "json_broken"),
    ("two objects", raw() + raw(), "json_broken"),
    ("doubled key", b'{"event_id": "x", ' + raw()[1:], "json_broken"),
    ("nested deeply", b'{"event_id":' + b"[" * 9_000 + b"]" * 9_000 + b"}", "json_broken"),
    ("huge integer", raw().replace(b'"x": 5', b'"x": ' + b"9" * 9_000), "json_broken"),
    ("large integer", raw().replace(b'"x": 5', b'"x": ' + b"9" * 400), "value_out_of_range"),
    ("a list", b"[1]", "wrong_type"),
    ("null", b"null", "wrong_type"),
    ("Latin-1", raw(value="caf\u00e9").replace(b"\\u00e9", b"\xe9"), "encoding_broken"),
    ("UTF-16", raw().decode().encode("utf-16-le"), "json_broken"),
    ("lone surrogate", raw(screen="a\ud800b"), "encoding_broken"),
    ("surrogate in the id", raw(event_id="a\ud800b"), "encoding_broken"),
    ("NUL", raw(screen=f"{CAPTURED}\x00"), "control_character"),
    ("escape sequence", raw(element={"name": "\x1b[31m" + CAPTURED}), "control_character"),
    ("C1 control", raw(value="a\x85b"), "control_character"),
    ("line break in the application", raw(application="Out\nlook"), "control_character"),
    ("too long a line", raw(value="x" * 30_000), "line_too_long"),
    ("no id", without("event_id"), "missing_field"),
    ("no time", without("timestamp"), "missing_field"),
    ("no action", without("action"), "missing_field"),
    ("no screen", without("screen"), "missing_field"),
    ("empty id", raw(event_id=""), "value_out_of_range"),
    ("id a number", raw(event_id=7), "wrong_type"),
    ("unknown action", raw(action=CAPTURED), "unknown_action"),
    ("action in capitals", raw(action="Click"), "unknown_action"),
    ("value null", raw(value=None), "wrong_type"),
    ("value a list", raw(value=[CAPTURED]), "wrong_type"),
    ("naive time", raw(timestamp="2025-04-18T17:00:02.466"), "wrong_type"),
    ("local time", raw(timestamp="2025-04-18T17:00:02.466+02:00"), "wrong_type"),
    ("seconds since 1970", raw(timestamp=1745000000), "wrong_type"),
    ("time in Arabic digits", raw(timestamp="٢٠٢٥-04-18T17:00:02.466Z"), "wrong_type"),
    ("month 13", raw(timestamp="2025-13-18T17:00:02.466Z"), "value_out_of_range"),
    ("year 0001", raw(timestamp="0001-01-01T00:00:00.000Z"), "value_out_of_range"),
    ("NaN", raw(duration_s=float("nan")), "value_out_of_range"),
    ("infinity", raw(duration_s=float("inf")), "value_out_of_range"),
    (
        "number beyond floats",
        raw(duration_s=0).replace(b'"duration_s": 0', b'"duration_s": 1e999'),
        "value_out_of_range",
    ),
    ("negative duration", raw(duration_s=-1), "value_out_of_range"),
    ("duration a string", raw(duration_s="1"), "wrong_type"),
    ("duration true", raw(duration_s=True), "wrong_type"),
    ("fractional coordinate", raw(coordinates={"x": 1.5, "y": 2}), "wrong_type"),
    ("boolean coordinate", raw(coordinates={"x": True, "y": 2}), "wrong_type"),
    ("half a point", raw(coordinates={"x": 1}), "missing_field"),
    ("point a list", raw(coordinates=[1, 2]), "wrong_type"),
    ("point far out", raw(coordinates={"x": 10**7, "y": 2}), "value_out_of_range"),
    ("box of three", raw(element={"box": [1, 2, 3]}), "wrong_type"),
    ("box inside out", raw(element={"box": [9, 2, 3, 4]}), "value_out_of_range"),
    ("box upside down", raw(element={"box": [1, 9, 30, 8]}), "value_out_of_range"),
    ("box from right to left", raw(element={"box": [50, 2, 3, 60]}), "value_out_of_range"),
    ("NaN in a field of no meaning", raw(more=[float("nan")]), "value_out_of_range"),
    ("box of strings", raw(element={"box": ["1", "2", "3", "4"]}), "wrong_type"),
    ("element a string", raw(element=CAPTURED), "wrong_type"),
    ("absurd role", raw(element={"role": "r" * 500}), "value_out_of_range"),
    ("absurd application", raw(application="a" * 500), "value_out_of_range"),
    ("screenshot a number", raw(screenshot=5), "wrong_type"),
    ("application not listed", raw(application="Solitaire"), "application_not_allowed"),
    ("id used before", raw(event_id=event(1)["event_id"]), "duplicate_id"),
    ("the same id in capitals", raw(event_id=event(0xA)["event_id"].upper()), "duplicate_id"),
    ("id of another recording", raw(event_id=event(1000)["event_id"]), "duplicate_id"),
    ("earlier than the one before", raw(timestamp="2025-04-18T16:59:59.999Z"), "time_out_of_order"),
]


@pytest.mark.parametrize(("line", "reason"), [b[1:] for b in BAD_LINES], ids=[b[0] for b in BAD_LINES])
def test_bad_line_is_refused_alone(folder: Folder, line: bytes, reason: str) -> None:
    first = event(1) if b"0000000A" not in line else event(0xA, timestamp=event(1)["timestamp"])
    folder.recording(BAD, [first, line, event(20)])
    batch, counts = read_batch_counted(folder.path, POLICY)
    (refused,) = batch.refusals
    assert stated(batch)[0][1] == reason
    assert refused.record.startswith(f"{BAD}/")
    assert (accepted(batch, GOOD), accepted(batch, BAD)) == (2, 2)
    assert counts.events_in == 5


def test_events_of_one_millisecond_are_in_order(folder: Folder) -> None:
    folder.recording(BAD, [event(1), event(2, timestamp=event(1)["timestamp"])])
    assert folder.read().refusals == ()


def test_finer_digits_are_cut_and_boxes_grow_to_whole_pixels(folder: Folder) -> None:
    fine = event(1, timestamp="2025-04-18T17:00:01.466999+00:00", element={"box": [1.9, -2.1, 3.1, 4]})
    folder.recording(BAD, [fine])
    (made,) = next(r for r in folder.read().recordings if r.process_instance_uuid == BAD).events
    assert made.timestamp.microsecond == 466_000
    assert made.element is not None and made.element.box == (1, -3, 4, 4)


def test_record_id_is_the_event_id_only_if_it_is_a_uuid(folder: Folder) -> None:
    folder.recording(BAD, [event(1), raw(value=None), raw(event_id=CAPTURED, value=None), b"{"])
    assert stated(folder.read()) == [
        (f"{BAD}/{event(2)['event_id']}", "wrong_type"),
        (f"{BAD}/events.jsonl:3", "wrong_type"),
        (f"{BAD}/events.jsonl:4", "json_broken"),
    ]


def test_remedy_names_the_field_of_the_format(folder: Folder) -> None:
    folder.recording(BAD, [event(1), raw(coordinates={"x": 1.5, "y": 2})])
    assert folder.read().refusals[0].remedy.endswith("Field: coordinates.x.")


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_harmless_bytes_around_lines(folder: Folder, end: bytes) -> None:
    home = folder.recording(BAD, [])
    lines = [json.dumps(event(n)).encode() for n in (1, 2)]
    (home / "events.jsonl").write_bytes(b"\xef\xbb\xbf" + lines[0] + end + b"  " + end + end + lines[1])
    batch, counts = read_batch_counted(folder.path, POLICY)
    assert (accepted(batch, BAD), counts.events_in, batch.refusals) == (2, 4, ())


def test_line_limit_is_exact_and_the_next_line_is_read(folder: Folder) -> None:
    line = json.dumps(event(1)).encode()
    limit = len(line)
    folder.recording(BAD, [line, line + b" ", json.dumps(event(2)).encode()])
    batch = folder.read(CapturePolicy(max_line_bytes=limit))
    assert accepted(batch, BAD) == 2
    assert (f"{BAD}/events.jsonl:2", "line_too_long") in stated(batch)


def test_unknown_fields_are_left_out_and_told_once(folder: Folder) -> None:
    folder.header(**{CAPTURED: 1})
    folder.recording(
        BAD, [event(1, **{CAPTURED: CAPTURED}), event(2, screen="Inbox", element={CAPTURED: 1})], **{CAPTURED: 2}
    )
    batch = folder.read()
    assert stated(batch) == [
        (f"{BAD}/events.jsonl", "unknown_field"),
        (f"{BAD}/recording.json", "unknown_field"),
        ("batch.json", "unknown_field"),
    ]
    assert accepted(batch, BAD) == 2
    assert CAPTURED not in repr(next(r for r in batch.recordings if r.process_instance_uuid == BAD).events[1])


@pytest.mark.parametrize(
    "changes",
    [
        {"recorder": {"name": "recorder", CAPTURED: 1}},
        {"participants": [{"id": "p2"}, {**header()["participants"][0], CAPTURED: 1}]},
        {"entities": [{"kind": "company", "value": "a"}, {"kind": "person", "value": "b", CAPTURED: 1}]},
    ],
)
def test_a_field_that_only_one_part_of_the_header_has_is_told(folder: Folder, changes: dict[str, Any]) -> None:
    folder.header(**changes)
    assert stated(folder.read()) == [("batch.json", "unknown_field")]


# recordings


def _no_recording_json(home: Path) -> None:
    (home / "recording.json").unlink()


def _no_events(home: Path) -> None:
    (home / "events.jsonl").unlink()


def _empty_events(home: Path) -> None:
    (home / "events.jsonl").write_bytes(b"\n \n")


def _broken_recording_json(home: Path) -> None:
    (home / "recording.json").write_text('{"process_name": "' + CAPTURED)


def _fifo_events(home: Path) -> None:
    (home / "events.jsonl").unlink()
    os.mkfifo(home / "events.jsonl")


def _linked_events(home: Path) -> None:
    shutil.move(home / "events.jsonl", home.parent.parent.parent / "elsewhere.jsonl")
    (home / "events.jsonl").symlink_to(home.parent.parent.parent / "elsewhere.jsonl")


def _linked_recording_json(home: Path) -> None:
    shutil.move(home / "recording.json", home.parent.parent.parent / "elsewhere.json")
    (home / "recording.json").symlink_to(home.parent.parent.parent / "elsewhere.json")


def _linked_folder(home: Path) -> None:
    shutil.move(home, home.parent.parent.parent / "elsewhere")
    home.symlink_to(home.parent.parent.parent / "elsewhere")


def _folder_for_events(home: Path) -> None:
    (home / "events.jsonl").unlink()
    (home / "events.jsonl").mkdir()


def _about(**about: Any) -> Callable[[Path], None]:
    def change(home: Path) -> None:
        given = json.loads((home / "recording.json").read_text()) | about
        (home / "recording.json").write_text(json.dumps({k: v for k, v in given.items() if v != "drop"}))

    return change


BAD_RECORDINGS: list[tuple[Callable[[Path], None], str, str]] = [
    (_no_recording_json, BAD, "recording_unreadable"),
    (_no_events, BAD, "recording_unreadable"),
    (_fifo_events, BAD, "recording_unreadable"),
    (_folder_for_events, BAD, "recording_unreadable"),
    (_empty_events, BAD, "recording_empty"),
    (_broken_recording_json, BAD, "json_broken"),
    (_linked_events, BAD, "symlink"),
    (_linked_recording_json, BAD, "symlink"),
    (_linked_folder, "recordings[1]", "symlink"),
    (_about(process_instance_uuid=GOOD), BAD, "recording_id"),
    (_about(process_name="drop"), BAD, "missing_field"),
    (_about(process_name=["a"]), BAD, "wrong_type"),
    (_about(process_name=f"{CAPTURED}\x07"), BAD, "control_character"),
    (_about(participant=CAPTURED), BAD, "unknown_participant"),
    (_about(started_at="yesterday"), BAD, "wrong_type"),
]


@pytest.mark.parametrize(("spoil", "record", "reason"), BAD_RECORDINGS)
def test_bad_recording_stays_out_alone(folder: Folder, spoil: Callable[[Path], None], record: str, reason: str) -> None:
    spoil(folder.recording(BAD, [event(1), event(2)]))
    batch, counts = read_batch_counted(folder.path, POLICY)
    assert stated(batch) == [(record, reason)]
    assert [r.process_instance_uuid for r in batch.recordings] == [GOOD]
    assert (counts.recordings_accepted, counts.events_accepted) == (1, 2)


def test_folder_that_is_no_uuid_is_named_by_its_place(folder: Folder) -> None:
    folder.recording(CAPTURED, [event(1)])
    (folder.path / "recordings" / f".{CAPTURED}").write_text("x")
    assert stated(folder.read()) == [("recordings[0]", "file_unexpected"), ("recordings[2]", "recording_id")]


def test_one_uuid_in_two_spellings(folder: Folder) -> None:
    letters = "abcdefab-cdef-4abc-8def-abcdefabcdef"
    folder.recording(letters, [event(1)])
    folder.recording(letters.upper(), [event(2)])
    assert (letters, "duplicate_id") in stated(folder.read())


def test_strange_files_are_told_and_not_read(folder: Folder, tmp_path: Path) -> None:
    home = folder.recording(BAD, [event(1)])
    os.mkfifo(home / CAPTURED)
    (folder.path / "zz-link").symlink_to(tmp_path)
    assert stated(folder.read()) == [(f"{BAD}/files[0]", "file_unexpected"), ("files[2]", "symlink")]


# the batch as a whole


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"format": "entrophy-capture/2"}, "format"),
        ({"batch": "../../etc"}, "batch"),
        ({"batch": ".."}, "batch"),
        ({"batch": "a\n"}, "batch"),
        ({"domain": "Fin/ance"}, "domain"),
        ({"environment": "test"}, "environment"),
        ({"environment": None}, "environment"),
        ({"applications": "Outlook"}, "applications"),
        ({"applications": ["*"]}, "applications"),
        ({"applications": ["*.com"]}, "applications"),
        ({"applications": ["https://*.netsuite.com"]}, "applications"),
        ({"participants": None}, "participants"),
        ({"participants": [{"id": CAPTURED, "consent": {"status": CAPTURED}}]}, "participants.0.consent.status"),
        ({"participants": [{"id": "a", "consent": {"status": "granted", CAPTURED: 1}}]}, "participants.0.consent "),
        ({"participants": [{"id": CAPTURED}, {"id": CAPTURED}]}, "participant id"),
        ({"entities": [{"kind": "person", "value": ""}]}, "entities.0.value"),
        ({"recorder": CAPTURED}, "recorder"),
    ],
)
def test_wrong_batch_json_stops_the_batch(folder: Folder, changes: dict[str, Any], named: str) -> None:
    folder.header(**changes)
    with pytest.raises(CaptureError) as caught:
        folder.read()
    assert named in str(caught.value)
    assert caught.value.remedy
    assert CAPTURED.split()[0] not in str(caught.value)
    assert caught.value.__cause__ is None


def test_unreadable_batches(tmp_path: Path, folder: Folder) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for path in (tmp_path / "absent", empty):
        with pytest.raises(CaptureError):
            read_batch(path, POLICY)
    (folder.path / "batch.json").write_text("{" + CAPTURED)
    with pytest.raises(CaptureError) as caught:
        folder.read()
    assert CAPTURED not in str(caught.value)
    (folder.path / "batch.json").unlink()
    (folder.path / "batch.json").symlink_to(tmp_path / "other.json")
    with pytest.raises(CaptureError, match="symbolic link"):
        folder.read()


def test_linked_recordings_folder_stops_the_batch(folder: Folder, tmp_path: Path) -> None:
    shutil.move(folder.path / "recordings", tmp_path / "elsewhere")
    (folder.path / "recordings").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CaptureError, match="recordings"):
        folder.read()


def test_production_is_refused_unless_the_policy_names_the_batch(folder: Folder) -> None:
    folder.header(environment="production")
    batch, counts = read_batch_counted(folder.path, POLICY)
    assert stated(batch) == [(GOOD, "environment_production")]
    assert (counts.events_in, counts.events_accepted) == (2, 0)
    assert folder.read(CapturePolicy(allow_production=("unit",))).refusals == ()
    assert stated(folder.read(CapturePolicy(allow_production=("unit2",)))) == [(GOOD, "environment_production")]


def _consent(**changes: Any) -> list[dict[str, Any]]:
    given = header()["participants"][0]
    return [{**given, "consent": {**given["consent"], **changes}}]


@pytest.mark.parametrize(
    ("participants", "reason"),
    [
        (_consent(status="withdrawn"), "consent_withdrawn"),
        (_consent(status="missing"), "consent_missing"),
        (_consent(recorded_at=None), "consent_missing"),
        (_consent(evidence="  "), "consent_missing"),
        (_consent(scope=None), "consent_scope"),
        (_consent(scope=["screenshots"]), "consent_scope"),
        ([{"id": "p1", "consent": None}], "consent_missing"),
        ([{"id": "p1"}], "consent_missing"),
        ([{"id": "P1", "consent": header()["participants"][0]["consent"]}], "unknown_participant"),
        ([], "unknown_participant"),
    ],
)
def test_consent_gate(folder: Folder, participants: list[Any], reason: str) -> None:
    folder.header(participants=participants)
    batch = folder.read()
    assert stated(batch) == [(GOOD, reason)]
    assert batch.recordings == ()


def test_consent_for_events_only_keeps_screenshots_out(folder: Folder) -> None:
    folder.header(participants=_consent(scope=["events"]))
    batch = folder.read()
    assert stated(batch) == [(f"{GOOD}/{event(1001)['event_id']}", "consent_scope")]
    assert [e.screenshot for e in batch.recordings[0].events] == [None, None]


# screenshots


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../a.png", "path_outside"),
        ("../../" + GOOD + "/screenshots/a.png", "path_outside"),
        ("/etc/passwd", "path_outside"),
        ("sub/a.png", "path_outside"),
        ("..\\a.png", "path_outside"),
        ("screenshots/../recording.json", "path_outside"),
        ("a.png\x00.jpg", "path_outside"),
        ("..", "path_outside"),
        ("", "path_outside"),
        ("x" * 300, "path_outside"),
        ("absent.png", "screenshot_missing"),
        (f"{CAPTURED}.png", "screenshot_missing"),
        ("link.png", "image_symlink"),
        ("pipe.png", "image_not_file"),
        ("folder.png", "image_not_file"),
    ],
)
def test_bad_screenshot_leaves_its_event(folder: Folder, name: str, reason: str) -> None:
    home = folder.recording(BAD, [event(1, screenshot=name), event(9, screenshot="b.png")], shots=["b.png"])
    shots = home / "screenshots"
    if name == "link.png":
        (shots / name).symlink_to(folder.path / "recordings" / GOOD / "screenshots" / "a.png")
    elif name == "pipe.png":
        os.mkfifo(shots / name)
    elif name == "folder.png":
        (shots / name).mkdir()
    batch, counts = read_batch_counted(folder.path, POLICY)
    assert stated(batch) == [(f"{BAD}/{event(1)['event_id']}", reason)]
    bad = next(r for r in batch.recordings if r.process_instance_uuid == BAD)
    assert [e.screenshot is not None for e in bad.events] == [False, True]
    assert counts.screenshots_accepted == 2


def test_lone_surrogate_in_a_screenshot_name(folder: Folder) -> None:
    folder.recording(BAD, [event(1), raw(screenshot="a\udc80.png")])
    assert stated(folder.read())[0][1] in {"encoding_broken", "path_outside"}


def test_linked_screenshots_folder(folder: Folder, tmp_path: Path) -> None:
    home = folder.recording(BAD, [event(1, screenshot="b.png")], shots=["b.png"])
    shutil.move(home / "screenshots", tmp_path / "elsewhere")
    (home / "screenshots").symlink_to(tmp_path / "elsewhere")
    batch = folder.read()
    assert stated(batch) == [(f"{BAD}/{event(1)['event_id']}", "symlink"), (f"{BAD}/screenshots", "symlink")]
    assert accepted(batch, BAD) == 1


def test_screenshot_belongs_to_one_event(folder: Folder) -> None:
    events = [event(1, screenshot="b.png"), event(9, screenshot="screenshots/b.png"), event(20)]
    folder.recording(BAD, events, shots=["b.png", f"{CAPTURED}.png", "c.png"])
    batch = folder.read()
    assert stated(batch) == [
        (f"{BAD}/{event(9)['event_id']}", "screenshot_reused"),
        (f"{BAD}/screenshots[0]", "screenshot_unreferenced"),
        (f"{BAD}/screenshots[2]", "screenshot_unreferenced"),
    ]


def test_screenshot_of_a_printable_key_is_refused(folder: Folder) -> None:
    events = [
        event(1, action="type", value=CAPTURED, screenshot="1.png"),
        event(5, action="hotkey", value="Shift+Z", screenshot="2.png"),
        event(9, action="hotkey", value="Return", screenshot="3.png"),
        event(13, action="hotkey", value="['Control_L', 's']", screenshot="4.png"),
    ]
    folder.recording(BAD, events, shots=["1.png", "2.png", "3.png", "4.png"])
    batch = folder.read()
    assert stated(batch) == [
        (f"{BAD}/{event(1)['event_id']}", "screenshot_on_printable"),
        (f"{BAD}/{event(5)['event_id']}", "screenshot_on_printable"),
    ]
    assert accepted(batch, BAD) == 4


def test_screenshots_too_fast(folder: Folder) -> None:
    millis = [0, 400, 800, 999, 1000, 1399, 1400]
    events = [
        event(n + 1, timestamp=f"2025-04-18T17:00:{ms // 1000:02d}.{ms % 1000:03d}Z", screenshot=f"{n}.png")
        for n, ms in enumerate(millis)
    ]
    folder.recording(BAD, events, shots=[f"{n}.png" for n in range(len(events))])
    batch = folder.read()
    assert [record for record, reason in stated(batch) if reason == "screenshot_too_fast"] == [
        f"{BAD}/{event(n + 1)['event_id']}" for n in (2, 3, 5)
    ]
    assert accepted(batch, BAD) == len(events)


# order and digest


def test_same_batch_whatever_the_order_of_the_file_system(folder: Folder, tmp_path: Path) -> None:
    folder.recording(BAD, [event(1, screenshot="x.png"), b"{"], shots=["x.png", "y.png"])
    copy = tmp_path / "copy" / "batch"
    copy.mkdir(parents=True)
    for path in sorted(folder.path.rglob("*"), reverse=True):
        if path.is_file():
            target = copy / path.relative_to(folder.path)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    again = read_batch(copy, POLICY)
    assert again.refusals == folder.read().refusals
    assert [r.process_instance_uuid for r in again.recordings] == [GOOD, BAD]
    assert batch_digest(copy) == batch_digest(folder.path)


def test_digest_covers_names_and_contents_and_opens_no_links(folder: Folder, tmp_path: Path) -> None:
    digests = {batch_digest(folder.path)}
    (folder.path / "link").symlink_to("/dev/zero")
    os.mkfifo(folder.path / "pipe")
    assert batch_digest(folder.path) in digests
    shot = folder.path / "recordings" / GOOD / "screenshots" / "a.png"
    shot.write_bytes(b"other")
    digests.add(batch_digest(folder.path))
    shot.rename(shot.with_name("b.png"))
    digests.add(batch_digest(folder.path))
    assert len(digests) == 3
    with pytest.raises(CaptureError):
        batch_digest(tmp_path / "absent")


def test_real_batch_is_read() -> None:
    path = Path(__file__).parents[2] / "../shared/data/captures/screenagent-dev"
    if not path.is_dir():
        pytest.skip("the development data is not beside the checkout")
    batch, counts = read_batch_counted(path.resolve(), CapturePolicy())
    assert (counts.recordings_accepted, counts.events_in, counts.events_accepted) == (11, 142, 142)
    assert Counter(item.reason for item in batch.refusals) == {
        "screenshot_on_printable": 9,
        "screenshot_reused": 6,
        "unknown_field": 11,
    }
    assert (counts.screenshots_in, counts.screenshots_accepted) == (130, 127)
