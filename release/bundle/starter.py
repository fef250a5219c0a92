"""The starter notebook of a bundle. It is the same in every one, so that verification knows it by its digest: whoever
opens a notebook runs it."""

from __future__ import annotations

from importlib.resources import files

STARTERS = frozenset({"54e42b3199aa84ef86ebce98ac5ae831d8ba052bb415462ffda68e80f8c7341d"})
"""SHA-256 of every starter that a bundle may hold: those of before stay when the notebook changes."""


def starter() -> bytes:
    """The notebook as it goes into a bundle."""
    return (files("release.bundle") / "data" / "starter.ipynb").read_bytes()
