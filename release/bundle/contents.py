"""What goes into a bundle, before a byte is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from redaction.errors import BundleError
from redaction.policy import Policy
from release.bundle.batches import ScrubbedBatch, domains_of, read_batches
from release.bundle.bundle_format import DomainFiles, domain_files
from release.bundle.bundle_place import check_date, check_version
from validation.table.schema import Row
from validation.table.statistics import Statistics, statistics


@dataclass(frozen=True, slots=True)
class Contents:
    """The rows by domain as they are released, their figures, and when the data ends. `version` is "" until it is
    chosen."""

    batches: list[ScrubbedBatch]
    domains: dict[str, Sequence[Row]]
    files: dict[str, DomainFiles]
    figures: Statistics
    version: str
    published: str | None
    until: str

    @property
    def created(self) -> str:
        """The date of the release."""
        return self.published or self.until


def read_contents(batches: Sequence[Path], version: str, policy: Policy, published: str | None) -> Contents:
    """Of scrubbed batches. BundleError where they, the version or the day of publication cannot make a release."""
    if version:
        check_version(version)
    if published is not None:
        check_date(published)
    read = read_batches(batches)
    tabled = {batch.domain for batch in read if batch.sources.about}
    domains = {name: rows for name, rows in domains_of(read).items() if rows or name in tabled}
    rows = sum(map(len, domains.values()))
    if rows < policy.release.minimum_interactions and not (tabled and not rows):
        raise BundleError(
            f"only {rows} interaction(s) are left to release.",
            remedy="look at the quarantine tables for what was refused; the minimum is release.minimum_interactions.",
        )
    files = {name: domain_files(name) for name in domains}
    if len({f.stem.casefold() for f in files.values()}) != len(files):
        raise BundleError("two domains would have the same file names.", remedy="rename one of the domains.")
    participants: dict[str, int] = {}
    for batch in read:
        participants[batch.domain] = participants.get(batch.domain, 0) + batch.about.participants
    figures = statistics(domains, {name: participants[name] for name in domains})
    days = [row["timestamp"][:10] for rows_of in domains.values() for row in rows_of]
    last = max([*days, *(batch.sources.until for batch in read if batch.sources.about)])
    if published is not None and published < last:
        raise BundleError(
            "the release would be published before the last day in its data.",
            record=published,
            remedy=f"give --published a day from {last} on, or leave it out.",
        )
    return Contents(read, domains, files, figures, version, published, last)


def counts_of(figures: Statistics) -> dict[str, int]:
    """What the manifest tells of the rows."""
    names = ("instances", "processes", "interactions", "screenshots", "applications")
    return {name: getattr(figures.total, name) for name in names}
