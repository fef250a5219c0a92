"""Where a bundle goes, and what may lie there: asked before anything is read, and again before it is written."""

from __future__ import annotations

import re
import shutil
from datetime import date
from pathlib import Path

from redaction.errors import BundleError
from redaction.work.scratch import stale_folders
from release.bundle.manifest import read_manifest
from validation.files.bundle_files import CHANGELOG, STATISTICS
from validation.files.file_models import read_file
from validation.table.statistics import Statistics

_VERSION = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}")
BEFORE = "before"
"""Where an earlier bundle lies in the scratch folder while the new one takes its place."""


def check_version(version: str) -> None:
    """BundleError unless the version is of the form X.Y.Z."""
    if not _VERSION.fullmatch(version):
        raise BundleError("the version is not of the form X.Y.Z.", remedy="give three numbers, such as 1.0.0.")


def check_date(text: str) -> None:
    """BundleError unless the text is a day of the calendar, written YYYY-MM-DD."""
    try:
        sound = date.fromisoformat(text).isoformat() == text
    except ValueError:
        sound = False
    if not sound:
        raise BundleError("the date is not of the form YYYY-MM-DD.", remedy="give the date of the release in full.")


def check_target(out: Path) -> None:
    """BundleError unless `out` is free, empty, or holds an earlier bundle."""
    remedy = "give a new or empty folder, or one that holds an earlier bundle."
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise BundleError("the target is not a plain folder.", remedy=remedy)
    if out.is_dir() and any(out.iterdir()):
        try:
            read_manifest(out)
        except BundleError:
            raise BundleError("the target holds something else than a bundle.", remedy=remedy) from None


def read_previous(previous: Path) -> tuple[Statistics, str]:
    """(statistics, change log) of the bundle of the version before. BundleError when they cannot be read."""
    read_manifest(previous)
    remedy = "verify the previous bundle, or build without it."
    figures = read_file(Statistics, previous / STATISTICS, remedy)
    try:
        return figures, (previous / CHANGELOG).read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise BundleError("of the previous bundle cannot be read.", record=CHANGELOG, remedy=remedy) from None


def clear_stale(out: Path) -> None:
    """Remove the unchecked bundles of killed builds; an earlier bundle that one of them had moved aside comes back."""
    for stale in stale_folders(out.parent, f".{out.name}."):
        before = stale / BEFORE
        if before.is_dir() and not out.exists():
            before.rename(out)
        shutil.rmtree(stale)


def put_in_place(folder: Path, out: Path, scratch: Path) -> None:
    """Rename into place; an earlier bundle is moved aside first and vanishes with the scratch folder."""
    if out.exists():
        if any(out.iterdir()):
            out.rename(scratch / BEFORE)
        else:
            out.rmdir()
    folder.rename(out)
