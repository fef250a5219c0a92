"""The company sources of a release: an archive a domain, with a list, and of each source its schema, its rows and its
access rules.

A row in which the leak check finds something keeps its ids and figures; its texts are withheld, so that no reference
leads nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from redaction.errors import BundleError
from redaction.sources.schema import SourceSchema, parse_schema
from redaction.work import formats
from redaction.work.json_text import canonical, digest_of, json_lines
from release.bundle.bundle_format import json_bytes
from validation.files.file_models import FileModel, parsed
from validation.files.source_layout import INDEX, source_member

if TYPE_CHECKING:
    from release.bundle.batches import ScrubbedBatch
    from release.bundle.bundle_format import DomainFiles

MASK = "[withheld]"
"""What stands in place of the texts of a withheld row."""
MASKED = ("text", "person", "company", "identifier")
"""The roles of the fields of a withheld row that are masked."""
WITHHELD_FIELD = "source_row"
"""What a withheld row of a source is called in withheld.jsonl: "<source>/<number of the line, from 0>"."""


class ScrubbedSource(FileModel):
    """A source of scrubbed/sources.json: how many rows came in and went out, and what was made coarser."""

    name: str
    sort: str = "table"
    rows_in: int
    rows: int
    access: bool = False
    generalised: dict[str, Any] = Field(default_factory=dict)


class ScrubbedSources(FileModel):
    """scrubbed/sources.json. `until` is the last day in any row, `crowded_ids` how many ids only changed places."""

    format: str
    until: str
    crowded_ids: int = 0
    sources: tuple[ScrubbedSource, ...] = ()


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of one scrubbed batch; rows stay on disk. `withheld` holds the rows whose texts stay out."""

    folder: Path
    about: tuple[ScrubbedSource, ...] = ()
    until: str = ""
    crowded_ids: int = 0
    withheld: frozenset[str] = frozenset()

    def schema(self, name: str) -> SourceSchema:
        """The schema of a source as it is released."""
        return parse_schema(self._file(formats.SOURCE_SCHEMA, name).read_bytes())

    def rows(self, name: str) -> Iterator[dict[str, Any]]:
        """The rows of a source as they are released."""
        schema = self.schema(name)
        for number, row in enumerate(json_lines(self._file(formats.SOURCE_ROWS, name))):
            yield masked(schema, row) if f"{name}/{number}" in self.withheld else row

    def members(self) -> dict[str, Path | bytes]:
        """Member of the archive → file, of every source."""
        found: dict[str, Path | bytes] = {}
        for one in self.about:
            found[source_member(one.name, "schema")] = self._file(formats.SOURCE_SCHEMA, one.name)
            found[source_member(one.name, "rows")] = self._rows_file(one.name)
            if one.access:
                found[source_member(one.name, "access")] = self._file(formats.SOURCE_ACCESS, one.name)
            if one.sort == "documents":
                found |= self._documents(one.name)
        return found

    def _documents(self, name: str) -> dict[str, Path | bytes]:
        """The documents of a source, each called as the released key of its row; those of withheld rows stay out."""
        key = self.schema(name).key
        files = {
            source_member(name, "document", str(row[key])): self.folder
            / formats.SOURCE_DOCUMENT.format(name=name, row=number)
            for number, row in enumerate(json_lines(self._file(formats.SOURCE_ROWS, name)))
            if f"{name}/{number}" not in self.withheld
        }
        return {member: path for member, path in files.items() if path.is_file()}

    def _rows_file(self, name: str) -> Path | bytes:
        if not any(row.startswith(f"{name}/") for row in self.withheld):
            return self._file(formats.SOURCE_ROWS, name)
        return b"".join(canonical(row).encode() + b"\n" for row in self.rows(name))

    def _file(self, form: str, name: str) -> Path:
        return self.folder / form.format(name=name)


def masked(schema: SourceSchema, row: Mapping[str, Any]) -> dict[str, Any]:
    """A withheld row as it is released: what stands in place of captured letters is withheld, ids and figures stay."""
    return {name: _mask(value) if schema.fields[name].role in MASKED else value for name, value in row.items()}


def _mask(value: Any) -> Any:
    if isinstance(value, str):
        return MASK
    if isinstance(value, list):
        return [_mask(one) for one in value]
    return {} if isinstance(value, dict) else value


def source_row_digests(scrubbed: Path, wanted: Sequence[str]) -> dict[str, str]:
    """ "<source>/<number>" → SHA-256 of the row, of those that are wanted and there."""
    by_source: dict[str, set[int]] = {}
    for one in wanted:
        name, _, number = one.rpartition("/")
        by_source.setdefault(name, set()).add(int(number))
    found = {}
    for name, numbers in by_source.items():
        path = scrubbed / formats.SOURCE_FILES / formats.SOURCE_ROWS.format(name=name)
        for at, row in enumerate(json_lines(path) if path.is_file() else ()):
            if at in numbers:
                found[f"{name}/{at}"] = digest_of(row)
    return found


def read_sources(scrubbed: Path) -> Sources:
    """The sources of one scrubbed batch, withheld rows as they lie there. BundleError where a file is missing."""
    folder, path = scrubbed / formats.SOURCE_FILES, scrubbed / formats.SCRUBBED_SOURCES
    if not path.is_file():
        return Sources(folder)
    try:
        told = parsed(ScrubbedSources, path.read_bytes())
    except ValueError:
        raise BundleError("is no list of sources.", record=path.name, remedy="scrub the batch again.") from None
    found = Sources(folder, told.sources, told.until, told.crowded_ids)
    for one in told.sources:
        if any(isinstance(p, Path) and (p.is_symlink() or not p.is_file()) for p in found.members().values()):
            raise BundleError("a file of a source is missing.", record=one.name, remedy="scrub the batch again.")
    return found


def sources_told(batches: Iterable[ScrubbedBatch], files: Mapping[str, DomainFiles]) -> list[dict[str, Any]]:
    """What the card says of the archive of each domain that has one: which sources, of how many rows."""
    return [
        {
            "domain": batch.domain,
            "archive": files[batch.domain].sources,
            "sources": [{"name": one.name, "rows": one.rows, "access": one.access} for one in batch.sources.about],
        }
        for batch in sorted(batches, key=lambda b: b.domain)
        if batch.sources.about
    ]


def source_members(batches: Sequence[ScrubbedBatch], domain: str) -> dict[str, Path | bytes]:
    """Every member of the archive of a domain; none without sources. BundleError where two batches of the domain have
    some: their ids would be those of two companies."""
    having = [batch for batch in batches if batch.domain == domain and batch.sources.about]
    if not having:
        return {}
    if len(having) > 1:
        raise BundleError(
            "two batches of a domain hold company sources.",
            record=domain,
            remedy="put the sources of one company into one batch, or name the domains apart.",
        )
    sources = having[0].sources
    members = sources.members()
    index = {
        "format": formats.RELEASED_SOURCES,
        "domain": domain,
        "sources": [
            {
                "name": one.name,
                "sort": one.sort,
                "rows": one.rows,
                "files": sorted(
                    m for m in members if m.startswith(f"sources/{one.name}/") or m == source_member(one.name, "access")
                ),
            }
            for one in sources.about
        ],
    }
    return {INDEX: json_bytes(index), **members}
