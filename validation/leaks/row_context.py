"""What rows say together: a field beside its label, the fields of one row, rows after one another, typing in pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from redaction.stages.text_fields import LABELLED, TEXT_FIELDS

How = Literal["label", "fields", "typing"]
_SAMPLED = ("interaction_value", "field_value", "screen_name", "description")


@dataclass(frozen=True, slots=True)
class Together:
    """Texts that are read as one: a label and its value, fields side by side, or pieces of what was typed. `rows` are
    the numbers of the rows that hold them."""

    where: str
    how: How
    texts: tuple[str, ...]
    rows: tuple[int, ...] = ()


def is_row(value: Mapping[str, Any]) -> bool:
    """Whether a record is a released interaction."""
    return TEXT_FIELDS.keys() <= value.keys()


def together(name: str, rows: Iterable[Mapping[str, Any]]) -> Iterator[Together]:
    """Everything that rows in their published order say together, each thing at the row where it begins."""
    typed: dict[int, str] = {}
    begun, instance = 0, None
    before: Mapping[str, Any] | None = None
    for number, row in enumerate(rows):
        where = f"{name} row {number}"
        label = _text(row, "field_name")
        for field in sorted(LABELLED):
            value = _text(row, field)
            if label and value:
                yield Together(f"{where} {field} with its label", "label", (label, value), (number,))
        texts = tuple(dict.fromkeys(t for field in TEXT_FIELDS if (t := _text(row, field))))
        if len(texts) > 1:
            yield Together(f"{where} over two fields", "fields", texts, (number,))
        same = before is not None and before.get("process_instance_uuid") == row.get("process_instance_uuid")
        if before is not None and same:
            for field in _SAMPLED:
                one, two = _text(before, field), _text(row, field)
                if one and two and one != two:
                    pair = (number - 1, number)
                    yield Together(f"{name} rows {pair[0]} and {number} {field}", "fields", (one, two), pair)
        if instance != row.get("process_instance_uuid"):
            yield from _run(name, begun, typed)
            typed, begun, instance = {}, number, row.get("process_instance_uuid")
        if row.get("interaction_type") == "Typing" and row.get("class_name") != "Hotkey":
            typed[number] = _text(row, "interaction_value")
        elif row.get("class_name") != "Hotkey":
            yield from _run(name, begun, typed)
            typed, begun = {}, number + 1
        before = row
    yield from _run(name, begun, typed)


def _run(name: str, begun: int, typed: Mapping[int, str]) -> Iterator[Together]:
    pieces = {number: text for number, text in typed.items() if text}
    if len(pieces) > 1:
        yield Together(f"{name} typing from row {begun}", "typing", tuple(pieces.values()), tuple(pieces))


def _text(row: Mapping[str, Any], field: str) -> str:
    value = row.get(field)
    return value if isinstance(value, str) else ""
