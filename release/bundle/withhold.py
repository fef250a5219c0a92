"""Withholding: a screenshot on which the independent reader finds something leaves the release, its row stays; a row
in which it finds something stays with everything but its captured text; a demonstration in which it finds something
leaves as a whole, its rows stay.

`withheld.jsonl` beside the scrubbed rows names each screenshot with the SHA-256 of its redacted file, each row with
that of its scrubbed text, and each demonstration with that of its files, so that it counts for these very pixels and
letters only: once they are redacted better, they come back by themselves. Readers of scrubbed batches
(release.bundle.batches) leave them out and show them in the quarantine with reason and remedy.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from pathlib import Path
from typing import Any, TypeVar

from redaction.errors import LeakFound
from redaction.policy import Policy
from redaction.sources.schema import parse_schema
from redaction.work import formats
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of, json_lines
from redaction.work.store import BatchStore
from release.bundle.demonstrations import demonstrations_of
from release.bundle.sources import WITHHELD_FIELD, source_row_digests
from validation.files.demonstration_layout import is_archive, place_of
from validation.files.source_layout import is_source_archive, source_member, source_place
from validation.leaks.leak_report import Leak, LeakReport

T = TypeVar("T")
Share = tuple[int, int]
"""How many are withheld, of how many."""

WITHHELD = "withheld.jsonl"
REASON, ROW_REASON, DEMONSTRATION_REASON = "leak_check", "leak_check_row", "leak_check_demonstration"
SOURCE_REASON = "leak_check_source_row"
_IN_SOURCE = re.compile(r"([0-9]+)(?: line ([0-9]+))?\b")
MASK = "[withheld]"
"""What stands in a withheld row in place of its captured text."""
MASKED = ("description", "screen_name", "interaction_value", "field_name", "field_value")
"""The fields of a withheld row that are masked. Process and application stay: rows are counted by them."""


class Withheld(LeakFound):
    """Something was found on these screenshots (by name), in these rows (by interaction_uuid) and in these
    demonstrations (by instance) and nowhere else: the release can be made without them."""

    def __init__(
        self,
        names: Sequence[str],
        rows: Sequence[str] = (),
        demonstrations: Sequence[str] = (),
        source_rows: Sequence[str] = (),
    ) -> None:
        super().__init__(
            f"the leak check found something on {len(names)} screenshot(s), in {len(rows)} row(s), in "
            f"{len(demonstrations)} demonstration(s) and in {len(source_rows)} row(s) of sources.",
            remedy="build with release.bundle.withhold.release_without, which leaves them out.",
        )
        self.names, self.rows = tuple(sorted(names)), tuple(sorted(rows))
        self.demonstrations = tuple(sorted(demonstrations))
        self.source_rows = tuple(sorted(source_rows))


def release_without(stores: Sequence[BatchStore], build: Callable[[], T]) -> T:
    """Run `build` until nothing more is withheld. Each round takes at least one thing out, so it ends."""
    while True:
        try:
            return build()
        except Withheld as found:
            withhold(stores, found.names, found.rows, found.demonstrations, found.source_rows)


def withhold(
    stores: Sequence[BatchStore],
    names: Sequence[str],
    rows: Sequence[str] = (),
    demonstrations: Sequence[str] = (),
    source_rows: Sequence[str] = (),
) -> None:
    """Write down that these screenshots, rows, demonstrations and rows of sources, as they are now, stay out."""
    for store in stores:
        folder = store.screenshots
        screens = {name: file_digest(folder / name) for name in names if (folder / name).is_file()}
        texts = {uuid: digest for uuid, digest in _row_digests(store.scrubbed).items() if uuid in rows} if rows else {}
        films = {
            name: digest for name, digest in demonstration_digests(store.scrubbed).items() if name in demonstrations
        }
        tables = source_row_digests(store.scrubbed, source_rows)
        if screens or texts or films or tables:
            known = {"screenshot_name": withheld(store.scrubbed) | screens}
            known["interaction_uuid"] = withheld_rows(store.scrubbed) | texts
            known["demonstration"] = withheld_demonstrations(store.scrubbed) | films
            known[WITHHELD_FIELD] = withheld_source_rows(store.scrubbed) | tables
            store.write_lines(
                f"scrubbed/{WITHHELD}",
                ({what: name, "sha256": some[name]} for what, some in known.items() for name in sorted(some)),
            )
            store.mark_done("withhold")


def withheld(scrubbed: Path) -> dict[str, str]:
    """Screenshot name → SHA-256 of the redacted file, of what stays out of the release of this scrubbed batch."""
    digests = _listed(scrubbed, "screenshot_name")
    files = {name: scrubbed / formats.SCREENSHOTS / name for name in digests}
    return {n: digests[n] for n, path in sorted(files.items()) if path.is_file() and file_digest(path) == digests[n]}


def withheld_rows(scrubbed: Path) -> dict[str, str]:
    """interaction_uuid → SHA-256 of the scrubbed text, of the rows whose text stays out of the release."""
    listed = _listed(scrubbed, "interaction_uuid")
    now = _row_digests(scrubbed) if listed else {}
    return {uuid: digest for uuid, digest in sorted(listed.items()) if now.get(uuid) == digest}


def withheld_demonstrations(scrubbed: Path) -> dict[str, str]:
    """Instance → SHA-256 of all files, of the demonstrations that stay out of the release of this scrubbed batch."""
    listed = _listed(scrubbed, "demonstration")
    now = demonstration_digests(scrubbed) if listed else {}
    return {instance: digest for instance, digest in sorted(listed.items()) if now.get(instance) == digest}


def withheld_source_rows(scrubbed: Path) -> dict[str, str]:
    """ "<source>/<number>" → SHA-256 of the row, of the rows of sources whose texts stay out of the release."""
    listed = _listed(scrubbed, WITHHELD_FIELD)
    now = source_row_digests(scrubbed, [*listed]) if listed else {}
    return {row: digest for row, digest in sorted(listed.items()) if now.get(row) == digest}


def demonstration_digests(scrubbed: Path) -> dict[str, str]:
    """Instance → SHA-256 of all its files, of every demonstration of a scrubbed batch."""
    found = demonstrations_of(scrubbed)
    return {one.instance: found.digest(one) for one in found.about}


def masked(row: Mapping[str, Any]) -> dict[str, Any]:
    """A withheld row as it is released."""
    return {**row, **{field: MASK for field in MASKED if row[field] is not None}}


def _listed(scrubbed: Path, what: str) -> dict[str, str]:
    path = scrubbed / WITHHELD
    lines = json_lines(path) if path.is_file() else ()
    return {str(line[what]): str(line["sha256"]) for line in lines if what in line}


def _row_digests(scrubbed: Path) -> dict[str, str]:
    rows = json_lines(scrubbed / formats.INTERACTIONS)
    return {str(row["interaction_uuid"]): digest_of([row[field] for field in MASKED]) for row in rows}


def withheld_count(stores: Sequence[BatchStore]) -> int:
    """How many screenshots of these batches stay out."""
    return sum(len(withheld(store.scrubbed)) for store in stores)


def withheld_row_count(stores: Sequence[BatchStore]) -> int:
    """Of how many rows of these batches the captured text stays out."""
    return sum(len(withheld_rows(store.scrubbed)) for store in stores)


def withheld_demonstration_count(stores: Sequence[BatchStore]) -> int:
    """How many demonstrations of these batches stay out."""
    return sum(len(withheld_demonstrations(store.scrubbed)) for store in stores)


def within_demonstrations(content: Path, report: LeakReport, stores: Sequence[BatchStore]) -> dict[Leak, str]:
    """The findings that lie in demonstrations, with the instance of each one's; those in tables about them are left
    out."""
    instances = {one.name: one.instance for store in stores for one in demonstrations_of(store.scrubbed).about}
    names: dict[str, list[str]] = {}
    found: dict[Leak, str] = {}
    for leak in report.findings:
        archive, _, rest = leak.where.partition(" member ")
        number = rest.split(" ")[0].rstrip(":")
        if not is_archive(archive) or not number.isdecimal():
            continue
        if archive not in names:
            with zipfile.ZipFile(content / archive) as opened:
                names[archive] = opened.namelist()
        place = place_of(names[archive][int(number)])
        if place is not None and place.name in instances:
            found[leak] = instances[place.name]
    return found


def within_sources(content: Path, report: LeakReport) -> dict[Leak, str]:
    """The findings that lie in rows of company sources or in their documents, with "<source>/<number>" of each one's
    row."""
    archives: dict[str, _SourceArchive] = {}
    found: dict[Leak, str] = {}
    for leak in report.findings:
        archive, _, rest = leak.where.partition(" member ")
        placed = _IN_SOURCE.match(rest)
        if not is_source_archive(archive) or placed is None:
            continue
        if archive not in archives:
            archives[archive] = _SourceArchive.read(content / archive)
        row = archives[archive].row(int(placed[1]), placed[2])
        if row:
            found[leak] = row
    return found


@dataclass(slots=True)
class _SourceArchive:
    """The members of an archive, and of each source of documents the numbers of rows by their keys."""

    names: list[str]
    numbers: dict[str, dict[str, int]]

    @classmethod
    def read(cls, path: Path) -> _SourceArchive:
        with zipfile.ZipFile(path) as opened:
            names = opened.namelist()
            places = [source_place(name) for name in names]
            numbers = {}
            for source in {place.name for place in places if place is not None and place.part == "document"}:
                key = parse_schema(opened.read(source_member(source, "schema"))).key
                with opened.open(source_member(source, "rows")) as rows:
                    numbers[source] = {str(json.loads(row)[key]): at for at, row in enumerate(rows)}
        return cls(names, numbers)

    def row(self, member: int, line: str | None) -> str:
        """The row to which a line of a member, or a document, belongs; "" for anything else."""
        place = source_place(self.names[member])
        if place is None:
            return ""
        if place.part == "document":
            number = self.numbers[place.name].get(place.document)
            return "" if number is None else f"{place.name}/{number}"
        return f"{place.name}/{int(line) - 1}" if place.part == "rows" and line is not None else ""


def shown_in(content: Path, report: LeakReport) -> dict[Leak, str]:
    """The findings that were seen on screenshots, with the name of each one's screenshot."""
    names: dict[str, list[str]] = {}
    found: dict[Leak, str] = {}
    for leak in report.on_screens:
        if is_archive(leak.where.partition(" member ")[0]) or is_source_archive(leak.where.partition(" member ")[0]):
            continue
        archive, _, number = leak.where.rpartition(" member ")
        if archive not in names:
            with zipfile.ZipFile(content / archive) as opened:
                names[archive] = opened.namelist()
        found[leak] = names[archive][int(number)]
    return found


def require_few(
    screens: Share,
    rows: Share,
    demonstrations: Share,
    policy: Policy,
    report: LeakReport,
    source_rows: Share = (0, 0),
) -> None:
    """Raise LeakFound when more screenshots, rows, demonstrations or rows of sources would be withheld than the policy
    allows; one
    always may, unless the policy allows none."""
    release = policy.release
    for what, share, (gone, of), name in (
        ("on {} of {} screenshots", release.withhold_at_most, screens, "withhold_at_most"),
        ("in {} of {} rows", release.withhold_rows_at_most, rows, "withhold_rows_at_most"),
        (
            "in {} of {} demonstrations",
            release.withhold_demonstrations_at_most,
            demonstrations,
            "withhold_demonstrations_at_most",
        ),
        ("in {} of {} rows of sources", release.withhold_rows_at_most, source_rows, "withhold_rows_at_most"),
    ):
        most = max(1, floor(share * of)) if share else 0
        if gone > most:
            raise LeakFound(
                f"the leak check found something {what.format(gone, of)}; at most {most} may be withheld: "
                f"{report.places()}.",
                remedy="declare the missed entities in batch.json, or correct the detectors, and build again; "
                f"release.{name} is the share that may be left out.",
            )
