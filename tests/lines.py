"""Lines of a page as a reader gives them, without a reader: for the tests of what is made of them."""

from __future__ import annotations

from collections.abc import Callable

from redaction.page.reading import Line


def line(text: str, x: int = 10, y: int = 10, height: int = 14, *, step: int = 8, score: float = 0.99) -> Line:
    """A line with its upper left corner at (x, y), px; every character is `step` px wide."""
    edges = tuple(x + step * i for i in range(len(text) + 1))
    return Line(text, (x, y, x + step * len(text), y + height), edges, score)


def grown_over(grow: Callable[[str, int, int], tuple[int, int]], text: str, part: str) -> str:
    """What a rule makes of the first place where a text says a part of it."""
    start = text.index(part)
    return text[slice(*grow(text, start, start + len(part)))]
