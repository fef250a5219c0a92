"""Pages in a Playwright trace: what a snapshot of the document says of the page and of the element acted upon.

A snapshot is a tree of [tag, attributes, *children], strings for text, and [[n, i]] for what the snapshot n before of
the same frame held as its i-th node, children counted before their parents. What stands in it is read, never run.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from redaction.importers.html_elements import Node, part_of
from redaction.importers.recorders import Part

_TARGET = "__playwright_target__"
_VALUE, _SELECTED = "__playwright_value_", "__playwright_selected_"


@dataclass(frozen=True, slots=True)
class Target:
    """The element that an action went to; `secret` is true of a password field."""

    part: Part
    secret: bool


@dataclass(frozen=True, slots=True)
class Screen:
    """The page at a moment: address, title, width in CSS px."""

    page: str
    url: str
    title: str
    width: float | None


@dataclass(slots=True)
class Frames:
    """All snapshots so far, by frame: each as its tree, and its nodes as references count them."""

    _frames: dict[str, list[tuple[Any, list[Any]]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, frame: str, html: Any) -> Node:
        """Take the next snapshot of a frame in; returns it whole. References that lead nowhere are left out."""
        snapshots = self._frames[frame]
        snapshots.append((html, _counted(html)))
        root, now = Node("#document"), len(snapshots) - 1
        stack: list[tuple[Any, int, Node]] = [(html, now, root)]
        while stack:
            one, here, parent = stack.pop()
            if _is_reference(one):
                back, place = one[0]
                here -= back
                if back > 0 and here >= 0 and 0 <= place < len(snapshots[here][1]):
                    stack.append((snapshots[here][1][place], here, parent))
            elif isinstance(one, str):
                parent.add(Node(text=one))
            elif _is_element(one):
                node = Node(one[0].upper(), _attributes(one))
                if here != now and node.attributes.get(_TARGET) == "":
                    del node.attributes[_TARGET]  # a mark without the name of its action is that of an earlier one
                parent.add(node)
                stack.extend((child, here, node) for child in reversed(one[2:]))
        return root


def target_of(page: Node, call: str) -> Target | None:
    """The element that carries the mark of an action, if one does."""
    for node in page.walk():
        if node.attributes.get(_TARGET) in ("", call):
            return Target(part_of(node, _value(node)), node.secret)
    return None


def _value(node: Node) -> str | None:
    if node.tag == "SELECT":
        chosen = (n.words() for n in node.walk() if n.tag == "OPTION" and n.attributes.get(_SELECTED) == "true")
        return ", ".join(chosen) or None
    return node.attributes.get(_VALUE)


def _counted(html: Any) -> list[Any]:
    """The nodes that stand literally in a snapshot, children before their parents."""
    nodes: list[Any] = []
    stack: list[tuple[Any, bool]] = [(html, False)]
    while stack:
        node, left = stack.pop()
        if isinstance(node, str) or left:
            nodes.append(node)
        elif _is_element(node):
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node[2:]))
    return nodes


def _is_element(node: Any) -> bool:
    return isinstance(node, list) and bool(node) and isinstance(node[0], str)


def _is_reference(node: Any) -> bool:
    return (
        isinstance(node, list)
        and len(node) == 1
        and isinstance(node[0], list)
        and len(node[0]) == 2
        and all(type(part) is int for part in node[0])
    )


def _attributes(node: list[Any]) -> dict[str, str]:
    given = node[1] if len(node) > 1 and isinstance(node[1], dict) else {}
    return {name: value for name, value in given.items() if isinstance(value, str)}
