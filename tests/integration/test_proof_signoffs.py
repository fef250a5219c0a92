"""No auditor signed a release, or one stopped it: verify and publish stop it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from redaction.errors import EntrophyError
from release.bundle.bundle_format import json_bytes
from release.bundle.manifest import manifest_as_written, seal
from release.publish.publish import publish
from release.sign.signing import signing_key
from release.sign.signing_gate import add_signoff, only_unsigned, signoff_check
from release.sign.signoff_file import signed_by
from release.verify.verify_bundle import verify_bundle
from tests.proof_fixture import Proof
from tests.proof_table import compare_with_docs, no_value, published
from tests.release_fixture import sentences
from tests.signed_release import AUDITOR, review_all, sign_off, trust
from validation.files.bundle_files import SIGNOFF

MEASURED: dict[str, str] = {}
"""Mutation → who stopped it, as in the table of docs/proof.md."""


def nobody(out: Path, proof: Proof, key: Path) -> None:
    """Nobody looked."""


def stopped(out: Path, proof: Proof, key: Path) -> None:
    sign_off(out, key, "stop")


def flagged(out: Path, proof: Proof, key: Path) -> None:
    sign_off(out, key)
    review_all(out, key, "flag")


def forged_signoff(out: Path, proof: Proof, key: Path) -> None:
    sign_off(out, key)
    stated = json.loads((out / SIGNOFF).read_bytes())
    stated["statement"]["reviewed"] += 1
    (out / SIGNOFF).write_bytes(json_bytes(stated))


def for_another(out: Path, proof: Proof, key: Path) -> None:
    """The same content under another manifest, sealed by the maintainer: everything holds but the sign-off."""
    sign_off(out, key)
    manifest = manifest_as_written(out / "bundle")
    about = {k: v for k, v in manifest.items() if k not in ("format", "content_digest", "files", "screenshots")}
    about["another"] = "1.0"
    seal(out / "bundle", about, manifest["screenshots"], signing_key(proof.key))


def distrusted(out: Path, proof: Proof, key: Path) -> None:
    sign_off(out, key)
    trust(key, key.with_name("somebody-else.key"))


SIGNOFFS: dict[str, tuple[Callable[[Path, Proof, Path], None], str]] = {
    "a release that no auditor signed": (nobody, "not signed by an auditor"),
    "a release that an auditor stopped": (stopped, "decided to stop"),
    "a release that an auditor flagged after signing": (flagged, "flag"),
    "a forged sign-off": (forged_signoff, "does not belong to this sign-off"),
    "a sign-off for another bundle": (for_another, "is for another bundle"),
    "a sign-off by an auditor who is not trusted": (distrusted, "not in the list of trusted auditors"),
}


@pytest.fixture
def out(proof: Proof, tmp_path: Path) -> Path:
    """A copy of the build with its work folder, as an auditor gets it."""
    shutil.copytree(proof.bundle, tmp_path / "out" / "bundle")
    shutil.copytree(proof.store.path.parent, tmp_path / "out" / "work" / "batches")
    return tmp_path / "out"


@pytest.mark.parametrize("mutation", SIGNOFFS)
def test_what_no_auditor_signed_or_one_stopped_goes_nowhere(
    proof: Proof, out: Path, tmp_path: Path, mutation: str
) -> None:
    change, words = SIGNOFFS[mutation]
    key = tmp_path / "key"
    change(out, proof, key)
    report = verify_bundle(out / "bundle")
    add_signoff(report, key)
    assert any(p.where == SIGNOFF and words in p.what for p in report.problems), sentences(report)
    no_value(proof, "\n".join(sentences(report)))
    with pytest.raises(EntrophyError, match=words) as refused:
        publish(
            out / "bundle",
            "folder",
            settings=published(tmp_path),
            signoff=signoff_check(key),
        )
    no_value(proof, str(refused.value))
    assert not (tmp_path / "published").exists()
    MEASURED[mutation] = "verify and publish"


def test_a_signed_release_is_published_with_its_sign_off_and_verifies_anywhere(
    proof: Proof, out: Path, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    sign_off(out, key)
    receipt = publish(
        out / "bundle",
        "folder",
        settings=published(tmp_path),
        signoff=signoff_check(key),
    )
    copy = Path(receipt.location)
    # a stranger, who has nothing but the copy
    report = verify_bundle(copy)
    add_signoff(report)
    assert report.problems == [] and report.checked["sign-offs"] == 1
    assert any("held against no list" in note for note in report.notes)
    assert report.unchecked == ["release key", "auditor's key"]
    # one who was told the auditors' keys by another way
    add_signoff(report, auditors=key.with_name("key.auditors"))
    assert report.problems == [] and report.unchecked == ["release key"]
    # one who pinned it before, with the auditor who signed then
    pinned = signed_by(copy)
    assert pinned is not None
    for known, held in (([(pinned[1], AUDITOR)], True), ([(pinned[1], "Somebody Else")], False)):
        add_signoff(report, known=known)
        assert report.signoff_held is held
    (copy / SIGNOFF).unlink()
    report = verify_bundle(copy)
    add_signoff(report)
    assert only_unsigned(report)


def test_the_table_in_the_docs_is_what_was_measured() -> None:
    compare_with_docs(MEASURED, SIGNOFFS)
