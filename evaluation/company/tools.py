"""The tools of the sandbox: six for each source, and what each of them takes, as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from evaluation.company.released import ReleasedSchema

Verb = Literal["read", "find", "search", "create", "update", "delete"]
VERBS: Mapping[Verb, str] = {
    "read": "Read one row of {} by its {}.",
    "find": "Find rows of {} whose fields have the given values (upper and lower case are the same). At most `limit` "
    "rows come back; `total` says how many there are.",
    "search": "Find rows of {} whose texts mean something like `text`, the nearest first.",
    "create": "Create a row of {}. Its {} must be a new one.",
    "update": "Change fields of a row of {}. The {} itself cannot be changed.",
    "delete": "Delete a row of {} to which no other row refers.",
}
MOST_ROWS, ROWS = 50, 20
"""Rows of one answer at most, and where nothing is said."""
MOST_TEXT = 20_000
"""Characters of one text in an argument."""
_JSON = {
    "string": "string",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "date": "string",
    "list": "array",
    "object": "object",
}


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool: what it does to which source."""

    verb: Verb
    schema: ReleasedSchema

    @property
    def name(self) -> str:
        """As it is called."""
        return f"{self.schema.name}_{self.verb}"

    @property
    def description(self) -> str:
        """One sentence for who calls it."""
        return VERBS[self.verb].format(self.schema.name, self.schema.key)

    @property
    def parameters(self) -> dict[str, Any]:
        """What it takes."""
        fields = {name: {"type": _JSON[spec.type]} for name, spec in self.schema.fields.items()}
        key = {"description": f"the {self.schema.key} of the row", "type": fields[self.schema.key]["type"]}
        limit = {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": ROWS}
        values = {"type": "object", "properties": fields, "additionalProperties": False, "minProperties": 1}
        others = {name: spec for name, spec in fields.items() if name != self.schema.key}
        told: dict[Verb, dict[str, Any]] = {
            "read": {"id": key},
            "find": {"where": values, "limit": limit},
            "search": {"text": {"type": "string", "minLength": 1, "maxLength": MOST_TEXT}, "limit": limit},
            "create": {"row": values},
            "update": {"id": key, "changes": values | {"properties": others}},
            "delete": {"id": key},
        }
        arguments = told[self.verb]
        required = [name for name in arguments if name != "limit"]
        return {"type": "object", "properties": arguments, "required": required, "additionalProperties": False}


def tools_of(schemas: Mapping[str, ReleasedSchema]) -> dict[str, Tool]:
    """Every tool by its name."""
    made = [Tool(verb, schemas[name]) for name in sorted(schemas) for verb in VERBS]
    return {one.name: one for one in made}
