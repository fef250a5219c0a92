"""What captures may look like: the interface of a reader, and the table of all formats that are read.

Every batch is a folder with a batch.json, whose `format` names the reader of all else in it: consent, participants and
allow-list stand in batch.json whatever the format is (redaction/capture/header.py), so no reader goes round the gates.
How to add one: docs/how-to/add-a-format.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from redaction.doors import Door
from redaction.errors import CaptureError
from redaction.work import formats

if TYPE_CHECKING:
    from redaction.capture.gates import Header
    from redaction.policy import CapturePolicy
    from redaction.records import Batch


@dataclass(frozen=True, slots=True)
class IngestCounts:
    """What came in and what was let in. Events are non-blank lines, screenshots are files in screenshots folders."""

    recordings_in: int = 0
    recordings_accepted: int = 0
    events_in: int = 0
    events_accepted: int = 0
    screenshots_in: int = 0
    screenshots_accepted: int = 0


class CaptureReader(Protocol):
    """Reads the recordings of a batch. What lies deeper in its folder than redaction.capture.paths.DEPTH is no part of
    the batch: the digest of a batch does not cover it."""

    def read(self, folder: Path, header: Header, policy: CapturePolicy) -> tuple[Batch, IngestCounts]:
        """The batch after the gates, and what came in. One bad record is refused with a reason of REASONS and the rest
        goes on; CaptureError only if the batch as a whole cannot be read. The order depends on names and contents
        only."""
        ...

    def recordings(self, folder: Path) -> list[str]:
        """The ids of the recordings in the folder, from names alone: asked in the first second of a build."""
        ...

    def texts(self, folder: Path) -> Iterator[tuple[str, str]]:
        """(place, text) of everything captured that may tell of somebody, refused records included: a release is
        searched for it (`entrophy verify --captures`). A place quotes nothing."""
        ...


READERS = {
    formats.CAPTURE: "redaction.capture.entrophy_capture",
    formats.DEMONSTRATIONS: "redaction.capture.demonstrations",
    formats.SOURCES: "redaction.capture.sources",
}
"""Format → module that holds its reader as READER."""
CAPTURE_READERS: Door[CaptureReader] = Door("capture format", READERS, "READER", CaptureError)
