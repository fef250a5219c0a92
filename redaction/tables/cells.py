"""The texts in a cell: which values of a type are read, under which label, and the cell with what replaces them.

Numbers and dates are read as texts only where their label announces an identifier that is written so (an integer column
"SSN"); such a column is text afterwards, since neither "[ID]" nor a number with leading zeros is an integer. Which
columns these are depends on names and types alone, never on what stands in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from math import isnan
from typing import Any

import pyarrow as pa
from pyarrow import types

from redaction.kinds.spec import WITH_DIGITS, Value
from redaction.kinds.table import written_as
from redaction.lexicon.vocabulary import spec_of_label

#: Kinds whose values a program may keep as a number or a date.
_NUMERIC = written_as(WITH_DIGITS, Value.LOGIN, Value.PLACE, Value.ANY)
_LISTS = (types.is_list, types.is_large_list, types.is_fixed_size_list)
_TEXTS = (types.is_string, types.is_large_string, types.is_string_view)
_NUMBERS = (types.is_integer, types.is_floating, types.is_decimal, types.is_date, types.is_timestamp)
_OTHERS = (types.is_boolean, types.is_null, types.is_time, types.is_duration)


def read_type(kind: pa.DataType, label: str) -> pa.DataType | None:
    """The type of a column after it was read: its own, but text for numbers under a telling label; None for a type
    that cannot be read (bytes, unions, extensions)."""
    if types.is_struct(kind):
        fields = [(field, read_type(field.type, field.name)) for field in kind]
        return None if any(t is None for _, t in fields) else pa.struct([f.with_type(t) for f, t in fields])
    if types.is_map(kind):
        ends = (read_type(kind.key_type, label), read_type(kind.item_type, label))
        return None if None in ends else kind if ends == (kind.key_type, kind.item_type) else pa.map_(*ends)
    if any(is_list(kind) for is_list in _LISTS):
        inner = read_type(kind.value_type, label)
        if inner is None or inner == kind.value_type:
            return kind if inner else None
        field = kind.value_field.with_type(inner)
        return pa.large_list(field) if types.is_large_list(kind) else pa.list_(field, getattr(kind, "list_size", -1))
    if types.is_dictionary(kind):
        return kind if read_type(kind.value_type, "") == kind.value_type else None
    if any(is_number(kind) for is_number in _NUMBERS):
        return pa.string() if announced(label) else kind
    return kind if any(known(kind) for known in (*_TEXTS, *_OTHERS)) else None


def announced(label: str) -> bool:
    """Whether a label is certain to announce an identifier that may be kept as a number."""
    spec = spec_of_label(label)
    return spec is not None and not spec.weak and spec.kind in _NUMERIC


def has_texts(kind: pa.DataType, label: str) -> bool:
    """Whether anything in a column of this type is read."""
    inner = [(field.type, field.name) for field in kind] if types.is_struct(kind) else []
    if types.is_map(kind):
        inner = [(kind.key_type, label), (kind.item_type, label)]
    if types.is_dictionary(kind) or any(is_list(kind) for is_list in _LISTS):
        inner = [(kind.value_type, label)]
    if inner:
        return any(has_texts(*one) for one in inner)
    return any(is_text(kind) for is_text in _TEXTS) or read_type(kind, label) not in (kind, None)


def field_names(kind: pa.DataType) -> Iterator[str]:
    """The names of the fields inside a column."""
    for at in range(kind.num_fields):
        if types.is_struct(kind):
            yield kind.field(at).name
        yield from field_names(kind.field(at).type)


def mapped(value: Any, kind: pa.DataType, label: str, replaced: Callable[[str, str], str]) -> Any:
    """A cell with `replaced(text, label)` for each of its texts, in order. In a map a text's key is its label."""
    if value is None:
        return None
    if types.is_struct(kind):
        return {f.name: mapped(value[f.name], f.type, f.name, replaced) for f in kind}
    if types.is_map(kind):
        return [
            (
                mapped(k, kind.key_type, label, replaced),
                mapped(v, kind.item_type, str(k) if isinstance(v, str) else label, replaced),
            )
            for k, v in value
        ]
    if any(is_list(kind) for is_list in _LISTS):
        return [mapped(one, kind.value_type, label, replaced) for one in value]
    if isinstance(value, str):
        return replaced(value, label)
    if read_type(kind, label) == kind:
        return value
    text = _as_text(value)
    return text if text is None else replaced(text, label)


def _as_text(value: Any) -> str | None:
    """A number or a date as people write it: 123 rather than 123.0, a day without midnight; None for no number."""
    if isinstance(value, float):
        if isnan(value):
            return None
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)
