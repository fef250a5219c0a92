"""A bundle as the pipeline builds it passes the whole gate and arrives, in a folder and through the Kaggle client."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.errors import PublishError
from redaction.policy import Policy
from release.bundle.build import build_bundle
from release.bundle.manifest import manifest_as_written, seal
from release.publish.publish import publish
from release.publish.publish_types import PublishSettings
from release.publish.staging import hash_folder
from tests.kaggle_standin import StandIn
from tests.release_fixture import ANSWERING, chained
from tests.scrubbed_fixture import make_batch, make_rows
from validation.files.bundle_files import CERTIFICATE
from validation.leaks.scan import scan_bundle

Build = Callable[..., Path]
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))


@pytest.fixture
def build(tmp_path: Path) -> Build:
    def run(version: str = "1.0.0", *, certified: bool = True) -> Path:
        rows = make_rows("small", ["Invoice creation"], instances=1, steps=3)
        batch = make_batch(tmp_path / f"batch-{version}-{certified}", "small", rows=rows)
        out = tmp_path / f"{version}-{certified}" / "bundle"
        policy = Policy.model_validate({"release": {"owner": "testhouse"}, "canaries": {"enabled": False}})
        certify = (
            (lambda content: scan_bundle(content, [], workers=1).certificate(detectors=ANSWERING))
            if certified
            else None
        )
        build_bundle(
            [batch / "scrubbed"],
            out,
            version=version,
            policy=policy,
            signing_key=KEY,
            certify=certify,
            **chained([batch]),
        )
        return out

    return run


def test_to_a_folder(build: Build) -> None:
    bundle = build()
    with pytest.raises(PublishError, match="not signed by an auditor"):
        publish(bundle, "folder")
    receipt = publish(bundle, "folder", signoff=lambda path: [])
    assert hash_folder(Path(receipt.location)) == hash_folder(bundle)


def test_to_kaggle(build: Build, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bundle = build()
    quick = PublishSettings(call_seconds=20, transfer_seconds=30, ready_seconds=10, poll_seconds=0.05)
    with StandIn() as standin:
        for name in [name for name in os.environ if name.startswith("KAGGLE") or name.lower().endswith("_proxy")]:
            monkeypatch.delenv(name)
        for name, value in standin.environment().items():
            monkeypatch.setenv(name, value)
        receipt = publish(bundle, "kaggle", yes=True, settings=quick, signoff=lambda path: [])
        assert (receipt.host_version, receipt.visibility, receipt.read_back) == (1, "private", True)
        assert receipt.files == len(list(bundle.iterdir())) - 1  # dataset-metadata.json is consumed


def test_a_bundle_without_a_certificate_stays_here(build: Build) -> None:
    bundle = build(certified=False)
    with pytest.raises(PublishError, match=r"does not pass verification.*leak_certificate"):
        publish(bundle, "folder")
    assert not (bundle.parent / "published").exists()


def test_a_certificate_for_other_content_stays_here(build: Build) -> None:
    good, other = build(), build("1.0.1")
    (other / CERTIFICATE).write_bytes((good / CERTIFICATE).read_bytes())
    manifest = manifest_as_written(other)
    about = {key: manifest[key] for key in manifest.keys() - {"format", "content_digest", "files", "screenshots"}}
    seal(other, about, manifest["screenshots"], KEY)
    with pytest.raises(PublishError, match=r"does not pass verification.*was made for other content"):
        publish(other, "folder")
