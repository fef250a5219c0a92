"""A text of a document as it is searched, and the one way through a document: each text is shown to a function, and
what that function gives back stands in its place.

The same walk reads a document (the function notes the texts and gives them back) and scrubs it (the function gives back
the scrubbed ones), so what is searched and what is replaced can never be two lists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from redaction.text.inputs import Role, TextInput


@dataclass(frozen=True, slots=True)
class Unit:
    """One text that is read as a whole, in the `pieces` in which it stands: "Maria " and "Keller" of
    `<b>Maria </b><i>Keller</i>`. `label` is what the document calls it, `role` the part it plays."""

    pieces: tuple[str, ...]
    label: str | None = None
    role: Role = "prose"

    @property
    def input(self) -> TextInput:
        """As the text engine reads it."""
        return TextInput("".join(self.pieces), self.label, self.role)


Each = Callable[[Unit], tuple[str, ...]]
"""Given a unit, the pieces that shall stand in place of its own: as many, in the same order."""


def as_is(unit: Unit) -> tuple[str, ...]:
    """Leaves a unit as it stands."""
    return unit.pieces
