"""A small template language: `[a|b|]` draws one alternative, `{slot}` is filled, `\\n` is a line break.

A slot is `kind`, `kind` + number (the same entity each time in one text) and an optional `:style`, e.g. {p1:last}.
Kinds p (person), o (organisation) and l (place or address) give labelled text; all others are plain words.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

NONE, PER, ORG, LOC, COUNTRY = range(5)


@dataclass
class Tagged:
    """A text under construction: one label per code point, and where a new entity begins."""

    chars: list[str] = field(default_factory=list)
    tags: list[int] = field(default_factory=list)
    starts: list[bool] = field(default_factory=list)

    def add(self, text: str, tag: int = NONE) -> None:
        for i, char in enumerate(text):
            self.chars.append(char)
            self.tags.append(tag)
            self.starts.append(tag != NONE and i == 0)

    @property
    def text(self) -> str:
        return "".join(self.chars)

    def spans(self) -> list[tuple[int, int, int]]:
        """(start, end, tag) of every entity."""
        found: list[tuple[int, int, int]] = []
        for i, (tag, start) in enumerate(zip(self.tags, self.starts, strict=True)):
            if tag == NONE:
                continue
            if found and not start and found[-1][1] == i and found[-1][2] == tag:
                found[-1] = (found[-1][0], i + 1, tag)
            else:
                found.append((i, i + 1, tag))
        return found


Node = str | tuple[str, str] | list["list[Node]"]
_SLOT = re.compile(r"\{([a-z_]+)(\d?)(?::([a-z_]+))?\}")


def _parse(text: str, at: int = 0, inside: bool = False) -> tuple[list[list[Node]], int]:
    branches: list[list[Node]] = [[]]
    while at < len(text):
        char = text[at]
        if char == "[":
            inner, at = _parse(text, at + 1, True)
            branches[-1].append(inner)
        elif inside and char == "|":
            branches.append([])
            at += 1
        elif inside and char == "]":
            return branches, at + 1
        elif match := _SLOT.match(text, at):
            branches[-1].append((match[1] + match[2], match[3] or ""))
            at = match.end()
        else:
            end = at + 1
            while end < len(text) and text[end] not in "[]{|":
                end += 1
            branches[-1].append(text[at:end])
            at = end
    if inside:
        raise ValueError(f"unclosed [ in template: {text[:60]}")
    return branches, at


class Template:
    """One parsed template. Outside brackets `|` is an ordinary character; `((` and `))` stand for square brackets."""

    def __init__(self, source: str) -> None:
        self._nodes = _parse(source.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\"))[0][0]

    def expand(self, rng: random.Random, fill: Callable[[str, str], list[tuple[str, int]]]) -> Tagged:
        out = Tagged()
        self._walk(self._nodes, rng, fill, out)
        return out

    def _walk(
        self, nodes: list[Node], rng: random.Random, fill: Callable[[str, str], list[tuple[str, int]]], out: Tagged
    ) -> None:
        for node in nodes:
            if isinstance(node, str):
                out.add(node.replace("((", "[").replace("))", "]"))
            elif isinstance(node, tuple):
                for text, tag in fill(*node):
                    out.add(text, tag)
            else:
                self._walk(rng.choice(node), rng, fill, out)
