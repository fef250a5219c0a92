"""Demonstrations in words: an action as one sentence, and a guide (SOP) as its steps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

NAME_AT_MOST = 80
"""Characters of an element's name that are told; what is longer is cut, since the text of an element may be a page."""
_ROLES = {
    "a": "link",
    "button": "button",
    "select": "dropdown",
    "textarea": "text field",
    "input": "text field",
    "img": "image",
    "option": "option",
    "th": "column head",
    "td": "cell",
}
"""HTML tag → what people call it."""
_INPUTS = {
    "checkbox": "checkbox",
    "radio": "radio button",
    "submit": "button",
    "button": "button",
    "image": "button",
    "file": "file field",
}
"""The same of an input, by its type."""
_NAMES = ("label", "ariaLabel", "text", "placeholder", "title", "alt", "name")
"""Attributes that may name an element, the best first."""
_KEYS = {"enter": "Enter", "return": "Enter", "esc": "Escape", "space": "Space"}
_SILENT = frozenset({"shift", "shift_r", "shift_l", "caps_lock"})
"""Keys that change others and type nothing."""
_QUOTED = re.compile(r"'(.)'|\"(.)\"|Key\.(\w+)|(\S+)", re.DOTALL)
"""One key of several as recorders write them: 'a', "'", Key.space, or what it is."""

_NUMBER = re.compile(r"\s*(?:\*\*)?(?:step\s*)?\d+\s*[.):](?!\d)\s*", re.IGNORECASE)
"""How a numbered step begins; "2.5" and "10:30" are no such numbers."""
_GOES_ON = re.compile(r"\s+\S|\s*[-*•]\s")
"""How a line begins that belongs to the step before it."""


def action_in_words(data: Mapping[str, Any]) -> str:
    """An action of a trace (its `data`) as one sentence: "Click on the Reports link." Of what is not known nothing is
    said; a kind that is not known is told by its name."""
    kind, where = str(data.get("type") or ""), _element(data)
    if kind == "mouseup":
        how = "Right-click" if data.get("is_right_click") else "Click"
        return f"{how} on the {where}." if where else f"{how}."
    if kind == "keystroke":
        return f"Type “{typed(str(data.get('key') or ''))}”{f' into the {where}' if where else ''}."
    if kind == "keypress":
        return f"Press {pressed(str(data.get('key') or ''))}{f' in the {where}' if where else ''}."
    if kind == "scroll":
        return _scrolled(data)
    return f"{kind.capitalize() or 'Act'}."


def typed(key: str) -> str:
    """The text that recorded keystrokes spell: "'a' Key.space 'b'" is "a b". A deletion takes the character before it
    away; text that is not written key by key is itself."""
    if not re.search(r"Key\.\w|^\s*(?:'.'|\".\")", key):
        return key
    text = ""
    for found in _QUOTED.finditer(key):
        single, double, named, bare = found.groups()
        if named == "space":
            text += " "
        elif named == "backspace":
            text = text[:-1]
        elif named in ("enter", "return"):
            text += "\n"
        elif named is None:
            text += single or double or bare or ""
    return " ".join(text.split())


def pressed(key: str) -> str:
    """Keys that were pressed together or one after another: "Key.enter" is "Enter", "Key.cmd 'a'" is "Cmd+a"."""
    parts = []
    for found in _QUOTED.finditer(key):
        single, double, named, bare = found.groups()
        if named in _SILENT:
            continue
        parts.append(_KEYS.get(named, named.capitalize()) if named else single or double or bare)
    return "+".join(parts) or "a key"


def steps_of(text: str) -> tuple[str, ...]:
    """The steps of a guide, without their numbers. Where lines are numbered, those are its steps, each with the
    indented or bulleted lines behind it; titles and remarks are none. Otherwise every line that is not empty is one."""
    steps: list[str] = []
    lines = text.splitlines()
    if not any(_NUMBER.match(line) for line in lines):
        return tuple(" ".join(line.split()) for line in lines if line.strip())
    for line in lines:
        number = _NUMBER.match(line)
        if number:
            steps.append(line[number.end() :])
        elif steps and _GOES_ON.match(line):
            steps[-1] += " " + line.strip().lstrip("-*• ")
    return tuple(" ".join(step.replace("**", "").split()) for step in steps if step.strip("* \t"))


def numbered(steps: tuple[str, ...] | list[str]) -> str:
    """The guide with these steps, as people write one."""
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, start=1))


def _element(data: Mapping[str, Any]) -> str:
    """What was acted on: its name and role, as far as they are known."""
    given = data.get("element_attributes")
    attributes = given if isinstance(given, Mapping) else {}
    inner = attributes.get("element")
    attributes = inner if isinstance(inner, Mapping) else attributes
    tag, of_type = str(attributes.get("tag") or "").casefold(), str(attributes.get("type") or "").casefold()
    role = _INPUTS.get(of_type, _ROLES["input"]) if tag == "input" else _ROLES.get(tag, "")
    role = role or str(attributes.get("role") or "").casefold()
    name = next((line for one in _NAMES if (line := _line(attributes.get(one)))), "")
    if not name and not role:
        return ""
    return f"{name} {role}".strip() if role else f"{name} element"


def _line(value: object) -> str:
    """The first line of a text that says something, cut where it is long."""
    if not isinstance(value, str):
        return ""
    first = next((line for line in value.splitlines() if line.strip()), "")
    text = " ".join(first.split())
    return text if len(text) <= NAME_AT_MOST else text[: NAME_AT_MOST - 1].rstrip() + "…"


def _scrolled(data: Mapping[str, Any]) -> str:
    """By the sign alone: down and right are above 0, as the published traces have it."""
    down, right = (_number(data.get(name)) for name in ("dy", "dx"))
    if abs(down) >= abs(right):
        return f"Scroll {'up' if down < 0 else 'down'}."
    return f"Scroll {'left' if right < 0 else 'right'}."


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
