"""What the recorder logs, and the two files it makes of it, in the form of WONDERBREAD's recorder.

The raw trace has a state before every event and events one by one; the trace merges keys that are typed into one field
and turns of the wheel, leaves out what only goes down or comes up, and alternates state, action, state.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

Row = dict[str, Any]

#: Events that the trace leaves out.
_RAW_ONLY = ("mousedown", "keyrelease")
#: Keys that write nothing but go into one keystroke with those beside them.
_JOINED = ("Key.space", "Key.shift", "Key.backspace")


@dataclass(slots=True)
class Log:
    """States and events as they happened; times are ms from the start of the video."""

    started: datetime
    rows: list[Row] = field(default_factory=list)

    def state(self, at_ms: float, frame: int, state: Row) -> None:
        """What the page was, and the number of the video's frame that shows it."""
        self.rows.append({"type": "state", "data": {**self._times(at_ms), **state}, "frame": frame})

    def action(self, at_ms: float, kind: str, **about: Any) -> None:
        """Something the person did."""
        self.rows.append({"type": "action", "data": {**self._times(at_ms), "type": kind, **about}})

    def raw(self) -> list[Row]:
        """Everything, numbered, without pictures."""
        return _numbered([{"type": row["type"], "data": dict(row["data"])} for row in self.rows])

    def merged(self) -> tuple[list[Row], list[int]]:
        """The trace, and of each of its states the number of the frame that shows it."""
        rows = [{**row, "data": dict(row["data"])} for row in self.rows if row["data"].get("type") not in _RAW_ONLY]
        rows = _last_of_states(_keystrokes(_last_of_states(_wheel(rows))))
        frames = [row["frame"] for row in rows if row["type"] == "state"]
        for number, state in enumerate(row for row in rows if row["type"] == "state"):
            state["data"]["path_to_screenshot"] = f"screenshots/{number}.png"
        return _numbered([{"type": row["type"], "data": row["data"]} for row in rows]), frames

    def _times(self, at_ms: float) -> Row:
        at = self.started + timedelta(milliseconds=at_ms)
        return {"timestamp": at.strftime("%Y-%m-%d %H:%M:%S.%f"), "secs_from_start": round(at_ms / 1000, 3)}


def _numbered(rows: list[Row]) -> list[Row]:
    return [{"type": row["type"], "data": {"id": i, "step": (i + 1) // 2, **row["data"]}} for i, row in enumerate(rows)]


def _wheel(rows: list[Row]) -> list[Row]:
    """Turns of the wheel at one place become one."""
    kept: list[Row] = []
    last: Row | None = None
    for row in rows:
        if row["type"] == "action":
            data = row["data"]
            if last is not None and last["type"] == data["type"] == "scroll" and _place(last) == _place(data):
                last["dx"] += data["dx"]
                last["dy"] += data["dy"]
                continue
            last = data
        kept.append(row)
    return kept


def _place(data: Row) -> tuple[Any, Any]:
    return data["x"], data["y"]


def _keystrokes(rows: list[Row]) -> list[Row]:
    """Keys typed into one field become one action, with the time at which the last was pressed."""
    kept: list[Row] = []
    last: Row | None = None
    for row in rows:
        if row["type"] == "action":
            data = row["data"]
            if (
                last is not None
                and _typed(last)
                and _typed(data)
                and last["element_attributes"]["xpath"] == data["element_attributes"]["xpath"]
            ):
                last["key"] += " " + data["key"]
                last["type"] = "keystroke"
                last["end_timestamp"] = last["timestamp"] = data["timestamp"]
                last["secs_from_start"] = data["secs_from_start"]
                continue
            if _typed(data):
                data["start_timestamp"] = data["timestamp"]
            last = data
        kept.append(row)
    return kept


def _typed(data: Row) -> bool:
    key = data.get("key")
    return key is not None and (not key.startswith("Key.") or key.split(" ")[0] in _JOINED)


def _last_of_states(rows: list[Row]) -> list[Row]:
    """Of states without an action between them the last one stays."""
    return [
        row
        for i, row in enumerate(rows)
        if row["type"] != "state" or i + 1 == len(rows) or rows[i + 1]["type"] != "state"
    ]


def as_json(trace: list[Row], task: Row | None) -> str:
    """The file's content; the raw trace has no task."""
    content: Row = {"trace": trace} if task is None else {"trace": trace, "webarena": task}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
