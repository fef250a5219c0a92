"""The releases of a dataset in one folder: what is there, what was withdrawn, and an index of it for everybody.

SHELF/<version>/…      a bundle, never changed
SHELF/notices.json     signed: which versions are withdrawn, what was taken out of them
SHELF/index.json       for programs, made of the two above and of nothing else: lost or edited, it is written anew
SHELF/index.html       the same for people
SHELF/latest           one line: the highest version that is not withdrawn
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redaction.errors import BundleError, PublishError
from redaction.work import formats
from redaction.work.files import bytes_of, write_whole
from redaction.work.lock import only_one
from release.bundle.bundle_format import json_bytes
from release.bundle.bundle_place import check_date
from release.bundle.manifest import read_manifest
from release.registry.index_page import index_page
from release.registry.notices import read_notices, write_notices
from release.registry.registry_models import (
    MOST_WORDS,
    Entry,
    Index,
    Release,
    SignedOff,
    Tombstone,
    Withdrawal,
    Withdrawn,
)
from release.sign.release_keys import ReleaseKeys
from release.sign.signing import fingerprint, signer_of
from release.sign.signoff_file import parse_signoff
from validation.files.bundle_files import CHANGELOG, MANIFEST, SIGNATURE, SIGNOFF, SUMS
from validation.files.digests import digest_bytes
from validation.files.file_models import WrongFields, parsed

INDEX, PAGE, LATEST = "index.json", "index.html", "latest"
OF_VERSION = (MANIFEST, SIGNATURE, SUMS, SIGNOFF, CHANGELOG)
"""Files of a version that an index is made of."""
_LOCK = ".lock"
_LOCK_WAIT_S = 60.0
"""Seconds to wait for another process that writes the index, which takes it one."""


def read_index(shelf: Path) -> Index:
    """The index of a dataset's folder as it lies there. PublishError when there is none, or it cannot be read."""
    try:
        return parse_index((shelf / INDEX).read_bytes())
    except (OSError, ValueError) as error:
        raise PublishError(
            f"there is no index that can be read ({type(error).__name__}).",
            record=INDEX,
            remedy="publish any version into this folder again: the index is then written anew.",
        ) from None


def parse_index(data: bytes) -> Index:
    """The index of these bytes; ValueError when they are none."""
    index = parsed(Index, data)
    if index.format != formats.INDEX:
        raise WrongFields("these fields are missing or wrong: format")
    return index


def add_version(shelf: Path) -> Index:
    """Write index, page and `latest` after a version was put into the folder, or after they were lost or edited.

    PublishError when the index that is there marks a version as withdrawn and no signed notice says so: a mark is not
    dropped in silence.
    """
    with _alone(shelf):
        return _write(shelf)


def withdraw_version(
    shelf: Path, version: str, *, reason: str, date: str, replaced_by: str | None, keys: ReleaseKeys
) -> Index:
    """Mark a version as withdrawn on `date` (YYYY-MM-DD), in words that everybody may read and that name nobody. Its
    files stay; who takes them away leaves the index as it is. Withdrawing again replaces reason, date and successor.
    PublishError when the version is not known here."""
    _check(date, reason)
    with _alone(shelf):
        found = {one.version: one for one in _entries(shelf)}
        if version not in found or replaced_by == version or (replaced_by is not None and replaced_by not in found):
            raise PublishError(
                "there is no such version.", record=shelf.name, remedy=f"give one of: {', '.join(found) or 'none'}."
            )
        release = Release.model_validate(found[version].model_dump(exclude={"here", "withdrawn"}))
        said = Withdrawn(release=release, withdrawal=Withdrawal(date=date, reason=reason, replaced_by=replaced_by))
        withdrawn, tombstones = _told(shelf)
        others = tuple(one for one in withdrawn if one.release.version != version)
        write_notices(shelf, _dataset(shelf), (*others, said), tombstones, keys)
        return _write(shelf)


def add_tombstone(shelf: Path, *, date: str, kind: str, versions: tuple[str, ...], keys: ReleaseKeys) -> Index:
    """Note that something was taken out of the recordings that these published versions held; the same note is kept
    once. `kind` is a word or two in lower case that name nobody, such as "participant"."""
    _check(date, kind)
    with _alone(shelf):
        try:
            stone = Tombstone(date=date, kind=kind, versions=tuple(sorted(versions, key=precedence)))
        except ValueError:
            raise PublishError(
                "the kind or the versions of a tombstone are not of their form.", remedy="correct them."
            ) from None
        withdrawn, tombstones = _told(shelf)
        if stone not in tombstones:
            write_notices(shelf, _dataset(shelf), withdrawn, (*tombstones, stone), keys)
        return _write(shelf)


def refuse_withdrawn(shelf: Path, version: str, digest: str) -> None:
    """PublishError when this version, or this bundle under another version, was withdrawn here."""
    for one in _told(shelf)[0]:
        if version == one.release.version or digest == one.release.digest:
            after = f"; version {one.withdrawal.replaced_by} took its place" if one.withdrawal.replaced_by else ""
            raise PublishError(
                f"this version was withdrawn on {one.withdrawal.date}{after}.",
                record=f"{shelf.name} {version}",
                remedy="build a corrected one with a new --version and publish that.",
            )


def refuse_older(shelf: Path, version: str) -> None:
    """PublishError when a higher version is there: one that comes after it would take a correction back."""
    highest = next(iter(versions_in(shelf)), None)
    if highest is not None and precedence(highest) > precedence(version):
        raise PublishError(
            f"version {highest} is there already, which is higher.",
            record=f"{shelf.name} {version}",
            remedy="build with a higher --version, or add --allow-older if an older one is really meant.",
        )


def precedence(version: str) -> tuple[tuple[int, ...], bool, list[tuple[bool, int, str]], str]:
    """Order of semantic versions: numbers, then a release before its pre-releases; the text decides what is left."""
    core, _, pre = version.partition("+")[0].partition("-")
    numbers = tuple(int(n) for n in re.findall(r"\d+", core))
    parts = [(not p.isdigit(), int(p) if p.isdigit() else 0, p) for p in pre.split(".")] if pre else []
    return numbers, not pre, parts, version


def versions_in(shelf: Path) -> list[str]:
    """The versions whose files lie in the folder, the highest first."""
    names = [path.name for path in shelf.iterdir() if not path.name.startswith(".") and (path / MANIFEST).is_file()]
    return sorted(names, key=precedence, reverse=True)


@contextmanager
def _alone(shelf: Path) -> Iterator[None]:
    if not shelf.is_dir():
        raise PublishError("there is no such folder of releases.", record=shelf.name, remedy="give published/<slug>.")
    with only_one(shelf / _LOCK, "another process writes this index", "wait until it is done.", wait_s=_LOCK_WAIT_S):
        yield


def _check(date: str, words: str) -> None:
    check_date(date)
    if not 0 < len(words) <= MOST_WORDS or not words.isprintable():
        raise PublishError(
            f"the reason is not a line of 1 to {MOST_WORDS} characters.",
            remedy="say it in a sentence that names nobody.",
        )


def _told(shelf: Path) -> tuple[tuple[Withdrawn, ...], tuple[Tombstone, ...]]:
    notices = read_notices(shelf)
    return (notices.withdrawn, notices.tombstones) if notices is not None else ((), ())


def _write(shelf: Path) -> Index:
    entries, tombstones = _entries(shelf), _told(shelf)[1]
    _keep_marks(shelf, entries, tombstones)
    standing = [entry.version for entry in entries if entry.withdrawn is None]
    about = next((read_manifest(shelf / entry.version) for entry in entries if entry.here), None)
    index = Index(
        format=formats.INDEX,
        dataset=_dataset(shelf),
        title=about.title if about is not None else "",
        license=about.license if about is not None else "",
        latest=standing[0] if standing else None,
        versions=tuple(entries),
        tombstones=tombstones,
    )
    _put(shelf / INDEX, json_bytes(index.model_dump()))
    _put(shelf / PAGE, index_page(index).encode())
    if index.latest is not None:
        _put(shelf / LATEST, f"{index.latest}\n".encode())
    else:
        (shelf / LATEST).unlink(missing_ok=True)
    return index


def _put(path: Path, data: bytes) -> None:
    if not path.is_file() or path.read_bytes() != data:
        write_whole(path, data, private=False)


def _keep_marks(shelf: Path, entries: list[Entry], tombstones: tuple[Tombstone, ...]) -> None:
    """An index that tells more than the notices do was left by notices that are lost, or was edited."""
    try:
        before = parse_index((shelf / INDEX).read_bytes())
    except (OSError, ValueError):
        return
    said = {entry.version for entry in entries if entry.withdrawn is not None}
    lost = [entry.version for entry in before.versions if entry.withdrawn is not None and entry.version not in said]
    if lost or not set(before.tombstones) <= set(tombstones):
        raise PublishError(
            "the index tells of versions withdrawn or data removed of which no signed notice tells"
            + (f": {', '.join(lost)}." if lost else "."),
            record=f"{shelf.name}/{INDEX}",
            remedy="restore notices.json from a copy, or withdraw them again; take the index away only if it lies.",
        )


def _entries(shelf: Path) -> list[Entry]:
    """Every version that lies there or was withdrawn, the highest first."""
    withdrawn = {one.release.version: one for one in _told(shelf)[0]}
    here = {version: _release(shelf / version) for version in versions_in(shelf)}
    entries = []
    for version in sorted(here.keys() | withdrawn.keys(), key=precedence, reverse=True):
        said = withdrawn.get(version)
        release = here[version] if version in here or said is None else said.release
        entries.append(Entry(**release.model_dump(), here=version in here, withdrawn=said.withdrawal if said else None))
    return entries


def _release(folder: Path) -> Release:
    """What the files of a published version say."""
    try:
        manifest, data = read_manifest(folder), (folder / MANIFEST).read_bytes()
        seals = [folder / name for name in (MANIFEST, SIGNATURE, SUMS, SIGNOFF) if (folder / name).is_file()]
        key = signer_of(data, bytes_of(folder / SIGNATURE)) or ""
        signed = parse_signoff(bytes_of(folder / SIGNOFF))
        if manifest.version != folder.name:
            raise BundleError("is of another version than its folder.", record=MANIFEST)
        return Release(
            version=manifest.version,
            digest=digest_bytes(data),
            date=manifest.created,
            counts=manifest.counts,
            bytes=sum(entry.bytes for entry in manifest.files.values()) + sum(path.stat().st_size for path in seals),
            files=len(manifest.files) + len(seals),
            domains=tuple(sorted(manifest.domains)),
            changes=changes_of(bytes_of(folder / CHANGELOG).decode(), manifest.version),
            signoff=None
            if isinstance(signed, str)
            else SignedOff(auditor=signed[0].auditor, date=signed[0].signed_at[:10]),
            key=key,
            fingerprint=fingerprint(key) if key else "",
        )
    except (OSError, ValueError, BundleError) as error:
        raise PublishError(
            f"a published version cannot be read ({type(error).__name__}).",
            record=folder.name,
            remedy="restore it, or take its folder away.",
        ) from None


def changes_of(log: str, version: str) -> str:
    """The entry of a version in a change log, without its heading; "" where there is none."""
    for part in re.split(r"^## ", log, flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        if heading.split(" ")[0] == version:
            return text.strip()
    return ""


def _dataset(shelf: Path) -> str:
    """owner/slug, as the versions that lie there or the notices tell it."""
    notices = read_notices(shelf)
    if notices is not None:
        return notices.dataset
    return next((read_manifest(shelf / version).dataset for version in versions_in(shelf)), "") or shelf.name
