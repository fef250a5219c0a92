"""The manifest: every file and every screenshot with its SHA-256, then signature and sums."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redaction.errors import BundleError
from redaction.work import formats
from redaction.work.files import file_digest, write_whole
from release.bundle.bundle_format import json_bytes
from release.bundle.bundle_models import Manifest
from release.sign.envelope import envelope
from release.sign.release_keys import first_statements, read_statements
from release.sign.signing import public_key, sign
from validation.files.bundle_files import CERTIFICATE, ENVELOPE, KEYS, MANIFEST, PROVENANCE, SIGNATURE, SIGNOFF, SUMS
from validation.files.digests import content_digest, digest_bytes
from validation.files.file_models import read_file

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_REMEDY = "give the folder that `entrophy build` wrote, or build it again."


def seal(
    bundle: Path,
    about: Mapping[str, Any],
    screenshots: Mapping[str, Mapping[str, Mapping[str, int | str]]],
    signing_key: Ed25519PrivateKey | None,
    statements: bytes | None = None,
) -> str:
    """Write manifest.json and SHA256SUMS over what lies in `bundle`; with a key also manifest.sig, the signed envelope
    of the provenance, and release_keys.json (`statements`; by default those that are there, if they are of this key).

    `about` opens the manifest, `screenshots` maps archive → member → {"bytes", "sha256"}. Returns the bundle digest:
    the SHA-256 of the manifest, which covers every other file.
    """
    _attest(bundle, signing_key, statements)
    names = sorted(path.name for path in bundle.iterdir() if path.name not in (MANIFEST, SIGNATURE, SUMS, SIGNOFF))
    digests = {name: file_digest(bundle / name) for name in names}
    manifest = {
        "format": formats.BUNDLE,
        **about,
        "content_digest": content_digest(digests),
        "files": {name: {"bytes": (bundle / name).stat().st_size, "sha256": digests[name]} for name in names},
        "screenshots": {archive: screenshots[archive] for archive in sorted(screenshots)},
    }
    data = json_bytes(manifest)
    write_whole(bundle / MANIFEST, data, private=False)
    sums = {**digests, MANIFEST: digest_bytes(data)}
    if signing_key is not None:
        signature = sign(data, signing_key)
        write_whole(bundle / SIGNATURE, signature, private=False)
        sums[SIGNATURE] = digest_bytes(signature)
    else:
        # A signature of an older manifest would be a false one.
        (bundle / SIGNATURE).unlink(missing_ok=True)
    write_whole(bundle / SUMS, "".join(f"{sums[name]}  {name}\n" for name in sorted(sums)).encode(), private=False)
    return digest_bytes(data)


def _attest(bundle: Path, signing_key: Ed25519PrivateKey | None, statements: bytes | None) -> None:
    """What the release key says, under the provenance and about itself; without a key nothing of an older one stays."""
    if signing_key is None:
        for name in (ENVELOPE, KEYS):
            (bundle / name).unlink(missing_ok=True)
        return
    if statements is None:
        there = (bundle / KEYS).read_bytes() if (bundle / KEYS).is_file() else b""
        statements = there if _is_of(there, public_key(signing_key)) else first_statements(public_key(signing_key))
    write_whole(bundle / KEYS, statements, private=False)
    if (bundle / PROVENANCE).is_file():
        write_whole(bundle / ENVELOPE, envelope((bundle / PROVENANCE).read_bytes(), signing_key), private=False)


def _is_of(statements: bytes, public: str) -> bool:
    try:
        read_statements(statements, public)
    except ValueError:
        return False
    return True


def manifest_as_written(bundle: Path) -> dict[str, Any]:
    """manifest.json with all that it says, in order; BundleError if there is no such folder, or the file is absent, not
    JSON, or of another format."""
    if not bundle.is_dir():
        raise BundleError("there is no such folder.", record=bundle.name, remedy=_REMEDY)
    try:
        manifest = json.loads((bundle / MANIFEST).read_bytes())
    except (OSError, ValueError):
        manifest = None
    if not isinstance(manifest, dict) or manifest.get("format") != formats.BUNDLE:
        raise BundleError(
            f"there is no readable manifest of the format {formats.BUNDLE}.", record=MANIFEST, remedy=_REMEDY
        )
    return manifest


def read_manifest(bundle: Path) -> Manifest:
    """manifest.json; BundleError as manifest_as_written, and naming the fields that are wrong."""
    manifest_as_written(bundle)
    return read_file(Manifest, bundle / MANIFEST, _REMEDY)


def certify_bundle(bundle: Path, certificate: Mapping[str, Any], signing_key: Ed25519PrivateKey | None) -> str:
    """Put the leak certificate into a bundle and seal it again; returns the new bundle digest.

    BundleError if the certificate was made for other content.
    """
    manifest = manifest_as_written(bundle)
    if certificate.get("content_digest") != manifest["content_digest"]:
        raise BundleError(
            "the leak certificate was made for other content.",
            record=CERTIFICATE,
            remedy="scan the bundle again (validation.leaks.scan.scan_bundle).",
        )
    write_whole(bundle / CERTIFICATE, json_bytes(dict(certificate)), private=False)
    about = {k: v for k, v in manifest.items() if k not in ("format", "content_digest", "files", "screenshots")}
    return seal(bundle, about, manifest["screenshots"], signing_key)
