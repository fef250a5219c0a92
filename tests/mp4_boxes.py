"""Boxes and units put into an MP4, with every size and place on the way made to fit."""

from __future__ import annotations

import struct

from tests.films import boxes


def box(kind: bytes, body: bytes) -> bytes:
    """A box of this kind."""
    return struct.pack(">I", 8 + len(body)) + kind + body


PARENTS = {
    b"moov": (b"moov",),
    b"trak": (b"moov", b"trak"),
    b"mdia": (b"moov", b"trak", b"mdia"),
    b"minf": (b"moov", b"trak", b"mdia", b"minf"),
    b"dinf": (b"moov", b"trak", b"mdia", b"minf", b"dinf"),
    b"stbl": (b"moov", b"trak", b"mdia", b"minf", b"stbl"),
    b"stsd": (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd"),
}


def put_in(data: bytes, way: tuple[bytes, ...], extra: bytes) -> bytes:
    """`extra` added at the end of a box within boxes; every size on the way and the places of the pictures fit."""
    out = bytearray(data)
    at, end = 0, len(out)
    sizes = []
    for kind in way:
        inner = 16 if sizes and way[len(sizes) - 1] == b"stsd" else 8 if sizes else 0
        _, begin, end = next(found for found in boxes(bytes(out), at + inner if sizes else 0, end) if found[0] == kind)
        sizes.append(begin)
        at = begin
    out[end:end] = extra
    for begin in sizes:
        out[begin : begin + 4] = struct.pack(">I", int.from_bytes(out[begin : begin + 4], "big") + len(extra))
    place = bytes(out).index(b"stco") + 12
    out[place : place + 4] = struct.pack(">I", int.from_bytes(out[place : place + 4], "big") + len(extra))
    return bytes(out)


def in_first_picture(data: bytes, unit: bytes, *, last: bool = False) -> bytes:
    """A unit put before (or behind) the first picture's slice, with every size on the way made to fit."""
    begin = data.index(b"mdat") + 4
    sizes = data.index(b"stsz") + 16
    size = int.from_bytes(data[sizes : sizes + 4], "big")
    at = begin + size if last else begin
    out = bytearray(data[:at] + struct.pack(">I", len(unit)) + unit + data[at:])
    out[sizes : sizes + 4] = struct.pack(">I", size + 4 + len(unit))
    out[begin - 8 : begin - 4] = struct.pack(">I", len(data) - begin + 8 + 4 + len(unit))
    return bytes(out)
