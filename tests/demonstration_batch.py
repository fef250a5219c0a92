"""A capture batch of demonstrations of invented work, small enough to be built many times."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from redaction.capture.images import encode_png
from redaction.video.encode import encode_film
from tests.films import screen
from validation.table.demonstrations import QUESTION_COLUMNS, RANKING_COLUMNS, VALID_COLUMNS

FIRST, SECOND = "103 @ 2025-04-14-08-17-41", "104 @ 2025-04-14-09-00-00 (1)"
HOST = "crm.harbourline.example"
OWNER, CONTACT, STRANGER = "Maren Oldenkamp", "Wilhelmina Featherstonehaugh", "Leopold Ravensworth"
"""Who shows; whom every frame, page and guide names; who is not declared to anybody."""
UNTIL = 4_000
#: when a frame appears (ms), and its lines
STORY: tuple[tuple[int, tuple[str, ...]], ...] = (
    (0, ("Contacts", f"Owner: {CONTACT}")),
    (1_000, ("Contacts", f"Owner: {CONTACT}", "Remark: see the file")),
    (2_500, ("Contacts", "Saved")),
)
SHOWN_S = (0.3, 1.3, 2.8)
"""Seconds at which the states were."""
Change = Callable[[dict[str, Any]], None]


def consent(**changes: Any) -> dict[str, Any]:
    """A documented consent to everything, with changes."""
    scope = ["events", "screenshots", "video"]
    return {"status": "granted", "recorded_at": "2025-04-01T09:00:00Z", "scope": scope, "evidence": "form 7", **changes}


def header(name: str, **changes: Any) -> dict[str, Any]:
    """A sound batch.json, with changes."""
    return {
        "format": "entrophy-demonstrations/1",
        "batch": name,
        "domain": "Operations",
        "environment": "staging",
        "recorder": {"name": "recorder", "version": "1"},
        "applications": [HOST],
        "participants": [
            {"id": "p1", "name": OWNER, "email": "m.oldenkamp@harbourline.test", "consent": consent()},
        ],
        "entities": [{"kind": "person", "value": CONTACT, "aliases": []}],
        **changes,
    }


def state(name: str, number: int) -> dict[str, Any]:
    """A state of the demonstration of this name."""
    page = (
        f'<html><head><title>{CONTACT} - CRM</title></head><body data-owner="{CONTACT}"><main><h1>Contacts</h1>'
        f"<p>Owner: <b>{CONTACT.split()[0]}</b> {CONTACT.split()[1]}</p></main></body></html>"
    )
    return {
        "id": 2 * number,
        "step": number,
        "timestamp": _time(name, SHOWN_S[number]),
        "secs_from_start": SHOWN_S[number],
        "url": f"https://{HOST}/contacts?q={CONTACT.replace(' ', '+')}",
        "tab": f"{CONTACT} - CRM",
        "json_state": json.dumps([{"tag": "b", "text": CONTACT, "xpath": "/html/body/main/p/b"}]),
        "html": page,
        "path_to_screenshot": f"/home/{OWNER.split()[0].lower()}/screenshots/{number}.png",
        "window_size": {"width": 320, "height": 180},
        "screen_size": {"width": 320, "height": 180},
        "active_application_name": "Chromium",
        "is_headless": False,
    }


def action(name: str, number: int, **more: Any) -> dict[str, Any]:
    """What was done after the state of this number: a click on a button, unless told otherwise."""
    return {
        "id": 2 * number + 1,
        "step": number,
        "type": "mouseup",
        "timestamp": _time(name, SHOWN_S[number] + 0.2),
        "secs_from_start": SHOWN_S[number] + 0.2,
        "x": 20,
        "y": 40,
        "is_right_click": False,
        "element_attributes": {
            "element": {"tag": "button", "text": "Save", "xpath": "/html/body/main/button"},
            "xpath": "/html/body/main/button",
        },
        **more,
    }


def typed(name: str, number: int, text: str) -> dict[str, Any]:
    """Keystrokes into the field of the owner."""
    keys = " ".join("Key.space" if c == " " else f"'{c}'" for c in text)
    field = {"tag": "input", "type": "text", "label": "Owner", "text": "", "xpath": "//*[@id='owner']"}
    attributes = {"element": field, "xpath": field["xpath"]}
    return action(name, number, type="keystroke", key=keys, element_attributes=attributes)


def trace(name: str) -> dict[str, Any]:
    """Three states, and between them a click and a name that is typed."""
    entries = [
        {"type": "state", "data": state(name, 0)},
        {"type": "action", "data": action(name, 0)},
        {"type": "state", "data": state(name, 1)},
        {"type": "action", "data": typed(name, 1, CONTACT)},
        {"type": "state", "data": state(name, 2)},
    ]
    task = {"task_id": int(name.split(" ")[0]), "sites": ["crm"], "intent": f"Save the contact of {CONTACT}"}
    return {
        "trace": entries,
        "webarena": {**task, "intent_template": "Save a contact", "start_url": f"https://{HOST}/"},
    }


def write_demonstration(home: Path, change: Change = lambda trace: None) -> Path:
    """Fill the folder of one demonstration, whose name is its own; `change` alters the trace before it is written."""
    name = home.name
    (home / "screenshots").mkdir(parents=True)
    frames = [(at, screen(*lines, name[:3])) for at, lines in STORY]
    encode_film(frames, UNTIL, home / f"{name}.mp4")
    for number, (_, image) in enumerate(frames):
        (home / "screenshots" / f"{number}.png").write_bytes(encode_png(image))
    told = trace(name)
    change(told)
    for file in (f"{name}.json", f"[raw] {name}.json"):
        (home / file).write_text(json.dumps(told), encoding="utf-8")
    (home / f"SOP - {name}.txt").write_text(f"1. Open the contact of {CONTACT}.\n2. Save it.\n", encoding="utf-8")
    return home


def write_index(root: Path, names: Sequence[str]) -> None:
    """The four index files: every demonstration valid, ranked and asked about."""
    valid = [
        [f"data/demos/{name}", name.split(" ")[0], name]
        + ["False" if column.endswith("_empty") else "True" for column in VALID_COLUMNS[3:]]
        for name in names
    ]
    ranks = [["1", name.split(" ")[0], "https://files.test/1", f"data/demos/{name}", name] for name in names]
    questions = [[name, "Who owns it?", "SOP", f"It is {CONTACT}.", "Who owns it?"] for name in names]
    for file, columns, rows in (
        ("df_valid.csv", VALID_COLUMNS, valid),
        ("df_rankings.csv", RANKING_COLUMNS, ranks),
        ("qa_dataset.csv", QUESTION_COLUMNS, questions),
    ):
        (root / file).write_bytes(table(columns, rows))
    results = [
        {"folder_id": "1", "folder_name": name, "url": "https://files.test/1", "path_to_output": f"data/demos/{name}"}
        for name in names
    ]
    (root / "metadata.json").write_text(json.dumps({"results": [None, *results]}), encoding="utf-8")


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A CSV file."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([columns, *rows])
    return out.getvalue().encode()


def write_batch(
    root: Path,
    names: Sequence[str] = (FIRST, SECOND),
    *,
    changes: Mapping[str, Change] | None = None,
    index: bool = True,
    **about: Any,
) -> Path:
    """The batch in `root`, called as that folder is; `about` replaces fields of batch.json."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "batch.json").write_text(json.dumps(header(root.name, **about)), encoding="utf-8")
    for name in names:
        write_demonstration(root / "demos" / name, (changes or {}).get(name, lambda trace: None))
    if index:
        write_index(root, names)
    return root


def _time(name: str, seconds: float) -> str:
    start = datetime.strptime(name.split(" ")[2], "%Y-%m-%d-%H-%M-%S")
    return f"{start + timedelta(seconds=seconds):%Y-%m-%d %H:%M:%S.%f}"
