"""The kinds of replaceable parts. Their letters are part of the ledger's format: add, never change."""

from __future__ import annotations

from enum import StrEnum


class PartKind(StrEnum):
    """A part is named by its kind's letter, a colon and what it is: "w:keller"."""

    WORD = "w"
    DIGITS = "n"
    PHONE = "p"
    ID = "x"
    DAY = "d"
    MACHINE = "m"
    COMPOSITION = "c"
    INITIAL = "i"
    INITIALS = "a"
    TEXT = "t"
    RETIRED = "r"
    KNOWN = "k"

    def of(self, text: str) -> str:
        """The name of a part of this kind."""
        return f"{self.value}:{text}"


def kind_of(name: str) -> PartKind:
    """The kind of a part, by its name. ValueError when no part is called so."""
    return PartKind(name[:1])
