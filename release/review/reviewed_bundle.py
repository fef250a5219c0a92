"""The bundle as the review reads it: screenshots and videos with their digests, rows, and the digest of the whole."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from redaction.errors import BundleError
from redaction.work.json_text import digest_of
from release.bundle.bundle_format import domain_files
from release.bundle.bundle_models import Manifest
from release.bundle.manifest import read_manifest
from validation.files.bundle_files import DEMONSTRATIONS, MANIFEST
from validation.files.demonstration_layout import member_of, place_of
from validation.files.digests import digest_bytes
from validation.table.schema import Row, as_made

_REMEDY = "run `entrophy verify`, then build the release again."


@dataclass(frozen=True, slots=True)
class Shot:
    """A released screenshot: its archive, the SHA-256 of its PNG, and its rows: the one that names it first, then
    those of the same instance up to the next screenshot (`row_digest` is the SHA-256 over these rows)."""

    name: str
    archive: str
    digest: str
    rows: tuple[Row, ...]
    row_digest: str


@dataclass(frozen=True, slots=True)
class Video:
    """The video of a released demonstration: `name` is the process_instance_uuid, `title` what the demonstration is
    called, `digest` the SHA-256 of the MP4, `row_digest` that over everything else that is released of it (trace,
    guide, key frames); `application` is that of its first row, `frames` how many differ."""

    name: str
    title: str
    archive: str
    member: str
    digest: str
    row_digest: str
    application: str
    milliseconds: int
    frames: int


@dataclass(frozen=True, slots=True)
class ReviewBundle:
    """A bundle opened for review. `digest` is the SHA-256 of its manifest, recomputed from disk;
    `seconds_asked` is how long each screen of a review has to be looked at (0: that is left to the auditor). `videos`
    are those of its demonstrations, by process_instance_uuid."""

    path: Path
    digest: str
    version: str
    shots: Mapping[str, Shot]
    seconds_asked: int = 0
    videos: Mapping[str, Video] = field(default_factory=dict)
    # An archive of ten thousand screenshots takes a tenth of a second to open, and thumbnails come by the dozen.
    _archives: dict[str, zipfile.ZipFile] = field(default_factory=dict, repr=False, compare=False)

    def png(self, shot: Shot) -> bytes:
        """The redacted screenshot as it lies in the bundle; BundleError if its bytes are not the manifest's."""
        return self._member("screenshot", shot.archive, shot.name, shot.digest)

    def mp4(self, video: Video) -> bytes:
        """The redacted video as it lies in the bundle, whole; BundleError if its bytes are not the manifest's."""
        return self._member("video", video.archive, video.member, video.digest)

    def _member(self, what: str, archive: str, name: str, digest: str) -> bytes:
        try:
            if archive not in self._archives:
                self._archives[archive] = zipfile.ZipFile(self.path / archive)
            data = self._archives[archive].read(name)
        except (OSError, KeyError, zipfile.BadZipFile, NotImplementedError, RuntimeError):
            raise BundleError(f"a {what} cannot be read.", record=archive, remedy=_REMEDY) from None
        if digest_bytes(data) != digest:
            raise BundleError(f"a {what} is not the one in the manifest.", record=archive, remedy=_REMEDY)
        return data


def open_review_bundle(bundle: Path) -> ReviewBundle:
    """Read manifest and rows; BundleError when they do not fit together."""
    manifest = read_manifest(bundle)
    digest = digest_bytes((bundle / MANIFEST).read_bytes())
    shots: dict[str, Shot] = {}
    applications: dict[str, str] = {}
    try:
        for files in manifest.domains.values():
            name_of_rows, _, archive = files
            rows = rows_as_signed(bundle, name_of_rows, manifest.files[name_of_rows].sha256)
            for row in rows:
                applications.setdefault(row["process_instance_uuid"], str(row["application_name"]))
            members = manifest.screenshots[archive]
            for name, shown in _by_screenshot(rows).items():
                shots[name] = Shot(name, archive, members[name].sha256, shown, digest_of(list(shown)))
        version = manifest.version
        videos = _videos(bundle, manifest, applications) if manifest.demonstrations else {}
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BundleError("the manifest does not fit rows and screenshots.", record=MANIFEST, remedy=_REMEDY) from None
    return ReviewBundle(bundle, digest, version, shots, manifest.review_seconds, videos)


def _videos(bundle: Path, manifest: Manifest, applications: Mapping[str, str]) -> dict[str, Video]:
    """The videos of demonstrations by process_instance_uuid. KeyError, TypeError or ValueError where the index does not
    fit the archives; BundleError unless it is the one in the manifest."""
    data = _as_signed(bundle, DEMONSTRATIONS, manifest.files[DEMONSTRATIONS].sha256, "entries of the index")
    found: dict[str, Video] = {}
    for one in json.loads(data)["demonstrations"]:
        name, title = str(one["process_instance_uuid"]), str(one["name"])
        archive = domain_files(one["domain"]).demonstrations
        digests = {
            member: entry.sha256
            for member, entry in manifest.demonstrations[archive].items()
            if (place := place_of(member)) is not None and place.name == title
        }
        member = member_of(title, "video")
        if member in digests:
            digest = digests.pop(member)
            about = int(one["milliseconds"]), int(one["frames"])
            found[name] = Video(
                name, title, archive, member, digest, digest_of(digests), applications.get(name, ""), *about
            )
    return found


def rows_as_signed(bundle: Path, name: str, digest: str) -> list[Row]:
    """The rows of one JSON file of a bundle, as they were made; BundleError unless the file has this SHA-256."""
    rows = json.loads(_as_signed(bundle, name, digest, "rows"))
    if not isinstance(rows, list):
        raise BundleError("the rows are not a list.", record=name, remedy=_REMEDY)
    return [as_made(row) for row in rows]


def _as_signed(bundle: Path, name: str, digest: str, what: str) -> bytes:
    try:
        data = (bundle / name).read_bytes()
    except OSError:
        raise BundleError(f"the {what} cannot be read.", record=name, remedy=_REMEDY) from None
    if digest_bytes(data) != digest:
        raise BundleError(f"the {what} are not the ones in the manifest.", record=name, remedy=_REMEDY)
    return data


def _by_screenshot(rows: list[Row]) -> dict[str, tuple[Row, ...]]:
    """Screenshot name → its rows. Rows before the first screenshot of an instance go with that first one."""
    groups: dict[str, list[Row]] = {}
    waiting: list[Row] = []
    instance = current = None
    for row in rows:
        if row["process_instance_uuid"] != instance:
            instance, current, waiting = row["process_instance_uuid"], None, []
        name = row["screenshot_name"]
        if name is not None:
            groups.setdefault(name, []).append(row)
            groups[name].extend(waiting)
            current, waiting = name, []
        elif current is not None:
            groups[current].append(row)
        else:
            waiting.append(row)
    return {name: tuple(items) for name, items in groups.items()}
