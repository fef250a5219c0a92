"""Members of a ZIP file, read in bounds: nothing is unpacked to the disk, and no member is trusted about its size."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from redaction.capture.images import refused
from redaction.capture.paths import lines, open_regular
from redaction.errors import CaptureError
from redaction.importers.recorders import Source, not_of_kind

MOST_TEXT_BYTES = 2_000_000_000
"""Of one member that is read as lines, unpacked. A day of snapshots is some hundred megabytes."""
MOST_LINE_BYTES = 100_000_000
"""Of one line: a snapshot of a whole page is one."""
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError)


@contextmanager
def open_archive(source: Source, what: str, remedy: str) -> Iterator[zipfile.ZipFile]:
    """The ZIP file of a source; CaptureError where it is none, or is damaged while it is read."""
    try:
        with open_regular(source.path) as file, zipfile.ZipFile(file) as archive:
            yield archive
    except zipfile.BadZipFile:
        raise not_of_kind(source, what, remedy) from None


def member_lines(archive: zipfile.ZipFile, name: str, source: Source) -> Iterator[tuple[int, bytes | None]]:
    """Lines with their 1-based numbers, None for one that is too long. CaptureError where the member is damaged or
    unpacks to more than MOST_TEXT_BYTES."""
    read = 0
    try:
        with archive.open(name) as member:
            for number, line in lines(member, MOST_LINE_BYTES):
                read += len(line) + 1 if line is not None else MOST_LINE_BYTES
                if read > MOST_TEXT_BYTES:
                    raise CaptureError(
                        "the archive unpacks to more text than a recording holds.",
                        record=source.place,
                        remedy="record shorter sessions.",
                    )
                yield number, line
    except _BROKEN as error:
        raise CaptureError(
            f"the archive is damaged or encrypted ({type(error).__name__}).",
            record=source.place,
            remedy="record or copy it again.",
        ) from None


def member_image(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    """The bytes of a member that is an image. Raises ImageRefused above `limit` bytes and where there is none."""
    try:
        with archive.open(name) as member:
            data = member.read(limit + 1)
    except KeyError:
        raise refused("image_missing", "the image is missing.") from None
    except _BROKEN:
        raise refused("image_corrupt", "the image cannot be read whole.") from None
    if len(data) > limit:
        raise refused("image_too_large", "the image file has more bytes than the policy allows.")
    return data
