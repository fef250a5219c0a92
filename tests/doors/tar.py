"""A publish target: one tar file."""

from __future__ import annotations

import hashlib
import tarfile
from pathlib import Path

from redaction.errors import PublishError
from release.publish.publish_types import Change, PublishSettings, Say
from release.publish.staging import Shipment
from release.publish.targets import Outcome, PublishTarget


class TarTarget:
    """<destination>/<slug>-<version>.tar"""

    leaves_machine = False

    def plan(self, shipment: Shipment, settings: PublishSettings) -> list[str]:
        """The one file."""
        return [f"Write {_place(shipment, settings).name}."]

    def publish(self, shipment: Shipment, settings: PublishSettings, say: Say) -> Outcome:
        """Written once, read back each time."""
        place = _place(shipment, settings)
        there = place.exists()
        if not there:
            with tarfile.open(place, "x") as tar:
                for name in sorted(shipment.files):
                    tar.add(shipment.source(name), name)
        with tarfile.open(place) as tar:
            found = {m.name: hashlib.sha256(tar.extractfile(m).read()).hexdigest() for m in tar}  # type: ignore[union-attr]
        if found != {name: fact.sha256 for name, fact in shipment.files.items()}:
            raise PublishError("the tar holds something else.", record=place.name, remedy="remove it.")
        return Outcome(str(place), len(found), shipment.size, "local", there, read_back=True)

    def announce(self, dataset: str, change: Change, settings: PublishSettings, say: Say) -> bool:
        """A tar tells no readers."""
        return False


def _place(shipment: Shipment, settings: PublishSettings) -> Path:
    return (settings.destination or shipment.bundle.parent) / f"{shipment.slug}-{shipment.version}.tar"


TARGET: PublishTarget = TarTarget()
