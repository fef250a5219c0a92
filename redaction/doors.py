"""Doors of the house: what can be added as one new file and one line in a table.

Capture formats, hiding styles and publish targets each have a Protocol, a module an implementation, and a table of
these modules by name. A name that is not in the table is refused with a sentence that lists the names: nothing falls
through to some other implementation. A module is loaded when its name is asked for, so a table costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Generic, TypeVar

from redaction.errors import EntrophyError

T = TypeVar("T")


@dataclass(frozen=True)
class Door(Generic[T]):
    """The implementations of one Protocol `T`. `what` is what one of them is called; `modules` maps names to modules,
    each of which holds its implementation under the name `holds`; `error` is raised for any other name."""

    what: str
    modules: Mapping[str, str]
    holds: str
    error: type[EntrophyError]

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order of the table."""
        return tuple(self.modules)

    def open(self, name: str, record: str = "") -> T:
        """The implementation of that name; `record` says in an error where the name was given."""
        if name not in self.modules:
            raise self.error(
                f"there is no {self.what} of this name.", record=record, remedy=f"give one of: {', '.join(self.names)}."
            )
        found: T = getattr(import_module(self.modules[name]), self.holds)
        return found
