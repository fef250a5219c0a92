"""Who may sign off a release: each auditor's own key, and the list of auditors whose signatures count."""

from __future__ import annotations

import base64
import binascii
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from redaction.errors import EntrophyError
from redaction.ledger.keys import load_or_make_key
from redaction.work.files import write_whole
from release.sign.signing import public_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def auditor_key(path: Path) -> Ed25519PrivateKey:
    """The auditor's own signing key, from a key file of 32 random bytes (made on first use, mode 0600)."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(load_or_make_key(path).derive("auditor-signing"))


def auditor_line(auditor: str, key: Ed25519PrivateKey) -> str:
    """The line of the trusted-auditors file for this auditor: public key (base64), a space, the name."""
    return f"{public_key(key)} {auditor.strip()}"


def auditors_path(key_path: Path) -> Path:
    """Where the list of trusted auditors lies that belongs to the maintainer's key."""
    return key_path.with_name(key_path.name + ".auditors")


def trusted_auditors(path: Path) -> frozenset[tuple[str, str]]:
    """(public key, name) of every trusted auditor. Blank lines and lines that begin with # are left out.

    EntrophyError when the file is not ordinary, can be written by others, or has a line that is not KEY NAME.
    """
    try:
        state = path.lstat()
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise EntrophyError(
            f"the list of trusted auditors cannot be read ({type(error).__name__}).", remedy="check the path."
        ) from None
    if not stat.S_ISREG(state.st_mode) or state.st_mode & 0o022 or state.st_uid not in (0, os.getuid()):
        raise EntrophyError(
            "the list of trusted auditors can be changed by others.", remedy="run `chmod go-w` on it, and own it."
        )
    found = set()
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, _, name = line.strip().partition(" ")
        if not name.strip() or not _is_key(key):
            raise EntrophyError(
                "this is not a base64 Ed25519 public key and a name.",
                record=f"{path.name}:{number}",
                remedy="write what `entrophy sign --show-key` prints.",
            )
        found.add((key, name.strip()))
    return frozenset(found)


def trust_auditor(path: Path, public: str, name: str) -> bool:
    """Add an auditor to the list (made on first use, mode 0600); False where (key, name) was on it.

    EntrophyError for what is no key and name, for a name that another key has, and for a list that cannot be trusted.
    """
    name = " ".join(name.split())
    if not _is_key(public) or not name:
        raise EntrophyError(
            "this is not a base64 Ed25519 public key and a name.",
            remedy="give what `entrophy sign --show-key` prints: the key, then the name in quotes.",
        )
    known = trusted_auditors(path) if path.exists() else frozenset()
    if (public, name) in known:
        return False
    if any(name.casefold() == other.casefold() for _, other in known):
        raise EntrophyError(
            "another key is trusted under this name.",
            record=path.name,
            remedy="if the auditor has a new key, run `entrophy trust --remove NAME` first.",
        )
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    write_whole(path, "".join(f"{line}\n" for line in [*lines, f"{public} {name}"]).encode())
    return True


def distrust_auditor(path: Path, name: str) -> int:
    """Take every key of this name off the list; how many there were."""
    known = trusted_auditors(path) if path.exists() else frozenset()
    gone = {f"{key} {other}" for key, other in known if other.casefold() == " ".join(name.split()).casefold()}
    if gone:
        lines = path.read_text(encoding="utf-8").splitlines()
        write_whole(path, "".join(f"{line}\n" for line in lines if " ".join(line.split()) not in gone).encode())
    return len(gone)


def _is_key(text: str) -> bool:
    try:
        return len(base64.b64decode(text, validate=True)) == 32
    except (binascii.Error, ValueError):
        return False
