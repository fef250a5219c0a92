"""A release is not what was certified and signed: verify and publish stop it."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.errors import EntrophyError
from redaction.policy import TextPolicy
from redaction.stages.engine_versions import screen_engines
from redaction.work.stage_records import RELEASED
from release.bundle.bundle_format import json_bytes
from release.bundle.manifest import certify_bundle
from release.publish.publish import publish, verify_as_ours
from release.sign.signing import public_key, signing_key
from release.verify.problems import NOT_AGAIN, VerifyReport
from release.verify.recompute import add_recomputed
from release.verify.verify_bundle import verify_bundle
from tests.proof_fixture import POLICY, Proof
from tests.proof_table import compare_with_docs, no_value, one, published
from tests.release_fixture import seal_again, sentences
from validation.files.bundle_files import CERTIFICATE, PROVENANCE, SIGNATURE

MEASURED: dict[str, str] = {}
"""Mutation → who stopped it, as in the table of docs/proof.md."""


def flipped(bundle: Path, proof: Proof) -> None:
    path = one(bundle, ".parquet")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def missing(bundle: Path, proof: Proof) -> None:
    one(bundle, ".zip").unlink()


def extra(bundle: Path, proof: Proof) -> None:
    (bundle / "notes.txt").write_text("one more file", encoding="utf-8")


def stale(bundle: Path, proof: Proof) -> None:
    path = bundle / "README.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
    seal_again(bundle, signing_key(proof.key))


def certificate(bundle: Path, proof: Proof, change: Callable[[dict[str, Any]], None]) -> None:
    stated = json.loads((bundle / CERTIFICATE).read_bytes())
    change(stated)
    certify_bundle(bundle, stated, signing_key(proof.key))


def failed(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c.update(verdict="failed"))


def no_canaries(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c.update(canaries={"enabled": False}))


def better_canaries(bundle: Path, proof: Proof) -> None:
    def change(stated: dict[str, Any]) -> None:
        stated["canaries"]["text"]["caught"] += 1

    certificate(bundle, proof, change)


def less_unread(bundle: Path, proof: Proof) -> None:
    def change(stated: dict[str, Any]) -> None:
        stated["text_on_screens"]["unread"] = -1

    certificate(bundle, proof, change)


def unread_untold(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c.pop("text_on_screens"))


def detectors_untold(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c.pop("detectors"))


def detector_off(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c["detectors"]["name lists"].update(answers=False))


def forged(bundle: Path, proof: Proof) -> None:
    path = bundle / SIGNATURE
    stated = json.loads(path.read_bytes())
    stated["signature"] = base64.b64encode(bytes(64)).decode()
    path.write_bytes(json.dumps(stated).encode())


def another_key(bundle: Path, proof: Proof) -> None:
    seal_again(bundle, Ed25519PrivateKey.from_private_bytes(bytes([9]) * 32))


def unsigned_words(bundle: Path, proof: Proof) -> None:
    path = bundle / SIGNATURE
    path.write_bytes(json_bytes({**json.loads(path.read_bytes()), "note": "words that nobody signed " * 2000}))


def shorter_chain(bundle: Path, proof: Proof) -> None:
    path = bundle / PROVENANCE
    stated = json.loads(path.read_bytes())
    stated["predicate"]["runDetails"]["byproducts"].pop(1)
    path.write_bytes(json_bytes(stated))
    seal_again(bundle, signing_key(proof.key))


def unsigned(bundle: Path, proof: Proof) -> None:
    (bundle / SIGNATURE).unlink()


SEALS: dict[str, tuple[Callable[[Path, Proof], None], str]] = {
    "one flipped byte": (flipped, ".parquet"),
    "a missing file": (missing, ".zip"),
    "one more file": (extra, "notes.txt"),
    "a certificate of other content": (stale, CERTIFICATE),
    "a certificate that did not pass": (failed, CERTIFICATE),
    "a certificate without canaries": (no_canaries, CERTIFICATE),
    "a certificate with better canary figures": (better_canaries, CERTIFICATE),
    "a certificate with other figures of unread text": (less_unread, CERTIFICATE),
    "a certificate that does not tell what was not read": (unread_untold, CERTIFICATE),
    "a certificate without its detectors": (detectors_untold, CERTIFICATE),
    "a certificate of a build with a detector off": (detector_off, CERTIFICATE),
    "a forged signature": (forged, SIGNATURE),
    "a signature by another key": (another_key, SIGNATURE),
    "no signature": (unsigned, SIGNATURE),
    "unsigned words in the signature file": (unsigned_words, SIGNATURE),
    "a stage left out of the provenance": (shorter_chain, PROVENANCE),
}


@pytest.mark.parametrize("mutation", SEALS)
def test_what_is_not_certified_and_signed_is_refused(proof: Proof, bundle: Path, tmp_path: Path, mutation: str) -> None:
    change, place = SEALS[mutation]
    change(bundle, proof)
    own = public_key(signing_key(proof.key))
    verified = verify_bundle(bundle, public_key=own)
    assert any(place in p.where for p in verified.problems), sentences(verified)
    no_value(proof, "\n".join(sentences(verified)))
    ours = verify_as_ours(proof.folder / "key")
    with pytest.raises(EntrophyError, match=r"does not pass|does not agree") as refused:
        publish(
            bundle,
            "folder",
            settings=published(tmp_path),
            verify=ours,
            signoff=lambda folder: [],
        )
    no_value(proof, str(refused.value))
    assert not any((tmp_path / "published").glob("*"))
    MEASURED[mutation] = "verify and publish"


def test_the_certificate_is_computed_again_by_whoever_has_the_key(proof: Proof, bundle: Path, tmp_path: Path) -> None:
    key, work = proof.folder / "key", proof.folder / "work"
    report = verify_bundle(bundle)
    assert any(note.startswith(NOT_AGAIN) for note in report.notes)
    add_recomputed(report, key, POLICY, work)
    assert report.problems == []
    assert any("what the provenance tells" in note for note in report.notes)
    assert report.notes[-1].endswith("the certificate tells the same figures")
    assert not any(note.startswith(NOT_AGAIN) for note in report.notes)
    other = verify_bundle(bundle)
    add_recomputed(other, key, POLICY.model_copy(update={"text": TextPolicy(threshold=0.5)}), work)
    assert [(p.where, p.what) for p in other.problems] == [
        (CERTIFICATE, "cannot be recomputed: the policy is not that of the build.")
    ], "what another policy would have left is no leak"
    # Without the work folder everybody in the ledger is looked for; the figures of what was looked for stay untold.
    elsewhere = verify_bundle(bundle)
    add_recomputed(elsewhere, key, POLICY, tmp_path)
    assert elsewhere.problems == [] and "everybody in the ledger" in elsewhere.notes[-1]
    certificate(bundle, proof, lambda c: c["needles"].update(person=c["needles"]["person"] + 1))
    better = verify_bundle(bundle)
    assert better.problems == [], "nothing tells this from the bytes alone"
    add_recomputed(better, key, POLICY, work)
    assert [(p.where, p.what) for p in better.problems] == [
        (CERTIFICATE, "tells other figures than a check today: needles.")
    ]
    MEASURED["a certificate that tells of more than was looked for"] = "verify with the maintainer's key"


def test_without_a_ledger_nothing_is_computed_again_and_that_is_a_problem(proof: Proof, tmp_path: Path) -> None:
    report = VerifyReport(proof.bundle)
    add_recomputed(report, tmp_path / "no-key", POLICY, tmp_path)
    assert [p.where for p in report.problems] == [CERTIFICATE] and not (tmp_path / "no-key").exists()


_ENGINES = {
    "cv2": "opencv-python",
    "facenet_pytorch": "facenet-pytorch",
    "numpy": "numpy",
    "onnxruntime": "onnxruntime",
    "openvino": "openvino",
    "phonenumbers": "phonenumbers",
    "PIL": "pillow",
    "presidio_analyzer": "presidio-analyzer",
    "rapidocr": "rapidocr",
    "stdnum": "python-stdnum",
    "tesserocr": "tesserocr",
    "tldextract": "tldextract",
    "tokenizers": "tokenizers",
    "torch": "torch",
}
"""Module → package of everything that can read or hide; the build of `proof` ran in this very process."""


def test_the_certificate_names_every_engine_that_ran(proof: Proof) -> None:
    stated = json.loads((proof.bundle / CERTIFICATE).read_bytes())["redaction_engines"]
    assert {package for module, package in _ENGINES.items() if module in sys.modules} <= stated.keys()
    assert set(stated) - {"names-model"} == set(_ENGINES.values())
    assert stated["openvino"] == version("openvino")
    # Nobody may read a net on a GPU and say that a CPU did.
    on_a_gpu = screen_engines("cuda").keys()
    assert "openvino" not in on_a_gpu and on_a_gpu & {"onnxruntime", "onnxruntime-gpu"}


def test_the_chain_is_in_the_bundle_and_tells_no_name(proof: Proof) -> None:
    stated = json.loads((proof.bundle / PROVENANCE).read_bytes())
    stages = [one["annotations"]["stage"] for one in stated["predicate"]["runDetails"]["byproducts"]]
    assert stages == list(RELEASED)
    assert proof.store.name not in (proof.bundle / PROVENANCE).read_text(encoding="utf-8")
    # What a stage left is told by a keyed digest: the plain one of a file that can be guessed would tell the file.
    plain = {record.digest for record in proof.store.require_released()}
    plain |= {digest for record in proof.store.require_released() for digest in record.outputs.values()}
    assert not [digest for digest in plain if digest in (proof.bundle / PROVENANCE).read_text(encoding="utf-8")]


def test_the_untouched_release_passes(proof: Proof) -> None:
    assert verify_bundle(proof.bundle, public_key=public_key(signing_key(proof.key))).problems == []


def test_the_table_in_the_docs_is_what_was_measured() -> None:
    compare_with_docs(MEASURED, SEALS)
