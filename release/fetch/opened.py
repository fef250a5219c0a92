"""One release, wherever it lies: signed by whom, withdrawn or not, and its files one by one as they are needed.

The order is the same everywhere: the manifest, its signature and what vouches for the key, what the maintainer said of
it since; only then any other file, held against the manifest. Nothing reaches for the network but a reference that
names a host.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from redaction.errors import BundleError
from redaction.work.files import bytes_of, file_digest, private_folder, write_whole
from redaction.work.lock import only_one
from release.bundle.bundle_models import Manifest
from release.bundle.manifest import read_manifest
from release.fetch.cache import cache_folder
from release.fetch.references import reference
from release.fetch.sources import Source, choose, source
from release.fetch.web import Web
from release.registry.notices import NOTICES, parse_notices, said_by
from release.registry.registry import INDEX, parse_index
from release.registry.registry_models import Index, Withdrawal
from release.sign.signing import short, signature_problem
from release.verify.origin import UNCHECKED, judge_origin, trust_here
from release.verify.problems import Origin, VerifyReport
from validation.files.bundle_files import KEYS, MANIFEST, SIGNATURE, SIGNOFF, SUMS
from validation.files.digests import digest_bytes

SEAL_FILES = (MANIFEST, SIGNATURE, SUMS, SIGNOFF)
"""What a bundle holds beside the files that the manifest lists."""
_LOCK_WAIT_S = 3600.0
"""Seconds to wait for another process that fetches the same release, an hour."""


@dataclass(slots=True)
class Opened:
    """A release whose signature was checked. `folder` holds it, or as much as was needed of it; `remarks` are for the
    person who uses it."""

    folder: Path
    manifest: Manifest
    origin: Origin
    withdrawn: Withdrawal | None
    remarks: list[str] = field(default_factory=list)
    remote: Source | None = None
    """Where other files come from; None: all lie in `folder`."""

    def file(self, name: str, *, hashed: bool = True) -> Path:
        """A file that the manifest lists, fetched if it is not here. One that is here is hashed, unless whoever asks
        does that; BundleError when it is not what was signed."""
        path, entry = self.folder / name, self.manifest.files[name]
        if self.remote is None:
            return path
        with only_one(
            self.folder / ".lock", "another process fetches this release", "wait until it is done.", wait_s=_LOCK_WAIT_S
        ):
            here = path.is_file() and path.stat().st_size == entry.bytes
            if not here or (hashed and file_digest(path) != entry.sha256):
                path.unlink(missing_ok=True)
                self.remote.fetch(name, path, self.manifest)
        return path


def open_release(
    ref: str | Path,
    *,
    version: str | None = None,
    told: Iterable[str] = (),
    withdrawn: bool = False,
    web: Web | None = None,
) -> Opened:
    """Find a release and judge who signed it. `told` are public keys (base64) that came by another way; `withdrawn`
    takes a version although it was withdrawn. BundleError when there is none, it is not signed as it must be, or was
    withdrawn."""
    place = reference(ref)
    remote: Source | None = None
    if place.kind in ("bundle", "shelf"):
        folder, index, notices = _local(place.kind, Path(place.place), version, withdrawn)
    else:
        remote, version = source(place, version, withdrawn=withdrawn, web=web or Web())
        folder, index = _seals(remote, version), remote.index
        notices = remote.notices()
    manifest = read_manifest(folder)
    if version is not None and manifest.version != version:
        raise BundleError("is of another version than was asked for.", record=MANIFEST, remedy="check the reference.")
    for name in (*manifest.files, *manifest.screenshots):
        if name != Path(name).name or name.startswith(".") or "\\" in name or name in SEAL_FILES:
            raise BundleError("it lists a file of an impossible name.", record=MANIFEST, remedy=_OTHER)
    origin, remarks = judged(folder, manifest, told)
    gone = withdrawal(manifest.version, origin, index, notices)
    if gone is not None:
        said, signed = gone
        words = f"version {manifest.version} was withdrawn on {said.date}: {said.reason}"
        words += "" if signed else " (whoever says so did not sign it with its release key)"
        if not withdrawn:
            other = f"take {said.replaced_by}" if said.replaced_by else "take another version"
            raise BundleError(words, remedy=f"{other}; to see this one all the same: withdrawn=True, or --withdrawn.")
        remarks.append(words)
    return Opened(folder, manifest, origin, gone[0] if gone else None, remarks, remote)


_OTHER = "do not use it; fetch the bundle again."


def judged(bundle: Path, manifest: Manifest, told: Iterable[str]) -> tuple[Origin, list[str]]:
    """Who signed the manifest, and what its user has to know; BundleError when the signature or the key is wrong."""
    data = bytes_of(bundle / SIGNATURE)
    problem = signature_problem((bundle / MANIFEST).read_bytes(), data) if data else "the bundle is not signed"
    if problem:
        raise BundleError(f"{problem}.", record=SIGNATURE, remedy=_OTHER)
    report = VerifyReport(bundle)
    judge_origin(report, manifest, trust_here(bundle, told=told))
    if report.problems or report.origin is None:
        first = min(report.problems)
        raise BundleError(first.what, record=first.where, remedy=first.remedy)
    remarks = [f"{report.older}."] if report.older else []
    if report.origin.how == "unchecked":
        remarks.insert(
            0,
            f"the bundle was signed with the key {short(report.origin.signer)}, and {UNCHECKED}; give the "
            "key you were told by another way (public_key=…, --public-key), or pin it with `entrophy verify --pin`.",
        )
    return report.origin, remarks


def withdrawal(
    version: str, origin: Origin, index: Index | None, notices: bytes | None
) -> tuple[Withdrawal, bool] | None:
    """What is said of a release since it was published, and whether the maintainer signed that. Whoever changes a host
    may keep a withdrawal back or invent one: an invented one only keeps data from being used, so it counts."""
    if notices is not None:
        try:
            stated, history = parse_notices(notices)
        except ValueError:
            raise BundleError(
                "the notices of withdrawn versions are not as they were signed.", record=NOTICES, remedy=_OTHER
            ) from None
        for one in stated.withdrawn:
            if one.release.version == version or one.release.digest == origin.digest:
                return one.withdrawal, said_by(stated, history, origin.signer)
    entry = index.entry(version) if index is not None else None
    return (entry.withdrawn, False) if entry is not None and entry.withdrawn is not None else None


def _local(kind: str, place: Path, version: str | None, withdrawn: bool) -> tuple[Path, Index | None, bytes | None]:
    """(bundle, index, notices) of a folder of this machine."""
    shelf = place if kind == "shelf" else place.resolve().parent
    index = None
    if kind == "shelf" or (shelf / INDEX).is_file():
        try:
            index = parse_index((shelf / INDEX).read_bytes())
        except (OSError, ValueError):
            if kind == "shelf":
                raise BundleError(
                    "the index cannot be read.", record=INDEX, remedy="give a version's folder."
                ) from None
    notices = (shelf / NOTICES).read_bytes() if (shelf / NOTICES).is_file() else None
    if kind == "bundle" or index is None:
        return place, index, notices
    return shelf / choose(index, version, withdrawn=withdrawn), index, notices


def _seals(remote: Source, version: str | None) -> Path:
    """Bring manifest, signature and what belongs to them into the release's folder in the cache."""
    manifest = remote.read(MANIFEST)
    if manifest is None:
        raise BundleError("there is no release.", record=MANIFEST, remedy="check the reference.")
    entry = remote.index.entry(version) if remote.index is not None and version is not None else None
    if entry is not None and entry.digest != digest_bytes(manifest):
        raise BundleError("is not the one that the index tells of.", record=MANIFEST, remedy=_OTHER)
    folder = cache_folder() / "releases" / digest_bytes(manifest)
    private_folder(folder)
    for name in (SIGNATURE, SUMS, SIGNOFF, KEYS):
        data = remote.read(name)
        if data is not None:
            write_whole(folder / name, data)
    write_whole(folder / MANIFEST, manifest)
    return folder
