"""DSSE (Dead Simple Signing Envelope) around an in-toto Statement: the form in which tools of supply chains read one.

https://github.com/secure-systems-lab/dsse: the signature is over the pre-authentication encoding of type and payload.
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

from pydantic import Field

from release.sign.signing import fingerprint, good_signature, public_key, signed_text
from validation.files.file_models import FileModel, parsed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PAYLOAD_TYPE = "application/vnd.in-toto+json"


class Sealing(FileModel):
    """One signature of an envelope."""

    signature: str = Field(alias="sig")


class Envelope(FileModel):
    """provenance.intoto.jsonl, as far as it is not written again from elsewhere."""

    signatures: tuple[Sealing]


def envelope(statement: bytes, key: Ed25519PrivateKey) -> bytes:
    """The bytes of provenance.intoto.jsonl: one line, one envelope. The key's id is its fingerprint."""
    return _written(statement, public_key(key), signed_text(key, _encoded(statement)))


def envelope_problem(data: bytes, statement: bytes, signer: str) -> str | None:
    """None if the envelope is the one that the key `signer` (base64) puts around `statement`, to the byte."""
    try:
        signature = parsed(Envelope, data).signatures[0].signature
        written = _written(statement, signer, signature)
    except ValueError:
        return "is no envelope"
    if written != data:
        return "is not the envelope of the provenance beside it, by the key that signed the manifest"
    return None if good_signature(signer, signature, _encoded(statement)) else "its signature is not good"


def _encoded(statement: bytes) -> bytes:
    return b"DSSEv1 %d %b %d %b" % (len(PAYLOAD_TYPE), PAYLOAD_TYPE.encode(), len(statement), statement)


def _written(statement: bytes, public: str, signature: str) -> bytes:
    document = {
        "payload": base64.b64encode(statement).decode(),
        "payloadType": PAYLOAD_TYPE,
        "signatures": [{"keyid": fingerprint(public), "sig": signature}],
    }
    return (json.dumps(document, separators=(",", ":")) + "\n").encode()
