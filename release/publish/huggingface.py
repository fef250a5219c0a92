"""Publish a bundle on Hugging Face with the real client, and believe nothing that was not read back.

    look → is this version tagged? → one commit with every file → a tag → compare the listing → download and hash

The bundle's digest is the title of its commit: after an answer that was lost the commit is found by it, so that no
digest is committed twice. A tag is made once and never moved.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redaction.errors import BundleError, PublishError
from redaction.work.files import bytes_of
from redaction.work.scratch import scratch_folder
from release.bundle.manifest import read_manifest
from release.fetch.hub import HubSource, endpoint, hub_token, version_of
from release.fetch.web import Web
from release.publish.host_process import Host, HostError, HostProcess, bare_environment
from release.publish.huggingface_card import with_header
from release.publish.publish_types import Change, PublishSettings, Say
from release.publish.staging import FileFact, Shipment, copy_verified, hash_file, publishing_folder, refuse
from release.publish.targets import Outcome, PublishTarget
from release.registry.notices import NOTICES
from release.registry.registry import OF_VERSION
from validation.files.bundle_files import README, SIGNOFF
from validation.files.digests import digest_bytes

HUB = Host(
    "Hugging Face",
    "huggingface_hub",
    "huggingface_worker.py",
    "make a token that may write on https://huggingface.co/settings/tokens, then set HF_TOKEN or run `hf auth login`.",
)
_KEPT = frozenset({".gitattributes", NOTICES})
"""Files of the host's repository that are not of a bundle and stay."""
_SAME_COMMAND = "run the same command again; if it happens twice, look at the dataset's page."


class HuggingFaceTarget:
    """A dataset on Hugging Face."""

    leaves_machine = True

    def plan(self, shipment: Shipment, settings: PublishSettings) -> list[str]:
        """Every file that would be sent."""
        new = "public" if settings.public else "private"
        return [
            f"Send {len(shipment.files)} files, {shipment.size:,} bytes, to {endpoint(os.environ)} as "
            f"{shipment.dataset}: a new {new} dataset, or a new commit of it if it exists, with the tag "
            f"{tag_of(shipment)}. Anyone who may see the dataset can then copy it.",
            *(f"  {fact.size:>15,}  {name}" for name, fact in sorted(shipment.files.items())),
            "Then compare the listing" + (", download it and compare every hash." if settings.read_back else "."),
        ]

    def publish(self, shipment: Shipment, settings: PublishSettings, say: Say) -> Outcome:
        """Publish or find the version with this bundle's digest, and check it. PublishError with a remedy otherwise."""
        with publishing_folder(settings.work or shipment.bundle.parent / ".publishing", "hub-") as folder:
            files = folder / "files"
            files.mkdir()
            copy_verified(shipment, files)
            card = files / README
            if card.is_file():
                card.write_bytes(with_header(card.read_bytes(), read_manifest(shipment.bundle)))
            environment = child_environment(os.environ, folder)
            with HostProcess(HUB, environment, folder, settings, say) as client:
                return _Publication(shipment, settings, say, client, folder).run()

    def announce(self, dataset: str, change: Change, settings: PublishSettings, say: Say) -> bool:
        """In the notices on the main branch; no version changes. PublishError when the host refused or lost them."""
        with (
            publishing_folder(settings.work or Path(".publishing"), "hub-") as folder,
            HostProcess(HUB, child_environment(os.environ, folder), folder, settings, say) as client,
        ):
            _Announcement(dataset, client, folder).run(change)
        return True


def tag_of(shipment: Shipment) -> str:
    """The tag of a version."""
    return f"v{shipment.version}"


def title_of(shipment: Shipment) -> str:
    """The title of its commit, by which it is found."""
    return f"{shipment.version}, bundle {shipment.digest}"


def child_environment(environ: Mapping[str, str], work: Path) -> dict[str, str]:
    """A bare environment: allow-listed variables, the token, and folders of its own under `work`. Files go the plain
    way: the host's own transfer library has a protocol, addresses and a cache of its own."""
    token = hub_token(environ)
    if not token:
        raise PublishError("no Hugging Face token was found.", remedy=HUB.new_token)
    folders = {"HOME": "home", "HF_HOME": "hub", "TMPDIR": "tmp"}
    return bare_environment(environ, work, folders) | {
        "HF_TOKEN": token,
        "HF_ENDPOINT": endpoint(environ),
        "HF_HUB_OFFLINE": "0",
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    }


@dataclass(frozen=True)
class _State:
    """A dataset as the host describes it."""

    private: bool
    head: str
    tags: Mapping[str, str]


class _Announcement:
    """Notices of a dataset: made anew from what the host holds of its versions, and sent if they say something new."""

    def __init__(self, dataset: str, client: HostProcess, folder: Path) -> None:
        self._dataset, self._client, self._folder = dataset, client, folder

    def run(self, change: Change) -> None:
        """The notices as `change` leaves them, on the main branch."""
        state = self._client.ask("describe", dataset=self._dataset)
        mirror = self._folder / "shelf" / self._dataset.rpartition("/")[2]
        mirror.mkdir(parents=True)
        self._fetch(str(state["head"]), [NOTICES], mirror)
        for tag, commit in sorted(state["tags"].items()):
            if version := version_of(tag):
                (mirror / version).mkdir()
                self._fetch(str(commit), OF_VERSION, mirror / version)
        before = bytes_of(mirror / NOTICES)
        change(mirror)
        if bytes_of(mirror / NOTICES) == before:
            return
        (self._folder / "files").mkdir()
        shutil.copyfile(mirror / NOTICES, self._folder / "files" / NOTICES)
        about = {"folder": str(self._folder / "files"), "title": "Notices", "parent": state["head"], "remove": []}
        self._client.call("push", dataset=self._dataset, **about)
        head = self._client.ask("describe", dataset=self._dataset)["head"]
        listed = self._client.ask("listing", dataset=self._dataset, commit=head)
        there = NOTICES in listed and listed[NOTICES][1] == git_blob(mirror / NOTICES)
        refuse([] if there else [NOTICES], "the host does not hold", _SAME_COMMAND, record=self._dataset)

    def _fetch(self, commit: str, names: Sequence[str], to: Path) -> None:
        login = {"Authorization": f"Bearer {hub_token(os.environ)}"}
        source = HubSource(Web(login), endpoint(os.environ), self._dataset, commit)
        for name in names:
            if (data := source.read(name)) is not None:
                (to / name).write_bytes(data)


class _Publication:
    """One run; holds what every step needs."""

    def __init__(
        self, shipment: Shipment, settings: PublishSettings, say: Say, client: HostProcess, folder: Path
    ) -> None:
        self.shipment, self.settings, self.say, self.client = shipment, settings, say, client
        self.files = folder / "files"
        self.folder = folder
        self.remarks: list[str] = []

    def run(self) -> Outcome:
        """The way drawn at the top of this module."""
        self.client.ask("hello")
        state = self.state()
        if state is not None and not state.private and not self.settings.public:
            raise PublishError(
                "the dataset is public: a new version would be public at once. Nothing was sent.",
                record=self.shipment.dataset,
                remedy="add --public if that is meant, or make the dataset private first.",
            )
        commit = state.tags.get(tag_of(self.shipment)) if state is not None else None
        already = commit is not None
        if commit is None:
            commit = self.tagged(self.committed(state or self.created()))
        self.say(f"Comparing {tag_of(self.shipment)} with the bundle.")
        problems = self.problems(commit, already)
        if already:
            refuse(
                problems,
                "this version was published before with other content, which is never overwritten; these differ",
                "build with a new --version and publish that.",
                record=self.shipment.dataset,
            )
        refuse(
            problems,
            f"{tag_of(self.shipment)} does not hold what was sent",
            "do not announce this version; delete the tag on the dataset's page, then run the same command again.",
            record=self.shipment.dataset,
        )
        state = self.state()
        if state is None or (not state.private and not self.settings.public):
            raise PublishError(
                "the dataset is public although a private one was asked for, or it vanished.",
                record=self.shipment.dataset,
                remedy="look at its settings page now, or publish with --public.",
            )
        if state.private and self.settings.public:
            self.remarks.append("the dataset is private on the host and stays so; make it public on its settings page.")
        return Outcome(
            location=f"{endpoint(os.environ)}/datasets/{self.shipment.dataset}/tree/{tag_of(self.shipment)}",
            files=len(self.shipment.files),
            bytes=self.shipment.size,
            visibility="private" if state.private else "public",
            already_published=already,
            read_back=self.settings.read_back,
            notes=tuple(self.remarks),
        )

    def state(self) -> _State | None:
        """The dataset as it is, or None if there is none."""
        try:
            found = self.client.ask("describe", dataset=self.shipment.dataset)
        except HostError as fault:
            if fault.status == 404:
                return None
            raise
        return _State(bool(found["private"]), str(found["head"]), found["tags"])

    def created(self) -> _State:
        """A new dataset. An answer that was lost is looked for."""
        public = self.settings.public
        self.say(f"Making the {'public' if public else 'private'} dataset {self.shipment.dataset}.")
        self._once("create", {"private": not public}, lambda: self.state() is not None)
        state = self.state()
        if state is None:
            raise PublishError("the dataset was not made.", record=self.shipment.dataset, remedy=_SAME_COMMAND)
        return state

    def committed(self, state: _State) -> str:
        """The commit that holds the bundle: one that is there, or a new one."""
        commit = self._commit()
        if commit is None:
            held = self.client.ask("listing", dataset=self.shipment.dataset, commit=state.head)
            size = self.shipment.size
            self.say(f"Sending {len(self.shipment.files)} files ({size:,} bytes) to {self.shipment.dataset}: a commit.")
            remove = sorted(held.keys() - self.shipment.files.keys() - _KEPT)
            about = {
                "folder": str(self.files),
                "title": title_of(self.shipment),
                "parent": state.head,
                "remove": remove,
            }
            deadline = self.settings.transfer_deadline(size)
            self._once("push", about, lambda: self._commit() is not None, seconds=deadline)
            commit = self._commit()
        else:
            self.remarks.append("a commit with this digest was there already, without its tag.")
        if commit is None:
            raise PublishError("the commit was not made.", record=self.shipment.dataset, remedy=_SAME_COMMAND)
        return commit

    def _commit(self) -> str | None:
        found: dict[str, str] = self.client.ask("commits", dataset=self.shipment.dataset)
        return found.get(title_of(self.shipment))

    def tagged(self, commit: str) -> str:
        """The same commit, checked and with its tag. What is wrong gets no tag, and so nobody's attention."""
        refuse(
            self._listing_problems(commit),
            "the commit does not hold what was sent, and got no tag",
            "look at the dataset's page for a .gitignore or a rule that changed it; then build with a new --version.",
            record=self.shipment.dataset,
        )
        name = tag_of(self.shipment)

        def there() -> bool:
            state = self.state()
            return state is not None and state.tags.get(name) == commit

        about = {"name": name, "commit": commit, "message": title_of(self.shipment)}
        self._once("tag", about, there)
        if not there():
            raise PublishError("the tag was not made.", record=self.shipment.dataset, remedy=_SAME_COMMAND)
        return commit

    def _once(
        self, op: str, about: Mapping[str, Any], done: Callable[[], bool], *, seconds: float | None = None
    ) -> None:
        """A request that must not be made twice: before each new attempt it is looked whether the last one worked."""
        for attempt in range(1, self.settings.attempts + 1):
            try:
                self.client.call(op, seconds=seconds, dataset=self.shipment.dataset, **about)
                return
            except HostError as fault:
                if not fault.transient:
                    raise
                if done():
                    self.remarks.append("an answer was lost on the way; what it was about was found.")
                    return
                if attempt == self.settings.attempts:
                    raise
                self.client.pause(fault, attempt)

    def problems(self, commit: str, already: bool) -> list[str]:
        """What a commit lacks or holds differently: by the host's listing, then by its bytes. What was there keeps the
        sign-off it was published with, and the header of its card."""
        kept = {SIGNOFF, README} if already else set()
        listed = self._listing_problems(commit, kept)
        return listed or (self._byte_problems(commit, kept - {README}) if self.settings.read_back else [])

    def _listing_problems(self, commit: str, kept: Container[str] = ()) -> list[str]:
        listed = self.client.ask("listing", dataset=self.shipment.dataset, commit=commit)
        problems = []
        for name in sorted(self.shipment.files):
            path = self.files / name
            if name not in listed:
                problems.append(f"{name} is missing")
                continue
            if name in kept:
                continue
            size, blob, sha256 = listed[name]
            right = sha256 == hash_file(path).sha256 if sha256 else blob == git_blob(path)
            if size != path.stat().st_size or not right:
                problems.append(f"{name} is another file")
        if strangers := listed.keys() - self.shipment.files.keys() - _KEPT:
            problems.append(f"{len(strangers)} file(s) are not of this bundle")
        return problems

    def _byte_problems(self, commit: str, kept: Container[str]) -> list[str]:
        """Fetch every file as a reader would, and hash it."""
        login = {"Authorization": f"Bearer {hub_token(os.environ)}"}
        source = HubSource(Web(login), endpoint(os.environ), self.shipment.dataset, commit)
        manifest = read_manifest(self.shipment.bundle)
        problems = []
        with scratch_folder(self.folder, "back-") as back:
            for name, fact in sorted(self.shipment.files.items()):
                try:
                    if name in manifest.files:
                        source.fetch(name, back / name, manifest)
                        (back / name).unlink()
                    elif name not in kept and _fact(source.read(name)) != fact:
                        problems.append(f"{name} has other bytes")
                except BundleError as error:
                    problems.append(f"{name}: {error.message.rstrip('.')}")
        return problems


def git_blob(path: Path) -> str:
    """Git's id of a file's content."""
    digest = hashlib.sha1(f"blob {path.stat().st_size}\0".encode(), usedforsecurity=False)
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def _fact(data: bytes | None) -> FileFact | None:
    return FileFact(digest_bytes(data), len(data)) if data is not None else None


TARGET: PublishTarget = HuggingFaceTarget()
