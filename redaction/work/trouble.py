"""When the machine is what fails (disk, memory, permission, limits): the sentence for it, whatever library choked."""

from __future__ import annotations

import errno
import resource
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from redaction.work.extras import missing_package

AGAIN = "the same command goes on where it stopped"

_DISK_FULL = ("the disk is full.", f"make room on the disk of the output folder; {AGAIN}.")
_READ_ONLY = ("the folder or file is read-only.", f"give a folder that can be written, or mount it writable; {AGAIN}.")
_PERMISSION = ("this user may not read or write a file it needs.", f"correct owner and mode of the folder; {AGAIN}.")
_TOO_LARGE = ("a file would be larger than this process may write.", f"raise the limit (`ulimit -f`); {AGAIN}.")
_FILES = ("this process may open no more files.", f"raise the limit (`ulimit -n`); {AGAIN}.")
_MEMORY = (
    "this process has no memory left.",
    f"free memory, raise its limit (`ulimit -v`) or set vision.workers lower in the policy; {AGAIN}.",
)
_BROKEN_DISK = ("the disk reports an error.", f"check the disk; {AGAIN}.")
_BUSY = ("another process holds a database of this build.", f"wait until it has ended; {AGAIN}.")

_BY_NUMBER = MappingProxyType(
    {
        errno.ENOSPC: _DISK_FULL,
        errno.EDQUOT: _DISK_FULL,
        errno.EROFS: _READ_ONLY,
        errno.EACCES: _PERMISSION,
        errno.EPERM: _PERMISSION,
        errno.EFBIG: _TOO_LARGE,
        errno.EMFILE: _FILES,
        errno.ENFILE: _FILES,
        errno.ENOMEM: _MEMORY,
        errno.EIO: _BROKEN_DISK,
    }
)
_BY_DATABASE = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: _DISK_FULL,
        sqlite3.SQLITE_READONLY: _READ_ONLY,
        sqlite3.SQLITE_CANTOPEN: _PERMISSION,
        sqlite3.SQLITE_PERM: _PERMISSION,
        # What SQLite calls an input or output error is mostly a write that was cut short.
        sqlite3.SQLITE_IOERR: _DISK_FULL,
        sqlite3.SQLITE_NOMEM: _MEMORY,
        sqlite3.SQLITE_BUSY: _BUSY,
        sqlite3.SQLITE_LOCKED: _BUSY,
    }
)
#: what libraries without an exception of their own for it say when memory or threads run out
_MEMORY_WORDS = (
    "cannot allocate memory",
    "can't allocate memory",
    "can't start new thread",
    "insufficient memory",
    "bad_alloc",
    "bad allocation",
    "failed to allocate",
    "failed to map segment",
    "out of memory",
    "resource temporarily unavailable",
)
_NEAR = 0.5
"""Share of the allowed memory from which an error without a name is put down to it: one library maps hundreds of MB at
once, so what fails is far from the limit still."""
#: how many errors behind an error are looked at
_DEEPEST = 20


def trouble(error: BaseException) -> tuple[str, str] | None:
    """(sentence, remedy) if the error, or one it came from, is the machine's and not the data's; else None.

    Neither quotes the error: its text may hold a path or a captured value.
    """
    for one in _chain(error):
        if isinstance(one, sqlite3.Error):
            code = getattr(one, "sqlite_errorcode", None)
            if isinstance(code, int) and (found := _BY_DATABASE.get(code & 0xFF)):
                return _TOO_LARGE if found is _DISK_FULL and _held_to_a_size() else found
        if isinstance(one, OSError) and one.errno is not None and one.errno in _BY_NUMBER:
            return _BY_NUMBER[one.errno]
        if isinstance(one, ModuleNotFoundError) and one.name:
            return missing_package(one)
        if out_of_memory(one):
            return _MEMORY
    # A library that cannot be loaded or started for want of memory seldom says so.
    return _MEMORY if near_memory_limit() else None


def _held_to_a_size() -> bool:
    """Whether this process may write files up to some size only: a database calls that a full disk."""
    return resource.getrlimit(resource.RLIMIT_FSIZE)[0] != resource.RLIM_INFINITY


def near_memory_limit() -> bool:
    """Whether this process is held to an amount of memory (`ulimit -v`) and has come near it."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit == resource.RLIM_INFINITY:
        return False
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        peak = int(status.partition("VmPeak:")[2].split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        return True
    return peak >= _NEAR * limit


def out_of_memory(error: BaseException) -> bool:
    """Whether this error says that memory, or room for another thread, is used up."""
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    if not isinstance(error, (RuntimeError, ImportError, OSError)) and "cv2" not in type(error).__module__:
        return False
    words = str(error).casefold()
    return any(word in words for word in _MEMORY_WORDS)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and those behind it, each once."""
    waiting: list[BaseException | None] = [error]
    seen: set[int] = set()
    while waiting and len(seen) < _DEEPEST:
        one = waiting.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        behind = getattr(one, "orig", None)  # how SQLAlchemy names what the database said
        waiting += [behind if isinstance(behind, BaseException) else None, one.__cause__, one.__context__]
