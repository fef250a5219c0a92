"""The reading side of a dataset on Kaggle: is it there, in which state, which version is ours, what does it hold?

Everything is asked of the host; nothing is concluded from an earlier answer.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from redaction.work.files import file_digest
from release.publish.kaggle_compare import download_problems, listing_problems
from release.publish.kaggle_process import HostError, KaggleProcess
from release.publish.publish_types import PublishSettings
from release.publish.staging import Shipment
from validation.files.bundle_files import MANIFEST

_MARKED = re.compile(r"bundle [0-9a-f]{64}")
_MANIFESTS_READ = 5


def mark(shipment: Shipment) -> str:
    """The version notes; the digest in them is what `find` looks for."""
    return f"{shipment.version}, bundle {shipment.digest}"


@dataclass(frozen=True)
class State:
    """A dataset as the host describes it. `status` in lower case: ready, failed, deleted, or a stage of processing."""

    status: str
    private: bool
    current: int | None
    url: str
    notes: dict[int, str]

    @property
    def processing(self) -> bool:
        """True while the host works on a version."""
        return self.status not in ("ready", "failed", "deleted")


class HostedDataset:
    """One dataset seen through the client; `user` is the account that asks."""

    def __init__(self, shipment: Shipment, settings: PublishSettings, client: KaggleProcess, folder: Path) -> None:
        self.shipment = shipment
        self._settings = settings
        self._client = client
        self._folder = folder
        self._manifests: dict[int, str | None] = {}
        self.user = str(client.ask("hello")["user"])

    def state(self) -> State | None:
        """The dataset as it is, or None if there is none. An error other than "not found" is an error."""
        try:
            found = self._client.ask("describe", owner=self.shipment.owner, slug=self.shipment.slug)
        except HostError as fault:
            if fault.status == 404 or (fault.status == 403 and self._mine_but_absent()):
                return None
            raise
        notes = {int(v["number"]): str(v["notes"]) for v in found["versions"]}
        return State(str(found["status"]), bool(found["private"]), found["current"], str(found["url"]), notes)

    def _mine_but_absent(self) -> bool:
        """Kaggle may answer 403 for a dataset that does not exist. For our own owner name the list decides."""
        if self.user.lower() != self.shipment.owner.lower():
            return False
        refs = self._client.ask("mine", slug=self.shipment.slug)["refs"]
        return self.shipment.dataset.lower() not in {str(ref).lower() for ref in refs}

    def copies(self, state: State) -> list[int]:
        """All versions whose notes carry this bundle's digest, except a newest one that failed."""
        failed = max(state.notes, default=None) if state.status == "failed" else None
        return sorted(n for n, note in state.notes.items() if self.shipment.digest in note and n != failed)

    def find(self, state: State, *, above: int = 0) -> int | None:
        """The newest version above a number that holds this bundle: by its notes, else by its manifest."""
        copies = [number for number in self.copies(state) if number > above]
        if copies:
            return copies[-1]
        if state.status != "ready":
            return None
        # The first version has notes of the host's own, and other versions may have been made by hand.
        silent = {number for number, note in state.notes.items() if not _MARKED.search(note)}
        if state.current and state.current not in state.notes:
            silent.add(state.current)
        newest = sorted((number for number in silent if number > above), reverse=True)[:_MANIFESTS_READ]
        return next((number for number in newest if self._manifest_of(number) == self.shipment.digest), None)

    def _manifest_of(self, version: int) -> str | None:
        """SHA-256 of a version's manifest, None if it has none; asked once, since a version never changes."""
        if version not in self._manifests:
            with tempfile.TemporaryDirectory(dir=self._folder) as place:
                try:
                    found = self._client.ask("download", dataset=self._ref(version), folder=place, file=MANIFEST)
                    self._manifests[version] = file_digest(Path(found["path"]))
                except HostError as fault:
                    if fault.status != 404:
                        raise
                    self._manifests[version] = None
        return self._manifests[version]

    def problems(self, version: int) -> list[str]:
        """What a version lacks or holds differently: names from the listing, then bytes from a download."""
        return self._listing_problems(version) or (self._byte_problems(version) if self._settings.read_back else [])

    def _listing_problems(self, version: int) -> list[str]:
        listed: dict[str, int | None] = {}
        page, seen = None, set[str]()
        while True:
            answer = self._client.ask("files", dataset=self._ref(version), page=page)
            for file in answer["files"]:
                # With a read-back the bytes decide; the sizes of the listing are the host's own bookkeeping.
                listed[str(file["name"])] = None if self._settings.read_back else int(file["size"] or 0) or None
            page = str(answer["next"])
            if not page or page in seen:
                return listing_problems(self.shipment, listed)
            seen.add(page)

    def _byte_problems(self, version: int) -> list[str]:
        seconds = self._settings.transfer_deadline(self.shipment.size)
        with tempfile.TemporaryDirectory(dir=self._folder) as place:
            found = self._client.ask("download", seconds=seconds, dataset=self._ref(version), folder=place, file=None)
            return download_problems(self.shipment, Path(found["path"]))

    def _ref(self, version: int) -> str:
        return f"{self.shipment.dataset}/{version}"
