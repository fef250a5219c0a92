"""What a video file is, judged from its own bytes before a library opens it: MP4 and MOV (boxes), MKV and WebM (EBML).

Libraries read a file that was cut short up to the cut and call it the end. So the outermost parts of the file are
walked here, and each has to lie in the file whole.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import IO, Literal

from redaction.capture.reasons import REASONS
from redaction.errors import VideoRefused

Container = Literal["mov", "matroska"]
"""As FFmpeg calls the two: MP4 with MOV, and MKV with WebM."""

SUFFIXES: dict[str, Container] = {
    ".mp4": "mov",
    ".m4v": "mov",
    ".mov": "mov",
    ".mkv": "matroska",
    ".webm": "matroska",
}
_FIRST = frozenset({b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"})
"""The boxes that an MP4 or a MOV begins with."""
_KNOWN = _FIRST | {b"moof", b"mfra", b"sidx", b"styp", b"uuid", b"meta", b"emsg", b"udta"}
"""The boxes that may follow. Of what comes after the last of them nothing is read."""
_EBML = b"\x1a\x45\xdf\xa3"
_SEGMENT, _CLUSTER = 0x18538067, 0x1F43B675


def refused(reason: str, message: str) -> VideoRefused:
    """A VideoRefused with the remedy that belongs to the reason code."""
    return VideoRefused(message, reason=reason, remedy=REASONS[reason].remedy)


def open_video(path: Path, limit: int) -> IO[bytes]:
    """An ordinary file of at most `limit` bytes, open for reading; VideoRefused (video_missing, video_symlink,
    video_not_file, video_too_large) for anything else. Messages never name the file."""
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            raise refused("video_symlink", "the video is a symbolic link.")
        if not stat.S_ISREG(mode):
            raise refused("video_not_file", "the video is not a regular file.")
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise refused("video_missing", "the video is missing.") from None
    except OSError:
        raise refused("video_not_file", "the video cannot be opened as a file.") from None
    file = os.fdopen(handle, "rb")
    told = os.fstat(file.fileno())
    if not stat.S_ISREG(told.st_mode) or told.st_size > limit:
        file.close()
        if not stat.S_ISREG(told.st_mode):
            raise refused("video_not_file", "the video is not a regular file.")
        raise refused("video_too_large", "the video file has more bytes than the policy allows.")
    return file


def container_of(file: IO[bytes], suffix: str, *, any_suffix: bool = False) -> Container:
    """Which container an open file is; VideoRefused when it is none, another than its suffix (".mp4") says (but with
    `any_suffix`), or cut short. The file is left at its beginning."""
    size = os.fstat(file.fileno()).st_size
    if not size:
        raise refused("video_undecodable", "the video file is empty.")
    head = _at(file, 0, 8)
    found: Container | None = "matroska" if head[:4] == _EBML else "mov" if head[4:] in _FIRST else None
    if found is None or (not any_suffix and SUFFIXES.get(suffix.lower()) != found):
        raise refused("video_mislabelled", "the content is none of the containers that are read, or not that one.")
    whole = _boxes_whole(file, size) if found == "mov" else _elements_whole(file, size)
    if not whole:
        raise refused("video_undecodable", "the video file is cut short.")
    file.seek(0)
    return found


def _at(file: IO[bytes], place: int, count: int) -> bytes:
    file.seek(place)
    return file.read(count)


def _boxes_whole(file: IO[bytes], size: int) -> bool:
    """Whether every outermost box lies in the file; what no box begins with is what somebody hung on."""
    at = 0
    while at + 8 <= size:
        head = _at(file, at, 16)
        length, kind = int.from_bytes(head[:4], "big"), head[4:8]
        if kind not in _KNOWN:
            return True
        if length == 0:  # to the end of the file
            return True
        if length == 1:
            length = int.from_bytes(head[8:16], "big")
        if length < 8 or at + length > size:
            return False
        at += length
    return True


def _elements_whole(file: IO[bytes], size: int) -> bool:
    """Whether the EBML header and the segment lie in the file, and elements fill the segment one behind the other, with
    those of its clusters: where one is damaged, readers go on at the next cluster and lose what lies between.

    A segment of unknown size, as live recorders write it, goes to the end of the file. What follows one of known size
    is what somebody hung on.
    """
    header = _element(file, 0)
    if header is None or header[2] is None:
        return False
    segment = _element(file, header[1] + header[2])
    if segment is None or segment[0] != _SEGMENT:
        return False
    _, at, length = segment
    end = size if length is None else at + length
    while at < end <= size:
        head = _element(file, at)
        if head is None:
            return False
        name, at, length = head
        if name == _CLUSTER:
            continue  # its blocks are walked as if they lay beside it: it may have no end of its own
        if length is None:
            return False
        at += length
    return at == end


def _element(file: IO[bytes], at: int) -> tuple[int, int, int | None] | None:
    """(id, where its content begins, length of it or None for unknown) of the EBML element at a place."""
    head = _at(file, at, 12)
    if not head or not head[0]:
        return None
    wide = 9 - head[0].bit_length()
    if wide > 4 or len(head) <= wide or not head[wide]:
        return None
    long = 9 - head[wide].bit_length()
    if len(head) < wide + long:
        return None
    length = int.from_bytes(head[wide : wide + long], "big") & ((1 << 7 * long) - 1)
    unknown = length == (1 << 7 * long) - 1
    return int.from_bytes(head[:wide], "big"), at + wide + long, None if unknown else length
