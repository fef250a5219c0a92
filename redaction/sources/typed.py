"""A row as its schema wants it: every field of its type, in the order of the schema."""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from math import isfinite
from typing import Any
from unicodedata import category, normalize

from redaction.sources.schema import FieldSpec, SourceSchema

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,18}(?:\.[0-9]{1,15})?|\.[0-9]{1,15})(?:[eE][+-]?[0-9]{1,3})?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[-./]([0-9]{1,2})[-./]([0-9]{4})")
_TRUTHS = {"true": True, "false": False, "yes": True, "no": False}
_DEEPEST = 20
_NONE = ("", "null", "none", "nan", "n/a")


class RowRefused(Exception):
    """A row is not what its schema says: a code of the table of reasons and the number of the field, from 1."""

    def __init__(self, reason: str, field: int) -> None:
        super().__init__(reason)
        self.reason, self.field = reason, field


def typed_row(schema: SourceSchema, raw: dict[str, Any], place: int) -> dict[str, Any]:
    """The row in the order and with the types of the schema; a field that is not there is not there. What the schema
    does not know is left out (`unknown`). Raises RowRefused."""
    row: dict[str, Any] = {}
    for number, (name, spec) in enumerate(schema.fields.items(), start=1):
        given = raw.get(name)
        if given is None or (isinstance(given, str) and spec.role != "text" and given.strip().casefold() in _NONE):
            if name == schema.key and spec.optional:
                row[name] = place + 1 if spec.type == "integer" else f"{schema.name}-{place + 1:06d}"
            elif not spec.optional:
                raise RowRefused("missing_field", number)
            continue
        try:
            row[name] = _typed(spec, given)
        except (ValueError, TypeError, RecursionError) as error:
            reason = "control_character" if str(error) == "control" else "wrong_type"
            raise RowRefused(reason, number) from None
    return row


def is_made_key(schema: SourceSchema, value: str) -> bool:
    """Whether a key was made of the place of a row: nobody captured it, so it stays."""
    head, _, number = value.rpartition("-")
    return schema.fields[schema.key].optional and head == schema.name and len(number) >= 6 and number.isdecimal()


def unknown(schema: SourceSchema, raw: dict[str, Any]) -> bool:
    """Whether a row says something that its schema does not know."""
    return any(name not in schema.fields for name in raw)


def _typed(spec: FieldSpec, value: Any) -> Any:
    if spec.type == "list":
        if isinstance(value, str):  # a cell of a table without lists
            value = json.loads(value) if value.lstrip().startswith("[") else [v.strip() for v in value.split(";")]
        if not isinstance(value, list):
            raise TypeError
        return [_clean(one, 0) for one in value if one is not None]
    if spec.type == "object":
        if isinstance(value, str):
            value = json.loads(value)
        if not isinstance(value, dict):
            raise TypeError
        return _clean(value, 0)
    return _SCALARS[spec.type](value)


def _clean(value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        raise TypeError
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list):
        return [_clean(one, depth + 1) for one in value]
    if isinstance(value, dict):
        return {_string(name): _clean(one, depth + 1) for name, one in value.items()}
    if isinstance(value, float) and not isfinite(value):
        raise TypeError
    return value


def _string(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError
    text = normalize("NFC", str(value))
    if any(category(c) in ("Cc", "Cs") and c not in "\n\r\t" for c in text):
        raise ValueError("control")
    return text


def _integer(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and _INTEGER.fullmatch(value.strip()):
        return int(value)
    raise TypeError


def _float(value: Any) -> float | int:
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return value
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return float(value) if not _INTEGER.fullmatch(value.strip()) else int(value)
    raise TypeError


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _TRUTHS[value.strip().casefold()] if value.strip().casefold() in _TRUTHS else _no()
    if value in (0, 1):
        return bool(value)
    return _no()


def _no() -> bool:
    raise TypeError


def _date(value: Any) -> str:
    text = _string(value).strip()
    if day_of(text) is None:
        raise TypeError
    return text


def day_of(text: str) -> date | None:
    """The day that a date or time is of: as ISO writes it, or day, month, year; None for anything else."""
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        found = _DAY_FIRST.fullmatch(text)
    try:
        return date(int(found[3]), int(found[2]), int(found[1])) if found else None
    except ValueError:
        return None


_SCALARS = {"string": _string, "integer": _integer, "number": _float, "boolean": _boolean, "date": _date}
