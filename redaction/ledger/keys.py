"""The key: 32 random bytes in a file only its owner may read. Without it nothing is built and nothing links back."""

from __future__ import annotations

import errno
import hashlib
import hmac
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from secrets import token_bytes

from redaction.errors import KeyProblem
from redaction.work.files import private_folder
from redaction.work.trouble import trouble

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


def load_or_make_key(path: Path, prepare: Callable[[Key], None] | None = None) -> Key:
    """Read the key at `path`, making it (mode 0600) when there is none.

    `prepare` is called with a new key before it appears at `path`. Raises KeyProblem when it is a link or no regular
    file, readable by group or others, or not 32 bytes long. Links in the folders above it are followed.
    """
    if not path.exists() and not path.is_symlink():
        _make(path, prepare)
    return load_key(path)


def load_key(path: Path) -> Key:
    """Read the key at `path`; KeyProblem as load_or_make_key raises it, and when there is none."""
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
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            material = file.read(KEY_BYTES + 1)
    except OSError as error:
        raise KeyProblem(
            f"the key file cannot be read ({type(error).__name__}).", remedy="check its owner and mode."
        ) from None
    if len(material) != KEY_BYTES:
        size = f"more than {KEY_BYTES}" if len(material) > KEY_BYTES else str(len(material))
        raise KeyProblem(f"the key holds {size} bytes instead of {KEY_BYTES}.", remedy="restore it from a copy.")
    return Key(material)


def _put(part: Path, path: Path) -> None:
    """Give a finished file its name; FileExistsError when the name is taken."""
    try:
        os.link(part, path, follow_symlinks=False)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS):
            raise
        if path.exists() or path.is_symlink():  # a file system without hard links, such as that of a memory stick
            raise FileExistsError from None
        part.rename(path)


def _make(path: Path, prepare: Callable[[Key], None] | None) -> None:
    """Put a new key at `path`, whole or not at all; one that another process makes at the same moment stands."""
    part = path.with_name(f".{path.name}.{os.getpid()}.new")
    material = token_bytes(KEY_BYTES)
    try:
        private_folder(path.parent)
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                os.fchmod(file.fileno(), 0o600)
                file.write(material)
                file.flush()
                os.fsync(file.fileno())
            if prepare is not None:
                prepare(Key(material))
            _put(part, path)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError:
        return
    except OSError as error:
        machine = trouble(error)
        what = machine[0] if machine else f"{type(error).__name__}."
        raise KeyProblem(f"the key cannot be written: {what}", remedy="give a path you may write.") from None
