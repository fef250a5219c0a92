"""Read a raw capture batch into frozen records, whatever its format. What is refused is told, the rest goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from redaction.capture.gates import Header
from redaction.capture.header import read_header
from redaction.capture.readers import CAPTURE_READERS, IngestCounts
from redaction.errors import CaptureError
from redaction.policy import CapturePolicy
from redaction.records import Batch


def read_batch(folder: Path, policy: CapturePolicy) -> Batch:
    """Read and gate a batch. Raises CaptureError only if the batch as a whole cannot be read."""
    return read_batch_counted(folder, policy)[0]


def read_batch_counted(
    folder: Path, policy: CapturePolicy, gate: Callable[[Header], Header] = lambda header: header
) -> tuple[Batch, IngestCounts]:
    """As read_batch, with the counts for the funnel. `gate` gives the header as the gates shall see it."""
    if not folder.is_dir():
        raise CaptureError("the batch is not a folder.", remedy="give the folder that holds batch.json.")
    header = gate(read_header(folder))
    return CAPTURE_READERS.open(header.format).read(folder, header, policy)


def recordings_of(folder: Path, header: Header) -> list[str]:
    """The ids of the recordings of a batch, from names alone."""
    return CAPTURE_READERS.open(header.format).recordings(folder)


def captured_texts(folder: Path, capture_format: str) -> Iterator[tuple[str, str]]:
    """(place, text) of everything captured in a batch of this format."""
    return CAPTURE_READERS.open(capture_format).texts(folder)
