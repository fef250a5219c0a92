"""Archives whose bytes depend on their members only: stored, sorted, fixed times, no extras."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

from redaction.work.files import file_digest
from validation.files.digests import digest_bytes

_AT_ONCE = 1 << 20
"""Bytes of a file that are in memory together."""

#: The earliest time that a zip can hold; a real one would tell when the screenshot was taken or processed.
FIXED_TIME = (1980, 1, 1, 0, 0, 0)


def member(name: str) -> zipfile.ZipInfo:
    """The header of every member, in the one form that verification accepts."""
    info = zipfile.ZipInfo(name, FIXED_TIME)
    info.compress_type = zipfile.ZIP_STORED
    info.create_system = 3
    info.external_attr = 0o100644 << 16
    return info


def write_archive(path: Path, members: Mapping[str, Path | bytes]) -> dict[str, dict[str, int | str]]:
    """Write `members` (name → file, or its bytes) sorted by name; returns name → {"bytes", "sha256"}. The file must not
    exist."""
    entries: dict[str, dict[str, int | str]] = {}
    with zipfile.ZipFile(path, "x", zipfile.ZIP_STORED) as archive:
        for name in sorted(members):
            given = members[name]
            info = member(name)
            info.file_size = len(given) if isinstance(given, bytes) else given.stat().st_size
            if isinstance(given, bytes):
                archive.writestr(info, given)
                entries[name] = {"bytes": info.file_size, "sha256": digest_bytes(given)}
                continue
            with given.open("rb") as source, archive.open(info, "w") as target:
                shutil.copyfileobj(source, target, _AT_ONCE)
            entries[name] = {"bytes": info.file_size, "sha256": file_digest(given)}
    return entries
