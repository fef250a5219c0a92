"""What can be said about capture folders in the first second, before anything is decoded or read by a model."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from redaction.capture.captures import read_batch, recordings_of
from redaction.capture.gates import Header
from redaction.capture.header import read_header
from redaction.capture.paths import DEPTH, batch_digest, sort_of
from redaction.errors import CaptureError
from redaction.policy import CapturePolicy
from redaction.work import formats

LONGEST_NAME = 100
"""Characters of a capture folder's name: it is the name of a partition and of a folder in the work folder."""


def batch_name(folder: Path, position: int) -> str:
    """The name of a capture folder, which stands in logs, in Dagster and in the work folder.

    CaptureError, naming the folder by its position only, for one that could steer a terminal, hide among others, or
    lead elsewhere.
    """
    name = folder.name
    wrong = (
        "is empty"
        if not name.strip()
        else "holds control, invisible or undecodable characters"
        if not name.isprintable()
        else "begins with a dot or a dash, or with or ends in a space"
        if name[0] in ".- " or name[-1] == " "
        else f"has more than {LONGEST_NAME} characters"
        if len(name) > LONGEST_NAME
        else "holds ... or a colon or bar"
        if "..." in name or any(c in name for c in ":|\\")
        else ""
    )
    if wrong:
        raise CaptureError(
            f"the name of the folder {wrong}.", record=f"captures[{position}]", remedy="rename the folder."
        )
    try:
        str(folder.resolve()).encode()
    except UnicodeEncodeError:
        raise CaptureError(
            "the path to the folder is not UTF-8.",
            record=name,
            remedy="move it to a folder whose path is UTF-8.",
        ) from None
    return name


def batch_folders(folders: Sequence[Path]) -> list[Path]:
    """The capture batches meant by these folders: each itself, or, where it is none, the batches that lie in it."""
    found: list[Path] = []
    for folder in folders:
        inside = sorted(path.parent for path in folder.glob(f"*/{formats.BATCH}"))
        found += [folder] if (folder / formats.BATCH).exists() or not inside else inside
    return found


def named(folders: Sequence[Path]) -> dict[str, Path]:
    """Batch name → capture folder, sorted by name. CaptureError for a folder given twice and for two of one name."""
    found: dict[str, Path] = {}
    for position, folder in enumerate(folders):
        name = batch_name(folder.resolve(), position)
        if name not in found:
            found[name] = folder
        elif _same(found[name], folder):
            raise CaptureError("a capture folder is given twice.", record=name, remedy="give it once.")
        else:
            raise CaptureError(
                "two capture folders have the same name.",
                record=name,
                remedy="rename one of them; the folder's name is the name of its partition.",
            )
    return dict(sorted(found.items()))


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one.resolve() == other.resolve()


def check_batches(sources: Mapping[str, Path], policy: CapturePolicy) -> dict[str, Header]:
    """Read every batch.json and look for what could not be released together: the same content twice, or one recording
    in two batches. Returns the headers; CaptureError names the batches. Reads names and sizes, contents only where
    these agree."""
    headers = {name: _header(name, folder) for name, folder in sources.items()}
    seen: dict[tuple[tuple[str, int], ...], str] = {}
    owners: dict[str, str] = {}
    for name, folder in sources.items():
        files = tuple(files_and_sizes(folder))
        twin = seen.setdefault(files, name)
        if twin != name and batch_digest(folder) == batch_digest(sources[twin]):
            raise CaptureError(
                f"two batches hold the same: {twin} and {name}.", record=name, remedy="give one of them only."
            )
        for recording in recordings_of(folder, headers[name]):
            owner = owners.setdefault(recording, name)
            if owner != name and _accepted(sources[owner], recording, policy) and _accepted(folder, recording, policy):
                raise CaptureError(
                    f"one recording is in two batches: {owner} and {name}.",
                    record=recording,
                    remedy="a recording belongs to one batch; leave the copy out.",
                )
    return headers


def _header(name: str, folder: Path) -> Header:
    if sort_of(folder) not in ("folder", "symlink") or not folder.is_dir():
        raise CaptureError(
            "the batch cannot be read: there is no such folder.",
            record=name,
            remedy=f"give the folder that holds batch.json{_alike(name, folder.parent)}.",
        )
    try:
        return read_header(folder)
    except CaptureError as error:
        raise CaptureError(error.message, record=f"{name}/{error.record}", remedy=error.remedy) from None


def _alike(name: str, parent: Path) -> str:
    """The batch beside it that may have been meant."""
    beside = [path.parent.name for path in sorted(parent.glob(f"*/{formats.BATCH}")) if path.parent.name.isprintable()]
    meant = get_close_matches(name, beside, 1)
    return f" (was {meant[0]} meant?)" if meant else ""


def files_and_sizes(folder: Path) -> Iterator[tuple[str, int]]:
    """(path, size) of every ordinary file of the format's depth, in order."""
    found: list[tuple[str, int]] = []
    level = [(folder, "")]
    for _ in range(DEPTH + 1):
        below: list[tuple[Path, str]] = []
        for one, prefix in level:
            try:
                with os.scandir(one) as inside:
                    for entry in inside:
                        if entry.is_dir(follow_symlinks=False):
                            below.append((Path(entry.path), f"{prefix}{entry.name}/"))
                        elif entry.is_file(follow_symlinks=False):
                            found.append((prefix + entry.name, entry.stat(follow_symlinks=False).st_size))
            except OSError:
                continue  # told by ingest, with its place
        level = below
    return iter(sorted(found))


def _accepted(folder: Path, recording: str, policy: CapturePolicy) -> bool:
    """Whether this recording of the batch comes through the gates: a refused copy is in nobody's way."""
    return any(r.process_instance_uuid == recording for r in read_batch(folder, policy).recordings)
