"""JSON Schema of the rows of a bundle's JSON files, made of the columns."""

from __future__ import annotations

from typing import Any

from validation.table.schema import PUBLISHED, PUBLISHED_TIME, SCREENSHOT_NAME, UUID, Column

_AXIS = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
_SAID: dict[str, dict[str, Any]] = {
    "process_instance_uuid": {"format": "uuid", "pattern": f"^{UUID.pattern}$"},
    "interaction_uuid": {"format": "uuid", "pattern": f"^{UUID.pattern}$"},
    "interaction_type": {"enum": ["Click", "Typing"]},
    "timestamp": {"format": "date-time", "pattern": f"^{PUBLISHED_TIME.pattern}$"},
    "screenshot_name": {"pattern": f"^{SCREENSHOT_NAME.pattern}$"},
    "interaction_coordinates": {
        "properties": {"x": _AXIS, "y": _AXIS},
        "required": ["x", "y"],
        "additionalProperties": False,
    },
    "time_spent": {"minimum": 0},
}
_TYPES = {str: "string", dict: "object", float: "number"}


def row_schema() -> dict[str, Any]:
    """The schema (JSON Schema 2020-12) of a whole file: an array of rows. It says the same of every bundle."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Interactions of one domain",
        "type": "array",
        "items": {
            "type": "object",
            "properties": {column.name: _column(column) for column in PUBLISHED},
            "required": [column.name for column in PUBLISHED],
            "additionalProperties": False,
        },
    }


def _column(column: Column) -> dict[str, Any]:
    kind = _TYPES[column.python[0]]
    return {
        "description": column.description,
        "type": [kind, "null"] if column.nullable else kind,
        **_SAID.get(column.name, {}),
    }


def without_descriptions(value: Any) -> Any:
    """JSON with its descriptions emptied: they may be worded anew from version to version, but stand where they
    stood."""
    if isinstance(value, list):
        return [without_descriptions(part) for part in value]
    if isinstance(value, dict):
        return {
            name: "" if name == "description" and isinstance(part, str) else without_descriptions(part)
            for name, part in value.items()
        }
    return value
