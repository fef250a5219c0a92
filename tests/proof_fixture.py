"""One small release built from the sample with faults, in this process, and what is known of it: for the proofs."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redaction.batch import open_ledger, run_batch
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.ledger.ledger_files import accept_ledger
from redaction.policy import Policy
from redaction.stages.find import registry_of
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.bundle.build import build_bundle
from release.bundle.certify import Certifier, needles_of
from release.bundle.withhold import release_without
from release.sign.provenance import links
from release.sign.signing import signing_key
from validation.leaks.needles import Needle

_SAMPLES = Path(__file__).parents[1] / "samples"
SOURCE = _SAMPLES / "captures" / "faulty-demo"
DEMONSTRATIONS = _SAMPLES / "demonstrations" / "recorded" / "demonstrations-crm"
#: one worker: everything runs in this process, so that tests can break parts of it
POLICY = Policy.model_validate({"vision": {"workers": 1, "device": "cpu"}})


@dataclass(frozen=True)
class Proof:
    """A build: its batch, key, ledger, needles and bundle."""

    folder: Path
    store: BatchStore
    key: Key
    ledger: Ledger
    needles: list[Needle]
    bundle: Path

    @property
    def person(self) -> Needle:
        """A captured person with a plain name of two words, both written out."""
        people = [n for n in self.needles if n[1] is Kind.PERSON and n[2].isascii()]
        return next(n for n in people if len(n[2].split()) == 2 and all(len(w) >= 4 for w in n[2].split()))

    @property
    def captured(self) -> set[str]:
        """Captured values, as none of them may be shown."""
        return {value for _, _, value in self.needles if len(value) >= 6}


def build_proof(folder: Path, source: Path = SOURCE, policy: Policy = POLICY) -> Proof:
    """Build a sample batch in `folder` and release it."""
    work, key_path = folder / "work" / "batches", folder / "key"
    folder.mkdir(parents=True, exist_ok=True)
    key_path.write_bytes(bytes(range(32)))  # a fixed key: the same canaries every time
    key_path.chmod(0o600)
    accept_ledger(key_path)[1].close()
    run_batch(source, work, policy, key_path)
    key, ledger = open_ledger(key_path)
    store = BatchStore(work, source.name, key)
    registry = registry_of(store)
    bundle = release(store, folder / "out" / "bundle", key, ledger, policy)
    return Proof(folder, store, key, ledger, needles_of([registry], ledger, policy), bundle)


def recorded_again(store: BatchStore) -> None:
    """The stages from scrub on as if they had left what lies there now: what a detector missed, not what was edited."""
    for stage in ("scrub", "finish", "canaries"):
        store.mark_done(stage, store.record(stage).stamp)


def release(
    store: BatchStore, out: Path, key: Key, ledger: Ledger, policy: Policy = POLICY, version: str = "1.0.0"
) -> Path:
    """The last stage alone: certify and seal what the store holds."""
    certify = Certifier([store], ledger, policy, no_progress)
    info = release_without(
        [store],
        lambda: build_bundle(
            [store.scrubbed],
            out,
            version=version,
            policy=policy,
            signing_key=signing_key(key),
            certify=certify,
            chain=lambda: links([store], key),
        ),
    )
    return info.path


def change_archive(
    path: Path,
    change: Callable[[str, bytes], tuple[str, bytes]] | None = None,
    comment: bytes = b"",
    extra: bytes = b"",
) -> None:
    """Write an archive again with its first member changed, a comment, or an extra field at the first member."""
    with zipfile.ZipFile(path) as old:
        members: list[tuple[Any, bytes]] = [(info, old.read(info)) for info in old.infolist()]
    with zipfile.ZipFile(path, "w") as new:
        for number, (info, data) in enumerate(members):
            fresh = zipfile.ZipInfo(info.filename, info.date_time)
            fresh.external_attr, fresh.create_system = info.external_attr, info.create_system
            if number == 0:
                fresh.extra = extra
                if change is not None:
                    fresh.filename, data = change(info.filename, data)
            new.writestr(fresh, data)
        new.comment = comment
