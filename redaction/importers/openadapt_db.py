"""OpenAdapt: the database of a capture (recording.db), by the columns of its tables recording, action_event,
window_event and screenshot.

It records presses and releases: characters typed one after the other into one window are one event, a key with Ctrl,
Alt or Cmd held is a hotkey. The screenshot is the frame that the recorder bound to the action. Times are seconds of the
epoch, in UTC.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from redaction.capture.capture_schema import RecordError
from redaction.capture.images import refused
from redaction.importers.databases import open_database, rows_of
from redaction.importers.recorders import Found, Part, Recorder, Session, Shot, Source

_WHAT = "OpenAdapt capture"
_REMEDY = "give the recording.db of a capture."
_NEEDED = {
    "recording": ("id", "monitor_width", "platform"),
    "action_event": ("id", "name", "timestamp", "recording_id", "key_name", "key_char", "mouse_button_name"),
    "window_event": ("id", "recording_id", "timestamp", "title"),
    "screenshot": ("id", "recording_id", "timestamp", "png_data"),
}
_ACTION = """id name timestamp recording_id screenshot_timestamp window_event_timestamp mouse_x mouse_y
mouse_button_name mouse_pressed key_name key_char canonical_key_name canonical_key_char element_state
disabled""".split()  # noqa: SIM905
_BUTTONS = {"left": "LB Down", "right": "RB Down", "middle": "MB Down"}
_MODIFIERS = {
    **dict.fromkeys(("ctrl", "ctrl_l", "ctrl_r", "control"), "Ctrl"),
    **dict.fromkeys(("alt", "alt_l", "alt_r"), "Alt"),
    **dict.fromkeys(("cmd", "cmd_l", "cmd_r", "command", "meta"), "Cmd"),
    **dict.fromkeys(("shift", "shift_l", "shift_r"), "Shift"),
    "alt_gr": "AltGr",
}
_ORDER = ("Ctrl", "Alt", "Option", "Shift", "Cmd")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class OpenAdaptDatabase:
    """Every row of the table recording is a recording."""

    name = "OpenAdapt"
    suffixes: tuple[str, ...] = (".db", ".sqlite")

    def sessions(self, source: Source) -> Iterator[Session]:
        """Actions by time, while the file is open: screenshots are read from it when they are written."""
        with open_database(source, _NEEDED, _WHAT, _REMEDY) as database:
            recordings = list(rows_of(database, "recording", ("id", "monitor_width", "platform", "config"), "id"))
            for number, recording in enumerate(recordings):
                reading = _Reading(source, database, recording, Session(f"recordings[{number}]"))
                for row in rows_of(database, "action_event", _ACTION, "timestamp, id"):
                    if row["recording_id"] == recording["id"]:
                        reading.take(row)
                yield reading.done()


@dataclass(slots=True)
class _Reading:
    """Goes through the actions of one recording with the keys that are held."""

    source: Source
    database: sqlite3.Connection
    recording: Mapping[str, Any]
    session: Session
    _held: set[str] = field(default_factory=set)
    _typed: Found | None = None
    _windows: dict[Any, tuple[str, str]] = field(default_factory=dict)
    _frames: dict[Any, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        mine = self.recording["id"]
        for row in rows_of(self.database, "window_event", ("recording_id", "timestamp", "title", "state"), "id"):
            if row["recording_id"] == mine:
                self._windows[row["timestamp"]] = _window(row)
        for row in rows_of(self.database, "screenshot", ("id", "recording_id", "timestamp"), "id"):
            if row["recording_id"] == mine:
                self._frames[row["timestamp"]] = row["id"]

    def take(self, row: Mapping[str, Any]) -> None:
        """One action; what cannot be used is refused by its id."""
        at = str(row["id"])
        try:
            if row["disabled"] or not self._action(at, row):
                self.session.passed_over += 1
        except RecordError as error:
            self.session.refuse(self.source, at, error)
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            self.session.refuse(self.source, at, RecordError("wrong_type"))

    def done(self) -> Session:
        """The session, once all actions are in."""
        self._end_typing()
        return self.session

    def _action(self, at: str, row: Mapping[str, Any]) -> bool:
        """True if the action is, or is part of, a click, typing or a hotkey."""
        match row["name"]:
            case "click" if row["mouse_pressed"]:
                self._end_typing()
                event = self._event(at, row, "click", _BUTTONS[row["mouse_button_name"]])
                point = (float(row["mouse_x"]), float(row["mouse_y"]))
                self.session.events.append(replace(event, element=_part(row["element_state"]), point=point))
                return True
            case "press":
                return self._press(at, row)
            case "release":
                self._held.discard(_MODIFIERS.get(_key(row), ""))
        return False

    def _press(self, at: str, row: Mapping[str, Any]) -> bool:
        key, character = _key(row), row["key_char"]
        if key in _MODIFIERS:
            self._held.add(_MODIFIERS[key])
            return False
        commands = self._held & {"Ctrl", "Alt", "Cmd"} if "AltGr" not in self._held else set()
        if key == "space" and not commands:
            character = " "
        if not commands and isinstance(character, str) and len(character) == 1 and character.isprintable():
            event = self._event(at, row, "type", character)
            run = self._typed
            if run is not None and (run.application, run.screen) == (event.application, event.screen):
                self._typed = replace(run, value=run.value + character)
            else:
                self._end_typing()
                self._typed = event
            return True
        self._end_typing()
        held = self._held - {"AltGr"}
        if self.recording["platform"] == "darwin" and "Alt" in held:
            held = held - {"Alt"} | {"Option"}  # leads to characters there, so no chord of it is taken for a command
        name = (row["canonical_key_char"] if commands else None) or key or character
        value = "+".join([*(m for m in _ORDER if m in held), name])
        self.session.events.append(self._event(at, row, "hotkey", value))
        return True

    def _end_typing(self) -> None:
        if self._typed is not None:
            self.session.events.append(self._typed)
            self._typed = None

    def _event(self, at: str, row: Mapping[str, Any], action: Any, value: str) -> Found:
        window = self._windows.get(row["window_event_timestamp"])
        if window is None or not window[0]:
            raise RecordError("missing_field", "application")
        moment = _EPOCH + timedelta(seconds=float(row["timestamp"]))
        shot = self._shot(self._frames.get(row["screenshot_timestamp"]))
        return Found(at, moment, action, value, window[0], window[1], shot=shot)

    def _shot(self, frame: int | None) -> Shot | None:
        """The frame, if its pixels were kept; without them the capture has video only."""
        kept = self.database.execute(
            "SELECT length(png_data) AS size FROM screenshot WHERE id = ?", (frame,)
        ).fetchone()
        if kept is None or not kept["size"]:
            return None
        # of captures that tell their geometry, coordinates are pixels of the frame already
        config = self.recording["config"]
        translated = isinstance(config, str) and ("capture_window" in config or "capture_desktop" in config)
        return Shot(".png", lambda: self._pixels(frame, kept["size"]), None if translated else self._width())

    def _pixels(self, frame: int | None, size: int) -> bytes:
        if size > self.source.limits.max_image_bytes:
            raise refused("image_too_large", "the image file has more bytes than the policy allows.")
        try:
            row = self.database.execute("SELECT png_data FROM screenshot WHERE id = ?", (frame,)).fetchone()
            return bytes(row["png_data"])
        except sqlite3.Error:
            raise refused("image_corrupt", "the image cannot be read whole.") from None

    def _width(self) -> float | None:
        width = self.recording["monitor_width"]
        return float(width) if isinstance(width, int | float) and width > 0 else None


def _key(row: Mapping[str, Any]) -> str:
    return str(row["canonical_key_name"] or row["key_name"] or "").lower()


def _window(row: Mapping[str, Any]) -> tuple[str, str]:
    """(application, title) of a window: its owner on a Mac, elsewhere the end of its title."""
    title = row["title"] if isinstance(row["title"], str) else ""
    meta = _object(_object(row["state"]).get("meta"))
    owner = meta.get("kCGWindowOwnerName")
    return owner if isinstance(owner, str) and owner else title.rpartition(" - ")[2].strip(), title


def _part(state: Any) -> Part | None:
    """The element under a click, if it was recorded: by its names on a Mac and on Windows."""
    given = _object(state)
    texts = given.get("texts")
    names = [given.get("AXTitle"), given.get("AXDescription"), *(texts if isinstance(texts, list) else [])]
    name = next((one for one in names if isinstance(one, str) and one), None)
    role = next((one for k in ("AXRole", "friendly_class_name") if isinstance(one := given.get(k), str) and one), None)
    value = given.get("AXValue")
    secret = given.get("AXSubrole") == "AXSecureTextField"
    if role is None and name is None:
        return None
    return Part(role, name, value if isinstance(value, str) and not secret else None)


def _object(value: Any) -> Mapping[str, Any]:
    """A JSON object, also as text; {} for anything else."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}


RECORDER: Recorder = OpenAdaptDatabase()
