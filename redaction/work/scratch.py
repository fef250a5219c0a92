"""Folders for what is not finished: private, locked while in use, so that one left by a killed process is known."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_RANDOM = re.compile(r"[a-z0-9_]{8}")
"""What tempfile.mkdtemp puts behind a prefix."""


@contextmanager
def scratch_folder(parent: Path, prefix: str) -> Iterator[Path]:
    """A new folder of mode 0700 in `parent` that goes with the block; `stale_folders` leaves it alone until then."""
    folder, handle = _made(parent, prefix)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(handle)


def _made(parent: Path, prefix: str) -> tuple[Path, int]:
    """A new folder and the handle that holds its lock."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            folder.chmod(0o700)
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            if folder.exists():
                return folder, handle
        except (BlockingIOError, FileNotFoundError):
            # Between its making and its lock another process took it for a stale one: it removes it, we make another.
            os.close(handle)
            continue
        except BaseException:
            os.close(handle)
            shutil.rmtree(folder, ignore_errors=True)
            raise
        os.close(handle)


def stale_folders(parent: Path, prefix: str) -> Iterator[Path]:
    """Our own scratch folders of this prefix in `parent` that no process holds any more; locked while each is given."""
    if not parent.is_dir():
        return
    for folder in sorted(parent.iterdir()):
        made = folder.name.startswith(prefix) and _RANDOM.fullmatch(folder.name.removeprefix(prefix))
        if not made or folder.is_symlink() or not folder.is_dir():
            continue
        if folder.lstat().st_uid != os.geteuid():
            continue
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        else:
            yield folder
        finally:
            os.close(handle)
