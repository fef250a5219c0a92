"""Where the elements of a state stand on its screen, as the trace tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from redaction.documents.trace_schema import read_trace


class Place(NamedTuple):
    """An element with a text: its centre (as WONDERBREAD's recorder writes it; its cleaned traces have the upper left
    corner there) and size as shares of the width and the height of the screen."""

    x: float
    y: float
    width: float
    height: float
    text: str


def places_in(data: bytes) -> list[list[Place]]:
    """The elements of each state of a trace, in their order; none of a state that does not tell the size of its
    screen. Raises DocumentRefused for what is no trace to work with."""
    return [list(_places(given)) for kind, given in read_trace(data).entries if kind == "state"]


def _places(state: dict[str, Any]) -> Iterator[Place]:
    screen = state.get("screen_size") or {}
    wide, high = screen.get("width") or 0, screen.get("height") or 0
    if wide <= 0 or high <= 0:
        return
    for element in state.get("json_state") or ():
        x, y, width, height = (element.get(name) for name in ("x", "y", "width", "height"))
        text = element.get("text") or element.get("value") or ""
        if None not in (x, y, width, height) and width > 0 and height > 0 and text.strip():
            yield Place(x / wide, y / high, width / wide, height / high, text)
