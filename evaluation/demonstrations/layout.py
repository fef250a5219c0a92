"""Where the files of demonstrations lie: a folder or an archive in WONDERBREAD's layout, read file by file."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Protocol, Self

from redaction.errors import BundleError
from validation.table.demonstrations import NAME

ARCHIVE = "*_demonstrations.zip"
"""The demonstrations of a domain, in a bundle."""
_REMEDY = "give a folder with data/demos (or demos), an archive of one, or a bundle with demonstrations."
_DEMOS = "demos"


class Place(Protocol):
    """Files by their names, which begin with `demos/` for what is a demonstration's, whatever stands before that."""

    def names(self) -> Iterable[str]:
        """Files of demonstrations, and those beside `demos`."""
        ...

    def read(self, name: str) -> bytes:
        """The bytes of a file; BundleError where it cannot be read."""
        ...


class Folder:
    """A folder with `data/demos`, or one with `demos`."""

    def __init__(self, path: Path) -> None:
        self._path = path / "data" if (path / "data" / _DEMOS).is_dir() else path

    def names(self) -> Iterable[str]:
        """One folder of demonstrations after the other; a link out of it is not followed."""
        for one in sorted(self._path.iterdir()):
            if one.is_file() and not one.is_symlink():
                yield one.name
        demos = self._path / _DEMOS
        for folder in sorted(demos.iterdir()) if demos.is_dir() else ():
            if folder.is_dir() and not folder.is_symlink() and NAME.fullmatch(folder.name):
                for one in sorted(folder.iterdir()):
                    if one.is_file() and not one.is_symlink():
                        yield f"{_DEMOS}/{folder.name}/{one.name}"

    def read(self, name: str) -> bytes:
        """The file below the folder."""
        try:
            return (self._path / name).read_bytes()
        except OSError as error:
            raise _unreadable(name, type(error).__name__) from None


class Archive:
    """A zip file of such a folder; `close` it, or use it as a context manager."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile) as error:
            raise _unreadable(path.name, type(error).__name__) from None
        self._inside = {_below(one.filename): one.filename for one in self._zip.infolist() if not one.is_dir()}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back."""
        self._zip.close()

    def names(self) -> Iterable[str]:
        """In the order of their names."""
        return sorted(self._inside)

    def read(self, name: str) -> bytes:
        """The member, unpacked in memory."""
        try:
            return self._zip.read(self._inside[name])
        except (KeyError, OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
            raise _unreadable(name, type(error).__name__) from None


def _below(member: str) -> str:
    """The name from `demos` on; of a file that is in no such folder its own name alone."""
    parts = PurePosixPath(member).parts
    return "/".join(parts[parts.index(_DEMOS) :]) if _DEMOS in parts else parts[-1]


def places(path: Path) -> list[Path]:
    """What holds demonstrations at a path: the archive or folder itself, or the archives of a bundle. BundleError
    where there are none."""
    if path.is_file():
        return [path]
    if (path / "data" / _DEMOS).is_dir() or (path / _DEMOS).is_dir():
        return [path]
    found = sorted(path.glob(ARCHIVE)) if path.is_dir() else []
    if not found:
        raise BundleError("there are no demonstrations.", record=path.name, remedy=_REMEDY)
    return found


def _unreadable(name: str, why: str) -> BundleError:
    return BundleError(f"cannot be read ({why}).", record=name, remedy=_REMEDY)
