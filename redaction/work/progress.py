"""How long stages tell how far they are."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""progress(stage, done, total): called from long stages; `total` 0 means not known yet."""


def no_progress(stage: str, done: int, total: int) -> None:
    """The silent Progress."""
