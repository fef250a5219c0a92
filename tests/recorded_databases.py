"""Databases as OpenAdapt and screenpipe lay them out, by their published tables, filled by tests."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from PIL import Image

_OPENADAPT = """
CREATE TABLE recording (id INTEGER PRIMARY KEY, timestamp NUMERIC(10, 2), monitor_width INTEGER, monitor_height INTEGER,
    pixel_ratio FLOAT, platform VARCHAR, task_description VARCHAR, video_start_time NUMERIC(10, 2), config JSON);
CREATE TABLE action_event (id INTEGER PRIMARY KEY, source_ordinal INTEGER, name VARCHAR, timestamp NUMERIC(10, 2),
    recording_timestamp NUMERIC(10, 2), recording_id INTEGER, screenshot_timestamp NUMERIC(10, 2),
    screenshot_id INTEGER, window_event_timestamp NUMERIC(10, 2), window_event_id INTEGER, mouse_x NUMERIC,
    mouse_y NUMERIC, mouse_dx NUMERIC, mouse_dy NUMERIC, mouse_button_name VARCHAR, mouse_pressed BOOLEAN,
    key_name VARCHAR, key_char VARCHAR, key_vk VARCHAR, canonical_key_name VARCHAR, canonical_key_char VARCHAR,
    canonical_key_vk VARCHAR, parent_id INTEGER, element_state JSON, disabled BOOLEAN);
CREATE TABLE window_event (id INTEGER PRIMARY KEY, recording_timestamp NUMERIC(10, 2), recording_id INTEGER,
    timestamp NUMERIC(10, 2), state JSON, title VARCHAR, "left" INTEGER, top INTEGER, width INTEGER, height INTEGER,
    window_id VARCHAR);
CREATE TABLE screenshot (id INTEGER PRIMARY KEY, recording_timestamp NUMERIC(10, 2), recording_id INTEGER,
    timestamp NUMERIC(10, 2), png_data BLOB, png_sha256 VARCHAR);
"""
_SCREENPIPE = """
CREATE TABLE ui_events (id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    session_id TEXT, relative_ms INTEGER NOT NULL DEFAULT 0, event_type TEXT NOT NULL, x INTEGER, y INTEGER,
    delta_x INTEGER, delta_y INTEGER, button INTEGER, click_count INTEGER, key_code INTEGER, modifiers INTEGER,
    text_content TEXT, text_length INTEGER, app_name TEXT, app_pid INTEGER, window_title TEXT, browser_url TEXT,
    element_role TEXT, element_name TEXT, element_value TEXT, element_description TEXT, element_automation_id TEXT,
    element_bounds TEXT, frame_id INTEGER, sync_id TEXT, machine_id TEXT, synced_at DATETIME);
"""
START = 1_793_610_900.0
"""2026-11-02 09:15:00 UTC."""
TITLE = "Contact: Maren Oldenkamp - Harbour CRM"


def picture(width: int, height: int) -> bytes:
    """A white PNG."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "PNG")
    return out.getvalue()


def insert(database: sqlite3.Connection, table: str, **cells: Any) -> None:
    """One row; names and table are the test's own."""
    columns, marks = ", ".join(f'"{c}"' for c in cells), ", ".join("?" * len(cells))
    database.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", [*cells.values()])


def openadapt(path: Path, actions: list[dict[str, Any]], **recording: Any) -> Path:
    """A capture of one recording with one window and one frame of 1280 × 880 px, to which every action is bound."""
    about = {"id": 1, "timestamp": START, "monitor_width": 640, "monitor_height": 440, "platform": "win32"} | recording
    window = {"timestamp": START, "title": TITLE, "state": "{}"}
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(_OPENADAPT)
        insert(database, "recording", **about)
        insert(database, "window_event", recording_id=about["id"], **window)
        frame = {"timestamp": START + 0.25, "png_data": picture(1280, 880)}
        insert(database, "screenshot", recording_id=about["id"], **frame)
        bound = {"recording_id": about["id"], "window_event_timestamp": START, "screenshot_timestamp": START + 0.25}
        for i, action in enumerate(actions):
            insert(database, "action_event", **({"timestamp": START + i, **bound} | action))
    return path


def press(key: str, *, name: str | None = None, **more: Any) -> dict[str, Any]:
    """A key that goes down: a character, or by its name."""
    given = {"key_name": name, "canonical_key_name": name} if name else {"key_char": key, "canonical_key_char": key}
    return {"name": "press", **given, **more}


def release(name: str) -> dict[str, Any]:
    """A named key that goes up."""
    return {"name": "release", "key_name": name, "canonical_key_name": name}


def click(x: float = 100.5, y: float = 50, button: str = "left", **more: Any) -> dict[str, Any]:
    """A mouse button that goes down."""
    return {"name": "click", "mouse_x": x, "mouse_y": y, "mouse_button_name": button, "mouse_pressed": 1, **more}


def screenpipe(path: Path, events: list[dict[str, Any]]) -> Path:
    """A database of screenpipe; an event is a click in Safari on the CRM where it does not say otherwise."""
    usual = {
        "event_type": "click",
        "session_id": "a",
        "x": 30,
        "y": 40,
        "button": 0,
        "click_count": 1,
        "app_name": "Safari",
        "window_title": TITLE,
        "browser_url": "https://crm.example.com/contacts/1",
    }
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(_SCREENPIPE)
        for i, event in enumerate(events):
            insert(database, "ui_events", **({"timestamp": f"2026-11-02T09:15:{i:02}.250+00:00"} | usual | event))
    return path
