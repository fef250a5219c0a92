"""The embedded target: a folder that keeps every version.

    DEST/<slug>/<version>/…      the bundle, byte for byte, and its sign-off
    DEST/<slug>/latest …         the index of all versions: release/registry/registry.py

A version appears in one step (rename), or not at all; a version that exists is never changed.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from redaction.errors import PublishError
from redaction.work.scratch import scratch_folder, stale_folders
from release.publish.publish_types import Change, PublishSettings, Say
from release.publish.staging import Shipment, copy_verified, hash_folder, refuse
from release.publish.targets import Outcome, PublishTarget
from release.registry.registry import add_version, refuse_older, refuse_withdrawn
from validation.files.bundle_files import SIGNOFF

_INCOMING = ".incoming-"
"""How the name of a folder begins into which a version is copied."""


class FolderTarget:
    """A folder of this machine."""

    leaves_machine = False

    def plan(self, shipment: Shipment, settings: PublishSettings) -> list[str]:
        """Where it would be copied to."""
        size = f"{len(shipment.files)} files, {shipment.size:,} bytes"
        place = _root(shipment, settings) / shipment.slug / shipment.version
        return [f"Copy {size} to {place}; nothing leaves this machine."]

    def publish(self, shipment: Shipment, settings: PublishSettings, say: Say) -> Outcome:
        """Copy to root/<slug>/<version>, read it back, write the index.

        Raises PublishError if the version exists with other bytes, if it was withdrawn, if a higher one is there
        (unless `settings.older` asks for it), if the copy differs, or if the folder cannot be written.
        """
        version, there = _publish(shipment, _root(shipment, settings), settings.older)
        return Outcome(
            location=str(version),
            files=len(shipment.files),
            bytes=shipment.size,
            visibility="local",
            already_published=there,
            read_back=True,
        )

    def announce(self, dataset: str, change: Change, settings: PublishSettings, say: Say) -> bool:
        """In the index and the notices beside the versions."""
        change(Path(settings.destination or "published") / dataset.rpartition("/")[2])
        return True


def _root(shipment: Shipment, settings: PublishSettings) -> Path:
    return Path(settings.destination or shipment.bundle.resolve().parent / "published")


def _publish(shipment: Shipment, root: Path, older: bool) -> tuple[Path, bool]:
    """The folder of the version, and whether it was there before."""
    if root.resolve().is_relative_to(shipment.bundle.resolve()):
        raise PublishError(
            "the destination lies inside the bundle.", record=root.name, remedy="give a folder outside of it."
        )
    shelf = root / shipment.slug
    version = shelf / shipment.version
    try:
        shelf.mkdir(parents=True, exist_ok=True)
        refuse_withdrawn(shelf, shipment.version, shipment.digest)
        there = version.exists()
        if not there and not older:
            refuse_older(shelf, shipment.version)
        if not there:
            there = not _move_in(shipment, shelf, version)
        _same(shipment, version, there)
        add_version(shelf)
    except OSError as error:
        raise PublishError(
            f"the destination cannot be written ({type(error).__name__}).",
            record=shelf.name,
            remedy="check that it exists, is writable and has room for the bundle.",
        ) from None
    return version, there


def _move_in(shipment: Shipment, shelf: Path, version: Path) -> bool:
    """Copy beside the final place and rename. False if somebody else put the version there meanwhile."""
    for stale in stale_folders(shelf, _INCOMING):
        shutil.rmtree(stale)
    with scratch_folder(shelf, _INCOMING) as scratch:
        incoming = scratch / "version"
        incoming.mkdir()
        copy_verified(shipment, incoming)
        incoming.chmod(0o755)
        try:
            incoming.rename(version)
        except OSError:
            if version.is_dir():
                return False
            raise
        _sync(shelf)
        return True


def _same(shipment: Shipment, version: Path, there: bool) -> None:
    found = hash_folder(version)
    names = sorted(shipment.files.keys() | found.keys())
    problems = [name for name in names if shipment.files.get(name) != found.get(name)]
    if there and SIGNOFF in found:
        problems = [name for name in problems if name != SIGNOFF]  # it keeps the sign-off it was published with
    if there:
        refuse(
            problems,
            "this version was published before with other content, which is never overwritten; these files differ",
            "build with a new --version and publish that.",
            record=f"{shipment.slug} {shipment.version}",
        )
    refuse(
        problems,
        "read back, the published copy differs in",
        "remove that version, check the disk, publish again.",
        record=f"{shipment.slug} {shipment.version}",
    )


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


TARGET: PublishTarget = FolderTarget()
