"""What is drawn follows from SHA-256 over a seed and what it is drawn for: no order, library or machine has a say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Draws:
    """Draws of one seed."""

    seed: int

    def number(self, *parts: object) -> int:
        """A number that follows from the seed and `parts`, even over 256 bits."""
        text = "/".join(map(str, ("demonstrations", self.seed, *parts)))
        return int.from_bytes(sha256(text.encode()).digest())

    def below(self, limit: int, *parts: object) -> int:
        """One of 0 … limit-1; `limit` is at least 1."""
        return self.number(*parts) % limit

    def order(self, names: Iterable[str], *parts: object) -> list[str]:
        """The names in a drawn order, the same whatever order they come in."""
        return sorted(names, key=lambda name: (self.number(*parts, name), name))
