"""What a released video may hold: one track of pictures, the boxes that say how to show it, and not one byte more.

Read here from the format alone (ISO/IEC 14496-12 and -15), by neither the library that writes videos nor the one that
decodes them: what those pass over is what somebody would hide something in.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

_FTYP = b"isom\0\0\x02\0isomiso2avc1mp41"
_MATRIX = struct.pack(">9i", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
_HDLR = bytes(8) + b"vide" + bytes(12) + b"VideoHandler\0"
_VMHD = b"\0\0\0\1" + bytes(8)
_DREF = bytes(7) + b"\1" + b"\0\0\0\x0curl \0\0\0\1"
_COLR = b"nclx\0\1\0\1\0\1\0"
_AVC1_END = bytes(32) + b"\0\x18\xff\xff"
"""No name of an encoder, 24 bits, no table of colours."""
_AVCC_END = b"\xfd\xf8\xf8\0"
"""4:2:0, 8 bits, no further parameters."""
_SCALE = 1000
"""Times are in ms."""
_HIGH = 100
"""The profile of H.264."""
_SPS, _PPS, _IDR, _SLICE = 7, 8, 5, 1
LONGEST_SPS, LONGEST_PPS = 40, 8
"""Bytes of the two parameter sets. Ours have 26 to 30 and 6."""
MOST_PICTURES = 1 << 24
"""A month at five a second has 13 million."""
LARGEST_HEAD = 1 << 26
"""Bytes of the moov box. Ten hours at five pictures a second have some 2 MB."""


class _NotOurs(ValueError):
    """What is wrong, in English, without any content."""


@dataclass(slots=True)
class _Tables:
    """What the boxes say of the samples: sizes in bytes, lengths in ms, places of chunks, (first chunk, samples in each
    from it on), numbers of key samples or None for all."""

    sizes: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    chunks: list[int] = field(default_factory=list)
    runs: list[tuple[int, int]] = field(default_factory=list)
    keys: list[int] | None = None


def mp4_problems(video: Path | bytes) -> list[str]:
    """Everything in a video that is not needed to show its pictures, or that contradicts itself, in English, without
    any content. [] if clean. Whether the pictures can be decoded is not asked (validation.reading.film)."""
    if isinstance(video, bytes):
        return _problems(io.BytesIO(video), len(video))
    with video.open("rb") as file:
        return _problems(file, file.seek(0, io.SEEK_END))


def _problems(file: IO[bytes], size: int) -> list[str]:
    try:
        head, begin = _outside(file, size)
        tables = _Tables()
        _moov(head, tables)
        _samples(file, begin, size, tables)
    except _NotOurs as problem:
        return [str(problem)]
    except (struct.error, IndexError):
        return ["a box is cut short"]
    return []


def _outside(file: IO[bytes], size: int) -> tuple[bytes, int]:
    """(what is in moov, where the bytes of the pictures begin)."""
    kinds: list[bytes] = []
    at, begin, head = 0, 0, b""
    while at < size:
        file.seek(at)
        start = file.read(16)
        length, kind, skip = int.from_bytes(start[:4], "big"), start[4:8], 8
        if length == 1 and kind == b"mdat":
            length, skip = int.from_bytes(start[8:16], "big"), 16
        if len(start) < 8 or length < skip or at + length > size:
            raise _NotOurs("a box runs past the end of the file, or there are bytes after the last")
        kinds.append(kind)
        file.seek(at + skip)
        if kind == b"ftyp":
            _is(file.read(min(length - skip, 1024)), _FTYP, "the type of the file is not the fixed one")
        elif kind == b"moov":
            if length > LARGEST_HEAD:
                raise _NotOurs("the head of the file is larger than any list of pictures")
            head = file.read(length - skip)
        elif kind == b"free":
            _is(length, 8, "there is a free box with content")
        begin = at + skip
        at += length
    if kinds not in ([b"ftyp", b"moov", b"free", b"mdat"], [b"ftyp", b"moov", b"mdat"]):
        raise _NotOurs("there are other boxes than ftyp, moov and mdat, one of each")
    return head, begin


def _boxes(data: bytes, wanted: str) -> Iterator[bytes]:
    """The contents of boxes side by side, which are of these kinds in this order ("stts stss? stsc"); of one that may
    be absent nothing."""
    at = 0
    for name in wanted.split():
        kind = name.rstrip("?").encode()
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] != kind:
            if name.endswith("?"):
                yield b""
                continue
            raise _NotOurs(f"the box {name.rstrip('?')} is missing, or another stands before it")
        if length < 8 or at + length > len(data):
            raise _NotOurs(f"the box {name.rstrip('?')} runs past the one that it is in")
        yield data[at + 8 : at + length]
        at += length
    if at != len(data):
        raise _NotOurs("there is a box, or there are bytes, that a video does not need")


def _is(found: object, wanted: object, problem: str) -> None:
    if found != wanted:
        raise _NotOurs(problem)


def _moov(data: bytes, tables: _Tables) -> None:
    mvhd, trak = _boxes(data, "mvhd trak")
    lasts = struct.unpack_from(">I", mvhd, 16)[0]
    wanted = struct.pack(">IIIII", 0, 0, 0, _SCALE, lasts) + b"\0\1\0\0\1\0" + bytes(10) + _MATRIX + bytes(24)
    _is(mvhd, wanted + b"\0\0\0\2", "the header of the film differs from the fixed one")
    tkhd, mdia = _boxes(trak, "tkhd mdia")
    size = struct.unpack_from(">II", tkhd, 76)
    wanted = struct.pack(">IIIIII", 3, 0, 0, 1, 0, lasts) + bytes(16) + _MATRIX + struct.pack(">II", *size)
    _is(tkhd, wanted, "the header of the track differs from the fixed one")
    mdhd, hdlr, minf = _boxes(mdia, "mdhd hdlr minf")
    _is(
        mdhd,
        struct.pack(">IIIIIHH", 0, 0, 0, _SCALE, lasts, 0x55C4, 0),
        "the header of the pictures is not the fixed one",
    )
    _is(hdlr, _HDLR, "the track is no video, or has a name of its own")
    vmhd, dinf, stbl = _boxes(minf, "vmhd dinf stbl")
    _is(vmhd, _VMHD, "the header of the pictures is not the fixed one")
    _is(list(_boxes(dinf, "dref")), [_DREF], "the pictures lie in another file")
    stsd, stts, stss, stsc, stsz, stco, co64 = _boxes(stbl, "stsd stts stss? stsc stsz stco? co64?")
    _picture(stsd, size)
    same, count = struct.unpack_from(">II", stsz, 4)
    if same:
        _is(len(stsz), 12, "the list of sizes has bytes that it does not need")
        _is(count <= MOST_PICTURES, True, "there are more pictures than any film has")
        tables.sizes = [same] * count
    else:
        tables.sizes = [number for (number,) in _rows(stsz[:4] + stsz[8:], ">I")]
    lengths = _rows(stts, ">II")
    _is(sum(count for count, _ in lengths), len(tables.sizes), "there are not as many pictures as times")
    tables.lengths = [last for count, last in lengths for _ in range(count)]
    if not all(tables.lengths) or sum(tables.lengths) != lasts:
        raise _NotOurs("the times of the pictures do not add up to the length of the film")
    tables.keys = [number for (number,) in _rows(stss, ">I")] if stss else None
    for first, each, description in _rows(stsc, ">III"):
        _is(description, 1, "a picture is described by something else than its track")
        tables.runs.append((first, each))
    if bool(stco) == bool(co64):
        raise _NotOurs("there is not one list of places")
    tables.chunks = [place for (place,) in (_rows(stco, ">I") if stco else _rows(co64, ">Q"))]


def _rows(data: bytes, row: str) -> list[tuple[int, ...]]:
    """The rows of a table: four bytes of zeros, their count, and nothing but them."""
    zeros, count = struct.unpack_from(">II", data)
    if zeros or len(data) != 8 + count * struct.calcsize(row):
        raise _NotOurs("a table has other rows than it says")
    return list(struct.iter_unpack(row, data[8:]))


def _picture(stsd: bytes, size: tuple[int, int]) -> None:
    """How the pictures are coded, and how large they are."""
    _is(stsd[:8], b"\0\0\0\0\0\0\0\1", "there is not one description of the pictures")
    (avc1,) = _boxes(stsd[8:], "avc1")
    wide, high = struct.unpack_from(">HH", avc1, 24)
    wanted = bytes(7) + b"\1" + bytes(16) + struct.pack(">HHII", wide, high, 72 << 16, 72 << 16) + bytes(4) + b"\0\1"
    _is(avc1[:78], wanted + _AVC1_END, "the description of the pictures differs from the fixed one")
    _is((wide << 16, high << 16), size, "the pictures have another size than their track")
    avcc, colr = _boxes(avc1[78:], "avcC colr")
    _is(colr, _COLR, "the colours are described otherwise")
    length = struct.unpack_from(">H", avcc, 6)[0]
    sps, after = avcc[8 : 8 + length], 8 + length
    _is(avcc[after], 1, "there is not one set of parameters")
    length = struct.unpack_from(">H", avcc, after + 1)[0]
    pps = avcc[after + 3 : after + 3 + length]
    _is(avcc[after + 3 + length :], _AVCC_END, "the parameters are followed by others")
    _is(avcc[:6], bytes([1, _HIGH, 0, avcc[3], 0xFF, 0xE1]), "the parameters differ from the fixed ones")
    _is(sps[:4], bytes([0x60 | _SPS, _HIGH, 0, avcc[3]]), "there is no set of parameters of the film")
    _is(pps[:1], bytes([0x60 | _PPS]), "there is no set of parameters of pictures")
    if len(sps) > LONGEST_SPS or len(pps) > LONGEST_PPS:
        raise _NotOurs("a set of parameters is longer than its parameters")


def _samples(file: IO[bytes], begin: int, end: int, tables: _Tables) -> None:
    """Every byte from `begin` to `end` belongs to one picture, in order, and every picture is slices and nothing else.

    A message to the player (SEI), a second set of parameters, padding or an end of the stream is a problem.
    """
    if not tables.sizes:
        raise _NotOurs("there is no picture")
    _is(_places(tables), list(_running(begin, tables.sizes)), "a picture lies elsewhere than behind the one before")
    _is(begin + sum(tables.sizes), end, "there are bytes that belong to no picture")
    keys = []
    at = begin
    for number, size in enumerate(tables.sizes, start=1):
        kinds = set()
        until = at + size
        while at < until:
            file.seek(at)
            unit = file.read(5)
            length = int.from_bytes(unit[:4], "big")
            if len(unit) < 5 or not length or at + 4 + length > until:
                raise _NotOurs("the units of a picture do not fill it")
            kinds.add(unit[4] & 0x9F)
            at += 4 + length
        if kinds == {_IDR}:
            keys.append(number)
        elif kinds != {_SLICE}:
            raise _NotOurs("a picture holds something else than its slices, such as a message")
    if keys[:1] != [1] or keys != (tables.keys if tables.keys is not None else list(range(1, len(tables.sizes) + 1))):
        raise _NotOurs("the key pictures are not those that are listed")


def _running(at: int, sizes: list[int]) -> Iterator[int]:
    for size in sizes:
        yield at
        at += size


def _places(tables: _Tables) -> list[int]:
    """Where each sample lies by the lists of chunks."""
    places: list[int] = []
    each = 0
    starts = dict(tables.runs)
    if [first for first, _ in tables.runs] != sorted(starts) or (starts and max(starts) > len(tables.chunks)):
        raise _NotOurs("the list of chunks names others than there are")
    for number, place in enumerate(tables.chunks, start=1):
        each = starts.get(number, each)
        sizes = tables.sizes[len(places) : len(places) + each]
        if not sizes or len(sizes) < each:
            raise _NotOurs("the chunks hold another number of pictures")
        places += _running(place, sizes)
    return places
