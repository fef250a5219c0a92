"""Files of a capture batch, opened so that nothing outside the batch and no pipe or device is ever read."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import IO, Literal
from unicodedata import category

from redaction.errors import CaptureError

DEPTH = 3
"""Folders below a batch, in every format: recordings/<process_instance_uuid>/screenshots."""

Sort = Literal["missing", "symlink", "folder", "file", "other"]


def sort_of(path: Path) -> Sort:
    """What is at `path`, without following a link."""
    try:
        mode = path.lstat().st_mode
    except (OSError, ValueError):
        return "missing"
    if stat.S_ISLNK(mode):
        return "symlink"
    if stat.S_ISDIR(mode):
        return "folder"
    return "file" if stat.S_ISREG(mode) else "other"


def entries(folder: Path) -> list[str]:
    """Names in a folder, sorted by their bytes so that the order is the same on every machine. Raises OSError."""
    return sorted((path.name for path in folder.iterdir()), key=os.fsencode)


def open_regular(path: Path) -> BufferedReader:
    """Open an ordinary file for reading; raises OSError for a link, a pipe, a device or what cannot be read."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("not a regular file")
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_small(path: Path, limit: int) -> bytes | None:
    """The bytes of an ordinary file, or None when it has more than `limit`. Raises OSError as open_regular does."""
    with open_regular(path) as file:
        data = file.read(limit + 1)
    return data if len(data) <= limit else None


def lines(file: IO[bytes], limit: int) -> Iterator[tuple[int, bytes | None]]:
    """Lines with their 1-based numbers, without line end and byte order mark; None for one of more than `limit` bytes.

    Only "\\n" ends a line; a "\\r" before it is dropped. Never holds more than one line in memory.
    """
    number = 0
    while line := file.readline(limit + 2):
        number += 1
        whole = line.endswith(b"\n")
        body = line.rstrip(b"\r\n")
        if number == 1:
            body = body.removeprefix(b"\xef\xbb\xbf")
        if not whole and len(line) > limit + 1:
            while (rest := file.readline(1 << 16)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        else:
            yield number, body if len(body) <= limit else None


def screenshot_name(value: str) -> str | None:
    """The file name in a screenshot field ("a.png" or "screenshots/a.png"); None for anything that leads elsewhere."""
    name = value.removeprefix("screenshots/")
    unsafe = not name or name in {".", ".."} or any(c in "/\\" or category(c) in {"Cc", "Cs"} for c in name)
    return None if unsafe or len(os.fsencode(name)) > 255 else name


def batch_digest(folder: Path) -> str:
    """SHA-256 over the relative paths and contents of all ordinary files, in byte order of the paths, as deep as the
    format goes (DEPTH).

    Links, pipes and devices are not opened. Raises CaptureError when the folder or a file cannot be read.
    """
    digest = hashlib.sha256()
    try:
        for path in sorted(_files(folder), key=lambda p: os.fsencode(p.relative_to(folder))):
            name = os.fsencode(path.relative_to(folder))
            with open_regular(path) as file:
                content = hashlib.file_digest(file, "sha256").digest()
            digest.update(len(name).to_bytes(8, "big") + name + content)
    except OSError as error:
        raise CaptureError(
            f"the batch cannot be read ({type(error).__name__}).",
            remedy="give a folder of a capture batch whose files this user may read.",
        ) from None
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    """Ordinary files down to the depth of the format. What lies deeper is read by nobody; the folder that holds it is
    told as unexpected."""
    level = [folder]
    for depth in range(DEPTH + 1):
        below: list[Path] = []
        for one in level:
            for path in one.iterdir():
                sort = sort_of(path)
                if sort == "file":
                    yield path
                elif sort == "folder" and depth < DEPTH:
                    below.append(path)
        level = below
