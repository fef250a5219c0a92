"""The states and actions of a trace as plain records, from which rows are made."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from redaction.documents.keys import Key
from redaction.documents.page import Page
from redaction.documents.texts import Texts, as_label, clean
from redaction.documents.trace import element_of, is_secret, key_actions
from redaction.documents.trace_schema import Trace, read_time
from redaction.documents.typing_keys import rewrite_keys
from redaction.documents.unit import as_is
from redaction.findings import Box
from redaction.importers.html_elements import Node, part_of

Kind = Literal["click", "type", "hotkey", "scroll"]


@dataclass(frozen=True, slots=True)
class TraceState:
    """A state: `index` is its place in the trace, `shot` that among states ("screenshots/<shot>.png"); `at` is the
    recorder's clock read as UTC."""

    index: int
    shot: int
    at: datetime
    url: str | None
    tab: str | None
    application: str | None
    screen_size: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class TraceAction:
    """What somebody did. Captured values: never log one.

    `index` is the place of its action in the trace and `part` counts what one action did (a key, then a text). `value`
    is "LB Down" or "RB Down", "Scroll Down" (Up, Left, Right), the text as it stood there in the end, or the name of
    the keys ("Ctrl+C"). `state` is the index of the state before and `shot` its screenshot. `coordinates` are those of
    the trace, in points of the screen; `box` is the element's, in points of the browser's viewport. `element_value` is
    what a field showed before; of typing there is none, since recorders read it in the midst of it.
    """

    index: int
    part: int
    at: datetime
    kind: Kind
    value: str
    state: int | None
    shot: int | None
    role: str | None = None
    name: str | None = None
    element_value: str | None = None
    box: Box | None = None
    coordinates: tuple[int, int] | None = None


def states_of(trace: Trace) -> list[TraceState]:
    """Every state in its order."""
    states: list[TraceState] = []
    for at, (kind, given) in enumerate(trace.entries):
        if kind == "state":
            size = given.get("screen_size") or {}
            width, height = size.get("width"), size.get("height")
            states.append(
                TraceState(
                    at,
                    len(states),
                    _moment(given["timestamp"]),
                    given.get("url"),
                    given.get("tab"),
                    given.get("active_application_name"),
                    (round(width), round(height)) if width and height else None,
                )
            )
    return states


def actions_of(trace: Trace) -> list[TraceAction]:
    """Every action in its order; of a raw trace without the presses and releases that only begin or end one."""
    typed, shown = rewrite_keys(list(key_actions(trace)), Texts(as_is))
    actions: list[TraceAction] = []
    page, state, shot = Page(None), None, -1
    for at, (kind, given) in enumerate(trace.entries):
        if kind == "state":
            page, state, shot = Page(given.get("html")), at, shot + 1
            continue
        done = [*_done(given, typed.get(at, []))]
        role, name, value, box = _part(given, page)
        x, y = given.get("x"), given.get("y")
        started = given.get("start_timestamp") or given["timestamp"]
        for part, (what, said) in enumerate(done):
            actions.append(
                TraceAction(
                    at,
                    part,
                    _moment(given["timestamp"] if part == len(done) - 1 else started),
                    what,
                    said,
                    state,
                    shot if state is not None else None,
                    role,
                    name,
                    None if what == "type" or value is None else shown.get(value, value),
                    box,
                    (round(x), round(y)) if x is not None and y is not None else None,
                )
            )
    return actions


def _done(given: Mapping[str, Any], keys: Sequence[Key]) -> Iterator[tuple[Kind, str]]:
    kind = given["type"]
    if kind == "mouseup":
        yield "click", "RB Down" if given.get("is_right_click") else "LB Down"
    elif kind == "scroll":
        yield "scroll", _direction(given.get("dx") or 0, given.get("dy") or 0)
    elif kind in ("keystroke", "keypress"):
        yield from _keys(keys)


def _direction(dx: float, dy: float) -> str:
    """As pynput counts: up and to the right is positive."""
    if abs(dy) >= abs(dx):
        return "Scroll Up" if dy > 0 else "Scroll Down"
    return "Scroll Right" if dx > 0 else "Scroll Left"


def _keys(keys: Sequence[Key]) -> Iterator[tuple[Kind, str]]:
    """Texts and hotkeys; keys that only help to type are told where nothing was typed."""
    types = any(key.does == "text" for key in keys)
    text = ""
    for nth, key in enumerate(keys):
        after = keys[nth + 1].chord if nth + 1 < len(keys) else ""
        if key.does == "text":
            text += key.text
        elif (key.does == "silent" and types) or after.startswith(key.chord + "+"):
            continue
        else:
            if text:
                yield "type", text
                text = ""
            yield "hotkey", key.chord
    if text:
        yield "type", text


def _part(given: Mapping[str, Any], page: Page) -> tuple[str | None, str | None, str | None, Box | None]:
    """Role, name, value and box of the element, as far as the trace tells them."""
    element = element_of(given)
    if not element.get("tag") and not element.get("role"):
        return None, None, None, None
    node = Node((element.get("tag") or "div").upper(), _attributes(element))
    if element.get("text"):
        node.add(Node(text=clean(element["text"])))
    path = element.get("xpath")
    secret = is_secret(element) or page.secret(path)
    value = element.get("value")
    part = part_of(node, None if secret or not value else clean(str(value)))
    return part.role, page.label(path) or as_label(part.name), part.value, _box(element)


def _attributes(element: Mapping[str, Any]) -> dict[str, str]:
    names = {"type": "type", "role": "role", "label": "aria-label", "placeholder": "placeholder"}
    return {to: clean(element[name]) for name, to in names.items() if element.get(name)}


def _box(element: Mapping[str, Any]) -> Box | None:
    x, y, width, height = (element.get(name) for name in ("x", "y", "width", "height"))
    if x is None or y is None or not width or not height or width < 0 or height < 0:
        return None
    return math.floor(x), math.floor(y), math.ceil(x + width), math.ceil(y + height)


def _moment(written: str) -> datetime:
    moment = read_time(written)
    assert moment is not None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
