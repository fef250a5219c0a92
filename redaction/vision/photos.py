"""Pictures among the flat surfaces of an interface: where they are, how far they reach, what shape they have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box

_FLAT = 5
"""Neighbouring pixels that differ by no more than this belong to a flat surface."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A connected region that is neither flat nor text. `colours` counts distinct 5-bit colours, `fill` is the share
    of the box that the region (holes closed) covers: about .79 for a disc, 1 for a tile."""

    box: Box
    colours: int
    fill: float
    texture: float

    @property
    def width(self) -> int:
        """Width in px."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> int:
        """Height in px."""
        return self.box[3] - self.box[1]


def pictures(image: NDArray[np.uint8], text: Iterable[Box]) -> list[Picture]:
    """Regions of at least 16 px that vary like a picture, with the given text boxes taken out; sorted by box."""
    busy = _busy(image)
    for x0, y0, x1, y1 in text:
        busy[max(0, y0 - 2) : y1 + 2, max(0, x0 - 2) : x1 + 2] = 0
    closed = cv2.morphologyEx(busy, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    count, marks, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    found = []
    for i in range(1, count):
        x, y, w, h, _ = (int(v) for v in stats[i])
        if w < 14 or h < 14:
            continue
        region = (marks[y : y + h, x : x + w] == i).astype(np.uint8)
        outlines, _ = cv2.findContours(region, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        solid = np.zeros_like(region)
        cv2.drawContours(solid, outlines, -1, 1, -1)
        part = image[y : y + h, x : x + w]
        inside = part[solid > 0]
        fill = float(solid.mean())
        texture = float(busy[y : y + h, x : x + w][solid > 0].mean())
        found.append(Picture((x, y, x + w, y + h), _colours(inside), fill, texture))
    return sorted(found, key=lambda p: p.box)


def _busy(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    kernel = np.ones((3, 3), np.uint8)
    spread = cv2.dilate(image, kernel).astype(np.int16) - cv2.erode(image, kernel)
    return np.asarray(spread.max(axis=2) > _FLAT, dtype=np.uint8)


def _colours(pixels: NDArray[np.uint8]) -> int:
    code = (pixels[:, 0].astype(np.int32) >> 3 << 10) | (pixels[:, 1].astype(np.int32) >> 3 << 5) | (pixels[:, 2] >> 3)
    return int(np.unique(code).size)


def is_photo(picture: Picture) -> bool:
    """Rich in colours (or, for grey photos, in grey tones) and varied all over, unlike icons and charts."""
    return picture.colours >= 60 or (picture.colours >= 24 and picture.texture > 0.85)


def is_avatar(picture: Picture, largest: int = 160) -> bool:
    """A small disc or tile, or a row of overlapping ones, that holds a photo."""
    short, long = sorted((picture.width, picture.height))
    if not (16 <= short <= largest and picture.fill > 0.6 and picture.colours >= 60):
        return False
    return long <= 1.35 * short or (picture.width > picture.height and long <= 5 * short and short <= 64)
