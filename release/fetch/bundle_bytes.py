"""Files of a bundle by their names: of a signed one held against its manifest, of any other folder as they lie."""

from __future__ import annotations

from pathlib import Path

from evaluation.task_files import Bytes
from redaction.errors import BundleError
from release.bundle.bundle_format import find_bundle
from release.fetch.opened import Opened, open_release
from release.fetch.screenshots import signed_bytes
from validation.files.bundle_files import MANIFEST

_REMEDY = "give a bundle, or the folder that `build` wrote, with the files of its benchmark tasks."


def bundle_bytes(folder: Path) -> tuple[Bytes, list[str]]:
    """What reads a file of the bundle, or of the folder that a build wrote, and remarks on who signed it. BundleError,
    here or when a file is read, where it is not there, not signed as it must be, or was altered."""
    bundle = find_bundle(folder)
    if not (bundle / MANIFEST).is_file():
        return lambda name: _as_it_lies(bundle, name), ["the folder is no signed bundle: nobody vouches for its files."]
    opened = open_release(bundle)
    return signed_files(opened), opened.remarks


def signed_files(opened: Opened) -> Bytes:
    """What reads a file of a release as it was signed, or raises BundleError."""

    def read(name: str) -> bytes:
        if name not in opened.manifest.files:
            raise BundleError("the bundle has no such file.", record=name, remedy=_REMEDY)
        return signed_bytes(opened, name)

    return read


def _as_it_lies(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        raise BundleError(f"cannot be read ({type(error).__name__}).", record=name, remedy=_REMEDY) from None
