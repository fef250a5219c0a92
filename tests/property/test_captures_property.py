"""Whatever bytes a recording holds: nothing raises, every line is accepted or refused, nothing captured is told."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.capture.captures import read_batch_counted
from redaction.capture.interaction_rules import CLASSES
from redaction.capture.interactions import interactions, typed_runs
from redaction.capture.keystrokes import chord
from redaction.capture.reasons import REASONS
from redaction.errors import CaptureError
from redaction.policy import CapturePolicy

UUID_NAME = "33333333-3333-4333-8333-333333333333"
#: woven into every string: it must be in no refusal
CAPTURED = "Zzyzx"
HEADER = {
    "format": "entrophy-capture/1",
    "batch": "property",
    "domain": "HR",
    "environment": "staging",
    "recorder": {"name": "recorder"},
    "applications": ["Outlook"],
    "participants": [
        {"id": "p", "consent": {"status": "granted", "recorded_at": "2025-04-01", "scope": ["events"], "evidence": "e"}}
    ],
}

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8).map(lambda s: CAPTURED + s),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "event_id": st.uuids().map(str) | st.text(max_size=5) | anything,
    "timestamp": st.integers(0, 9).map(lambda n: f"2025-04-18T17:00:0{n}.000Z") | anything,
    "action": st.sampled_from(["click", "type", "hotkey"]) | anything,
    "value": st.sampled_from(["LB Down", "Ctrl+C", "a"]) | st.text(max_size=8) | anything,
    "application": st.sampled_from(["Outlook", "outlook", "https://outlook"]) | anything,
    "screen": st.text(max_size=8) | anything,
    "element": st.fixed_dictionaries({"role": st.sampled_from(["button", "textbox"])}) | anything,
    "coordinates": st.fixed_dictionaries({"x": st.integers(-9, 9), "y": st.integers(-9, 9)}) | anything,
    "screenshot": st.none() | st.sampled_from(["a.png", "../a.png"]) | anything,
    "duration_s": st.none() | st.floats(0, 5) | anything,
}
sound = {
    "event_id": "x",
    "timestamp": "2025-04-18T17:00:00.000Z",
    "action": "click",
    "value": "LB Down",
    "application": "Outlook",
    "screen": CAPTURED,
}


@st.composite
def nearly_sound(draw: st.DrawFn) -> bytes:
    """A sound event with a new id and up to three fields changed."""
    event: dict[str, Any] = dict(sound, event_id=str(draw(st.uuids())))
    for name in draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=3, unique=True)):
        event[name] = draw(FIELDS[name])
    return json.dumps(event).encode()


lines = st.lists(
    nearly_sound()
    | anything.map(lambda v: json.dumps(v).encode())
    | st.binary(max_size=40).map(lambda b: CAPTURED.encode() + b.replace(b"\n", b"")),
    max_size=8,
)


def batch_with(folder: Path, events: bytes) -> Path:
    home = folder / "recordings" / UUID_NAME
    home.mkdir(parents=True)
    (folder / "batch.json").write_text(json.dumps(HEADER))
    about = {"process_instance_uuid": UUID_NAME, "process_name": "Job creation", "participant": "p"}
    (home / "recording.json").write_text(json.dumps(about))
    (home / "events.jsonl").write_bytes(events)
    return folder


@settings(max_examples=150, deadline=None)
@given(lines)
def test_every_line_is_accepted_or_refused(drawn: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = batch_with(Path(place) / "batch", b"\n".join(drawn))
        batch, counts = read_batch_counted(folder, CapturePolicy())
        again, _ = read_batch_counted(folder, CapturePolicy())
    assert again == batch
    assert counts.events_in == sum(bool(line.strip()) for line in drawn)
    # the event stays when only its screenshot is refused, when fields are left out, and beside recording_empty
    beside = {"screenshot_missing", "path_outside", "screenshot_on_printable", "consent_scope"}
    beside |= {"unknown_field", "recording_empty"}
    refused = [r for r in batch.refusals if r.reason not in beside]
    assert counts.events_accepted + len(refused) == counts.events_in
    for item in batch.refusals:
        assert item.reason in REASONS
        assert item.record.startswith(UUID_NAME)
        assert CAPTURED not in item.record + item.remedy
    events = [e for r in batch.recordings for e in r.events]
    assert [e.timestamp for e in events] == sorted(e.timestamp for e in events)
    assert len({e.event_id for e in events}) == len(events)
    rows = [row for row, _ in interactions(batch)]
    assert len({row.interaction_uuid for row in rows}) == len(rows) == len(events)
    for row in rows:
        assert row.subclass_name in CLASSES[row.class_name]
    typed = [i for run in typed_runs(rows) for i in run]
    assert typed == sorted(set(typed))


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(HEADER)), anything) | st.binary(max_size=60))
def test_any_batch_json_is_read_or_refused_as_one(drawn: dict[str, Any] | bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = batch_with(Path(place) / "batch", json.dumps(sound).encode())
        (folder / "batch.json").write_bytes(drawn if isinstance(drawn, bytes) else json.dumps(HEADER | drawn).encode())
        try:
            read_batch_counted(folder, CapturePolicy())
        except CaptureError as error:
            assert CAPTURED not in str(error)
            assert error.remedy


@given(st.text(max_size=30))
def test_chords_never_raise(value: str) -> None:
    pressed = chord(value)
    assert pressed is None or chord(str(pressed)) is not None or len(pressed.key) == 1
