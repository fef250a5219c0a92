"""What stands in a row: ids and references, values that are hidden as a whole, and texts, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from redaction.findings import Kind
from redaction.kinds.table import is_mask
from redaction.sources.schema import FieldSpec, SourceSchema
from redaction.text.inputs import TextInput

Row = dict[str, Any]
_PROSE = 8
"""Words from which a text is running text and not the value of a field."""


def ids_in(spec: FieldSpec, value: Any) -> list[str]:
    """The ids of an id or reference field, or other values of a field that has one or a list, as they are written."""
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


def row_ids(schema: SourceSchema, row: Row) -> Iterator[tuple[str, FieldSpec, str]]:
    """(field, its spec, id) of every id and reference of a row."""
    for name, value in row.items():
        spec = schema.fields[name]
        if spec.role in ("id", "reference"):
            for one in ids_in(spec, value):
                yield name, spec, one


def hidden_values(schema: SourceSchema, row: Row) -> Iterator[tuple[str, Kind, str]]:
    """(field, kind, value) of everything that is replaced as a whole because of its role; not of what is masked."""
    for name, value in row.items():
        kind = schema.fields[name].hidden_as
        if kind is not None:
            for one in value if isinstance(value, list) else (value,):
                if str(one).strip() and not is_mask(str(one)):
                    yield name, kind, str(one)


def texts_of(schema: SourceSchema, row: Row) -> Iterator[TextInput]:
    """Every text of a row, as the engine reads it."""
    for name, value in row.items():
        if schema.fields[name].role == "text":
            yield from (text_input(name, one) for one in strings_of(value))


def kept_texts(schema: SourceSchema, row: Row) -> Iterator[tuple[str, str]]:
    """(field, text) of what is kept as it is unless somebody whom the batch knows stands in it: categories, days,
    quantities that are written."""
    for name, value in row.items():
        if schema.fields[name].role in ("category", "date", "quantity"):
            for one in strings_of(value):
                yield name, one


def text_input(field: str, text: str) -> TextInput:
    """A text with its field as the label."""
    return TextInput(text, field.replace("_", " "), "prose" if len(text.split()) > _PROSE else "field")


def strings_of(value: Any) -> Iterator[str]:
    """Every string of a value with a letter or digit in it; keys of objects are strings, too."""
    if isinstance(value, str):
        if any(c.isalnum() for c in value):
            yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from strings_of(name)
            yield from strings_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings_of(part)


def rewritten(value: Any, each: Callable[[str], str]) -> Any:
    """A value with every string in it as `each` gives it back; keys of objects are strings, too."""
    if isinstance(value, str):
        return each(value) if any(c.isalnum() for c in value) else value
    if isinstance(value, dict):
        return {rewritten(name, each): rewritten(part, each) for name, part in value.items()}
    if isinstance(value, list):
        return [rewritten(part, each) for part in value]
    return value
