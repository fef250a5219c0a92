"""SHA-256 of bytes, and the one digest of a bundle's content that certificates and manifests name."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from validation.files.bundle_files import SEALS


def digest_bytes(data: bytes) -> str:
    """SHA-256, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def content_digest(files: Mapping[str, str]) -> str:
    """One digest for all content files; `files` maps names to SHA-256. Seals in it are left out."""
    lines = (f"{files[name]}  {name}\n" for name in sorted(files) if name not in SEALS)
    return digest_bytes("".join(lines).encode())
