"""What a released PNG may hold: IHDR, IDAT, IEND, exactly the pixels, and not one byte more."""

from __future__ import annotations

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_MAX_PIXELS = 200_000_000


def png_size(data: bytes) -> tuple[int, int]:
    """(width, height) in pixels from the header; ValueError if it is not a PNG."""
    if len(data) < 33 or data[:8] != SIGNATURE or data[12:16] != b"IHDR":
        raise ValueError("not a PNG file")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def png_problems(data: bytes) -> list[str]:
    """Everything in the file that is not needed to show its pixels, in English, without any content. [] if clean."""
    try:
        width, height = png_size(data)
    except ValueError as error:
        return [str(error)]
    problems: list[str] = []
    names: list[bytes] = []
    packed: list[bytes] = []
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        name, end = data[at + 4 : at + 8], at + 12 + length
        if end > len(data):
            problems.append("a chunk runs past the end of the file")
            break
        body = data[at + 8 : at + 8 + length]
        if zlib.crc32(name + body) != int.from_bytes(data[end - 4 : end], "big"):
            problems.append("a chunk has a wrong checksum")
        names.append(name)
        if name == b"IDAT":
            packed.append(body)
        at = end
        if name == b"IEND":
            if length:
                problems.append("the end chunk is not empty")
            break
    if not names or names[-1] != b"IEND":
        problems.append("the end chunk is missing")
    if at < len(data):
        problems.append("there are bytes after the end of the image")
    if any(name not in (b"IHDR", b"IDAT", b"IEND") for name in names):
        problems.append("there are chunks other than IHDR, IDAT and IEND")
    if names.count(b"IHDR") != 1:
        problems.append("there is not exactly one header")
    problems += _pixel_problems(data, width, height, packed)
    return sorted(set(problems))


def _pixel_problems(data: bytes, width: int, height: int, packed: list[bytes]) -> list[str]:
    depth, colour, _compression, _filter, interlace = data[24:29]
    if colour not in _CHANNELS or interlace or not width or not height or width * height > _MAX_PIXELS:
        return ["the header announces an image that is not released (colour type, interlacing or size)"]
    expected = height * (1 + (width * depth * _CHANNELS[colour] + 7) // 8)
    inflate = zlib.decompressobj()
    try:
        pixels = inflate.decompress(b"".join(packed), expected + 1)
    except zlib.error:
        return ["the pixels cannot be unpacked"]
    if len(pixels) != expected or not inflate.eof or inflate.unused_data or inflate.unconsumed_tail:
        return ["the packed pixels are too few, too many, or followed by other bytes"]
    return []
