"""Planted identifiers travel inside strings as marks, so that one source feeds the screens, the events and the truth.

`mark("person", "…")` wraps a value in private-use characters. `plain` removes the marks, `spans` says where the values
sit in the plain string, `to_html` turns each mark into an element that the browser can measure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup, escape

_OPEN, _SEP, _CLOSE = "\ue000", "\ue001", "\ue002"
_MARK = re.compile(f"{_OPEN}([a-z_]+){_SEP}([^{_OPEN}{_SEP}{_CLOSE}]*)(?:{_SEP}([^{_OPEN}{_SEP}{_CLOSE}]*))?{_CLOSE}")

#: The pseudo-kind of text that looks like an identifier and is none: amounts, document numbers, product words.
HARMLESS = "harmless"


@dataclass(frozen=True, slots=True)
class Span:
    """A planted value inside a plain string. Offsets are code points, `end` is exclusive.

    `of` is the whole value where only a part of it stands there (a name typed in pieces); else it equals `value`.
    """

    start: int
    end: int
    kind: str
    value: str
    of: str


def mark(kind: str, text: str, *, of: str | None = None) -> str:
    """Wrap `text` as a planted value of `kind`; `of` is the whole value when `text` is a part."""
    whole = f"{_SEP}{of}" if of is not None and of != text else ""
    return f"{_OPEN}{kind}{_SEP}{text}{whole}{_CLOSE}"


def keep(text: str) -> str:
    """Wrap `text` as something that a good detector leaves alone."""
    return mark(HARMLESS, text)


def plain(text: str) -> str:
    """The string without its marks."""
    return _MARK.sub(lambda m: m.group(2), text)


def spans(text: str) -> list[Span]:
    """Every mark, by its place in `plain(text)`, in order."""
    found: list[Span] = []
    removed = 0
    for m in _MARK.finditer(text):
        start = m.start() - removed
        value = m.group(2)
        found.append(Span(start, start + len(value), m.group(1), value, m.group(3) or value))
        removed += len(m.group(0)) - len(value)
    return found


def to_html(text: str) -> Markup:
    """Escape the string for HTML, each mark an element `<span data-kind="…">`."""
    parts: list[Markup] = []
    done = 0
    for m in _MARK.finditer(text):
        parts.append(escape(text[done : m.start()]))
        parts.append(Markup('<span data-kind="{}">{}</span>').format(m.group(1), m.group(2)))
        done = m.end()
    parts.append(escape(text[done:]))
    return Markup("").join(parts)
