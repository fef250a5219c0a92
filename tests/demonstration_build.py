"""Builds of small batches of demonstrations in this process, stage by stage, as often as a test needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redaction.batch import open_ledger, scrub
from redaction.canaries.plant import plant_and_count
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.ledger.ledger_files import accept_ledger
from redaction.policy import Policy
from redaction.stages.find import find
from redaction.stages.finish import finish
from redaction.stages.ingest import ingest
from redaction.stages.scrub import resolve
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.bundle.build import build_bundle
from release.bundle.certify import Certifier
from release.bundle.withhold import release_without
from release.sign.provenance import links
from release.sign.signing import signing_key


def small_policy(**sections: dict[str, Any]) -> Policy:
    """Text and screens, without the slower detectors: the batches are read in seconds."""
    base: dict[str, dict[str, Any]] = {
        "vision": {"workers": 1, "device": "cpu", "faces": False, "codes": False, "rescorer": False},
        "text": {"engine": "patterns"},
        "canaries": {"enabled": False},
    }
    return Policy.model_validate({**base, **{name: {**base.get(name, {}), **more} for name, more in sections.items()}})


@dataclass(frozen=True)
class Work:
    """A folder in which batches are built with one key."""

    folder: Path
    policy: Policy
    key: Key
    ledger: Ledger

    def stores(self, sources: Sequence[Path]) -> list[BatchStore]:
        """The stores of batches, in the order of their names."""
        return [BatchStore(self.folder / "work", source.name, self.key) for source in sorted(sources)]

    def scrubbed(self, *sources: Path) -> list[BatchStore]:
        """The stages of redaction for every batch; each asks the others whom they know, once all were read."""
        by_name = {source.name: source for source in sources}
        stores = self.stores(sources)
        for store in stores:
            ingest(by_name[store.name], store, self.policy, no_progress, self.key)
        for _ in stores:
            for store in stores:
                find(store, self.policy, no_progress, others=[other for other in stores if other is not store])
        for store in stores:
            resolve(store, self.policy, self.ledger)
        for store in stores:
            scrub(store, self.policy, self.ledger)
            finish(store, self.policy, self.ledger)
            plant_and_count(store, self.policy, self.key, no_progress)
        return stores

    def released(self, stores: Sequence[BatchStore], name: str = "bundle") -> Path:
        """The last stage alone: certify and seal what the stores hold."""
        certify = Certifier(stores, self.ledger, self.policy, no_progress)
        info = release_without(
            stores,
            lambda: build_bundle(
                [store.scrubbed for store in stores],
                self.folder / name,
                version="1.0.0",
                policy=self.policy,
                signing_key=signing_key(self.key),
                certify=certify,
                chain=lambda: links(stores, self.key),
            ),
        )
        return info.path


def work_in(folder: Path, policy: Policy | None = None) -> Work:
    """A new folder to build in, with the key of these tests."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "key"
    if not path.exists():
        path.write_bytes(bytes(range(32)))
        path.chmod(0o600)
        accept_ledger(path)[1].close()
    key, ledger = open_ledger(path)
    return Work(folder, policy or small_policy(), key, ledger)


def files(bundle: Path) -> dict[str, bytes]:
    """Every file of a bundle."""
    return {path.name: path.read_bytes() for path in sorted(bundle.iterdir())}
