"""Ed25519 over the manifest. Deterministic by construction: the same key and bytes give the same signature."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

from release.bundle.bundle_format import json_bytes
from release.bundle.bundle_models import Signature
from release.bundle.exact import exact_base64
from validation.files.digests import digest_bytes
from validation.files.file_models import parsed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from redaction.ledger.keys import Key

#: Signed together with the manifest, so that the signature means nothing for any other file.
_CONTEXT = b"entrophy manifest v1\0"
PUBLIC_KEY_BYTES, SIGNATURE_BYTES = 32, 64
_FORM = "the signature cannot be read, or is not in the written form"


def signing_key(key: Key, generation: int = 1) -> Ed25519PrivateKey:
    """The release key of one generation that belongs to the maintainer's secret key; it needs no file of its own.

    Only the release key has generations: the ledger and its surrogates hang on the secret key alone.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    purpose = "release-signing" if generation == 1 else f"release-signing/{generation}"
    return Ed25519PrivateKey.from_private_bytes(key.derive(purpose))


def public_key(key: Ed25519PrivateKey) -> str:
    """The public half as base64: what an auditor is told once, by another way than the bundle."""
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def fingerprint(public: str) -> str:
    """The SHA-256 of a public key (base64), in hexadecimal."""
    return hashlib.sha256(exact_base64(public, PUBLIC_KEY_BYTES)).hexdigest()


def short(public: str) -> str:
    """The first 80 bits of a key's fingerprint, for people to compare by eye or by telephone."""
    digits = fingerprint(public)[:20]
    return "-".join(digits[i : i + 4] for i in range(0, 20, 4))


def good_signature(public: str, signature: object, message: bytes) -> bool:
    """Whether `signature` (base64 in the written form) over `message` is of the key `public`."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(exact_base64(public, PUBLIC_KEY_BYTES))
        key.verify(exact_base64(signature, SIGNATURE_BYTES), message)
    except (ValueError, InvalidSignature):
        return False
    return True


def signed_text(key: Ed25519PrivateKey, message: bytes) -> str:
    """The signature over `message` as base64."""
    return base64.b64encode(key.sign(message)).decode()


def sign(manifest: bytes, key: Ed25519PrivateKey) -> bytes:
    """The bytes of manifest.sig."""
    written = Signature(
        algorithm="Ed25519",
        manifest_sha256=digest_bytes(manifest),
        public_key=public_key(key),
        signature=signed_text(key, _CONTEXT + manifest),
    )
    return json_bytes(written.model_dump())


def signer_of(manifest: bytes, signature: bytes) -> str | None:
    """The public key (base64) whose good signature the bytes of manifest.sig are; None when there is none."""
    return None if signature_problem(manifest, signature) else parsed(Signature, signature).public_key


def signature_problem(manifest: bytes, signature: bytes) -> str | None:
    """None if `signature` (the bytes of manifest.sig) is good for `manifest`; else what is wrong, in English.

    This shows only that whoever signed had the key named in the file. The file must be what `sign` writes, to the byte:
    whatever else it held nobody would have signed.
    """
    try:
        parts = parsed(Signature, signature)
        exact_base64(parts.public_key, PUBLIC_KEY_BYTES)
        exact_base64(parts.signature, SIGNATURE_BYTES)
        if parts.algorithm != "Ed25519":
            return "the signature is of another algorithm than Ed25519"
        if json_bytes(parts.model_dump()) != signature:
            return _FORM
    except ValueError:
        return _FORM
    if not good_signature(parts.public_key, parts.signature, _CONTEXT + manifest):
        return "the signature does not belong to this manifest"
    if parts.manifest_sha256 != digest_bytes(manifest):
        return "the signature names another manifest"
    return None
