"""Whose bundle it is: the forged one, keys told, pinned, rotated and revoked, older versions, and the form of seals."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from typer.testing import CliRunner

from entrophy import OriginWarning, load, screenshot
from pipeline.cli import app
from redaction.errors import BundleError, EntrophyError
from redaction.findings import Kind
from redaction.ledger.keys import Key
from release.bundle.bundle_format import json_bytes
from release.bundle.manifest import manifest_as_written, seal
from release.sign.release_keys import ReleaseKeys, revoked_path, save_release_keys
from release.sign.sbom import without_own_names
from release.sign.signing import short
from release.verify.known_releases import Known, KnownReleases, order, read_known
from release.verify.origin import Trust, own_keys
from release.verify.verify_bundle import verify_bundle
from tests.release_fixture import build, copy, make_batches, sentences
from validation.files.bundle_files import CERTIFICATE, ENVELOPE, KEYS, MANIFEST, PROVENANCE, SBOM, SIGNATURE, SUMS
from validation.leaks.scan import scan_bundle

ROOT = Path(__file__).resolve().parents[2]
MAKER, FORGER = Key(b"m" * 32), Key(b"f" * 32)
OURS, THEIRS = ReleaseKeys(MAKER), ReleaseKeys(FORGER)
DATASET = "owner/entrophy-interactions"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("origin")
    return build(make_batches(folder)[2:], folder / "out" / "bundle", signing_key=OURS.signing_key).path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own: nothing of this machine vouches for anything."""
    for name in ("ENTROPHY_KEY", "ENTROPHY_KNOWN_RELEASES", "ENTROPHY_REVOKED_KEYS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def resealed(bundle: Path, to: Path, keys: ReleaseKeys, **about: Any) -> Path:
    """The same content under another key, with everything made to fit: what a forger, or a maintainer, would do."""
    made = copy(bundle, to)
    manifest = manifest_as_written(made)
    kept = {k: v for k, v in manifest.items() if k not in ("format", "content_digest", "files", "screenshots")}
    if about:
        told = json.loads((made / PROVENANCE).read_bytes())
        told["predicate"]["buildDefinition"]["externalParameters"]["version"] = about["version"]
        (made / PROVENANCE).write_bytes(json_bytes(told))
    seal(made, {**kept, **about}, manifest["screenshots"], keys.signing_key, keys.statements())
    return made


def versioned(folder: Path, keys: ReleaseKeys, version: str) -> Path:
    batches = make_batches(folder / "batches")[2:]
    return build(
        batches,
        folder / "bundle",
        signing_key=keys.signing_key,
        key_statements=keys.statements(),
        version=version,
    ).path


def spawned(*words: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    """The command as a user runs it, in a process of its own."""
    environment = {**os.environ, "HOME": str(home), "COLUMNS": "200"}
    command = [sys.executable, "-m", "pipeline.cli", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=300, check=False)


def entrophy(*words: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    """The same command in this process; HOME is set by the fixture."""
    assert os.environ["HOME"] == str(home)
    done = CliRunner().invoke(app, [str(word) for word in words])
    return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)


# --- a forged bundle -------------------------------------------------------------------------------------------------


def test_a_bundle_signed_again_by_somebody_else_never_ends_with_0(bundle: Path, tmp_path: Path, home: Path) -> None:
    forged = resealed(bundle, tmp_path / "forged", THEIRS)
    assert verify_bundle(forged).problems == [], "nothing in the bytes tells it from a real one"
    done = spawned("verify", forged, "--unsigned", home=home)
    assert done.returncode == 4
    assert short(THEIRS.public(1)) in done.stdout and "where it comes from was not checked" in done.stdout
    assert "everything holds" not in done.stdout + done.stderr
    told = ("--public-key", OURS.public(1))
    assert entrophy("verify", forged, "--unsigned", *told, home=home).returncode == 1
    assert entrophy("verify", bundle, "--unsigned", *told, home=home).returncode == 0
    listed = tmp_path / "keys"
    listed.write_text(f"# of the maintainer\n\n{OURS.public(1)} release key 1\n", encoding="utf-8")
    assert entrophy("verify", bundle, "--unsigned", "--public-key-file", listed, home=home).returncode == 0
    assert entrophy("verify", forged, "--unsigned", "--public-key-file", listed, home=home).returncode == 1
    assert not home.exists(), "nothing is written unasked"


def test_a_pinned_dataset_is_held_to_its_key(bundle: Path, tmp_path: Path, home: Path) -> None:
    store = home / ".config" / "entrophy" / "known_releases.json"
    first = entrophy("verify", bundle, "--unsigned", "--pin", home=home)
    assert first.returncode == 4 and "pinned in known_releases.json" in first.stdout, "nobody told the key"
    assert store.stat().st_mode & 0o777 == 0o600
    kept = store.read_bytes()
    assert entrophy("verify", bundle, "--unsigned", home=home).returncode == 0
    forged = resealed(bundle, tmp_path / "forged", THEIRS)
    for more in ((), ("--pin",)):
        done = entrophy("verify", forged, "--unsigned", *more, home=home)
        assert done.returncode == 1 and "has not handed over to it" in done.stderr, done.stderr
        assert store.read_bytes() == kept
    # A key told by another way takes the place of the pinned one, when that is asked for.
    told = ("--public-key", THEIRS.public(1))
    assert entrophy("verify", forged, "--unsigned", *told, home=home).returncode == 1
    done = entrophy("verify", forged, "--unsigned", *told, "--pin", home=home)
    assert THEIRS.public(1) in store.read_text() and OURS.public(1) not in store.read_text(), done.stderr


def test_the_maintainers_own_machine_knows_its_key(bundle: Path, tmp_path: Path, home: Path) -> None:
    out = tmp_path / "release"
    copy(bundle, out / "bundle")
    key = tmp_path / "release.key"
    key.write_bytes(MAKER.material)
    key.chmod(0o600)
    assert own_keys(key) == {OURS.public(1)}
    done = entrophy("verify", out, "--unsigned", home=home)
    assert done.returncode == 0 and "which is your own" in done.stdout
    key.chmod(0o644)
    assert entrophy("verify", out, "--unsigned", home=home).returncode == 4


# --- rotation, revocation, older versions ----------------------------------------------------------------------------


def trusting(key: str, version: str = "1.0.0", digest: str = "0" * 64, **more: Any) -> Trust:
    return Trust(
        known=KnownReleases(None, {DATASET: Known(key=key, version=version, digest=digest, auditors=())}), **more
    )


def test_a_rotated_key_is_believed_a_stolen_one_is_not(bundle: Path, tmp_path: Path) -> None:
    assert manifest_as_written(bundle)["dataset"] == DATASET
    two = OURS.rotated()
    rotated = resealed(bundle, tmp_path / "rotated", two)
    pinned = trusting(OURS.public(1), "0.9.0")
    report = verify_bundle(rotated, trust=pinned)
    assert report.problems == [] and report.origin is not None and report.origin.how == "pinned"
    told = verify_bundle(rotated, trust=Trust(frozenset([OURS.public(1)])))
    assert told.problems == [] and told.origin is not None and told.origin.how == "told"
    # Without its statements, or once the old key is revoked, the new one is a strange key.
    bare = copy(rotated, tmp_path / "bare")
    (bare / KEYS).unlink()
    manifest = manifest_as_written(bare)
    kept = {k: v for k, v in manifest.items() if k not in ("format", "content_digest", "files", "screenshots")}
    seal(bare, kept, manifest["screenshots"], two.signing_key)
    assert "has not handed over" in " ".join(sentences(verify_bundle(bare, trust=pinned)))
    gone = frozenset([OURS.public(1)])
    after = verify_bundle(rotated, trust=trusting(OURS.public(1), "0.9.0", revoked=gone))
    assert "has not handed over to it and has been revoked" in " ".join(sentences(after))
    # A bundle that tells of the revocation itself is heeded, too.
    revoking = resealed(bundle, tmp_path / "revoking", OURS.without(1))
    assert "has been revoked" in " ".join(sentences(verify_bundle(revoking, trust=pinned)))


def test_a_bundle_of_a_revoked_key_is_refused_everywhere(bundle: Path, tmp_path: Path, home: Path) -> None:
    key = tmp_path / "key"
    save_release_keys(key, OURS.without(1))
    listed = revoked_path(key)
    done = entrophy("verify", bundle, "--unsigned", "--revoked", listed, "--public-key", OURS.public(1), home=home)
    assert done.returncode == 1 and "revoked" in done.stderr
    (home / ".config" / "entrophy").mkdir(parents=True)
    shutil.copy(listed, home / ".config" / "entrophy" / "revoked_keys.json")
    assert entrophy("verify", bundle, "--unsigned", home=home).returncode == 1
    with pytest.raises(BundleError, match="revoked"):
        load(bundle)
    (home / ".config" / "entrophy" / "revoked_keys.json").write_text("{}")
    with pytest.raises(EntrophyError, match="list of revoked keys"):
        load(bundle)


def test_an_older_version_and_another_one_of_the_same_number_are_told(bundle: Path, tmp_path: Path) -> None:
    def judged(version: str, digest: str = "0" * 64) -> Any:
        return verify_bundle(bundle, trust=trusting(OURS.public(1), version, digest))

    assert judged("0.9.9").older == "" and judged("0.9.9").problems == []
    assert "version 1.0.1 of this dataset was seen here before" in judged("1.0.1").older
    assert "version 1.10.0" in judged("1.10.0").older, "versions are numbers, not words"
    assert "another bundle with this version number" in " ".join(sentences(judged("1.0.0")))
    digest = verify_bundle(bundle).origin.digest  # type: ignore[union-attr]
    assert judged("1.0.0", digest).problems == []


def test_the_highest_version_seen_stays(bundle: Path, tmp_path: Path, home: Path) -> None:
    newer = versioned(tmp_path / "newer", OURS, "1.1.0")
    told = ("--unsigned", "--public-key", OURS.public(1))
    assert entrophy("verify", bundle, *told, "--pin", home=home).returncode == 0
    assert entrophy("verify", newer, "--unsigned", home=home).returncode == 0
    done = entrophy("verify", bundle, "--unsigned", home=home)
    assert done.returncode == 5 and "keeping a correction from you" in done.stderr
    assert entrophy("verify", bundle, "--unsigned", "--allow-older", home=home).returncode == 0
    assert entrophy("verify", bundle, "--unsigned", "--pin", home=home).returncode == 5
    known = read_known(home / ".config" / "entrophy" / "known_releases.json").get(DATASET)
    assert known is not None and known.version == "1.1.0"
    with pytest.warns(OriginWarning, match=r"version 1\.1\.0"):
        load(bundle)


@pytest.mark.parametrize(
    ("lower", "higher"), [("1.9.0", "1.10.0"), ("0.9.9", "1.0.0"), ("1.0.0", "1.0.1"), ("1.0.0-rc9", "1.0.1")]
)
def test_versions_are_ordered_by_number(lower: str, higher: str) -> None:
    assert order(lower) < order(higher)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"format": "entrophy-known-releases/1", "datasets": {"a": {}}}'])
def test_a_pin_store_that_cannot_be_read_is_no_empty_one(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "known.json"
    assert read_known(path).datasets == {}
    path.write_bytes(data)
    path.chmod(0o600)
    with pytest.raises(EntrophyError, match="known releases cannot be read"):
        read_known(path)
    path.chmod(0o622)
    with pytest.raises(EntrophyError, match="changed by others"):
        read_known(path)


# --- the written form of seals ---------------------------------------------------------------------------------------


def padded(data: bytes) -> bytes:
    return data.replace(b"{", b"{" + b" " * 50_000, 1)


def twice(data: bytes) -> bytes:
    return data.replace(b"{", b'{\n  "algorithm": "see https://example.org",', 1)


def one_more(data: bytes) -> bytes:
    return json_bytes({**json.loads(data), "note": "unsigned words"})


def escaped(data: bytes) -> bytes:
    return data.replace(b'"format"', b'"\\u0066ormat"').replace(b'"algorithm"', b'"\\u0061lgorithm"')


def loose_base64(data: bytes) -> bytes:
    told = json.loads(data)
    # The last letter before "==" has four bits that stand for nothing.
    text, letters = told["signature"], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    told["signature"] = text[:-3] + letters[letters.index(text[-3]) + 1] + "=="
    assert base64.b64decode(told["signature"]) == base64.b64decode(text)
    return json_bytes(told)


def after(data: bytes) -> bytes:
    return data + b"\n"


FORMS: list[tuple[str, Callable[[bytes], bytes]]] = [
    *((SIGNATURE, change) for change in (padded, twice, one_more, escaped, loose_base64, after)),
    *((MANIFEST, change) for change in (padded, escaped, after)),
    *((CERTIFICATE, change) for change in (padded, escaped, after)),
    *((KEYS, change) for change in (padded, escaped, one_more, after)),
    *((ENVELOPE, change) for change in (padded, one_more, after)),
    *((PROVENANCE, change) for change in (padded, one_more, after)),
    *((SBOM, change) for change in (padded, after)),
    (SUMS, after),
    (SUMS, lambda data: data + b"# words\n"),
    (SUMS, lambda data: b"\n".join(reversed(data.strip().split(b"\n"))) + b"\n"),
]


@pytest.mark.parametrize(("name", "change"), FORMS, ids=[f"{n} {i}" for i, (n, _) in enumerate(FORMS)])
def test_a_seal_has_one_form(
    bundle: Path, tmp_path: Path, name: str, change: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    data = change((altered / name).read_bytes())
    assert data != (altered / name).read_bytes()
    (altered / name).write_bytes(data)
    if name not in (SIGNATURE, SUMS, MANIFEST):
        # Whoever has the key signs it anew: the manifest fits, the form does not.
        monkeypatch.setattr("release.bundle.manifest._attest", lambda *given: None)
        manifest = manifest_as_written(altered)
        kept = {k: v for k, v in manifest.items() if k not in ("format", "content_digest", "files", "screenshots")}
        seal(altered, kept, manifest["screenshots"], OURS.signing_key)
        assert (altered / name).read_bytes() == data
    if name == MANIFEST:
        from release.sign.signing import sign

        (altered / SIGNATURE).write_bytes(sign(data, OURS.signing_key))
    report = verify_bundle(altered, public_key=OURS.public(1))
    assert any(p.where == name for p in report.problems), sentences(report)


# --- what load says --------------------------------------------------------------------------------------------------


def test_load_says_whether_anything_vouches_for_the_key(bundle: Path, tmp_path: Path) -> None:
    with pytest.warns(OriginWarning, match="where it comes from was not checked"):
        rows = load(bundle)
    assert rows.attrs["release"]["origin_checked"] is False and rows.attrs["release"]["key"] == OURS.public(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows = load(bundle, public_key=OURS.public(1))
        screenshot(bundle, str(rows.screenshot_name.dropna().iloc[0]), public_key=OURS.public(1))
    assert rows.attrs["release"]["origin_checked"] is True and rows.attrs["release"]["vouched_by"] == "told"
    with pytest.raises(BundleError, match="another key"):
        load(resealed(bundle, tmp_path / "forged", THEIRS), public_key=OURS.public(1))
    with pytest.raises(EntrophyError, match="not a base64"):
        load(bundle, public_key="abc")


@pytest.mark.parametrize("name", [SIGNATURE, "People_Co.parquet", "People_Co_screenshots.zip"])
def test_load_gives_nothing_that_was_not_signed(bundle: Path, tmp_path: Path, name: str) -> None:
    rows = load(bundle, public_key=OURS.public(1))
    altered = copy(bundle, tmp_path / "bundle")
    data = bytearray((altered / name).read_bytes())
    data[len(data) // 2] ^= 1
    (altered / name).write_bytes(bytes(data))
    with pytest.raises(BundleError):
        load(altered, public_key=OURS.public(1))
        for shot in rows.screenshot_name.dropna():
            screenshot(altered, str(shot), public_key=OURS.public(1))
    (altered / SIGNATURE).unlink()
    with pytest.raises(BundleError, match="not signed"):
        load(altered)


# --- provenance and bill of materials, read by others ----------------------------------------------------------------


def test_the_envelope_is_one_that_other_tools_verify(bundle: Path) -> None:
    from securesystemslib.dsse import Envelope
    from securesystemslib.exceptions import VerificationError
    from securesystemslib.signer import SSlibKey

    told = json.loads((bundle / ENVELOPE).read_bytes())
    keyid = told["signatures"][0]["keyid"]
    opened = Envelope.from_dict(told)
    raw = {keys: base64.b64decode(keys.public(1)) for keys in (OURS, THEIRS)}
    right, wrong = (SSlibKey.from_crypto(Ed25519PublicKey.from_public_bytes(raw[k]), keyid) for k in (OURS, THEIRS))
    assert opened.verify([right], 1) and opened.payload == (bundle / PROVENANCE).read_bytes()
    with pytest.raises(VerificationError):
        opened.verify([wrong], 1)


def test_the_statement_names_every_content_file_and_the_chain(bundle: Path, tmp_path: Path) -> None:
    told = json.loads((bundle / PROVENANCE).read_bytes())
    assert told["_type"] == "https://in-toto.io/Statement/v1"
    assert told["predicateType"] == "https://slsa.dev/provenance/v1"
    manifest = manifest_as_written(bundle)
    content = set(manifest["files"]) - {PROVENANCE, CERTIFICATE, KEYS, ENVELOPE}
    assert {s["name"]: s["digest"]["sha256"] for s in told["subject"]} == {
        name: manifest["files"][name]["sha256"] for name in content
    }
    report = verify_bundle(bundle)
    assert report.checked["stages"] == 6 and report.checked["components"] > 50
    assert "batch-c" not in (bundle / PROVENANCE).read_text()


BREAKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a stage left out": lambda t: t["predicate"]["runDetails"]["byproducts"].pop(2),
    "a stage that read something else": lambda t: t["predicate"]["runDetails"]["byproducts"][3]["annotations"][
        "inputs"
    ].update(find="0" * 64),
    "a subject left out": lambda t: t["subject"].pop(),
    "another version": lambda t: t["predicate"]["buildDefinition"]["externalParameters"].update(version="2.0.0"),
    "another policy": lambda t: t["predicate"]["buildDefinition"]["externalParameters"].update(policy_sha256="0" * 64),
    "an engine left out": lambda t: t["predicate"]["buildDefinition"]["internalParameters"]["engines"].popitem(),
    "another input": lambda t: t["predicate"]["buildDefinition"]["resolvedDependencies"][0]["digest"].update(
        sha256="0"
    ),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_provenance_that_does_not_fit_is_told(bundle: Path, tmp_path: Path, name: str) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    told = json.loads((altered / PROVENANCE).read_bytes())
    BREAKS[name](told)
    (altered / PROVENANCE).write_bytes(json_bytes(told))
    manifest = manifest_as_written(altered)
    kept = {k: v for k, v in manifest.items() if k not in ("format", "content_digest", "files", "screenshots")}
    seal(altered, kept, manifest["screenshots"], OURS.signing_key)
    assert any(p.where == PROVENANCE for p in verify_bundle(altered).problems)


def test_a_package_of_a_captured_name_is_no_leak_but_the_name_anywhere_else_is(bundle: Path, tmp_path: Path) -> None:
    needles = [("company-1", Kind.COMPANY, "Rapidocr")]
    report = scan_bundle(bundle, needles, read_screens=False)
    inside = {f for f in report.findings if f.where.startswith(f"{SBOM} ")}
    assert inside
    assert set(without_own_names(report, bundle).findings) == set(report.findings) - inside
    # In a bill of another installation, or one that was written into, it may be anything.
    altered = copy(bundle, tmp_path / "bundle")
    told = json.loads((altered / SBOM).read_bytes())
    told["components"][0]["version"] += "0"
    (altered / SBOM).write_bytes(json_bytes(told))
    report = scan_bundle(altered, needles, read_screens=False)
    assert without_own_names(report, altered) == report


def test_the_bill_of_materials_says_nothing_of_this_machine_and_is_the_same_again(bundle: Path) -> None:
    import socket

    from release.sign.sbom import bill_of_materials

    data = (bundle / SBOM).read_bytes()
    bill_of_materials.cache_clear()
    assert bill_of_materials() == data
    told = json.loads(data)
    names = {c["name"] for c in told["components"]}
    assert {"tesseract", "openvino", "rapidocr", "entrophy/model.onnx", "tesseract/eng.traineddata"} <= names
    assert not {"pytest", "ruff", "mypy"} & names
    assert "timestamp" not in told["metadata"]
    for secret in (socket.gethostname(), str(ROOT), str(Path.home()), sys.prefix):
        assert secret.encode() not in data
