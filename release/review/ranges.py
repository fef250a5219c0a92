"""Parts of a file over HTTP (RFC 9110, section 14): a player asks for what it needs, a little at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BufferedIOBase

from starlette.responses import Response, StreamingResponse

_ONE = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})")
PIECE = 1 << 18
"""So many bytes are read and sent at once."""


def wanted(header: str | None, size: int) -> tuple[int, int] | None:
    """(first, after the last) of the one range that a header asks for, of a file of so many bytes; None: all of it, as
    for a header of another form, which is not followed. ValueError where nothing of it is there."""
    found = _ONE.fullmatch(header or "")
    if found is None or found.groups() == ("", ""):
        return None
    first, last = found.groups()
    if not first:
        begin, end = max(0, size - int(last)), size
    else:
        begin, end = int(first), min(size, int(last) + 1) if last else size
        if last and int(last) < begin:
            return None
    if begin >= end:
        raise ValueError("no such bytes")
    return begin, end


def part(file: BufferedIOBase, size: int, header: str | None, media_type: str) -> Response:
    """What of an open file of `size` bytes is asked for; the file is closed when it was sent, or not wanted."""
    try:
        asked = wanted(header, size)
    except ValueError:
        file.close()
        return Response(status_code=416, headers={"Content-Range": f"bytes */{size}"})
    begin, end = asked if asked is not None else (0, size)
    headers = {"Accept-Ranges": "bytes", "Content-Length": str(end - begin)}
    if asked is not None:
        headers["Content-Range"] = f"bytes {begin}-{end - 1}/{size}"
    status = 200 if asked is None else 206
    return StreamingResponse(_pieces(file, begin, end), status, headers, media_type=media_type)


def _pieces(file: BufferedIOBase, begin: int, end: int) -> Iterator[bytes]:
    with file:
        file.seek(begin)
        while begin < end and (data := file.read(min(PIECE, end - begin))):
            begin += len(data)
            yield data
