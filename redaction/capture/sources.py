"""The format `entrophy-sources/1`: sources/<name>/ with a schema and one data file, or documents, access/<name>.json
beside.

A company's tables are no recording: nobody was filmed, so the gate asks for a legal basis, or for the consent of
everybody named. Their rows are read by the stage that takes them in (redaction.stages.sources), one after the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redaction.capture.gates import Header, against_environment
from redaction.capture.paths import entries, read_small, sort_of
from redaction.capture.readers import CaptureReader, IngestCounts
from redaction.capture.walk import Walk
from redaction.errors import CaptureError
from redaction.pdf.apart import draw_apart
from redaction.pdf.folder import documents_in
from redaction.policy import CapturePolicy
from redaction.records import Batch, CompanySource
from redaction.sources.readers import DATA_FILES, Fault, read_rows
from redaction.sources.schema import SourceSchema, is_source_name, parse_schema, shipped_schemas
from redaction.work import formats

_SOURCES, _ACCESS, _SCHEMA, _DOCUMENTS = "sources", "access", "schema.json", "documents"
_SCHEMA_BYTES = 10_000_000


class SourcesCapture:
    """One source a folder."""

    def read(self, folder: Path, header: Header, policy: CapturePolicy) -> tuple[Batch, IngestCounts]:
        """Source by source through the gates; no row is read yet."""
        if sort_of(folder / _SOURCES) != "folder":
            raise CaptureError(
                "there is no folder of sources.",
                record=header.batch,
                remedy="put the sources into sources/<name>/ as folders, not links.",
            )
        walk = _Walk(header, policy)
        with walk.reading():
            walk.refuse_strangers(folder, {formats.BATCH, _SOURCES, _ACCESS}, "files")
            reason = against_environment(header.environment, header.batch, policy) or header.against_sources()
            for position, name in enumerate(entries(folder / _SOURCES)):
                walk.source(folder, name, f"sources[{position}]", reason)
            for number, name in enumerate(header.sources):
                if sort_of(folder / _SOURCES / name) == "missing" if is_source_name(name) else True:
                    walk.refuse(f"batch.json sources[{number}]", "source_missing")
            if sort_of(folder / _ACCESS) == "folder":
                walk.refuse_strangers(folder / _ACCESS, {f"{s.name}.json" for s in walk.sources}, "access")
        return walk.batch(sources=tuple(sorted(walk.sources, key=lambda s: s.name))), walk.counts

    def recordings(self, folder: Path) -> list[str]:
        """None: a table is no recording."""
        return []

    def texts(self, folder: Path) -> Iterator[tuple[str, str]]:
        """Every string of every row that can be read, and of the access rules."""
        for number, name in enumerate(entries(folder / _SOURCES)):
            home = folder / _SOURCES / name
            path = next((home / n for n in DATA_FILES if sort_of(home / n) == "file"), None)
            for place, row in read_rows(path, _SCHEMA_BYTES) if path is not None else ():
                if not isinstance(row, Fault):
                    for text in _strings(row):
                        yield f"source {number} row {place}", text
            documents = [(name, path) for name, path in documents_in(home / _DOCUMENTS) if path is not None]
            for at, outcome in enumerate(draw_apart(documents, None) if documents else ()):
                for text in outcome.texts:
                    yield f"source {number} document {at}", text
        for number, name in enumerate(entries(folder / _ACCESS) if sort_of(folder / _ACCESS) == "folder" else ()):
            for text in _strings(_json_of(folder / _ACCESS / name)):
                yield f"access {number}", text


def _json_of(path: Path) -> Any:
    """What a file of JSON holds; nothing of one that cannot be read."""
    try:
        data = read_small(path, _SCHEMA_BYTES)
        return None if data is None else json.loads(data.decode("utf-8-sig"))
    except (CaptureError, OSError, ValueError, RecursionError):
        return None


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


@dataclass(slots=True)
class _Walk(Walk):
    """Source by source."""

    sources: list[CompanySource] = field(default_factory=list)

    def source(self, folder: Path, name: str, position: str, reason: str | None) -> None:
        """Take one entry of sources/ in, or tell why not."""
        home = folder / _SOURCES / name
        if (sort := sort_of(home)) != "folder":
            self.refuse(position, "symlink" if sort == "symlink" else "file_unexpected")
            return
        if not is_source_name(name):
            self.refuse(position, "source_name")
            return
        if name not in self.header.sources:
            self.refuse(position, "source_unlisted")
            return
        if reason is not None:
            self.refuse(name, reason)
            return
        self.refuse_strangers(home, {_SCHEMA, _DOCUMENTS, *DATA_FILES}, f"{name}/files")
        schema = self._schema(home, name)
        if schema is None:
            return
        documents = home / _DOCUMENTS if schema.sort == "documents" else None
        if (sort_of(home / _DOCUMENTS) == "folder") != (documents is not None):
            self.refuse(name, "source_documents")
            return
        data = [file for file in DATA_FILES if sort_of(home / file) == "file"]
        if len(data) != 1 and (documents is None or data):
            linked = any(sort_of(home / file) == "symlink" for file in DATA_FILES)
            self.refuse(name, "symlink" if linked else "source_shape")
            return
        access = folder / _ACCESS / f"{name}.json"
        rules = access if sort_of(access) == "file" else None
        self.sources.append(CompanySource(name, schema, home / data[0] if data else None, rules, documents))

    def _schema(self, home: Path, name: str) -> SourceSchema | None:
        sort = sort_of(home / _SCHEMA)
        if sort == "missing" and name in shipped_schemas():
            return shipped_schemas()[name]
        try:
            data = read_small(home / _SCHEMA, _SCHEMA_BYTES)
            schema = parse_schema(data) if data is not None else None
        except (CaptureError, OSError):
            schema = None
        if schema is None or schema.name != name:
            self.refuse(name, "symlink" if sort == "symlink" else "source_schema")
            return None
        return schema


READER: CaptureReader = SourcesCapture()
