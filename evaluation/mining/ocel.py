"""An object-centric log, OCEL 2.0 as JSON: each interaction belongs to a process instance, an application and a screen.

| object type | one object for each | attribute |
| --- | --- | --- |
| process instance | process_instance_uuid | process_name |
| application | application_name | application_name |
| screen | application and screen_name; related to its application ("screen of") | screen_name |

A screenshot is an attribute of its event: it belongs to no other, so that an object for it would tell nothing more. A
process is none either: it takes part in no event but through its instances, and readers drop objects without events.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from evaluation.mining.events import Case, activity, cases, plain, write_log

INSTANCE, APPLICATION, SCREEN = "process instance", "application", "screen"
_EVENT_ATTRIBUTES = {
    "class_name": "string",
    "subclass_name": "string",
    "interaction_type": "string",
    "field_name": "string",
    "screenshot_name": "string",
    "time_spent": "float",
}
"""Of every event, under the names of the columns; one that is null is left out."""
_OBJECT_ATTRIBUTES = {INSTANCE: "process_name", APPLICATION: "application_name", SCREEN: "screen_name"}
"""Object type → its one attribute."""
_ALWAYS = "1970-01-01T00:00:00.000Z"
"""Since when an object's attributes hold, in the standard's way to say that they never change."""
_ID_DIGITS = 16
"""Hexadecimal digits of a digest that are an object's id: 64 bits."""

_Object = dict[str, Any]


def write_ocel(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Write one domain's rows, packed if the name ends in .gz. Same rows, same bytes.

    BundleError as for `evaluation.mining.events.cases`, and nothing is written then. Holds one instance at a time, and
    every object; types and objects follow the events, as they are known only then.
    """
    write_log(path, _log(rows))


def _log(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    objects: dict[str, _Object] = {}
    activities: set[str] = set()
    before = '{"events": [\n'
    for case in cases(rows):
        events = []
        for row in case.rows:
            activities.add(activity(row))
            events.append(_line(_event(case, row, objects)))
        yield (before + ",\n".join(events)).encode()
        before = ",\n"
    yield (before if before.startswith("{") else "").encode()
    yield b'\n],\n"objects": [\n' + ",\n".join(_line(objects[one]) for one in sorted(objects)).encode()
    attributes = [{"name": name, "type": kind} for name, kind in _EVENT_ATTRIBUTES.items()]
    kinds = [{"name": name, "attributes": attributes} for name in sorted(activities)]
    yield b'\n],\n"eventTypes": [\n' + ",\n".join(map(_line, kinds)).encode()
    kinds = [
        {"name": kind, "attributes": [{"name": name, "type": "string"}]} for kind, name in _OBJECT_ATTRIBUTES.items()
    ]
    yield b'\n],\n"objectTypes": [\n' + ",\n".join(map(_line, kinds)).encode() + b"\n]}\n"


def _event(case: Case, row: Mapping[str, Any], objects: dict[str, _Object]) -> dict[str, Any]:
    where, screen = row["application_name"], row["screen_name"]
    application = _identity(APPLICATION, where)
    shown = _identity(SCREEN, where, screen)
    _mention(objects, INSTANCE, case.uuid, case.process)
    _mention(objects, APPLICATION, application, where)
    _mention(objects, SCREEN, shown, screen, _relation("screen of", application))
    return {
        "id": row["interaction_uuid"],
        "type": activity(row),
        "time": row["timestamp"],
        "attributes": [
            {"name": name, "value": plain(str(row[name]) if kind == "string" else repr(float(row[name])))}
            for name, kind in _EVENT_ATTRIBUTES.items()
            if row[name] is not None
        ],
        "relationships": [
            _relation("step of", case.uuid),
            _relation("done in", application),
            _relation("done on", shown),
        ],
    }


def _identity(kind: str, *names: str) -> str:
    """Of an application or screen, whose names may hold anything."""
    return f"{kind}-{hashlib.sha256(json.dumps(names).encode()).hexdigest()[:_ID_DIGITS]}"


def _mention(objects: dict[str, _Object], kind: str, identity: str, name: str, *relations: dict[str, str]) -> None:
    """An object is made when it is first mentioned."""
    if identity not in objects:
        objects[identity] = {
            "id": identity,
            "type": kind,
            "attributes": [{"name": _OBJECT_ATTRIBUTES[kind], "value": plain(name), "time": _ALWAYS}],
            "relationships": list(relations),
        }


def _relation(qualifier: str, identity: str) -> dict[str, str]:
    return {"objectId": identity, "qualifier": qualifier}


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
