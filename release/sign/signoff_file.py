"""`signoff.json`: the statement of an auditor, its signature, and the one form that the file has."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from redaction.work import formats
from redaction.work.json_text import canonical
from release.bundle.bundle_format import json_bytes
from release.bundle.exact import exact_base64, exact_json
from release.sign.signing import PUBLIC_KEY_BYTES, good_signature, public_key, signed_text
from validation.files.bundle_files import SIGNOFF

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_CONTEXTS = {formats.SIGNOFF: b"entrophy sign-off v2\0", formats.SIGNOFF_OF_BEFORE: b"entrophy sign-off v1\0"}
"""What is signed before the statement, by format: a statement of one form is none of the other."""
Decision = Literal["release", "stop"]


@dataclass(frozen=True, slots=True)
class SignOff:
    """A signed decision on one bundle. Digests are SHA-256; `upper_bound` is the share of screens with something
    missed that the review does not rule out, with the plan's confidence; 1.0 when nothing was reviewed. `looked` is how
    the verdicts were come by, and with two auditors how far they agreed (None: nothing was
    to be reviewed, or a form of before)."""

    bundle_digest: str
    content_digest: str
    certificate_digest: str
    decision: Decision
    auditor: str
    signed_at: str
    note: str
    plan: dict[str, Any] | None
    reviewed: int
    open_flags: int
    upper_bound: float
    looked: dict[str, Any] | None = None

    def statement(self, form: str = formats.SIGNOFF) -> dict[str, Any]:
        """What is signed. The form of before had no `looked`; for a while it was written with one."""
        told = asdict(self)
        if form == formats.SIGNOFF_OF_BEFORE and self.looked is None:
            del told["looked"]
        return told


def signoff_path(bundle: Path) -> Path:
    """Where the sign-off of a bundle lies: inside a published one, else beside it."""
    inside = bundle / SIGNOFF
    return inside if inside.is_file() and not inside.is_symlink() else bundle.resolve().parent / SIGNOFF


def signed_by(bundle: Path) -> tuple[SignOff, str] | None:
    """The sign-off of a bundle and the public key of its signature, if that is good, whatever it says."""
    try:
        parsed = parse_signoff(signoff_path(bundle).read_bytes())
    except OSError:
        return None
    return None if isinstance(parsed, str) else parsed


def read_signoff(bundle: Path) -> SignOff | None:
    """What was signed, for people to see; `check_signoff` says whether it counts."""
    signed = signed_by(bundle)
    return None if signed is None else signed[0]


def signed_document(signoff: SignOff, key: Ed25519PrivateKey) -> dict[str, Any]:
    """The sign-off as it is written now, signed by the auditor's key."""
    form, statement = formats.SIGNOFF, signoff.statement()
    return _document(form, statement, public_key(key), signed_text(key, _payload(form, statement)))


def parse_signoff(data: bytes) -> tuple[SignOff, str] | str:
    """The sign-off and the key that signed it, or what is wrong with the file."""
    try:
        parts = exact_json(data)
        form = parts["format"]
        if form not in _CONTEXTS or parts["algorithm"] != "Ed25519":
            return f"the sign-off is not of the format {' or '.join(_CONTEXTS)}"
        public, signature = parts["public_key"], parts["signature"]
        exact_base64(public, PUBLIC_KEY_BYTES)
        signoff = SignOff(**parts["statement"])
        # What we write, to the byte: whatever else the file held nobody would have signed.
        if data != json_bytes(_document(form, signoff.statement(form), public, signature)):
            return "the sign-off is not in the written form"
        if not good_signature(public, signature, _payload(form, parts["statement"])):
            return "the signature does not belong to this sign-off"
        return signoff, public
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "the sign-off cannot be read, or is not in the written form"


def _document(form: str, statement: dict[str, Any], public: str, signature: str) -> dict[str, Any]:
    return {
        "format": form,
        "statement": statement,
        "algorithm": "Ed25519",
        "public_key": public,
        "signature": signature,
    }


def _payload(form: str, statement: dict[str, Any]) -> bytes:
    return _CONTEXTS[form] + canonical(dict(sorted(statement.items()))).encode()
