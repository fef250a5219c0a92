"""Withholding: a screenshot on which the independent reader finds something leaves the release, its row stays; a row
in which it finds something stays with everything but its captured text.

`withheld.jsonl` beside the scrubbed rows names each screenshot with the SHA-256 of its redacted file and each row with
that of its scrubbed text, so that it counts for these very pixels and letters only: once they are redacted better, they
come back by themselves. Readers of scrubbed batches (release.bundle.batches) leave them out and show them in the
quarantine with reason and remedy.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping, Sequence
from math import floor
from pathlib import Path
from typing import Any, TypeVar

from redaction.errors import LeakFound
from redaction.policy import Policy
from redaction.work import formats
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of, json_lines
from redaction.work.store import BatchStore
from validation.leaks.leak_report import Leak, LeakReport

T = TypeVar("T")
Share = tuple[int, int]
"""How many are withheld, of how many."""

WITHHELD = "withheld.jsonl"
REASON, ROW_REASON = "leak_check", "leak_check_row"
MASK = "[withheld]"
"""What stands in a withheld row in place of its captured text."""
MASKED = ("description", "screen_name", "interaction_value", "field_name", "field_value")
"""The fields of a withheld row that are masked. Process and application stay: rows are counted by them."""


class Withheld(LeakFound):
    """Something was found on these screenshots (by name) and in these rows (by interaction_uuid) and nowhere else: the
    release can be made without them."""

    def __init__(self, names: Sequence[str], rows: Sequence[str] = ()) -> None:
        super().__init__(
            f"the leak check found something on {len(names)} screenshot(s) and in {len(rows)} row(s).",
            remedy="build with release.bundle.withhold.release_without, which leaves them out.",
        )
        self.names, self.rows = tuple(sorted(names)), tuple(sorted(rows))


def release_without(stores: Sequence[BatchStore], build: Callable[[], T]) -> T:
    """Run `build` until nothing more is withheld. Each round takes at least one thing out, so it ends."""
    while True:
        try:
            return build()
        except Withheld as found:
            withhold(stores, found.names, found.rows)


def withhold(stores: Sequence[BatchStore], names: Sequence[str], rows: Sequence[str] = ()) -> None:
    """Write down that these screenshots and rows, as they are redacted now, stay out."""
    for store in stores:
        folder = store.screenshots
        screens = {name: file_digest(folder / name) for name in names if (folder / name).is_file()}
        texts = {uuid: digest for uuid, digest in _row_digests(store.scrubbed).items() if uuid in rows} if rows else {}
        if screens or texts:
            known = {"screenshot_name": withheld(store.scrubbed) | screens}
            known["interaction_uuid"] = withheld_rows(store.scrubbed) | texts
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


def shown_in(content: Path, report: LeakReport) -> dict[Leak, str]:
    """The findings that were seen on screenshots, with the name of each one's screenshot."""
    names: dict[str, list[str]] = {}
    found: dict[Leak, str] = {}
    for leak in report.on_screens:
        archive, _, number = leak.where.rpartition(" member ")
        if archive not in names:
            with zipfile.ZipFile(content / archive) as opened:
                names[archive] = opened.namelist()
        found[leak] = names[archive][int(number)]
    return found


def require_few(screens: Share, rows: Share, policy: Policy, report: LeakReport) -> None:
    """Raise LeakFound when more screenshots or rows would be withheld than the policy allows; one always may, unless
    the policy allows none."""
    release = policy.release
    for what, share, (gone, of), name in (
        ("on {} of {} screenshots", release.withhold_at_most, screens, "withhold_at_most"),
        ("in {} of {} rows", release.withhold_rows_at_most, rows, "withhold_rows_at_most"),
    ):
        most = max(1, floor(share * of)) if share else 0
        if gone > most:
            raise LeakFound(
                f"the leak check found something {what.format(gone, of)}; at most {most} may be withheld: "
                f"{report.places()}.",
                remedy="declare the missed entities in batch.json, or correct the detectors, and build again; "
                f"release.{name} is the share that may be left out.",
            )
