"""`entrophy get`: a release brought here whole, or one domain of it, every file as it was signed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from redaction.errors import BundleError
from redaction.work.files import file_digest
from release.bundle.bundle_format import DomainFiles
from release.bundle.bundle_models import Manifest
from release.fetch.opened import SEAL_FILES, Opened, open_release
from validation.files.bundle_files import MANIFEST


@dataclass(frozen=True, slots=True)
class Got:
    """Where a release lies now. `files` is how many were held against the manifest; `left_out` are those that
    the host does not keep."""

    folder: Path
    release: Opened
    files: int
    left_out: tuple[str, ...] = ()


def get(
    ref: str | Path,
    *,
    version: str | None = None,
    domain: str | None = None,
    out: Path | None = None,
    told: Iterable[str] = (),
    withdrawn: bool = False,
    say: Callable[[str], None] = lambda line: None,
) -> Got:
    """Fetch a release into the cache, or into `out`, which must be new, empty, or hold a part of the same release. With
    a domain the files of other domains are left out. BundleError as for `open_release`, or when a file is not what was
    signed; the same call goes on where an earlier one stopped."""
    release = open_release(ref, version=version, told=told, withdrawn=withdrawn)
    lacks = release.remote.lacks if release.remote is not None else frozenset[str]()
    wanted = files_of(release.manifest, domain)
    names = [name for name in wanted if name not in lacks]
    if out is not None:
        _require_room(out, release)
    for number, name in enumerate(names, 1):
        say(f"{number}/{len(names)} {name}, {release.manifest.files[name].bytes:,} bytes")
        path = release.file(name)
        if release.remote is None and (not path.is_file() or file_digest(path) != release.manifest.files[name].sha256):
            raise BundleError("is absent or was altered after it was signed.", record=name, remedy="do not use it.")
        if out is not None:
            _copy(path, out / name, release.manifest.files[name].sha256)
    if out is not None:
        for name in SEAL_FILES:
            if (release.folder / name).is_file():
                _copy(release.folder / name, out / name, file_digest(release.folder / name))
    return Got(out or release.folder, release, len(names), tuple(sorted(lacks & set(wanted))))


def files_of(manifest: Manifest, domain: str | None) -> list[str]:
    """The files of a domain and those that belong to no single one; all of them without a domain."""
    if domain is not None and domain not in manifest.domains:
        raise no_domain(manifest)
    tables = [names for of, names in manifest.domains.items() if domain not in (None, of)]
    others = {name for names in tables for name in (*names, DomainFiles(Path(names[0]).stem).pictures)}
    return [name for name in sorted(manifest.files) if name not in others]


def no_domain(manifest: Manifest) -> BundleError:
    """The error that lists the domains."""
    return BundleError("there is no such domain.", remedy=f"choose one of: {', '.join(sorted(manifest.domains))}.")


def _require_room(out: Path, release: Opened) -> None:
    if out.is_dir() and any(out.iterdir()):
        manifest = out / MANIFEST
        if not manifest.is_file() or file_digest(manifest) != release.origin.digest:
            raise BundleError("the folder holds something else.", record=out.name, remedy="give a new or empty one.")
    out.mkdir(parents=True, exist_ok=True)
    # First, so that a folder that is not complete yet is known for what it is.
    _copy(release.folder / MANIFEST, out / MANIFEST, release.origin.digest)


def _copy(source: Path, to: Path, sha256: str) -> None:
    if to.is_file() and file_digest(to) == sha256:
        return
    part = to.with_name(f".{to.name}.{os.getpid()}.part")
    try:
        shutil.copyfile(source, part)
        if file_digest(part) != sha256:
            raise BundleError("changed while it was copied.", record=to.name, remedy="do the same again.")
        part.replace(to)
    finally:
        part.unlink(missing_ok=True)
