"""A version of a dataset on Kaggle, by the host's own client in its process. The host gives all files in one zip, which
is fetched once; archives that it has unpacked are put together again, to the byte."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redaction.errors import BundleError
from redaction.work.files import file_digest, private_folder
from redaction.work.scratch import scratch_folder
from release.bundle.archive import member as member_header
from release.bundle.bundle_models import Manifest
from release.fetch.cache import cache_folder
from release.fetch.sources import Source, no_version
from release.publish.kaggle_compare import place_of
from release.publish.kaggle_process import HostError, KaggleProcess
from release.publish.publish_types import PublishSettings
from release.registry.registry_models import Index
from validation.files.bundle_files import MANIFEST, METADATA
from validation.files.file_models import parsed

_NOTES = re.compile(r"(\S+), bundle [0-9a-f]{64}")


class KaggleSource:
    """Version `number` of a dataset (owner/slug). Kaggle has no index of ours, and consumes its own metadata."""

    index: Index | None = None
    lacks = frozenset({METADATA})

    def __init__(self, dataset: str, number: int) -> None:
        self._ref = f"{dataset}/{number}"
        self._settings = PublishSettings()

    def read(self, name: str) -> bytes | None:
        """One file."""
        with client(self._settings) as (host, folder):
            try:
                found = host.ask("download", dataset=self._ref, folder=str(folder), file=name)
            except HostError as fault:
                if fault.status == 404:
                    return None
                raise
            return Path(found["path"]).read_bytes()

    def notices(self) -> bytes | None:
        """Kaggle keeps none."""
        return None

    def fetch(self, name: str, to: Path, manifest: Manifest) -> None:
        """All files that the host has, into the folder of `to`."""
        private_folder(to.parent)
        seconds = self._settings.transfer_deadline(sum(entry.bytes for entry in manifest.files.values()))
        with client(self._settings) as (host, folder):
            found = host.ask("download", seconds=seconds, dataset=self._ref, folder=str(folder), file=None)
            try:
                with zipfile.ZipFile(found["path"]) as zipped:
                    for each in sorted(manifest.files):
                        if not (to.parent / each).is_file():
                            _unpack(zipped, each, to.parent / each, folder, manifest)
            except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
                what = f"the download is not a readable archive ({type(error).__name__})."
                raise BundleError(what, record=self._ref, remedy="try again.") from None
        if not to.is_file():
            raise BundleError("the host does not have this file.", record=name, remedy="ask the publisher.")


def _unpack(zipped: zipfile.ZipFile, name: str, to: Path, scratch: Path, manifest: Manifest) -> None:
    """Put one file of the bundle in its place, if the host has it: as it is, or as the members of an archive."""
    entries = set(zipped.namelist())
    part = scratch / "part"
    part.unlink(missing_ok=True)
    if name in entries:
        with zipped.open(name) as stream, part.open("wb") as out:
            while chunk := stream.read(1 << 20):
                out.write(chunk)
    else:
        places = {member: place_of(name, member, entries) for member in manifest.screenshots.get(name, {})}
        if not places or None in places.values():
            return
        with zipfile.ZipFile(part, "x", zipfile.ZIP_STORED) as archive:
            for member, place in sorted(places.items()):
                archive.writestr(member_header(member), zipped.read(str(place)))
    if file_digest(part) != manifest.files[name].sha256:
        raise BundleError(
            "the host has other bytes than were signed.", record=name, remedy="do not use it; tell the publisher."
        )
    part.replace(to)


def kaggle_source(dataset: str, version: str | None) -> tuple[Source, str | None]:
    """A version of a dataset, the newest without `version`. The host counts its own versions; the notes of each tell
    ours, but those of the first one: there the manifest is asked."""
    with client(PublishSettings()) as (host, _):
        owner, slug = dataset.split("/")
        found = host.ask("describe", owner=owner, slug=slug)
    if version is None:
        return KaggleSource(dataset, int(found["current"])), None
    names = {}
    for one in sorted(found["versions"], key=lambda one: int(one["number"])):
        noted = _NOTES.match(str(one["notes"]))
        number = int(one["number"])
        name = noted[1] if noted else _version_of(KaggleSource(dataset, number).read(MANIFEST))
        if name is not None:
            names[name] = number
    if version not in names:
        raise no_version(dataset, sorted(names))
    return KaggleSource(dataset, names[version]), version


def _version_of(manifest: bytes | None) -> str | None:
    try:
        return parsed(Manifest, manifest or b"").version
    except ValueError:
        return None


@contextmanager
def client(settings: PublishSettings) -> Iterator[tuple[KaggleProcess, Path]]:
    """The host's client and an empty folder beside its own."""
    cache = cache_folder()
    private_folder(cache)
    with (
        scratch_folder(cache, ".kaggle-") as work,
        KaggleProcess(os.environ, work, settings, lambda line: None) as host,
    ):
        host.ask("hello")
        empty = work / "download"
        empty.mkdir()
        yield host, empty
