"""A page to look elements up in: what it calls the element that an xpath leads to, and whether that holds a secret."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from redaction.documents.html_attributes import is_secret_field
from redaction.documents.html_labels import Labels, text_of
from redaction.documents.html_source import check_size
from redaction.documents.texts import clean

_BY_ID = re.compile(r"//\*\[@id=(?:'([^']*)'|\"([^\"]*)\")\](.*)", re.DOTALL)
_STEP = re.compile(r"/([A-Za-z][\w:-]*)(?:\[(\d{1,6})\])?")


class Page:
    """The elements of one state's HTML; a page without HTML has none. Raises DocumentRefused as rewriting it does."""

    def __init__(self, html: str | None) -> None:
        source = clean(html or "")
        check_size(source)
        self._tree = LexborHTMLParser(source, options=LexborDocumentOptions.WO_EVENTS, scripting=True)
        self._labels = Labels(self._tree)
        self._ids: dict[str, LexborNode] | None = None

    def find(self, xpath: str | None) -> LexborNode | None:
        """The element that an xpath as recorders write them leads to: by an id, and by places among siblings."""
        node: LexborNode | None = None
        rest = xpath or ""
        by_id = _BY_ID.fullmatch(rest)
        if by_id is not None:
            if self._ids is None:
                self._ids = {one.attributes.get("id") or "": one for one in reversed(self._tree.css("[id]"))}
            node, rest = self._ids.get(by_id[1] or by_id[2] or ""), by_id[3]
            if node is None:
                return None
        elif not rest.startswith("/html"):
            return None
        steps = _STEP.findall(rest)
        if "".join(f"/{tag}[{n}]" if n else f"/{tag}" for tag, n in steps) != rest:
            return None
        for tag, n in steps:
            below = [self._tree.root] if node is None else [one for one in node.iter() if one.tag == tag]
            place = int(n or 1)
            if not 1 <= place <= len(below) or below[place - 1] is None:
                return None
            node = below[place - 1]
        return node

    def label(self, xpath: str | None) -> str | None:
        """What the page calls the element."""
        node = self.find(xpath)
        if node is None:
            return None
        around: str | None = None
        above = node.parent
        while above is not None and around is None:
            around = text_of(above) if above.tag == "label" else None
            above = above.parent
        return self._labels.of(node.attributes, around)

    def editable(self, xpath: str | None) -> bool:
        """Whether the element, or one around it, is a text that can be edited in its place."""
        node = self.find(xpath)
        while node is not None:
            given = node.attributes
            if "contenteditable" in given:
                return (given["contenteditable"] or "").lower() != "false"
            node = node.parent
        return False

    def secret(self, xpath: str | None) -> bool:
        """Whether what is typed into the element is a secret."""
        node = self.find(xpath)
        return node is not None and is_secret_field(node.attributes, self._labels.of(node.attributes))
