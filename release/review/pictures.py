"""Small pictures of screens for the review page: thumbnails, and what surrounds a finding. Made and kept in memory."""

from __future__ import annotations

import io

from redaction.findings import Box

_THUMBNAIL = (240, 150)
"""Width and height in px that a thumbnail fits into."""
_LEAST = (260, 96)
"""Width and height in px of a crop of a small finding."""
_AROUND = 40
"""What a crop shows beside a large finding, in px on each side: a name that sticks out from under its box is seen."""


def thumbnail(png: bytes) -> bytes:
    """A picture as a small JPEG."""
    return smaller(png, _THUMBNAIL, quality=70)


def smaller(png: bytes, into: tuple[int, int], *, quality: int) -> bytes:
    """A picture as a JPEG that fits into so many px across and down."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        small = image.convert("RGB")
    small.thumbnail(into, reducing_gap=2.0)
    out = io.BytesIO()
    small.save(out, "JPEG", quality=quality)
    return out.getvalue()


def window(box: Box, size: tuple[int, int]) -> Box:
    """What a crop of a finding on a screen of this size (width, height) shows."""
    x0, x1 = _span(box[0], box[2], _LEAST[0], size[0])
    y0, y1 = _span(box[1], box[3], _LEAST[1], size[1])
    return x0, y0, x1, y1


def crop(picture: bytes, shown: Box, size: tuple[int, int]) -> bytes:
    """The part `shown` of a picture as PNG; `size` is that of the screen in whose pixels it is given."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(picture)) as image:
        whole = ImageOps.exif_transpose(image).convert("RGB")
    if whole.size != size:
        whole = whole.resize(size)
    out = io.BytesIO()
    whole.crop(shown).save(out, "PNG", compress_level=1)
    return out.getvalue()


def _span(low: int, high: int, least: int, most: int) -> tuple[int, int]:
    """A stretch around low..high within 0..most."""
    middle, length = (low + high) / 2, max(least, high - low + 2 * _AROUND)
    begin = max(0, min(round(middle - length / 2), most - length))
    return begin, min(most, begin + length)
