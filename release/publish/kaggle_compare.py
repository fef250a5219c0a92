"""Does the host hold what was sent? Names from the listing, bytes from the download.

Kaggle consumes dataset-metadata.json and unpacks archives: an archive may be listed as itself or as its members, under
`<archive>/`, `<archive without .zip>/` or loose.
"""

from __future__ import annotations

import zipfile
from collections.abc import Container, Mapping
from pathlib import Path

from release.publish.staging import FileFact, Shipment, hash_stream
from validation.files.bundle_files import METADATA


def hosted_files(shipment: Shipment) -> dict[str, FileFact]:
    """The files the host is expected to keep: all but the metadata, which it consumes."""
    return {name: fact for name, fact in shipment.files.items() if name != METADATA}


def listing_problems(shipment: Shipment, listed: Mapping[str, int | None]) -> list[str]:
    """Differences between a listing (name → size in bytes, None if unknown) and the bundle, as short phrases."""
    expected, unpacked, problems = hosted_files(shipment), set[str](), []
    for name, fact in sorted(expected.items()):
        if name in listed:
            size = listed[name]
            if size is not None and size != fact.size:
                problems.append(f"{name} has {size} bytes instead of {fact.size}")
            continue
        members = shipment.screenshots.get(name, {})
        places = {member: place_of(name, member, listed) for member in members}
        missing = sum(place is None for place in places.values())
        if not members or missing == len(members):
            problems.append(f"{name} is missing")
        elif missing:
            problems.append(f"{missing} of {len(members)} members of {name} are missing")
        unpacked |= {place for place in places.values() if place is not None}
    strangers = sorted(listed.keys() - expected.keys() - unpacked)
    if strangers:
        problems.append(f"{len(strangers)} file(s) are not of this bundle")
    return problems


def download_problems(shipment: Shipment, archive: Path) -> list[str]:
    """Hash every file inside a downloaded zip against the bundle; differences as short phrases."""
    try:
        with zipfile.ZipFile(archive) as zipped:
            entries = {info.filename: info for info in zipped.infolist() if not info.is_dir()}
            problems = listing_problems(shipment, {name: info.file_size for name, info in entries.items()})
            for name, wanted in sorted(_wanted(shipment, entries).items()):
                with zipped.open(entries[name]) as stream:
                    if hash_stream(stream).sha256 != wanted:  # type: ignore[arg-type]
                        problems.append(f"{name} has other bytes")
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError) as error:
        return [f"the download is not a readable archive ({type(error).__name__})"]
    return problems


def _wanted(shipment: Shipment, entries: Mapping[str, zipfile.ZipInfo]) -> dict[str, str]:
    """Entry name → SHA-256 it must have, for all entries with the right size or known only by hash."""
    wanted: dict[str, str] = {}
    for name, fact in hosted_files(shipment).items():
        if name in entries:
            if entries[name].file_size == fact.size:
                wanted[name] = fact.sha256
            continue
        for member, digest in shipment.screenshots.get(name, {}).items():
            place = place_of(name, member, entries)
            if place is not None:
                wanted[place] = digest
    return wanted


def place_of(archive: str, member: str, listed: Container[str]) -> str | None:
    """Where a host lists the member of an archive that it has unpacked, if anywhere."""
    stem = archive.rsplit(".", 1)[0]
    places = (f"{stem}/{member}", f"{archive}/{member}", f"{stem}/{stem}/{member}", member)
    return next((place for place in places if place in listed), None)
