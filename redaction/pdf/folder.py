"""A folder of documents: each is called as the row that it belongs to, with ".pdf" behind."""

from __future__ import annotations

import re
from pathlib import Path

from redaction.capture.paths import entries, sort_of

_NAMED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,99})\.pdf")


def documents_in(folder: Path) -> list[tuple[str, Path | None]]:
    """(name without ".pdf", file) of every entry, by name; no file for an entry that is no document."""
    if sort_of(folder) != "folder":
        return []
    found: list[tuple[str, Path | None]] = []
    for name in entries(folder):
        named = _NAMED.fullmatch(name)
        plain = named is not None and sort_of(folder / name) == "file"
        found.append((named[1], folder / name) if named is not None and plain else ("", None))
    return found
