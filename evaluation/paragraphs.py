"""An instance in words: one sentence an interaction, made of its published fields. Values of fields are left out: they
say whom the work was about, not what was done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_THINGS = frozenset({"Button", "Check Box", "Image", "Link", "List Row", "Menu", "Select List", "Tab"})
"""Subclasses that name what was clicked on."""


def sentence(row: Mapping[str, Any]) -> str:
    """ "The user clicked on the Submit button in the screen Invoice of the application NetSuite.": the row's type,
    class, subclass, key, field, screen and application; what is null or empty is not spoken of."""
    field, screen, application = (_text(row, name) for name in ("field_name", "screen_name", "application_name"))
    place = f" in the screen {screen}" if screen else ""
    place += f" {'of' if screen else 'in'} the application {application}" if application else ""
    return f"The user {_did(row, field)}{place}."


def paragraph(rows: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The sentences of an instance's rows in their order."""
    return tuple(sentence(row) for row in rows)


def _did(row: Mapping[str, Any], field: str) -> str:
    class_name, subclass_name = _text(row, "class_name"), _text(row, "subclass_name")
    if class_name == "Hotkey":
        return f"pressed {_text(row, 'interaction_value') or 'a key'}" + (f" in the field {field}" if field else "")
    if _text(row, "interaction_type") == "Typing":
        return f"typed into the field {field}" if field else "typed"
    thing = f" {subclass_name.lower()}" if subclass_name in _THINGS else ""
    if field:
        return f"clicked on the {field}{thing}"
    return f"clicked on a{'n' if thing.startswith(' i') else ''}{thing}" if thing else "clicked"


def _text(row: Mapping[str, Any], name: str) -> str:
    """A field on one line; what is null is empty."""
    return " ".join(str(row[name]).split()) if row.get(name) is not None else ""
