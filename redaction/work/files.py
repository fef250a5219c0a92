"""Files that are there whole or not at all, folders that only their owner may enter, and the digest of a file."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable
from pathlib import Path

_PART = ".part"
"""How the name of a file ends that is being written."""


def file_digest(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def bytes_of(path: Path) -> bytes:
    """The bytes of a file, none where there is no such file."""
    return path.read_bytes() if path.is_file() else b""


def private_folder(path: Path) -> None:
    """Make a folder and those above it that are not there, each with mode 0700 whatever the umask is."""
    missing = [one for one in (path, *path.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)
        one.chmod(0o700)


def write_whole(path: Path, data: bytes | Iterable[bytes], *, private: bool = True) -> None:
    """Write a file, whole or piece by piece, so that it is there completely or not at all; a failed write leaves
    nothing behind.

    A private file has mode 0600, and the folders made for it 0700; any other has the mode that the umask gives.
    """
    if private:
        private_folder(path.parent)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}{_PART}")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
    try:
        with os.fdopen(handle, "wb") as out:
            if private:
                os.fchmod(out.fileno(), 0o600)
            out.writelines([data] if isinstance(data, bytes) else data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def append_line(path: Path, line: str) -> None:
    """Add one line to a private file, which is made with mode 0600. A line that was cut off before stays one of its
    own."""
    private_folder(path.parent)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
    with os.fdopen(handle, "r+b") as out:
        size = out.seek(0, os.SEEK_END)
        torn = size > 0 and os.pread(out.fileno(), 1, size - 1) != b"\n"
        out.write(b"\n" * torn + line.encode() + b"\n")


def remove_parts(root: Path) -> int:
    """Delete what writes that were killed left below `root`; nobody else may be writing there. Returns how many."""
    stale = [path for path in root.rglob(f".*{_PART}") if path.is_file() and not path.is_symlink()]
    for path in stale:
        path.unlink(missing_ok=True)
    return len(stale)
