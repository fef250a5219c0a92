"""screenpipe: the clicks and texts of its database (db.sqlite), by the columns of its table ui_events.

Its frames lie in video files and are not read: rows only. Keys are stored as codes of a platform that the database does
not tell, so they are passed over; typed text is stored as text. Times are UTC.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from redaction.capture.capture_schema import RecordError
from redaction.importers.addresses import host_of
from redaction.importers.databases import open_database, rows_of
from redaction.importers.recorders import Found, Part, Recorder, Session, Source

_WHAT = "screenpipe database with the table ui_events"
_REMEDY = "give its db.sqlite, of a version that records input."
_NEEDED = {"ui_events": ("id", "timestamp", "event_type", "text_content", "app_name", "window_title")}
_COLUMNS = """id timestamp session_id event_type x y button click_count text_content app_name window_title browser_url
element_role element_name element_value element_bounds""".split()  # noqa: SIM905
_BUTTONS = {0: "LB Down", 1: "RB Down", 2: "MB Down"}
_SECRET = frozenset({"axsecuretextfield", "passwordfield", "password"})


class ScreenpipeDatabase:
    """Every session of its input recorder is a recording."""

    name = "screenpipe"
    suffixes: tuple[str, ...] = (".sqlite", ".db")

    def sessions(self, source: Source) -> Iterator[Session]:
        """Rows by time. Sessions are called by the order in which they began."""
        found: dict[str, Session] = {}
        with open_database(source, _NEEDED, _WHAT, _REMEDY) as database:
            for row in rows_of(database, "ui_events", _COLUMNS, "timestamp, id"):
                session = found.setdefault(str(row["session_id"]), Session(f"sessions[{len(found)}]"))
                at = str(row["id"])
                try:
                    event = _found(at, row)
                except RecordError as error:
                    session.refuse(source, at, error)
                except (AttributeError, KeyError, TypeError, ValueError):
                    session.refuse(source, at, RecordError("wrong_type"))
                else:
                    session.passed_over += event is None
                    session.events.extend([event] if event is not None else [])
        yield from found.values()


def _found(at: str, row: Mapping[str, Any]) -> Found | None:
    part = _part(row)
    application, screen = _application(row), row["window_title"] or ""
    if row["event_type"] == "click":
        value = "LB Double Click" if (row["click_count"] or 1) > 1 and row["button"] == 0 else _BUTTONS[row["button"]]
        point = (float(row["x"]), float(row["y"]))
        return Found(at, _moment(row["timestamp"]), "click", value, application, screen, part, point)
    if row["event_type"] == "text":
        secret = (row["element_role"] or "").lower() in _SECRET
        value = "" if secret else _string(row["text_content"], "value")
        return Found(at, _moment(row["timestamp"]), "type", value, application, screen, part)
    return None


def _string(value: Any, concerned: str) -> str:
    if not isinstance(value, str):
        raise RecordError("wrong_type", concerned)
    return value


def _application(row: Mapping[str, Any]) -> str:
    """The host of a page, else the program; what is neither is refused."""
    if row["browser_url"]:
        try:
            return host_of(row["browser_url"])
        except RecordError:
            pass  # a page of the browser itself: the browser is the application
    if not row["app_name"]:
        raise RecordError("missing_field", "application")
    return _string(row["app_name"], "application")


def _part(row: Mapping[str, Any]) -> Part | None:
    role, name, value = (row[f"element_{what}"] for what in ("role", "name", "value"))
    if role is None and name is None:
        return None
    box = None
    if row["element_bounds"]:
        given = json.loads(row["element_bounds"])
        x, y, width, height = (float(given[key]) for key in ("x", "y", "width", "height"))
        box = (x, y, x + width, y + height)
    return Part(role, name, None if (role or "").lower() in _SECRET else value, box)


def _moment(text: Any) -> datetime:
    """UTC, as chrono and as SQLite write it."""
    try:
        moment = datetime.fromisoformat(_string(text, "timestamp").replace("Z", "+00:00"))
    except ValueError:
        raise RecordError("wrong_type", "timestamp") from None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


RECORDER: Recorder = ScreenpipeDatabase()
