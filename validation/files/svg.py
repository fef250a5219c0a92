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
_SAID = frozenset(
    [
        "id",
        "class",
        "style",
        "type",
        "version",
        "clip-path",
        "href",
        "xlink:href",
        "rdf:resource",
        "xmlns",
        "xmlns:xlink",
        "xmlns:rdf",
        "xmlns:cc",
        "xmlns:dc",
    ]
)
"""The other attributes: what they say is told. A name of an attribute could say anything, and is none of these then."""
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#)|\\", re.IGNORECASE)
"""In an attribute: something that is not in the file, or an escape that could spell it."""
_STYLE = re.compile(r"(?<!url)\(|@", re.IGNORECASE)
"""In a style, besides: a function of other names, a rule that loads or declares."""
_DOCTYPES = frozenset(
    [
        ("svg", None, None),
        ("svg", "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd", "-//W3C//DTD SVG 1.1//EN"),
    ]
)
"""(name, system id, public id): none but those of SVG, as all of it is words that no element holds."""
_ENCODINGS = frozenset([None, "utf-8", "us-ascii"])
"""Others could say something else to who reads the file by them."""


class NoPicture(ValueError):
    """Not a picture of this kind; the message quotes nothing of it."""


def svg_texts(data: bytes) -> Iterator[tuple[str, str]]:
    """(where, text) of everything that is not a shape: texts between tags, attributes, comments. Spans of one text and
    pieces beside a comment are one. NoPicture for what is no SVG in UTF-8, declares anything, has an element or an
    attribute that is not drawn, or leads outside itself."""
    reader = _Reader()
    parser = expat.ParserCreate("utf-8", namespace_separator=None)
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler, parser.CommentHandler = reader.words.append, reader.comment
    parser.StartDoctypeDeclHandler, parser.XmlDeclHandler = reader.doctype, reader.declared
    parser.ProcessingInstructionHandler = parser.EntityDeclHandler = reader.entity
    try:
        data.decode()
        parser.Parse(data, True)
    except UnicodeDecodeError:
        raise NoPicture("is not UTF-8") from None
    except expat.ExpatError:
        raise NoPicture("is no XML") from None
    yield from reader.found


class _Reader:
    """What comes by, in the order of the file."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []
        self.words: list[str] = []
        """Of the text that is being read."""
        self._open: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins; a span goes on with the text that it is in."""
        if name not in _ELEMENTS:
            raise NoPicture("has an element that a picture does not need")
        for attribute, value in attributes.items():
            if attribute in _SHAPES and _SHAPES[attribute].fullmatch(value):
                continue
            if attribute not in _SHAPES and attribute not in _SAID:
                raise NoPicture("has an attribute that a picture does not need")
            if _OUTSIDE.search(value) or (attribute == "style" and _STYLE.search(value)):
                raise NoPicture("runs or fetches something")
            if attribute.endswith("href") and not value.startswith("#"):
                raise NoPicture("leads outside itself")
            self.found.append((f"attribute {len(self.found)}", value))
        if name != "tspan":
            self._flush()
        self._open.append(name)

    def end(self, name: str) -> None:
        """An element ends."""
        if name != "tspan":
            self._flush()
        self._open.pop()

    def comment(self, value: str) -> None:
        """A comment."""
        self.found.append((f"comment {len(self.found)}", value))

    def doctype(self, name: str, system: str | None, public: str | None, inside: int) -> None:
        """What the file says it is."""
        if inside or (name, system, public) not in _DOCTYPES:
            raise NoPicture("declares something")

    def declared(self, version: str, encoding: str | None, standalone: int) -> None:
        """How the file says it is written."""
        if (encoding.lower() if encoding is not None else None) not in _ENCODINGS:
            raise NoPicture("is not UTF-8")

    def entity(self, *_: object) -> None:
        """A processing instruction or an entity."""
        raise NoPicture("declares an entity")

    def _flush(self) -> None:
        text = "".join(self.words)
        self.words.clear()
        if self._open[-1:] == ["style"] and (_OUTSIDE.search(text) or _STYLE.search(text)):
            raise NoPicture("runs or fetches something")
        if text.strip():
            self.found.append((f"text {len(self.found)}", text))
