"""Which of the 16 fields can hold captured text, and how each is to be read.

Ids, times, coordinates and the class names of the rule table are never touched.
"""

from __future__ import annotations

from redaction.records import Interaction
from redaction.text import TextInput
from redaction.text.inputs import Role

#: field → the role it is read in
TEXT_FIELDS: dict[str, Role] = {
    "process_name": "prose",
    "description": "prose",
    "application_name": "host",
    "screen_name": "title",
    "interaction_value": "field",
    "field_name": "prose",
    "field_value": "field",
}

#: fields whose value stands beside a label on the screen: the label is evidence for what the value is
LABELLED = frozenset({"interaction_value", "field_value"})


def text_input(row: Interaction, name: str) -> TextInput | None:
    """The field as the text engine reads it, or None when there is nothing to read."""
    value = getattr(row, name)
    if not value:
        return None
    # what a hotkey says is the name of a key, whatever field it was pressed in
    typed = row.interaction_type == "Typing" and row.class_name != "Hotkey"
    label = row.field_name if name in LABELLED and typed else None
    if name == "field_value":
        label = row.field_name
    return TextInput(text=value, label=label, role=TEXT_FIELDS[name])
