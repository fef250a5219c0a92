"""What publishing is asked for and what it answers: targets, settings, receipt."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from redaction.errors import PublishError
from redaction.work import formats
from redaction.work.files import write_whole
from release.bundle.bundle_models import Receipt
from release.registry.registry_models import Index
from validation.files.file_models import parsed

Visibility = Literal["local", "private", "public", "unknown"]
Say = Callable[[str], None]
Change = Callable[[Path], Index]
"""A change of `release.registry` to the folder of releases that it gets."""

RECEIPT_NAME = "publish_receipt.json"


@dataclass(frozen=True)
class PublishSettings:
    """How patient and how public a publication is. Times are seconds."""

    public: bool = False
    """A new dataset is private unless this is set; a dataset that is already public is refused unless this is set."""
    update_metadata: bool = False
    """Also send, whether the version is new or there already, title, licence, column descriptions, how often to expect
    a new version, and a cover picture (visibility is sent as the host has it)."""
    read_back: bool = True
    """Download what was published and hash it again."""
    attempts: int = 3
    """How often one step is tried before giving up."""
    call_seconds: float = 60.0
    """Deadline of one small request, and the longest pause taken because the host asked for one."""
    transfer_seconds: float | None = None
    """Deadline of one upload or download; None: ten minutes and one second for each 250 kB."""
    ready_seconds: float = 3600.0
    """How long to wait for the host to finish processing."""
    poll_seconds: float = 5.0
    """Time between two looks at the processing state."""
    pause_seconds: float = 2.0
    """First pause before a retry; it doubles each time."""
    destination: str | Path | None = None
    """For a folder: where to; None: `published` beside the bundle. For s3: s3://BUCKET/PREFIX."""
    older: bool = False
    """For a folder and s3: publish a version also where a higher one is already."""
    work: Path | None = None
    """Folder for the staged copy; None: `.publishing` beside the bundle. Emptied after success."""

    def transfer_deadline(self, size: int) -> float:
        """Seconds allowed for moving `size` bytes."""
        return self.transfer_seconds if self.transfer_seconds is not None else 600.0 + size / 250_000


@dataclass(frozen=True)
class PublishReceipt:
    """What was published where. Written beside the bundle as publish_receipt.json; never inside it."""

    target: str
    dataset: str
    """owner/slug."""
    version: str
    """Version of the bundle."""
    digest: str
    """Digest of the bundle, as in its manifest."""
    location: str
    """Folder or address where it can be found."""
    files: int
    bytes: int
    host_version: int | None
    """Version number given by the host; None for a folder."""
    visibility: Visibility
    already_published: bool
    """True if the same digest was there before and nothing was sent."""
    read_back: bool
    """True if the published bytes were read again and their hashes agree."""
    notes: tuple[str, ...]
    """Remarks that did not stop the publication."""
    published_at: str
    """UTC, seconds, ISO 8601."""

    def summary(self) -> str:
        """One sentence for the person at the terminal."""
        done = "was already there" if self.already_published else "published"
        number = f" as version {self.host_version}" if self.host_version is not None else ""
        checked = "read back, every hash agrees" if self.read_back else "not read back"
        notes = "".join(f"; {note}" for note in self.notes)
        return f"{self.dataset} {self.version} {done}{number} ({self.visibility}; {checked}{notes}): {self.location}"


def write_receipt(bundle: Path, receipt: PublishReceipt) -> Path:
    """Write the receipt beside the bundle (one entry a target, the last publication wins); returns its path."""
    path = bundle.parent / RECEIPT_NAME
    targets: dict[str, object] = {}
    if path.exists():
        try:
            found = parsed(Receipt, path.read_bytes())
            if found.format != formats.RECEIPT:
                raise ValueError
            targets = dict(found.targets)
        except (OSError, ValueError):
            raise PublishError(
                "published, but the receipt beside the bundle is not one of ours and was left alone.",
                record=RECEIPT_NAME,
                remedy="move that file away and publish again; nothing is sent twice.",
            ) from None
    targets[receipt.target] = asdict(receipt)
    text = json.dumps({"format": formats.RECEIPT, "targets": targets}, indent=2, sort_keys=True) + "\n"
    write_whole(path, text.encode(), private=False)
    return path
