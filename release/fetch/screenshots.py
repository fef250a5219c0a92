"""Screenshots of a release by their names, each held against the signed manifest when it is read."""

from __future__ import annotations

import zipfile
from pathlib import Path
from types import TracebackType

from redaction.errors import BundleError
from release.fetch.opened import Opened
from validation.files.digests import digest_bytes


class Screenshots:
    """The archives of a release, each fetched and opened when the first of its screenshots is asked for."""

    def __init__(self, release: Opened) -> None:
        self._release = release
        self._archives: dict[str, zipfile.ZipFile] = {}

    def __enter__(self) -> Screenshots:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for archive in self._archives.values():
            archive.close()

    def read(self, name: str) -> bytes:
        """The PNG. BundleError if there is none of that name, or it is not what was signed."""
        for archive, members in self._release.manifest.screenshots.items():
            if name in members:
                data = self._bytes(archive, name)
                if digest_bytes(data) != members[name].sha256:
                    raise altered(archive)
                return data
        raise BundleError("there is no screenshot of that name.", remedy="take a name from the column screenshot_name.")

    def _bytes(self, archive: str, name: str) -> bytes:
        # Hosts may unpack archives into a folder of the archive's name.
        loose = self._release.folder / Path(archive).stem / name
        if loose.is_file() and not (self._release.folder / archive).is_file():
            return loose.read_bytes()
        try:
            if archive not in self._archives:
                self._archives[archive] = zipfile.ZipFile(self._release.file(archive, hashed=False))
            return self._archives[archive].read(name)
        except (zipfile.BadZipFile, KeyError, OSError, NotImplementedError, RuntimeError):
            raise altered(archive) from None


def altered(name: str) -> BundleError:
    """The error of a file that is not what was signed."""
    return BundleError("was altered after it was signed.", record=name, remedy="do not use it; fetch the bundle again.")


def signed_bytes(release: Opened, name: str) -> bytes:
    """A file that the manifest lists. BundleError if it is not what was signed."""
    data = release.file(name).read_bytes()
    if digest_bytes(data) != release.manifest.files[name].sha256:
        raise altered(name)
    return data
