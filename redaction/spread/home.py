"""The machine on which captures and cache lie, as a worker of that machine sees it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from redaction.capture.images import image_bytes
from redaction.work.files import write_whole


def uncounted() -> None:
    """Nobody asks how far it is."""


class Here:
    """A Home by its own files. `cache` is a folder (made with mode 0700) inside the work folder; None keeps nothing."""

    def __init__(self, cache: Path | None, count: Callable[[], None] = uncounted) -> None:
        self._cache = cache
        self.count = count
        if cache is not None:
            cache.mkdir(parents=True, exist_ok=True, mode=0o700)
            cache.chmod(0o700)

    def picture(self, path: Path, limit: int) -> bytes:
        """The bytes of a captured image file."""
        return image_bytes(path, limit)

    def kept(self, name: str) -> bytes | None:
        """A file of the cache, or None."""
        if self._cache is None:
            return None
        try:
            return (self._cache / name).read_bytes()
        except FileNotFoundError:
            return None

    def keep(self, name: str, data: bytes) -> None:
        """Write a file of the cache, whole or not at all."""
        if self._cache is not None:
            write_whole(self._cache / name, data)
