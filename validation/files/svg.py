"""What an SVG picture of a bundle says in words, and what it may not hold: whoever opens it runs and fetches nothing.

Shapes are numbers, and are not words: coordinates in a row read like telephone numbers by chance. What stands in an
attribute for shapes and is not of their form is told like any other text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat

_ELEMENTS = frozenset(
    [
        "svg",
        "title",
        "metadata",
        "rdf:RDF",
        "cc:Work",
        "dc:type",
        "dc:title",
        "dc:format",
        "dc:creator",
        "cc:Agent",
        "defs",
        "style",
        "g",
        "path",
        "text",
        "tspan",
        "use",
        "clipPath",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
    ]
)
"""Of what a picture is drawn: no script, no foreign content, no image, no link, no animation."""
_SHAPES = {
    "d": re.compile(r"[MLHVCSQTAZmlhvcsqtaz0-9eE .,+\-\n]*"),
    "points": re.compile(r"[0-9eE .,+\-\n]*"),
    "transform": re.compile(r"(?:(?:translate|rotate|scale|matrix)\([0-9eE .,+\-]*\)\s*)*"),
    **dict.fromkeys(
        ("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "viewBox"),
        re.compile(r"[0-9eE .+\-]*(?:pt|px)?"),
    ),
}
"""Attributes that are numbers, and the form of their values."""
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#)|@import|expression\(|javascript:", re.IGNORECASE)
"""In an attribute or a style: something that is not in the file."""


class NoPicture(ValueError):
    """Not a picture of this kind; the message quotes nothing of it."""


def svg_texts(data: bytes) -> Iterator[tuple[str, str]]:
    """(where, text) of everything that is not a shape: texts between tags, attributes, comments. NoPicture for what is
    no SVG, declares an entity, has an element that is not drawn, or leads outside itself."""
    found: list[tuple[str, str]] = []
    parser = expat.ParserCreate(namespace_separator=None)
    parser.buffer_text = True

    def element(name: str, attributes: dict[str, str]) -> None:
        if name not in _ELEMENTS:
            raise NoPicture("has an element that a picture does not need")
        for attribute, value in attributes.items():
            if attribute.lower().startswith("on") or _OUTSIDE.search(value):
                raise NoPicture("runs or fetches something")
            if attribute.endswith("href") and not value.startswith("#"):
                raise NoPicture("leads outside itself")
            if attribute not in _SHAPES or not _SHAPES[attribute].fullmatch(value):
                found.append((f"attribute {len(found)}", value))

    def text(value: str) -> None:
        if _OUTSIDE.search(value):
            raise NoPicture("runs or fetches something")
        if value.strip():
            found.append((f"text {len(found)}", value))

    def entity(*_: object) -> None:
        raise NoPicture("declares an entity")

    parser.StartElementHandler = element
    parser.CharacterDataHandler = text
    parser.CommentHandler = lambda value: found.append((f"comment {len(found)}", value))
    parser.ProcessingInstructionHandler = lambda *_: entity()
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        raise NoPicture("is no XML") from None
    yield from found
