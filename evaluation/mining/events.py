"""Released rows as an event log: an instance is a case, an interaction is an event, and this is its activity.

Rows are those of one domain as its JSON file has them (validation.table.schema): an instance lies together, in the
order of time. They are gone through once; no more than one instance is held.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

from redaction.errors import BundleError
from redaction.work.files import write_whole
from validation.table.schema import PUBLISHED_TIME

BETWEEN = " · "
"""What stands between the two halves of an activity's name."""
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write, not even escaped: control characters, halves of surrogate pairs, U+FFFE, U+FFFF."""
_PACK_AT = 1 << 20
"""Bytes that are packed at once."""


@dataclass(frozen=True, slots=True)
class Case:
    """One execution of a workflow: `rows` in the order of time."""

    uuid: str
    process: str
    rows: tuple[Mapping[str, Any], ...]


def activity(row: Mapping[str, Any]) -> str:
    """What was done, and where: "Edit Field · CRM". Of fields from fixed or short lists alone, so that what one person
    did is told in the same words as what another did; a button's or field's name is not in it."""
    return plain(f"{row['subclass_name']}{BETWEEN}{row['application_name']}")


def plain(text: str) -> str:
    """A text with U+FFFD in place of each character that XML 1.0 cannot hold. Lines and tabs stay."""
    return _NO_XML.sub("\ufffd", text)


def cases(rows: Iterable[Mapping[str, Any]]) -> Iterator[Case]:
    """The instances, one after another. BundleError if the rows of one do not lie together or in the order of time, are
    of more than one process, or have a time of another form: a log made of them would tell another story."""
    seen: set[str] = set()
    for uuid, group in groupby(rows, key=lambda row: str(row["process_instance_uuid"])):
        found = tuple(group)
        names = {row["process_name"] for row in found}
        times = [str(row["timestamp"]) for row in found]
        if uuid in seen or len(names) != 1 or times != sorted(times) or not all(map(PUBLISHED_TIME.fullmatch, times)):
            raise BundleError(
                "the rows of an instance do not lie together in the order of time, or not in one process.",
                record=f"instance {len(seen)}",
                remedy="take the rows as the bundle has them (entrophy.load), in its order.",
            )
        seen.add(uuid)
        yield Case(uuid, names.pop(), found)


def seconds(row: Mapping[str, Any]) -> float:
    """When it happened, in seconds since 1970 (UTC)."""
    return datetime.fromisoformat(row["timestamp"]).timestamp()


def write_log(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file whole or not at all; packed if its name ends in .gz, with the same bytes for the same content."""
    write_whole(path, _packed(pieces) if path.suffix == ".gz" else pieces, private=False)


def _packed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    out = BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as file:
        for piece in pieces:
            file.write(piece)
            if out.tell() >= _PACK_AT:
                yield out.getvalue()
                out.seek(0)
                out.truncate()
    yield out.getvalue()
