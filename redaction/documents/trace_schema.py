"""The records of a WONDERBREAD trace as they must be; what is unknown is dropped and counted.

{"trace": [{"type": "state" | "action", "data": {…}}, …], "webarena": {…}}: a state, what was done in it, the next
state. Times are of the recorder's clock, without a zone.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from redaction.capture.capture_schema import RecordError, parse_object
from redaction.documents.refusal import DocumentRefused
from redaction.documents.tasks import unknown_fields

MOST_ENTRIES = 20_000
"""States and actions of one trace."""
LARGEST_TRACE = 500_000_000
"""Bytes of one trace."""
ACTION_TYPES = frozenset({"mouseup", "keystroke", "keypress", "scroll"})
RAW_TYPES = ACTION_TYPES | {"mousedown", "keyrelease"}
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d:\d\d)(\.\d{1,6})?(Z|[+-]\d\d:\d\d)?", re.ASCII)
_FURTHEST = 10_000_000

Check = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= _FURTHEST


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _FURTHEST


def _time(value: Any) -> bool:
    return isinstance(value, str) and read_time(value) is not None


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _elements(value: Any) -> bool:
    return isinstance(value, str | list)


_SIZE: Mapping[str, Check] = {"x": _number, "y": _number, "width": _number, "height": _number}
STATE: Mapping[str, Check] = {
    "id": _whole,
    "step": _whole,
    "timestamp": _time,
    "secs_from_start": _number,
    "url": _text,
    "tab": _text,
    "json_state": _elements,
    "html": _text,
    "screenshot_base64": _text,
    "path_to_screenshot": _text,
    "window_position": _object,
    "window_size": _object,
    "active_application_name": _text,
    "screen_size": _object,
    "is_headless": _flag,
}
ACTION: Mapping[str, Check] = {
    "id": _whole,
    "step": _whole,
    "type": _text,
    "timestamp": _time,
    "start_timestamp": _time,
    "end_timestamp": _time,
    "secs_from_start": _number,
    "x": _number,
    "y": _number,
    "dx": _number,
    "dy": _number,
    "is_right_click": _flag,
    "pressed": _flag,
    "key": _text,
    "element_attributes": _object,
}
ELEMENT: Mapping[str, Check] = {
    **_SIZE,
    "xpath": _text,
    "text": _text,
    "label": _text,
    "role": _text,
    "type": _text,
    "tag": _text,
    "placeholder": _text,
    "value": _text,
}
ATTRIBUTES: Mapping[str, Check] = {**ELEMENT, "key": _text, "element": _object}
_NEEDED = ("timestamp",)


@dataclass(slots=True)
class Trace:
    """A trace that was checked: `entries` are (kind, data) with known fields only, the `json_state` of a state as the
    list that it is; `task` is the task it was made for. `dropped` counts the fields that the format does not know."""

    entries: list[tuple[str, dict[str, Any]]]
    task: dict[str, Any] | None = None
    dropped: int = 0


def read_trace(data: bytes, *, raw: bool = False) -> Trace:
    """Check a trace. `raw`: as it was recorded, where states may follow each other and keys are released, too.

    Raises DocumentRefused; places are positions in the trace, never texts of it.
    """
    whole = _parsed(data)
    entries = whole.get("trace")
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise refused("wrong_type" if entries is not None else "missing_field", "trace")
    trace = Trace([], dropped=len(whole.keys() - {"trace", "webarena"}))
    for at, entry in enumerate(entries):
        place = f"trace[{at}]"
        if not isinstance(entry, dict) or not isinstance(entry.get("data"), dict):
            raise refused("wrong_type", place)
        kind = entry.get("type")
        if kind not in ("state", "action"):
            raise refused("wrong_type", place)
        trace.dropped += len(entry) - 2
        kept = _entry(entry["data"], STATE if kind == "state" else ACTION, place, trace)
        if kind == "action" and kept.get("type") not in (RAW_TYPES if raw else ACTION_TYPES):
            raise refused("wrong_type", place)
        if not raw and kind != ("action" if at % 2 else "state"):
            raise refused("trace_order", place)
        trace.entries.append((kind, kept))
    task = whole.get("webarena")
    if task is not None and not isinstance(task, dict):
        raise refused("wrong_type", "webarena")
    trace.task = task
    trace.dropped += unknown_fields(task or {})
    return trace


def known(given: Mapping[str, Any], fields: Mapping[str, Check], place: str, trace: Trace) -> dict[str, Any]:
    """The known fields of a record in their order; raises DocumentRefused where one is not what it must be."""
    kept: dict[str, Any] = {}
    for name, value in given.items():
        check = fields.get(name)
        if check is None:
            trace.dropped += 1
        elif value is None or check(value):
            kept[name] = value
        else:
            raise refused("wrong_type", f"{place}.{name}")
    return kept


def read_time(value: str) -> datetime | None:
    """A time of a trace; None for what is none."""
    if not _TIME.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None


def moved_time(value: str, shift: timedelta) -> str:
    """The time moved, as it was written; raises DocumentRefused where it leaves the calendar."""
    written, moment = _TIME.fullmatch(value), read_time(value)
    assert written is not None and moment is not None
    try:
        moved = moment + shift
    except OverflowError:
        raise refused("value_out_of_range", "timestamp") from None
    digits = f".{moved.microsecond:06d}"[: len(written[4])] if written[4] else ""
    return f"{moved:%Y-%m-%d}{written[2]}{moved:%H:%M:%S}{digits}{written[5] or ''}"


def refused(reason: str, place: str) -> DocumentRefused:
    """A refusal of a trace at a place."""
    return DocumentRefused(
        {
            "trace_order": "states and actions do not alternate.",
            "missing_field": "a field is missing.",
            "wrong_type": "a field is not what it must be.",
            "value_out_of_range": "a value is out of range.",
            "json_broken": "the file is no JSON.",
            "encoding_broken": "the file is not UTF-8.",
        }[reason],
        reason=reason,
        record=place,
        remedy="export the trace again.",
    )


def _entry(given: Mapping[str, Any], fields: Mapping[str, Check], place: str, trace: Trace) -> dict[str, Any]:
    kept = known(given, fields, place, trace)
    for name in _NEEDED:
        if kept.get(name) is None:
            raise refused("missing_field", f"{place}.{name}")
    for name in ("window_position", "window_size", "screen_size"):
        if kept.get(name) is not None:
            kept[name] = known(kept[name], _SIZE, f"{place}.{name}", trace)
    if kept.get("element_attributes") is not None:
        attributes = known(kept["element_attributes"], ATTRIBUTES, f"{place}.element_attributes", trace)
        if attributes.get("element") is not None:
            attributes["element"] = known(attributes["element"], ELEMENT, f"{place}.element", trace)
        kept["element_attributes"] = attributes
    if kept.get("json_state") is not None:
        kept["json_state"] = _json_state(kept["json_state"], f"{place}.json_state", trace)
    return kept


def _json_state(given: str | list[Any], place: str, trace: Trace) -> list[dict[str, Any]] | None:
    elements: Any = given
    if isinstance(given, str):
        try:
            elements = json.loads(given, parse_constant=lambda _: None)
        except (ValueError, RecursionError):
            raise refused("json_broken", place) from None
    if elements is None:
        return None
    if not isinstance(elements, list) or not all(isinstance(one, dict) for one in elements):
        raise refused("wrong_type", place)
    return [known(one, ELEMENT, place, trace) for one in elements]


def _parsed(data: bytes) -> dict[str, Any]:
    if len(data) > LARGEST_TRACE:
        raise refused("value_out_of_range", "trace")
    try:
        return parse_object(data.removeprefix(b"\xef\xbb\xbf"))
    except RecordError as error:
        raise refused(error.reason, "trace") from None
