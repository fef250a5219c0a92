"""SHA-256 of files, and the one digest of a bundle's content that certificates and manifests name."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

MANIFEST, SIGNATURE, SUMS, CERTIFICATE = "manifest.json", "manifest.sig", "SHA256SUMS", "leak_certificate.json"
#: The auditor's decision: beside a bundle that was built, inside one that was published.
SIGNOFF = "signoff.json"
#: What the release key says about itself and the keys before it, and its signature under the provenance.
KEYS, ENVELOPE = "release_keys.json", "provenance.intoto.jsonl"
#: Files that speak about the others; everything else is content. The certificate is bound to the content it read.
SEALS = frozenset({MANIFEST, SIGNATURE, SUMS, CERTIFICATE, SIGNOFF, KEYS, ENVELOPE})
_CHUNK = 1 << 20


def digest_bytes(data: bytes) -> str:
    """SHA-256, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def digest_file(path: Path) -> str:
    """SHA-256 of a file's bytes, read in pieces."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            digest.update(piece)
    return digest.hexdigest()


def content_digest(files: Mapping[str, str]) -> str:
    """One digest for all content files; `files` maps names to SHA-256. Seals in it are left out."""
    lines = (f"{files[name]}  {name}\n" for name in sorted(files) if name not in SEALS)
    return digest_bytes("".join(lines).encode())
