"""What every reader of a capture format gathers on its way through a batch: what is let in, what is refused, and the
counts for the funnel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from redaction.capture.gates import Header
from redaction.capture.paths import entries, sort_of
from redaction.capture.readers import IngestCounts
from redaction.capture.reasons import refusal
from redaction.errors import CaptureError
from redaction.policy import CapturePolicy
from redaction.records import Batch, Recording, Refusal
from redaction.work import formats


@dataclass(slots=True)
class Walk:
    """Goes through the recordings of a batch and gathers what is accepted and refused."""

    header: Header
    policy: CapturePolicy
    recordings: list[Recording] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    counts: IngestCounts = field(default_factory=IngestCounts)

    def refuse_strangers(self, folder: Path, expected: set[str], place: str) -> None:
        """Tell of entries that the format does not know, by their place in the folder. Raises OSError."""
        for i, name in enumerate(entries(folder)):
            if name not in expected:
                self.refuse(f"{place}[{i}]", "symlink" if sort_of(folder / name) == "symlink" else "file_unexpected")

    def refuse(self, record: str, reason: str, concerned: str = "") -> None:
        """Tell of one thing that is not let in."""
        self.refusals.append(refusal(record, reason, concerned=concerned))

    def count(self, **more: int) -> None:
        """Add to the counts, by their names."""
        self.counts = replace(self.counts, **{name: getattr(self.counts, name) + n for name, n in more.items()})

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A folder that cannot be read stops the batch as a whole."""
        try:
            yield
        except OSError as error:
            raise CaptureError(
                f"the batch cannot be read ({type(error).__name__}).",
                record=self.header.batch,
                remedy="give a folder whose files this user may read.",
            ) from None

    def batch(self, **more: Any) -> Batch:
        """What was gathered, in an order of its own; `more` are fields that only one format has."""
        if self.header.unknown_fields:
            self.refuse(formats.BATCH, "unknown_field")
        return Batch(
            batch=self.header.batch,
            domain=self.header.domain,
            environment=self.header.environment,
            recorder=self.header.recorder,
            participants=self.header.participants,
            entities=self.header.entities,
            public_names=self.header.public_names,
            public_hosts=self.header.public_hosts,
            recordings=tuple(sorted(self.recordings, key=lambda r: r.process_instance_uuid)),
            refusals=tuple(sorted(self.refusals)),
            **more,
        )


def files_in(folder: Path) -> int:
    """Ordinary files in a folder; 0 where there is none."""
    if sort_of(folder) != "folder":
        return 0
    return sum(sort_of(folder / name) == "file" for name in entries(folder))
