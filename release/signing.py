"""Ed25519 over the manifest. Deterministic by construction: the same key and bytes give the same signature."""

from __future__ import annotations

import base64
import binascii
import json
from typing import TYPE_CHECKING

from release.layout import digest_bytes, json_bytes

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from redaction.keys import Key

#: Signed together with the manifest, so that the signature means nothing for any other file.
_CONTEXT = b"entrophy manifest v1\0"


def signing_key(key: Key) -> Ed25519PrivateKey:
    """The release key that belongs to the maintainer's secret key; it needs no file of its own."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(key.derive("release-signing"))


def public_key(key: Ed25519PrivateKey) -> str:
    """The public half as base64: what an auditor is told once, by another way than the bundle."""
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def sign(manifest: bytes, key: Ed25519PrivateKey) -> bytes:
    """The bytes of manifest.sig."""
    return json_bytes(
        {
            "algorithm": "Ed25519",
            "manifest_sha256": digest_bytes(manifest),
            "public_key": public_key(key),
            "signature": base64.b64encode(key.sign(_CONTEXT + manifest)).decode(),
        }
    )


def signature_problem(manifest: bytes, signature: bytes, expected_key: str | None = None) -> str | None:
    """None if `signature` (the bytes of manifest.sig) is good for `manifest`; else what is wrong, in English.

    Without `expected_key` (base64) this shows only that whoever signed had the key named in the file.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        parts = json.loads(signature)
        if parts["algorithm"] != "Ed25519":
            return "the signature is of another algorithm than Ed25519"
        key_text = str(parts["public_key"])
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(key_text, validate=True))
        key.verify(base64.b64decode(parts["signature"], validate=True), _CONTEXT + manifest)
        named = str(parts["manifest_sha256"])
    except (ValueError, KeyError, TypeError, binascii.Error):
        return "the signature cannot be read"
    except InvalidSignature:
        return "the signature does not belong to this manifest"
    if named != digest_bytes(manifest):
        return "the signature names another manifest"
    if expected_key is not None and key_text != expected_key:
        return "the manifest was signed with another key than the expected one"
    return None
