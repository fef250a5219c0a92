"""A certified, signed bundle made from synthetic scrubbed batches, and helpers to damage copies of it."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.canaries.detectors import SCREEN_DETECTORS, TEXT_DETECTORS
from redaction.policy import Policy
from redaction.work.stage_records import RELEASED, STAGES
from release.bundle.archive import member
from release.bundle.build import BundleInfo, build_bundle
from release.bundle.manifest import manifest_as_written, seal
from release.sign.provenance import Link
from release.verify.problems import VerifyReport
from tests.scrubbed_fixture import make_batch
from validation.files.digests import digest_bytes
from validation.leaks.scan import scan_bundle

SIZE = (96, 128)
#: what a certificate tells of detectors that were asked
ANSWERING = {name: {"answers": True, "digest": ""} for name in (*TEXT_DETECTORS, *SCREEN_DETECTORS)}
#: these batches have no captures in which canaries could be planted
POLICY = Policy.model_validate({"canaries": {"enabled": False}})


@cache
def key(seed: int = 7) -> Ed25519PrivateKey:
    """A fixed signing key for tests."""
    return Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)


def certify(content: Path) -> Mapping[str, Any]:
    """Reads the content with Tesseract, as a build does."""
    report = scan_bundle(content, [], workers=1)
    report.require_clean()
    return report.certificate(detectors=ANSWERING)


def make_batches(folder: Path) -> list[Path]:
    """Two domains from three batches."""
    return [
        make_batch(folder / "a", "batch-a", "Finance", ("Invoice creation",), size=SIZE),
        make_batch(folder / "b", "batch-b", "Finance", ("Quarterly tidy-up",), size=SIZE),
        make_batch(folder / "c", "batch-c", "People & Co", ("Job creation",), size=SIZE),
    ]


def build(batches: list[Path], out: Path, **more: Any) -> BundleInfo:
    """build_bundle with the settings of these tests."""
    settings: dict[str, Any] = {"version": "1.0.0", "policy": POLICY, "signing_key": key(), "certify": certify} | more
    settings.setdefault("chain", lambda: chain_for(batches))
    return build_bundle(batches, out, **settings)


def chain_for(batches: list[Path]) -> list[Link]:
    """A chain of stages for scrubbed batches that went through none."""
    found = []
    for folder in batches:
        scrubbed = folder / "scrubbed" if (folder / "scrubbed").is_dir() else folder
        batch = str(json.loads((scrubbed / "batch.json").read_text(encoding="utf-8"))["source_digest"])
        left = {stage: digest_bytes(f"{batch} {stage}".encode()) for stage in RELEASED}
        for stage in RELEASED:
            inputs = {name: left[name] for name in sorted(STAGES[stage].reads)}
            found.append(
                Link(
                    batch=batch,
                    stage=stage,
                    inputs=inputs,
                    outputs=left[stage],
                    files=len(STAGES[stage].files),
                    code="0" * 64,
                )
            )
    order = list(STAGES)
    return sorted(found, key=lambda link: (link.batch, order.index(link.stage)))


def chained(batches: list[Path]) -> dict[str, Any]:
    """The argument of build_bundle that gives such a chain."""
    return {"chain": lambda: chain_for(batches)}


def copy(bundle: Path, to: Path) -> Path:
    """A copy to damage."""
    shutil.copytree(bundle, to)
    return to


def rewrite_archive(path: Path, change: Any) -> None:
    """Write an archive again with changed members: change(name, data) gives (name, data) or None to drop one."""
    with zipfile.ZipFile(path) as old:
        members = [(info.filename, old.read(info)) for info in old.infolist()]
    with zipfile.ZipFile(path, "w") as new:
        for name, data in members:
            changed = change(name, data)
            if changed is not None:
                new.writestr(member(changed[0]), changed[1])


def seal_again(bundle: Path, signing_key: Ed25519PrivateKey | None = None) -> None:
    """What somebody would do who changes a bundle and then makes its manifest and sums fit."""
    manifest = manifest_as_written(bundle)
    about = {k: v for k, v in manifest.items() if k not in ("format", "content_digest", "files", "screenshots")}
    for part in {"demonstrations", "sources"} & about.keys():
        about[part] = {archive: _entries(bundle / archive) for archive in about[part]}
    screenshots = {archive: _entries(bundle / archive) for archive in manifest["screenshots"]}
    seal(bundle, about, screenshots, signing_key or key())


def _entries(archive: Path) -> dict[str, dict[str, int | str]]:
    """Member → its entry in the manifest."""
    with zipfile.ZipFile(archive) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    return {name: {"bytes": len(data), "sha256": digest_bytes(data)} for name, data in members.items()}


def sentences(report: VerifyReport) -> list[str]:
    """The problems of a verification, a line each."""
    return [f"{p.where}: {p.what} {p.remedy}" for p in report.problems]
