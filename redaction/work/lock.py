"""One at a time: a lock file that names its owner. The kernel frees it when the owner ends, however it ends.

A lock is held through the open file, not through what is written in it, so that a file left by a killed process holds
nobody up and a process number that was given to another process is never mistaken for the owner.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redaction.errors import EntrophyError, MachineProblem
from redaction.work.files import private_folder
from redaction.work.trouble import trouble

#: seconds between two tries of a lock that is waited for
_POLL = 0.05
_MOST = 500
"""Bytes of a lock file that are read."""


class Held(EntrophyError):
    """Somebody else holds the lock."""


@contextmanager
def only_one(path: Path, busy: str, remedy: str, *, wait_s: float = 0.0) -> Iterator[None]:
    """Hold the lock file `path` (mode 0600, made when absent) while the block runs.

    Raises Held with the sentence `busy` and the owner's process number when another process, or another block of this
    one, holds it after `wait_s` seconds; MachineProblem where a lock cannot be made.
    """
    handle = _opened(path)
    try:
        until = time.monotonic() + wait_s
        while not _taken(handle):
            if time.monotonic() >= until:
                owner = _owner(handle)
                who = f" (process {owner})" if owner else ""
                raise Held(f"{busy}{who}.", remedy=remedy)
            time.sleep(_POLL)
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps(_identity(os.getpid())).encode(), 0)
        yield
    finally:
        os.close(handle)


def _opened(path: Path) -> int:
    try:
        private_folder(path.parent)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
    except OSError as error:
        raise _unlockable(error) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise MachineProblem("the lock file is no regular file.", remedy=f"remove {path.name} from its folder.")
    return handle


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        raise _unlockable(error) from None
    return True


def _unlockable(error: OSError) -> MachineProblem:
    machine = trouble(error)
    what, remedy = machine or (
        "this file system has no locks.",
        "use a folder on a local disk; two builds must not write into one folder at once.",
    )
    return MachineProblem(f"the lock file cannot be used: {what}", remedy=remedy)


def _owner(handle: int) -> int | None:
    """The process number in the lock file, if that process is still the one that wrote it."""
    try:
        holder = json.loads(os.pread(handle, _MOST, 0))
        return int(holder["pid"]) if holder == _identity(int(holder["pid"])) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _identity(pid: int) -> dict[str, object]:
    """A process as nobody else can be it: its number, when it started (clock ticks since boot), and which boot."""
    try:
        # The name of the program stands in parentheses and may hold anything; the 22nd field is the 20th after it.
        started = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, IndexError):
        started, boot = "", ""
    return {"pid": pid, "started": started, "boot": boot}
