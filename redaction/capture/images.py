"""Image files in and out: nothing is decoded before its header was judged, nothing is written but pixels."""

from __future__ import annotations

import io
import os
import stat
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError, _imaging

from redaction.errors import ImageRefused
from redaction.policy import CapturePolicy

if TYPE_CHECKING:
    from PIL.Image import Image as PILImage

Pixels = NDArray[np.uint8]
"""H × W × 3, RGB."""

# Memory of one decoded image is kept for the next: asking the system for it again takes as long as decoding.
_imaging.set_blocks_max(2)

_BAND = 64
"""Rows of a band, in px."""
LONGEST_SIDE = 20_000
"""In px. Five screens of 4K side by side are 19,200; a longer side is a decompression bomb or a mistake."""
MOST_ELONGATED = 40
"""The longer side over the shorter one. A page of 20,000 px, recorded whole on a phone's width of 500, is 40."""
_CRITICAL = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND"})
"""The chunks that a PNG may need to be decoded. One that we do not know changes what the others mean."""
_FRAMES = frozenset({b"acTL", b"fcTL", b"fdAT"})
"""The chunks of an animated PNG."""
_FORMATS = {
    ".png": "PNG",
    ".jpg": "JPEG",
    ".jpeg": "JPEG",
    ".webp": "WEBP",
    ".bmp": "BMP",
    ".gif": "GIF",
    ".tif": "TIFF",
    ".tiff": "TIFF",
}
_REMEDY = {
    "image_missing": "put the file back or remove what refers to it.",
    "image_symlink": "put the file itself in place of the link.",
    "image_not_file": "put an ordinary image file there.",
    "image_too_large": "shrink the file, or raise capture.max_image_bytes in the policy.",
    "image_shape": "record the screen itself, or cut the image.",
    "image_bomb": "shrink the image, or raise capture.max_image_pixels in the policy.",
    "image_corrupt": "record or export the image again.",
    "image_mislabelled": "give the file the extension of its real format (PNG, JPEG, WEBP, BMP or TIFF).",
    "image_animated": "give one still image a file.",
}


def refused(reason: str, message: str) -> ImageRefused:
    """An ImageRefused with the remedy that belongs to the reason code."""
    return ImageRefused(message, reason=reason, remedy=_REMEDY[reason])


def open_image(path: Path, policy: CapturePolicy | None = None) -> Pixels:
    """Decode one image file to RGB, with its EXIF orientation applied and transparency laid over white.

    Raises ImageRefused with one of the reason codes image_missing, image_symlink, image_not_file, image_too_large,
    image_bomb and image_shape (judged from the header, before decoding), image_corrupt, image_mislabelled,
    image_animated. Messages never name the file. MemoryError is let through.
    """
    limits = policy or CapturePolicy()
    return decode_image(image_bytes(path, limits.max_image_bytes), path.suffix, limits)


def decode_image(data: bytes, suffix: str, limits: CapturePolicy) -> Pixels:
    """The same for the bytes of a file whose name ends with `suffix` (".png")."""
    expected = _FORMATS.get(suffix.lower())
    try:
        with Image.open(io.BytesIO(data)) as image:
            known = image.format in _FORMATS.values() and limits.mislabelled_images == "accept"
            if not known and (expected is None or image.format != expected):
                raise refused("image_mislabelled", "the extension and the content of the image disagree.")
            width, height = image.size
            if width < 1 or height < 1 or width * height > limits.max_image_pixels:
                raise refused("image_bomb", "the image has more pixels than the policy allows.")
            if max(width, height) > LONGEST_SIDE or max(width, height) > MOST_ELONGATED * min(width, height):
                raise refused("image_shape", "the image is longer, or more elongated, than any screen.")
            if image.format == "PNG":
                _check_png(data)
            if getattr(image, "n_frames", 1) != 1:
                raise refused("image_animated", "the image holds several frames.")
            image.load()
            return _to_rgb(image)
    except ImageRefused:
        raise
    except Image.DecompressionBombError:
        raise refused("image_bomb", "the image has more pixels than the policy allows.") from None
    except MemoryError:
        # Sides and pixels are bounded: it is the machine that is short of memory, and no fault of the image.
        raise
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error):
        raise refused("image_corrupt", "the image cannot be decoded whole.") from None


def image_bytes(path: Path, limit: int) -> bytes:
    """The bytes of a regular file; ImageRefused for anything else, and above `limit` bytes."""
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            raise refused("image_symlink", "the image is a symbolic link.")
        if not stat.S_ISREG(mode):
            raise refused("image_not_file", "the image is not a regular file.")
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise refused("image_missing", "the image is missing.") from None
    except OSError:
        raise refused("image_not_file", "the image cannot be opened as a file.") from None
    with os.fdopen(handle, "rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise refused("image_too_large", "the image file has more bytes than the policy allows.")
    return data


def _check_png(data: bytes) -> None:
    """Every chunk whole, known where it matters, and with its checksum up to IEND: a decoder may forgive what we must
    not."""
    at = 8
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind = data[at + 4 : at + 8]
        end = at + 8 + length
        if end + 4 > len(data) or struct.unpack_from(">I", data, end)[0] != zlib.crc32(data[at + 4 : end]):
            break
        if kind in _FRAMES:
            raise refused("image_animated", "the image holds several frames.")
        if (kind == b"IHDR") != (at == 8) or not kind.isalpha() or (kind[:1].isupper() and kind not in _CRITICAL):
            raise refused("image_corrupt", "the image holds a chunk that its format does not know.")
        if kind == b"IEND":
            return
        at = end + 4
    raise refused("image_corrupt", "the image is cut short or damaged.")


def _to_rgb(image: PILImage) -> Pixels:
    ImageOps.exif_transpose(image, in_place=True)
    upright: PILImage = image  # as it is: a copy of a screen takes as long as decoding it
    if upright.mode in ("I;16", "I;16B", "I;16L", "I", "F"):
        deep = np.asarray(upright, dtype=np.float64)
        shift = 257.0 if deep.max(initial=0) > 255 else 1.0
        grey = np.clip(np.rint(deep / shift), 0, 255).astype(np.uint8)
        return np.ascontiguousarray(np.repeat(grey[:, :, None], 3, axis=2))
    return _pixels(upright)


def _pixels(image: PILImage) -> Pixels:
    """The pixels of an image, band by band: two copies of a whole screen on the way take as long as decoding it, and
    as much memory."""
    clear = image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info
    width, height = image.size
    out = np.empty((height, width, 3), dtype=np.uint8)
    for top in range(0, height, _BAND):
        band = image.crop((0, top, width, min(height, top + _BAND)))
        if clear:
            layer = band.convert("RGBA")
            page = Image.new("RGBA", layer.size, (255, 255, 255, 255))
            band = Image.alpha_composite(page, layer)
        if band.mode != "RGB":
            band = band.convert("RGB")
        out[top : top + _BAND] = np.frombuffer(band.tobytes(), dtype=np.uint8).reshape(-1, width, 3)
    return out


def encode_png(image: Pixels) -> bytes:
    """PNG bytes of an H × W × 3 RGB image: IHDR, IDAT, IEND and nothing else; same pixels, same bytes.

    Rows are stored unfiltered and compressed by zlib-ng at level 2: six times faster than Pillow at about its size,
    because screens are flat.
    """
    from zlib_ng import zlib_ng

    height, width, depth = image.shape
    if depth != 3 or image.dtype != np.uint8:
        raise ValueError("encode_png takes H × W × 3 uint8 pixels")
    rows = np.zeros((height, width * 3 + 1), dtype=np.uint8)
    rows[:, 1:] = image.reshape(height, width * 3)
    packed = zlib_ng.compress(rows.data, 2)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(body, zlib.crc32(kind)))
