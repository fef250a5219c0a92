"""Withholding: a screenshot on which the independent reader finds something leaves the release; its rows stay.

`withheld.jsonl` beside the scrubbed rows names each one with the SHA-256 of its redacted file, so that it counts for
these very pixels only: once the screenshot is redacted better, it comes back by itself. Readers of scrubbed batches
(release.bundle.batches) leave it out and show it in the quarantine with reason and remedy.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from math import floor
from pathlib import Path
from typing import TypeVar

from redaction.errors import LeakFound
from redaction.policy import Policy
from redaction.work import formats
from redaction.work.files import file_digest
from redaction.work.json_text import json_lines
from redaction.work.store import BatchStore
from validation.leaks.leak_report import LeakReport

T = TypeVar("T")

WITHHELD = "withheld.jsonl"
REASON = "leak_check"


class ScreensWithheld(LeakFound):
    """Something was found on these screenshots and nowhere else: the release can be made without them."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(
            f"the leak check found something on {len(names)} screenshot(s).",
            remedy="build with release.bundle.withhold.release_without, which leaves them out.",
        )
        self.names = tuple(sorted(names))


def release_without(stores: Sequence[BatchStore], build: Callable[[], T]) -> T:
    """Run `build` until nothing more is withheld. Each round takes at least one screenshot out, so it ends."""
    while True:
        try:
            return build()
        except ScreensWithheld as found:
            withhold(stores, found.names)


def withhold(stores: Sequence[BatchStore], names: Sequence[str]) -> None:
    """Write down that these screenshots, as they are redacted now, stay out."""
    for store in stores:
        folder = store.screenshots
        mine = {name: file_digest(folder / name) for name in names if (folder / name).is_file()}
        if mine:
            known = withheld(store.scrubbed) | mine
            store.write_lines(
                f"scrubbed/{WITHHELD}",
                ({"screenshot_name": name, "sha256": known[name]} for name in sorted(known)),
            )
            store.mark_done("withhold")


def withheld(scrubbed: Path) -> dict[str, str]:
    """Screenshot name → SHA-256 of the redacted file, of what stays out of the release of this scrubbed batch."""
    path = scrubbed / WITHHELD
    if not path.is_file():
        return {}
    digests = {str(e["screenshot_name"]): str(e["sha256"]) for e in json_lines(path.read_text(encoding="utf-8"))}
    files = {name: scrubbed / formats.SCREENSHOTS / name for name in digests}
    return {n: digests[n] for n, path in sorted(files.items()) if path.is_file() and file_digest(path) == digests[n]}


def withheld_count(stores: Sequence[BatchStore]) -> int:
    """How many screenshots of these batches stay out."""
    return sum(len(withheld(store.scrubbed)) for store in stores)


def shown_in(content: Path, report: LeakReport) -> list[str]:
    """The names of the screenshots on which the report's findings were seen."""
    names: dict[str, list[str]] = {}
    found: set[str] = set()
    for leak in report.on_screens:
        archive, _, number = leak.where.rpartition(" member ")
        if archive not in names:
            with zipfile.ZipFile(content / archive) as opened:
                names[archive] = opened.namelist()
        found.add(names[archive][int(number)])
    return sorted(found)


def require_few(gone: int, of: int, policy: Policy, report: LeakReport) -> None:
    """Raise LeakFound when more screenshots would be withheld than the policy allows; one always may."""
    most = max(1, floor(policy.release.withhold_at_most * of)) if policy.release.withhold_at_most else 0
    if gone > most:
        places = "; ".join(f"{f.where}: {f.how} {f.entity_id or f.kind}".strip() for f in report.findings[:10])
        raise LeakFound(
            f"the leak check found something on {gone} of {of} screenshots; at most {most} may be withheld: {places}.",
            remedy="declare the missed entities in batch.json, or correct the detectors, and build again; "
            "release.withhold_at_most is the share that may be left out.",
        )
