"""The bundle as the review reads it: screenshots with their digests, rows, and the digest of the whole."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from redaction.errors import BundleError
from redaction.work.json_text import digest_of
from release.bundle.manifest import read_manifest
from validation.files.bundle_files import MANIFEST
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
class ReviewBundle:
    """A bundle opened for review. `digest` is the SHA-256 of its manifest, recomputed from disk;
    `seconds_asked` is how long each screen of a review has to be looked at (0: that is left to the auditor)."""

    path: Path
    digest: str
    version: str
    shots: Mapping[str, Shot]
    seconds_asked: int = 0
    # An archive of ten thousand screenshots takes a tenth of a second to open, and thumbnails come by the dozen.
    _archives: dict[str, zipfile.ZipFile] = field(default_factory=dict, repr=False, compare=False)

    def png(self, shot: Shot) -> bytes:
        """The redacted screenshot as it lies in the bundle; BundleError if its bytes are not the manifest's."""
        try:
            if shot.archive not in self._archives:
                self._archives[shot.archive] = zipfile.ZipFile(self.path / shot.archive)
            data = self._archives[shot.archive].read(shot.name)
        except (OSError, KeyError, zipfile.BadZipFile, NotImplementedError, RuntimeError):
            raise BundleError("a screenshot cannot be read.", record=shot.archive, remedy=_REMEDY) from None
        if digest_bytes(data) != shot.digest:
            raise BundleError("a screenshot is not the one in the manifest.", record=shot.archive, remedy=_REMEDY)
        return data


def open_review_bundle(bundle: Path) -> ReviewBundle:
    """Read manifest and rows; BundleError when they do not fit together."""
    manifest = read_manifest(bundle)
    digest = digest_bytes((bundle / MANIFEST).read_bytes())
    shots: dict[str, Shot] = {}
    try:
        for files in manifest.domains.values():
            name_of_rows, _, archive = files
            rows = rows_as_signed(bundle, name_of_rows, manifest.files[name_of_rows].sha256)
            members = manifest.screenshots[archive]
            for name, shown in _by_screenshot(rows).items():
                shots[name] = Shot(name, archive, members[name].sha256, shown, digest_of(list(shown)))
        version = manifest.version
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BundleError("the manifest does not fit rows and screenshots.", record=MANIFEST, remedy=_REMEDY) from None
    return ReviewBundle(bundle, digest, version, shots, manifest.review_seconds)


def rows_as_signed(bundle: Path, name: str, digest: str) -> list[Row]:
    """The rows of one JSON file of a bundle, as they were made; BundleError unless the file has this SHA-256."""
    try:
        data = (bundle / name).read_bytes()
    except OSError:
        raise BundleError("the rows cannot be read.", record=name, remedy=_REMEDY) from None
    if digest_bytes(data) != digest:
        raise BundleError("the rows are not the ones in the manifest.", record=name, remedy=_REMEDY)
    rows = json.loads(data)
    if not isinstance(rows, list):
        raise BundleError("the rows are not a list.", record=name, remedy=_REMEDY)
    return [as_made(row) for row in rows]


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
