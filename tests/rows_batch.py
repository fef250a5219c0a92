"""A capture batch of one recording without screenshots, written by the test itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from redaction.stages.text_fields import TEXT_FIELDS
from samples.batches import consent


def row_event(number: int, action: str, value: str, name: str, shown: str) -> dict[str, Any]:
    """The `number`th event: `value` was clicked or typed in the field `name`, which then shows `shown`."""
    return {
        "event_id": f"e{number}",
        "timestamp": f"2025-04-14T08:00:{number:02d}.000Z",
        "action": action,
        "value": value,
        "application": "people.example.com",
        "screen": "Personnel",
        "element": {"role": "textbox", "name": name, "value": shown, "box": None},
        "coordinates": {"x": 4, "y": 4} if action == "click" else None,
        "screenshot": None,
        "duration_s": 0.5,
    }


def rows_batch(
    folder: Path,
    recording: str,
    events: Iterable[Mapping[str, Any]],
    *,
    person: str,
    email: str | None = None,
    entities: Sequence[Mapping[str, Any]] = (),
) -> Path:
    """Write the batch to `folder`; `person` is its only participant. Returns `folder`."""
    home = folder / "recordings" / recording
    home.mkdir(parents=True)
    header = {
        "format": "entrophy-capture/1",
        "batch": folder.name,
        "domain": "HR",
        "environment": "staging",
        "recorder": {"name": "test", "version": "1"},
        "applications": ["people.example.com"],
        "participants": [{"id": "p", "name": person, "email": email, "consent": consent("granted")}],
        "entities": list(entities),
    }
    about = {"process_instance_uuid": recording, "process_name": "Job creation", "participant": "p"}
    (folder / "batch.json").write_text(json.dumps(header), encoding="utf-8")
    (home / "recording.json").write_text(json.dumps(about), encoding="utf-8")
    (home / "events.jsonl").write_text("".join(json.dumps(e) + "\n" for e in events), encoding="utf-8")
    return folder


def bare_row(number: int, **given: str) -> dict[str, object]:
    """A released row that says nothing but what is given."""
    empty: dict[str, object] = {field: None for field in TEXT_FIELDS}
    ids = {
        "interaction_uuid": f"u{number}",
        "process_instance_uuid": "run",
        "interaction_type": "Click",
        "class_name": "Button",
    }
    return {**empty, **ids, **given}
