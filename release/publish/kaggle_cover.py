"""The cover picture of a dataset on Kaggle: pixels of one released screenshot, and nothing else."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress

from release.publish.staging import Shipment
from validation.files.digests import digest_bytes

COVER = "dataset-cover-image.png"
"""The name by which the client takes a picture that lies beside the metadata."""
SIZE = (560, 280)
"""Width and height in pixels that the client tells the host to cut out."""


def cover(shipment: Shipment) -> bytes | None:
    """A PNG of SIZE: the top of the screenshot with most to see (the largest file) that is large enough, made smaller.
    None where no screenshot is."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    for data in _largest_first(shipment):
        with suppress(UnidentifiedImageError), Image.open(io.BytesIO(data)) as image:
            if image.width >= SIZE[0] and image.height >= SIZE[1]:
                made = io.BytesIO()
                ImageOps.fit(image.convert("RGB"), SIZE, centering=(0, 0)).save(made, "PNG", optimize=True)
                return made.getvalue()
    return None


def _largest_first(shipment: Shipment) -> Iterator[bytes]:
    """The screenshots as they were released, by their size in bytes, then by their names."""
    for archive, members in sorted(shipment.screenshots.items()):
        with zipfile.ZipFile(shipment.bundle / archive) as opened:
            for info in sorted(opened.infolist(), key=lambda one: (-one.file_size, one.filename)):
                data = opened.read(info)
                if members.get(info.filename) == digest_bytes(data):
                    yield data
