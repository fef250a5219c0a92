"""Are the arguments of a call of the form that its tool takes? What is more, less or other is refused by name.

Values are only ever bound to queries, and files are never named by one: there is nothing here to escape.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaluation.company.database import MOST
from evaluation.company.released import ReleasedSchema
from evaluation.company.tools import MOST_ROWS, MOST_TEXT, Tool

MOST_ITEMS = 1_000
"""Entries of a list or an object in an argument, inner ones counted."""
_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "date": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "list": (list,),
    "object": (dict,),
}


class Wrong(Exception):
    """`told` is for who called; it repeats no value."""

    def __init__(self, told: str) -> None:
        super().__init__(told)
        self.told = told


def checked(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments. Wrong where something is missing, unknown or of another type."""
    known = tool.parameters
    if not isinstance(given, Mapping) or not set(given) <= set(known["properties"]):
        raise Wrong(f"{tool.name} takes: {', '.join(known['properties'])}.")
    if lost := [name for name in known["required"] if given.get(name) is None]:
        raise Wrong(f"Missing: {', '.join(lost)}.")
    found = dict(given)
    if "id" in found:
        found["id"] = _key(tool.schema, found["id"])
    for name in ("where", "row", "changes"):
        if name in found:
            found[name] = _values(tool.schema, name, found[name])
    if "text" in found:
        _text(found["text"], "text")
    limit = found.get("limit", 1)
    if type(limit) is not int or not 1 <= limit <= MOST_ROWS:
        raise Wrong(f"limit is a whole number from 1 to {MOST_ROWS}.")
    return found


def _key(schema: ReleasedSchema, value: Any) -> Any:
    """Models give numbers as text as often as not."""
    if schema.fields[schema.key].type == "integer" and isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value[:20])
    checked_value(schema, schema.key, value)
    return value


def _values(schema: ReleasedSchema, name: str, values: Any) -> dict[str, Any]:
    if not isinstance(values, dict) or not values:
        raise Wrong(f"{name} is an object of fields.")
    if not set(values) <= set(schema.fields):
        raise Wrong(f"The fields are: {', '.join(schema.fields)}.")
    if name == "changes" and schema.key in values:
        raise Wrong(f"The {schema.key} cannot be changed.")
    for field, value in values.items():
        # One entry of a list is asked for by itself.
        of_list = name == "where" and schema.fields[field].type == "list" and isinstance(value, str)
        if value is not None and not of_list:
            checked_value(schema, field, value)
    return dict(values)


def checked_value(schema: ReleasedSchema, field: str, value: Any) -> None:
    """Wrong for a value that is not of the type of its field, or larger than anything that is meant."""
    type_ = schema.fields[field].type
    if type(value) not in _TYPES[type_]:
        raise Wrong(f"{field} is of the type {type_}.")
    left = MOST_ITEMS
    inner = [value]
    while inner:
        one = inner.pop()
        left -= 1
        if left < 0:
            raise Wrong(f"{field} is too large.")
        if isinstance(one, str):
            _text(one, field)
        elif isinstance(one, int) and abs(one) >= MOST:
            raise Wrong(f"{field} is too large.")
        elif isinstance(one, list):
            inner += one
        elif isinstance(one, dict):
            inner += [*one, *one.values()]
        elif isinstance(one, float) and one - one != 0:
            raise Wrong(f"{field} is no number.")


def _text(value: Any, name: str) -> None:
    if not isinstance(value, str) or not value or len(value) > MOST_TEXT:
        raise Wrong(f"{name} is a text of 1 to {MOST_TEXT} characters.")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise Wrong(f"{name} is no text in Unicode.") from None
