"""Names, digests and JSON of a bundle: the few facts that its writer, its reader and its verifier share."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from validation.files.bundle_files import MANIFEST
from validation.files.demonstration_layout import archive_name
from validation.files.source_layout import source_archive

LICENSE_NAME = "CC-BY-NC-SA-4.0"
_TAKEN = {"license", "readme", "changelog", "manifest", "processes", "statistics", "all"}
LICENSE_URL = "https://creativecommons.org/licenses/by-nc-sa/4.0/"


@dataclass(frozen=True, slots=True)
class DomainFiles:
    """The files of a domain, by their names in the bundle."""

    stem: str

    @property
    def json(self) -> str:
        """All rows as a JSON array, one row a line."""
        return f"{self.stem}.json"

    @property
    def parquet(self) -> str:
        """The same rows in the same order."""
        return f"{self.stem}.parquet"

    @property
    def screenshots(self) -> str:
        """Archive of the screenshots that the rows name."""
        return f"{self.stem}_screenshots.zip"

    @property
    def demonstrations(self) -> str:
        """Archive of the demonstrations, where there are any."""
        return archive_name(self.stem)

    @property
    def sources(self) -> str:
        """Archive of the company sources, where there are any."""
        return source_archive(self.stem)

    @property
    def pictures(self) -> str:
        """What follows what in each process, drawn (SVG)."""
        return f"{self.stem}_processes.svg"


def domain_files(domain: str) -> DomainFiles:
    """File names of a domain: ASCII letters, digits, _ and -; a name without any gets a name from its digest."""
    stem = re.sub(r"[^A-Za-z0-9-]+", "_", domain).strip("_-")[:60]
    if not stem or stem.casefold() in _TAKEN or stem.casefold().startswith("benchmark_"):
        stem = "Domain_" + hashlib.sha256(domain.encode()).hexdigest()[:8]
    return DomainFiles(stem)


def json_bytes(value: Any) -> bytes:
    """Indented JSON as it is written in a bundle: UTF-8, the caller's key order, one newline at the end."""
    return (json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def rows_json(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """A JSON array with one row a line, piece by piece."""
    before = "[\n"
    for row in rows:
        yield (before + json.dumps(row, ensure_ascii=False, allow_nan=False)).encode()
        before = ",\n"
    yield b"\n]\n" if before != "[\n" else b"[\n]\n"


def find_bundle(path: Path) -> Path:
    """The bundle itself, given it or the folder that a build wrote it into."""
    inner = path / "bundle"
    return inner if not (path / MANIFEST).is_file() and (inner / MANIFEST).is_file() else path
