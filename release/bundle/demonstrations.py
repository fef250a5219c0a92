"""The demonstrations of a release: an archive a domain, laid out as WONDERBREAD lays out its own, so that its readers
open it: `data/demos/<name>/<name>.json`, `.mp4`, `screenshots/<state>.png`, `SOP - <name>.txt`, and index tables
beside.

A demonstration in which the leak check finds something is withheld as a whole: its video, trace and guide tell one
story, and half of it is none.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redaction.errors import BundleError
from redaction.stages.documents import RAW, SOP, TABLE, TRACE
from redaction.stages.redact_films import KEY_FRAME, VIDEO
from redaction.work import formats
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of, json_lines
from release.bundle.bundle_models import ScrubbedDemonstration
from validation.files.demonstration_layout import member_of, table_member

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
            member_of(one.name, "trace"): self.folder / f"{one.instance}{TRACE}",
            member_of(one.name, "raw"): self.folder / f"{one.instance}{RAW}",
            member_of(one.name, "sop"): self.folder / f"{one.instance}{SOP}",
            member_of(one.name, "video"): self.folder / VIDEO.format(instance=one.instance),
        }
        for state in range(one.states if one.film else 0):
            path = self.folder / KEY_FRAME.format(instance=one.instance, state=state)
            files[member_of(one.name, "key frame", state)] = path
        return {member: path for member, path in files.items() if path.is_file()}

    def digest(self, one: ScrubbedDemonstration) -> str:
        """SHA-256 over all that is released of it."""
        return digest_of({member: file_digest(path) for member, path in self.members(one).items()})

    def without(self, instances: Iterable[str]) -> Demonstrations:
        """The same without some, by their instances."""
        gone = set(instances)
        return Demonstrations(self.folder, tuple(one for one in self.about if one.instance not in gone))

    def tables(self) -> dict[str, Path]:
        """Member → file of the index tables, which speak of all demonstrations of the batch."""
        found = sorted(self.folder.glob(f"*{TABLE}")) if self.about else []
        return {table_member(path.name.removesuffix(TABLE)): path for path in found}


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
    tables: dict[str, list[Path]] = {}
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
        for member, path in batch.tables().items():
            tables.setdefault(member, []).append(path)
    names = {one.name for batch in batches for one in batch.about}
    for member, paths in tables.items():
        members[member] = _together(paths, names)
    return members


def _together(paths: Sequence[Path], names: set[str]) -> bytes:
    """Tables of one kind as one: rows sorted, each once, those about demonstrations that are not released left out."""
    heads: set[tuple[str, ...]] = set()
    rows: set[tuple[str, ...]] = set()
    for path in paths:
        head, *some = [tuple(row) for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline=""))]
        heads.add(head)
        rows |= set(some)
    if len(heads) != 1:
        raise BundleError("the index tables of two batches differ in their columns.", remedy="build the batches again.")
    (head,) = heads
    kept = [row for row in sorted(rows, key=_in_order) if _speaks_of(dict(zip(head, row, strict=True)), names)]
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([head, *kept])
    return out.getvalue().encode()


def _in_order(row: Sequence[str]) -> list[tuple[int, str]]:
    return [(int(cell) if cell.isdecimal() else -1, cell) for cell in row]


def _speaks_of(row: Mapping[str, str], names: set[str]) -> bool:
    """Whether every demonstration that a row refers to is released."""
    for column in ("folder_name", "demo_name", "Task ID(s)"):
        for name in (part.strip() for part in row.get(column, "").split(",")):
            if " @ " in name and name not in names:
                return False
    return True


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
