"""The key: 32 random bytes in a file only its owner may read. Without it nothing is built and nothing links back."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from redaction.errors import KeyProblem

KEY_BYTES = 32


@dataclass(frozen=True, slots=True, repr=False)
class Key:
    """Secret key material. `derive` gives 32 bytes for one purpose; the material itself is never used directly."""

    material: bytes

    def derive(self, purpose: str) -> bytes:
        """32 bytes bound to a purpose (HMAC-SHA256), so that keys of different purposes tell nothing of each other."""
        return hmac.new(self.material, b"entrophy/" + purpose.encode("utf-8"), hashlib.sha256).digest()

    def __repr__(self) -> str:
        return "Key(…)"


def load_or_make_key(path: Path) -> Key:
    """Read the key at `path`, making it (mode 0600) when there is none.

    Raises KeyProblem when it is a link or no regular file, readable by group or others, or not 32 bytes long.
    """
    if not path.exists() and not path.is_symlink():
        _make(path)
    try:
        state = path.lstat()
    except OSError as error:
        raise KeyProblem(
            f"the key file cannot be read ({type(error).__name__}).", remedy="give a path you may read and write."
        ) from None
    if not stat.S_ISREG(state.st_mode):
        raise KeyProblem("the key is not a regular file.", remedy="give the path of the key file itself, not a link.")
    if state.st_mode & 0o077:
        raise KeyProblem("the key is open to other users.", remedy="run `chmod 600` on it, or make a new key.")
    try:
        material = path.read_bytes()
    except OSError as error:
        raise KeyProblem(
            f"the key file cannot be read ({type(error).__name__}).", remedy="check its owner and mode."
        ) from None
    if len(material) != KEY_BYTES:
        raise KeyProblem(
            f"the key holds {len(material)} bytes instead of {KEY_BYTES}.", remedy="restore it from a copy."
        )
    return Key(material)


def _make(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    except OSError as error:
        raise KeyProblem(
            f"the key cannot be written ({type(error).__name__}).", remedy="give a path you may write."
        ) from None
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_bytes(KEY_BYTES))
        file.flush()
        os.fsync(file.fileno())
