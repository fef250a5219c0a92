"""Publish a bundle in an S3-compatible object store, laid out as a folder of releases.

    s3://BUCKET/PREFIX/<slug>/<version>/…     the bundle; its manifest comes last: without one there is no version
    s3://BUCKET/PREFIX/<slug>/index.json …    index, page and notices, as in a folder (release/registry/registry.py)

What the index is made of is fetched, the index is made here, and what changed is sent. A store has no lock: of two
publications at once the later index stands, and the next one is right again.
"""

from __future__ import annotations

import mimetypes
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from redaction.errors import PublishError
from redaction.work.files import bytes_of
from release.publish.host_process import Host, HostProcess, bare_environment
from release.publish.publish_types import Change, PublishSettings, Say
from release.publish.staging import VERSION, FileFact, Shipment, copy_verified, hash_file, publishing_folder, refuse
from release.publish.targets import Outcome, PublishTarget
from release.registry.notices import NOTICES
from release.registry.registry import INDEX, LATEST, OF_VERSION, PAGE, add_version, refuse_older, refuse_withdrawn
from validation.files.bundle_files import MANIFEST, SIGNOFF

STORE = Host(
    "S3",
    "pyarrow",
    "object_store_worker.py",
    "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to an account that may list, read and write there.",
)
_PLACE = re.compile(r"s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:/[A-Za-z0-9_.=-]+)*)/?")
_OF_SHELF = (INDEX, PAGE, LATEST, NOTICES)


class ObjectStoreTarget:
    """A prefix in a bucket, which must be there; who may read it is decided by the bucket's own settings."""

    leaves_machine = True

    def plan(self, shipment: Shipment, settings: PublishSettings) -> list[str]:
        """Every file that would be sent."""
        return [
            f"Send {len(shipment.files)} files, {shipment.size:,} bytes, to {_shown(shipment, settings)}. Who may read "
            "there can then copy it: that is for the settings of the bucket.",
            *(f"  {fact.size:>15,}  {name}" for name, fact in sorted(shipment.files.items())),
            "Then " + ("read every file again and compare its hash, and " * settings.read_back) + "write the index.",
        ]

    def publish(self, shipment: Shipment, settings: PublishSettings, say: Say) -> Outcome:
        """Send what is missing, read it back, write the index. PublishError as for a folder, or when the store refused,
        lost or altered something."""
        with _shelf(shipment.slug, settings, shipment.bundle.parent, say) as shelf:
            refuse_withdrawn(shelf.mirror, shipment.version, shipment.digest)
            there = shelf.digest(shipment.version)
            if there is None and not settings.older:
                refuse_older(shelf.mirror, shipment.version)
            if there not in (None, shipment.digest):
                refuse(
                    [MANIFEST],
                    "this version was published before with other content, which is never overwritten; these differ",
                    "build with a new --version and publish that.",
                    record=shipment.dataset,
                )
            if there is None:
                shelf.send(shipment, say)
            problems = shelf.problems(shipment, SIGNOFF if there is not None else "")
            refuse(
                problems,
                "read back, the published copy differs in",
                "take that version away from the store, then run the same command again.",
                record=shipment.dataset,
            )
            shelf.change(add_version)
        return Outcome(
            location=_shown(shipment, settings),
            files=len(shipment.files),
            bytes=shipment.size,
            visibility="unknown",
            already_published=there is not None,
            read_back=settings.read_back,
            notes=("who may read it is decided by the settings of the bucket",),
        )

    def announce(self, dataset: str, change: Change, settings: PublishSettings, say: Say) -> bool:
        """In the index and the notices beside the versions."""
        with _shelf(dataset.rpartition("/")[2], settings, Path(), say) as shelf:
            shelf.change(change)
        return True


def child_environment(environ: Mapping[str, str], work: Path) -> dict[str, str]:
    """A bare environment: allow-listed variables, credentials, region and address, and a home of its own. The client
    asks no metadata service of a cloud for more."""
    if not environ.get("AWS_ACCESS_KEY_ID") or not environ.get("AWS_SECRET_ACCESS_KEY"):
        raise PublishError("no credentials for the object store were found.", remedy=STORE.new_token)
    login = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
    child = bare_environment(environ, work, {"HOME": "home", "TMPDIR": "tmp"}, login)
    child["AWS_REGION"] = environ.get("AWS_REGION") or environ.get("AWS_DEFAULT_REGION") or "us-east-1"
    child["AWS_EC2_METADATA_DISABLED"] = "true"
    if address := environ.get("AWS_ENDPOINT_URL_S3") or environ.get("AWS_ENDPOINT_URL"):
        child["ENTROPHY_S3_ENDPOINT"] = address
    return child


def _base(settings: PublishSettings) -> str:
    """BUCKET/PREFIX of the destination."""
    found = _PLACE.fullmatch(str(settings.destination or ""))
    if found is None or ".." in found[2]:
        raise PublishError(
            "there is no place in an object store to publish to.",
            remedy="give --dest s3://BUCKET or s3://BUCKET/PREFIX.",
        )
    return found[1] + found[2]


def _shown(shipment: Shipment, settings: PublishSettings) -> str:
    return f"s3://{_base(settings)}/{shipment.slug}/{shipment.version}"


@contextmanager
def _shelf(slug: str, settings: PublishSettings, beside: Path, say: Say) -> Iterator[_Shelf]:
    place = f"{_base(settings)}/{slug}"
    with publishing_folder(settings.work or beside / ".publishing", "s3-") as folder:
        environment = child_environment(os.environ, folder)
        with HostProcess(STORE, environment, folder, settings, say) as client:
            yield _Shelf(client, place, folder, settings)


class _Shelf:
    """The folder of a dataset in the store, and in `mirror` what the index is made of."""

    def __init__(self, client: HostProcess, place: str, folder: Path, settings: PublishSettings) -> None:
        self._client, self._place, self._folder, self._settings = client, place, folder, settings
        self.mirror = folder / "shelf" / place.rpartition("/")[2]
        self.mirror.mkdir(parents=True)
        self.held: dict[str, int] = client.ask("listing", place=place)
        for name in sorted(self.held):
            version, _, file = name.rpartition("/")
            whole = VERSION.match(version) and f"{version}/{MANIFEST}" in self.held
            if name in _OF_SHELF or (whole and file in OF_VERSION):
                self._get(name, self.mirror / name)

    def digest(self, version: str) -> str | None:
        """The bundle digest of a version that is there."""
        manifest = self.mirror / version / MANIFEST
        return hash_file(manifest).sha256 if manifest.is_file() else None

    def send(self, shipment: Shipment, say: Say) -> None:
        """Every file, the manifest last. What a run that was stopped has sent is sent again."""
        staged = self._folder / "files"
        staged.mkdir()
        copy_verified(shipment, staged)
        names = [name for name in sorted(shipment.files) if name != MANIFEST]
        strangers = {name for name in self.held if name.startswith(f"{shipment.version}/")}
        refuse(
            sorted(strangers - {f"{shipment.version}/{name}" for name in names}),
            "the place holds files that are not of this bundle",
            "take them away from the store.",
            record=shipment.dataset,
        )
        for number, name in enumerate([*names, MANIFEST], 1):
            say(f"Sending {number}/{len(shipment.files)} {name}, {shipment.files[name].size:,} bytes.")
            self._put(staged / name, f"{shipment.version}/{name}")
        for name in OF_VERSION:
            if name in shipment.files:
                (self.mirror / shipment.version).mkdir(exist_ok=True)
                shutil.copyfile(staged / name, self.mirror / shipment.version / name)

    def problems(self, shipment: Shipment, kept: str) -> list[str]:
        """What the store lacks or holds differently; `kept` is a file that stays as it was published."""
        listed = self._client.ask("listing", place=f"{self._place}/{shipment.version}")
        problems = [f"{name} is not of this bundle" for name in sorted(listed.keys() - shipment.files.keys() - {kept})]
        for name, fact in sorted(shipment.files.items()):
            if name == kept and name in listed:
                continue
            back = self._settings.read_back and listed.get(name) == fact.size
            if listed.get(name) != fact.size or (back and self._fact(f"{shipment.version}/{name}", fact.size) != fact):
                problems.append(name)
        return problems

    def change(self, change: Change) -> None:
        """Make index, page, `latest` and notices anew and send what changed; the index last."""
        before = {name: bytes_of(self.mirror / name) for name in _OF_SHELF}
        change(self.mirror)
        for name in (NOTICES, PAGE, LATEST, INDEX):
            if (self.mirror / name).is_file() and bytes_of(self.mirror / name) != before[name]:
                self._put(self.mirror / name, name)
        if LATEST in self.held and not (self.mirror / LATEST).is_file():
            self._client.ask("remove", place=f"{self._place}/{LATEST}")

    def _fact(self, name: str, size: int) -> FileFact:
        back = self._folder / "back"
        self._get(name, back, size)
        fact = hash_file(back)
        back.unlink()
        return fact

    def _get(self, name: str, to: Path, size: int = 0) -> None:
        to.parent.mkdir(parents=True, exist_ok=True)
        seconds = self._settings.transfer_deadline(size)
        self._client.ask("get", seconds=seconds, place=f"{self._place}/{name}", to=str(to))

    def _put(self, source: Path, name: str) -> None:
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        seconds = self._settings.transfer_deadline(source.stat().st_size)
        self._client.ask("put", seconds=seconds, source=str(source), place=f"{self._place}/{name}", kind=kind)


TARGET: PublishTarget = ObjectStoreTarget()
