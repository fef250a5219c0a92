"""The demonstrations of a release: an archive a domain, laid out as WONDERBREAD lays out its own, so that its readers
open it: `data/demos/<name>/<name>.json`, `.mp4`, `screenshots/<state>.png`, `SOP - <name>.txt`, and index tables
beside.

A demonstration in which the leak check finds something is withheld as a whole: its video, trace and guide tell one
story, and half of it is none.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redaction.documents.index_files import INDEX_FILES, METADATA, TABLES, rewrite_index
from redaction.documents.unit import as_is
from redaction.errors import BundleError
from redaction.work import formats
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of, json_lines
from release.bundle.bundle_format import json_bytes
from release.bundle.bundle_models import ScrubbedDemonstration
from validation.files.demonstration_layout import index_member, member_of
from validation.table.demonstrations import RANKINGS_FILE, VALID_FILE

if TYPE_CHECKING:
    from release.bundle.batches import ScrubbedBatch
    from release.bundle.bundle_format import DomainFiles

Member = Path | bytes
"""A file of the work folder, or what was put together here."""


@dataclass(frozen=True, slots=True)
class Demonstrations:
    """The demonstrations of one scrubbed batch: what each is called and which files it has, by their members."""

    folder: Path
    about: tuple[ScrubbedDemonstration, ...]

    def members(self, one: ScrubbedDemonstration) -> dict[str, Path]:
        """Member of the archive → file, of one demonstration."""
        files = {
            member_of(one.name, "trace"): self.folder / f"{one.instance}{formats.TRACE}",
            member_of(one.name, "raw"): self.folder / f"{one.instance}{formats.RAW_TRACE}",
            member_of(one.name, "sop"): self.folder / f"{one.instance}{formats.GUIDE}",
            member_of(one.name, "video"): self.folder / formats.VIDEO.format(instance=one.instance),
        }
        for state in range(one.states if one.film else 0):
            path = self.folder / formats.KEY_FRAME.format(instance=one.instance, state=state)
            files[member_of(one.name, "key frame", state)] = path
        return {member: path for member, path in files.items() if path.is_file()}

    def digest(self, one: ScrubbedDemonstration) -> str:
        """SHA-256 over all that is released of it."""
        return digest_of({member: file_digest(path) for member, path in self.members(one).items()})

    def without(self, instances: Iterable[str]) -> Demonstrations:
        """The same without some, by their instances."""
        gone = set(instances)
        return Demonstrations(self.folder, tuple(one for one in self.about if one.instance not in gone))

    def index_files(self) -> dict[str, Path]:
        """Name → file of the index files, which speak of all demonstrations of the batch."""
        found = {name: self.folder / name for name in INDEX_FILES} if self.about else {}
        return {name: path for name, path in found.items() if path.is_file()}


@dataclass(frozen=True, slots=True)
class Told:
    """What the card says of the archive of a domain."""

    domain: str
    archive: str
    count: int
    films: int
    minutes: float
    states: int


def archives_told(batches: Iterable[ScrubbedBatch], files: Mapping[str, DomainFiles]) -> list[Told]:
    """One entry a domain with demonstrations."""
    found: dict[str, list[ScrubbedDemonstration]] = {}
    for batch in batches:
        found.setdefault(batch.domain, []).extend(batch.demonstrations.about)
    return [
        Told(
            domain,
            files[domain].demonstrations,
            len(some),
            sum(one.film for one in some),
            sum(one.milliseconds for one in some) / 60_000,
            sum(one.states for one in some),
        )
        for domain, some in sorted(found.items())
        if some and domain in files
    ]


def index_of(batches: Iterable[ScrubbedBatch]) -> dict[str, Any]:
    """demonstrations.json: which demonstration is which instance of the table."""
    listed = [
        {
            "domain": batch.domain,
            "name": one.name,
            "process_instance_uuid": one.instance,
            "states": one.states,
            "frames": one.frames,
            "milliseconds": one.milliseconds,
        }
        for batch in batches
        for one in batch.demonstrations.about
    ]
    return {"format": formats.DEMONSTRATION_INDEX, "demonstrations": sorted(listed, key=lambda one: str(one["name"]))}


def archive_members(batches: Sequence[Demonstrations]) -> dict[str, Member]:
    """The members of the archive of one domain. BundleError when two demonstrations have the same name."""
    members: dict[str, Member] = {}
    indices: dict[str, list[Path]] = {}
    for batch in batches:
        for one in batch.about:
            for member, path in batch.members(one).items():
                if member in members:
                    raise BundleError(
                        "two demonstrations have the same name.",
                        record=one.instance,
                        remedy="rename one of the folders: a demonstration belongs to one batch.",
                    )
                members[member] = path
        for name, path in batch.index_files().items():
            indices.setdefault(name, []).append(path)
    names = {one.name for batch in batches for one in batch.about}
    made = {index_member(name): _together(name, paths, names, members) for name, paths in indices.items()}
    return {**members, **made}


def _together(name: str, paths: Sequence[Path], names: set[str], members: Mapping[str, Member]) -> bytes:
    """Index files of one name as one: rows sorted, each once; rows about what is not released left out."""
    kept = {one: one for one in names}
    parts = [rewrite_index(name, path.read_bytes(), as_is, kept).data.decode() for path in paths]
    if name == METADATA:
        results = [one for part in parts for one in json.loads(part)["results"] if one is not None]
        return json_bytes({"results": sorted(results, key=lambda one: str(one.get("folder_name", "")))})
    tables = [list(csv.reader(io.StringIO(part, newline=""))) for part in parts]
    columns = [column for column in TABLES[name] if any(column in table[0] for table in tables)]
    rows = [dict(zip(table[0], row, strict=True)) for table in tables for row in table[1:]]
    if name == VALID_FILE:
        rows = [row | _parts_there(row, members) for row in rows]
    if name == RANKINGS_FILE:
        rows = _ranked_anew(rows)
    lines = sorted({tuple(row.get(column, "") for column in columns) for row in rows}, key=_in_order)
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([columns, *lines])
    return out.getvalue().encode()


def _parts_there(row: Mapping[str, str], members: Mapping[str, Member]) -> dict[str, str]:
    """What the columns of df_valid.csv that tell of files tell of those that are released."""
    name = row.get("folder_name", "")
    files = {
        "is_trace_json": member_of(name, "trace"),
        "is_sop_txt": member_of(name, "sop"),
        "is_screenshots_dir": member_of(name, "key frame", 0),
        "is_mp4": member_of(name, "video"),
    }
    sizes = {column: _size(members[member]) if member in members else None for column, member in files.items()}
    there = {column: str(size is not None) for column, size in sizes.items()}
    there |= {f"{column}_empty": str(not size) for column, size in sizes.items()}
    return {column: told for column, told in there.items() if column in row}


def _size(member: Member) -> int:
    return len(member) if isinstance(member, bytes) else member.stat().st_size


def _ranked_anew(rows: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Ranks of each task as 1, 2, … in the same order: no gap where one has left."""
    ranks: dict[str, set[int]] = {}
    for row in rows:
        if row.get("rank", "").isdecimal():
            ranks.setdefault(row.get("task_id", ""), set()).add(int(row["rank"]))
    order = {task: sorted(some) for task, some in ranks.items()}
    return [
        {**row, "rank": str(order[row.get("task_id", "")].index(int(row["rank"])) + 1)}
        if row.get("rank", "").isdecimal()
        else row
        for row in rows
    ]


def _in_order(row: Sequence[str]) -> list[tuple[int, str]]:
    return [(int(cell) if cell.isdecimal() else -1, cell) for cell in row]


def demonstrations_of(scrubbed: Path) -> Demonstrations:
    """The demonstrations of a scrubbed batch as it lies there, withheld ones with them."""
    path = scrubbed / formats.SCRUBBED_DEMONSTRATIONS
    about = tuple(map(ScrubbedDemonstration.model_validate, json_lines(path))) if path.is_file() else ()
    return Demonstrations(scrubbed / formats.DEMONSTRATION_FILES, about)


def read_demonstrations(scrubbed: Path, about: Iterable[ScrubbedDemonstration]) -> Demonstrations:
    """Of one scrubbed batch. BundleError where a file is missing or one too many."""
    found = Demonstrations(scrubbed / formats.DEMONSTRATION_FILES, tuple(about))
    for one in found.about:
        members = found.members(one)
        needed = [member_of(one.name, "trace")]
        if one.film:
            needed += [member_of(one.name, "video")]
            needed += [member_of(one.name, "key frame", state) for state in range(one.states)]
        if any(member not in members or members[member].is_symlink() for member in needed):
            raise BundleError(
                "a file of a demonstration is missing.", record=one.instance, remedy="scrub the batch again."
            )
    return found
