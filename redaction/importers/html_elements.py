"""Elements of a recorded page: their roles as the HTML Accessibility API Mappings have them, and their labels.

Of the computation of names that ARIA describes, the ways that forms are labelled in practice: aria-labelledby,
aria-label, <label>, the text of what is named by its text, alt, placeholder, title.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from redaction.importers.recorders import Part

_INPUTS = {
    "button": "button",
    "submit": "button",
    "reset": "button",
    "image": "button",
    "checkbox": "checkbox",
    "radio": "radio",
    "range": "slider",
    "number": "spinbutton",
    "search": "searchbox",
}
_TAGS = {
    "BUTTON": "button",
    "SUMMARY": "button",
    "SELECT": "combobox",
    "TEXTAREA": "textbox",
    "OPTION": "option",
    "IMG": "img",
    "TD": "cell",
    "TH": "columnheader",
    "TR": "row",
    "LI": "listitem",
    "P": "paragraph",
    "DIALOG": "dialog",
    **{f"H{n}": "heading" for n in range(1, 7)},
}
_FROM_CONTENT_LIST = """button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio
option radio row rowheader switch tab tooltip treeitem"""
_FROM_CONTENT = frozenset(_FROM_CONTENT_LIST.split())
_UNSEEN = frozenset({"SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "SELECT", "TEXTAREA", "HEAD"})
LONGEST_TEXT = 300
"""Characters that are taken of an element's text: more is no label."""


@dataclass(slots=True, eq=False)
class Node:
    """An element, or a text where `tag` is empty. `tag` is in capitals."""

    tag: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: list[Node] = field(default_factory=list)
    parent: Node | None = None

    def add(self, child: Node, before: Node | None = None) -> None:
        """Put a node below this one, at the end or before another child."""
        child.parent = self
        if before is not None and before in self.children:
            self.children.insert(self.children.index(before), child)
        else:
            self.children.append(child)

    def walk(self, unseen: frozenset[str] = frozenset()) -> Iterator[Node]:
        """This node and those below in their order; what is `unseen` is not entered."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.tag not in unseen:
                stack.extend(reversed(node.children))

    def above(self) -> Iterator[Node]:
        """The nodes above, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def words(self) -> str:
        """What the element says, with single spaces."""
        return " ".join(" ".join(n.text for n in self.walk(_UNSEEN) if not n.tag).split())[:LONGEST_TEXT]

    @property
    def secret(self) -> bool:
        """True of a password field: what is in it is never taken."""
        return self.tag == "INPUT" and self.attributes.get("type", "").lower() == "password"


def title_of(root: Node) -> str:
    """The text of the page's first TITLE."""
    return next((node.words() for node in root.walk() if node.tag == "TITLE"), "")


def part_of(node: Node, value: str | None) -> Part:
    """The element as an event has it; `value` is what it shows."""
    role = _role(node)
    return Part(role, _name(node, role) or None, None if node.secret else value)


def _role(node: Node) -> str:
    """The role that the page gives, else that of the element; an element without one is called by its tag."""
    given = node.attributes.get("role", "").split()
    if given:
        return given[0].lower()
    if node.tag == "INPUT":
        return _INPUTS.get(node.attributes.get("type", "").lower(), "textbox")
    if node.tag == "A":
        return "link" if "href" in node.attributes else "generic"
    return _TAGS.get(node.tag, node.tag.lower())


def _name(node: Node, role: str) -> str:
    given = node.attributes
    return (
        _labelled_by(node, given.get("aria-labelledby", "").split())
        or given.get("aria-label", "").strip()
        or _label(node)
        or (node.words() if role in _FROM_CONTENT else "")
        or (given.get("value", "") if role == "button" else "")
        or given.get("alt", "")
        or given.get("placeholder", "")
        or given.get("title", "")
    )


def _labelled_by(node: Node, ids: list[str]) -> str:
    if not ids:
        return ""
    found = {n.attributes["id"]: n.words() for n in _root(node).walk() if n.attributes.get("id") in ids}
    return " ".join(found[one] for one in ids if found.get(one))[:LONGEST_TEXT]


def _label(node: Node) -> str:
    mine = node.attributes.get("id")
    if mine:
        for one in _root(node).walk():
            if one.tag == "LABEL" and one.attributes.get("for") == mine:
                return one.words()
    return next((one.words() for one in node.above() if one.tag == "LABEL"), "")


def _root(node: Node) -> Node:
    return next(iter([*node.above()][::-1]), node)
