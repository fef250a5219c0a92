"""Where a bundle can be published: the interface of a target, and the table of all targets.

A target gets a shipment whose every file was verified and hashed, and says what it would do before it does it. How to
add one: docs/how-to/add-a-target.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from redaction.doors import Door
from redaction.errors import PublishError

if TYPE_CHECKING:  # the command line lists the names before anything else is loaded
    from release.publish.publish_types import Change, PublishSettings, Say, Visibility
    from release.publish.staging import Shipment


@dataclass(frozen=True)
class Outcome:
    """What came of a publication; see PublishReceipt for the meaning of the fields."""

    location: str
    files: int
    bytes: int
    visibility: Visibility
    already_published: bool
    read_back: bool
    host_version: int | None = None
    notes: tuple[str, ...] = ()


class PublishTarget(Protocol):
    """One kind of place."""

    @property
    def leaves_machine(self) -> bool:
        """Whether the data leaves this machine: then nothing is sent without `yes`."""
        ...

    def plan(self, shipment: Shipment, settings: PublishSettings) -> list[str]:
        """What `publish` would do, a sentence a line; sends nothing. PublishError if the place would refuse it."""
        ...

    def publish(self, shipment: Shipment, settings: PublishSettings, say: Say) -> Outcome:
        """Bring every file there, read it back, and tell what came of it. The same bundle is never published twice: one
        that is there is found and checked. PublishError with a remedy otherwise."""
        ...

    def announce(self, dataset: str, change: Change, settings: PublishSettings, say: Say) -> bool:
        """Make a change of `release.registry` to the releases of `dataset` (owner/slug) at this place, where readers
        look for it: a withdrawal, a tombstone. False if readers of this place look nowhere. `change` gets a folder that
        holds what the place has of the releases, and what it wrote is sent. PublishError with a remedy otherwise."""
        ...


TARGETS = {
    "folder": "release.publish.folder",
    "kaggle": "release.publish.kaggle",
    "huggingface": "release.publish.huggingface",
    "s3": "release.publish.object_store",
}
"""Target → module that holds it as TARGET."""
PUBLISH_TARGETS: Door[PublishTarget] = Door("publish target", TARGETS, "TARGET", PublishError)
