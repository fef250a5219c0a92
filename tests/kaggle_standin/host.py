"""What the stand-in remembers: blobs, datasets, versions, and the faults that are switched on."""

from __future__ import annotations

import io
import threading
import zipfile
from dataclasses import dataclass, field
from typing import Any, Literal

# status: answer with `status`. drop: close the connection before doing anything. lost: do it, then close the
# connection. hang: answer nothing until the stand-in ends. half: take half of an upload, then close the connection.
# page: answer 200 with an HTML page. error: answer 200 with {"status": "error"}. swallow: answer ok and do nothing.
Action = Literal["status", "drop", "lost", "hang", "half", "page", "error", "swallow"]


@dataclass
class Fault:
    """One fault: hits requests named `name` (API method, "PUT" or "GET"), `times` times, after skipping `after`."""

    name: str
    action: Action
    status: int = 500
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "fault"
    times: int = 10**9
    after: int = 0


@dataclass
class Blob:
    """An upload session."""

    name: str
    size: int
    data: bytes = b""


@dataclass
class Version:
    """One version: file name → bytes, as the host shows it (archives unpacked or not)."""

    number: int
    notes: str
    files: dict[str, bytes]
    polls_until_ready: int = 0
    final: str = "READY"


@dataclass
class Dataset:
    """One dataset with its versions, oldest first."""

    ref: str
    title: str
    private: bool
    licence: str
    versions: list[Version] = field(default_factory=list)
    settings: list[dict[str, Any]] = field(default_factory=list)


class Host:
    """State and behaviour, without HTTP. All methods are called under `lock`."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.blobs: dict[str, Blob] = {}
        self.datasets: dict[str, Dataset] = {}
        self.faults: list[Fault] = []
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.unpack = True
        self.drops_sessions = False  # after a failed PUT the session is gone: 404
        self.lists_notes = True
        self.absent_status = 404
        self.polls_until_ready = 1
        self.final = "READY"
        self.dropped: set[str] = set()
        self.loses: set[str] = set()
        self.corrupts: set[str] = set()
        self.adds: dict[str, bytes] = {}
        self.makes_public = False

    def fault(self, name: str) -> Fault | None:
        """The fault that hits this request, if any; counts it down."""
        for fault in self.faults:
            if fault.name == name and fault.times > 0:
                if fault.after > 0:
                    fault.after -= 1
                    continue
                fault.times -= 1
                return fault
        return None

    def start_blob(self, name: str, size: int) -> str:
        """A new upload session; its token."""
        token = f"blob-{len(self.blobs) + 1}"
        self.blobs[token] = Blob(name, size)
        return token

    def make_version(self, dataset: Dataset, notes: str, files: list[dict[str, Any]]) -> Version:
        """A version of the blobs that were named; it needs some polls to become ready."""
        shown: dict[str, bytes] = {}
        for item in files:
            blob = self.blobs[item["token"]]
            if blob.name in self.loses:
                continue
            data = blob.data
            if self.unpack and blob.name.endswith(".zip"):
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    stem = blob.name.removesuffix(".zip")
                    shown |= {f"{stem}/{name}": archive.read(name) for name in archive.namelist()}
            else:
                shown[blob.name] = data
        for name in self.corrupts:
            shown[name] = shown[name][:-1] + bytes([shown[name][-1] ^ 1])
        version = Version(len(dataset.versions) + 1, notes, shown | self.adds, self.polls_until_ready, self.final)
        dataset.versions.append(version)
        return version

    def status(self, dataset: Dataset) -> str:
        """The state of the newest version; each look brings it nearer to its end."""
        newest = dataset.versions[-1]
        if newest.polls_until_ready > 0:
            newest.polls_until_ready -= 1
            return "BLOBS_RECEIVED"
        return newest.final

    def processing(self, dataset: Dataset) -> bool:
        """True while the newest version is not done."""
        return dataset.versions[-1].polls_until_ready > 0

    def current(self, dataset: Dataset) -> int | None:
        """Number of the newest version that is ready."""
        done = [v.number for v in dataset.versions if v.polls_until_ready == 0 and v.final == "READY"]
        return done[-1] if done else None
