"""What the tests of documents share: ways to see and to replace texts, and a trace of invented people."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from redaction.documents.unit import Each, Unit

PLANTED = "Zyxmaria"
"""Stands for whatever must not survive."""


def all_x(unit: Unit) -> tuple[str, ...]:
    """Every text replaced."""
    return tuple("X" for _ in unit.pieces)


def swapped(**words: str) -> Each:
    """Words replaced wherever they stand in a piece, in any case; "keller" becomes "bergmann" where Keller does."""

    def other(match: re.Match[str]) -> str:
        made = words[match.group().lower()]
        return made.capitalize() if match.group()[0].isupper() else made

    found = re.compile("|".join(words), re.IGNORECASE)
    return lambda unit: tuple(found.sub(other, piece) for piece in unit.pieces)


def units_of(walk: Callable[[Each], Any]) -> list[Unit]:
    """The units that a walk shows."""
    seen: list[Unit] = []

    def note(unit: Unit) -> tuple[str, ...]:
        seen.append(unit)
        return unit.pieces

    walk(note)
    return seen


def shape(html: str) -> list[tuple[str, int]]:
    """(tag, depth) of every element as a browser that runs scripts reads it, without what is inside emptied ones."""
    emptied = {"script", "style", "noscript", "template", "iframe", "object"}

    def below(node: LexborNode, depth: int) -> Iterator[tuple[str, int]]:
        yield node.tag or "", depth
        for child in [] if node.tag in emptied else node.iter():
            if child.is_element_node:
                yield from below(child, depth + 1)

    root = LexborHTMLParser(html, scripting=True).root
    assert root is not None
    return list(below(root, 0))


def state(number: int, html: str | None = None, elements: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The state of a trace, as WONDERBREAD's recorder writes it."""
    return {
        "type": "state",
        "data": {
            "id": number,
            "step": (number + 1) // 2,
            "timestamp": f"2023-12-25 15:10:{number:02d}.000000",
            "secs_from_start": float(number),
            "url": "http://crm.example/contacts?q=maria+keller",
            "tab": "Maria Keller - CRM",
            "json_state": None if elements is None else json.dumps(elements),
            "html": html,
            "screenshot_base64": None,
            "path_to_screenshot": "/Users/maria/demos/screenshots/7.png",
            "window_position": {"x": 0, "y": 25},
            "window_size": {"width": 1200, "height": 800},
            "active_application_name": "Google Chrome",
            "screen_size": {"width": 1440, "height": 900},
            "is_headless": False,
        },
    }


def action(number: int, kind: str, **more: Any) -> dict[str, Any]:
    """An action of a trace."""
    data = {"id": number, "step": (number + 1) // 2, "type": kind, "timestamp": f"2023-12-25 15:10:{number:02d}.500000"}
    return {"type": "action", "data": {**data, "secs_from_start": number + 0.5, **more}}


def element(**more: Any) -> dict[str, Any]:
    """The element of an action: a text field unless told otherwise."""
    given = {"xpath": "//*[@id='last']", "tag": "input", "type": "text", "text": "", "value": "", "label": None}
    return {
        "element": {**given, "role": None, "placeholder": None, "x": 10, "y": 20, "width": 100, "height": 30, **more}
    }


def trace(*entries: dict[str, Any], **more: Any) -> bytes:
    """A trace as its file."""
    return json.dumps({"trace": list(entries), **more}).encode()


def presses(*keys: str, into: dict[str, Any] | None = None, html: str | None = None) -> bytes:
    """A trace with one action a key (or run of keys) and a state before each and at the end."""
    entries: list[dict[str, Any]] = []
    for nth, key in enumerate(keys):
        kind = "keystroke" if " " in key else "keypress"
        entries += [state(2 * nth, html), action(2 * nth + 1, kind, key=key, element_attributes=into or element())]
    return trace(*entries, state(2 * len(keys), html))


def keys_of(data: bytes) -> list[str]:
    """The keys of a trace's actions in their order."""
    return [one["data"]["key"] for one in json.loads(data)["trace"] if one["type"] == "action" and "key" in one["data"]]
