"""The bundle as a shipment: every file hashed from disk, and copies that are hashed while they are made."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedIOBase
from pathlib import Path

from redaction.errors import BundleError, PublishError
from redaction.work.scratch import scratch_folder, stale_folders
from release.bundle.host_models import HostMetadata
from release.bundle.manifest import read_manifest
from validation.files.bundle_files import MANIFEST, METADATA, SIGNATURE, SIGNOFF, SUMS
from validation.files.file_models import read_file

CHUNK = 1 << 20
_TOLD = 10
"""How many problems the sentence of an error names."""
_NOT_LISTED = frozenset({MANIFEST, SIGNATURE, SUMS, SIGNOFF})  # the manifest cannot speak about these
VERSION = re.compile(r"^\d+\.\d+\.\d+([-+][0-9A-Za-z.-]+)?$")
_REF = re.compile(r"^([A-Za-z0-9-]+)/([a-z0-9-]{6,50})$")


@dataclass(frozen=True)
class FileFact:
    """SHA-256 (hex) and size in bytes of one file."""

    sha256: str
    size: int


@dataclass(frozen=True)
class Shipment:
    """A bundle ready to leave: facts recomputed from disk, names from its metadata."""

    bundle: Path
    files: Mapping[str, FileFact]
    screenshots: Mapping[str, Mapping[str, str]]
    """Archive name → member name → SHA-256."""
    digest: str
    """SHA-256 of the manifest, which covers every other file."""
    version: str
    owner: str
    slug: str
    metadata: HostMetadata
    signoff: Path | None = None
    """Where the sign-off lies that travels with the bundle; None: inside it already, or there is none."""

    def source(self, name: str) -> Path:
        """Where a file of the shipment lies now."""
        return self.signoff if name == SIGNOFF and self.signoff is not None else self.bundle / name

    @property
    def dataset(self) -> str:
        """owner/slug."""
        return f"{self.owner}/{self.slug}"

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(fact.size for fact in self.files.values())

    @property
    def content_id(self) -> str:
        """SHA-256 over all names and hashes, the manifest included: names the staging folder."""
        lines = "".join(f"{fact.sha256}  {name}\n" for name, fact in sorted(self.files.items()))
        return hashlib.sha256(lines.encode()).hexdigest()


def load_shipment(bundle: Path, signoff: Path | None = None) -> Shipment:
    """Hash every file of a bundle and hold it against the manifest. `signoff`, a file beside the bundle, goes with it.

    Raises PublishError if a file is missing, altered, unlisted, not a regular file, or if names cannot be used.
    """
    try:
        manifest = read_manifest(bundle)
        metadata = read_file(HostMetadata, bundle / METADATA, "publish a folder made by `entrophy build`.")
    except BundleError as error:
        raise PublishError(error.message, record=error.record, remedy=error.remedy) from None
    listed = {name: FileFact(entry.sha256, entry.bytes) for name, entry in manifest.files.items()}
    screenshots = {
        archive: {member: entry.sha256 for member, entry in members.items()}
        for archive, members in manifest.screenshots.items()
    }
    version = manifest.version
    found = hash_folder(bundle)
    problems = [f"{name} is listed but absent" for name in sorted(listed.keys() - found.keys())]
    problems += [f"{name} was altered" for name in sorted(listed.keys() & found.keys()) if listed[name] != found[name]]
    problems += [f"{name} is not listed" for name in sorted(found.keys() - listed.keys()) if name not in _NOT_LISTED]
    refuse(problems, "the bundle does not agree with its manifest", "build the bundle again; never edit one by hand.")
    ref = _REF.match(metadata.id)
    if ref is None or not VERSION.match(version):
        raise PublishError(
            "the dataset id must be owner/slug (slug of 6 to 50 lower-case letters, digits and hyphens) and the "
            "version X.Y.Z.",
            record=METADATA,
            remedy="set release.owner and release.slug in the policy and build again.",
        )
    beside = signoff if signoff is not None and SIGNOFF not in found else None
    if beside is not None:
        found[SIGNOFF] = hash_file(beside)
    return Shipment(bundle, found, screenshots, found[MANIFEST].sha256, version, ref[1], ref[2], metadata, beside)


def hash_folder(folder: Path) -> dict[str, FileFact]:
    """Name → facts of a flat folder. Raises PublishError for a subfolder, a link or an unreadable file."""
    facts: dict[str, FileFact] = {}
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or not path.is_file():
            raise PublishError(
                "a bundle holds regular files only.",
                record=path.name,
                remedy="remove links and subfolders from the bundle; hosts drop them.",
            )
        facts[path.name] = hash_file(path)
    return facts


def hash_file(path: Path) -> FileFact:
    """Facts of one file; PublishError if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hash_stream(file)
    except OSError as error:
        raise PublishError(
            f"the file cannot be read ({type(error).__name__}).", record=path.name, remedy="check its permissions."
        ) from None


def hash_stream(stream: BufferedIOBase) -> FileFact:
    """SHA-256 and length of what is left in a stream."""
    start = stream.tell()
    digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return FileFact(digest, stream.tell() - start)


def copy_verified(shipment: Shipment, destination: Path) -> None:
    """Copy every file into an existing empty folder, hashing what is written.

    What arrives is what was verified, even if the bundle changes meanwhile: PublishError otherwise. All copies get one
    fixed time, because the Kaggle client recognizes a half-sent file by path, size and time (the folder is named by
    the content, so the same name always means the same bytes).
    """
    for name, expected in sorted(shipment.files.items()):
        hasher, size = hashlib.sha256(), 0
        target = destination / name
        with shipment.source(name).open("rb") as source, target.open("wb") as copy:
            while chunk := source.read(CHUNK):
                hasher.update(chunk)
                size += len(chunk)
                copy.write(chunk)
            copy.flush()
            os.fsync(copy.fileno())
        if FileFact(hasher.hexdigest(), size) != expected:
            raise PublishError(
                "the bundle changed while it was being copied.",
                record=name,
                remedy="stop what writes to it, build again, publish again.",
            )
        target.chmod(0o644)
        os.utime(target, (1_000_000_000, 1_000_000_000))


@contextmanager
def publishing_folder(work: Path, prefix: str) -> Iterator[Path]:
    """A fresh folder in `work` that goes with the block, and `work` with it when nothing else is there. What a killed
    run left there goes first; PublishError when it cannot be written."""
    try:
        work.mkdir(mode=0o700, parents=True, exist_ok=True)
        for stale in stale_folders(work, prefix):
            shutil.rmtree(stale)
        with scratch_folder(work, prefix) as folder:
            yield folder
    except OSError as error:
        raise not_staged(work, error) from None
    finally:
        if work.is_dir() and not any(work.iterdir()):
            work.rmdir()


def not_staged(work: Path, error: OSError) -> PublishError:
    """The error of a copy that cannot be written."""
    return PublishError(
        f"the staged copy cannot be written ({type(error).__name__}).",
        record=work.name,
        remedy="free some space: publishing needs twice the size of the bundle.",
    )


def refuse(problems: list[str], what: str, remedy: str, *, record: str = "") -> None:
    """Raise one PublishError naming up to `_TOLD` problems, if there are any."""
    if problems:
        more = f" and {len(problems) - _TOLD} more" if len(problems) > _TOLD else ""
        raise PublishError(f"{what}: {'; '.join(problems[:_TOLD])}{more}.", record=record, remedy=remedy)
