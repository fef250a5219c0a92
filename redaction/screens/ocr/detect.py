"""Where the lines of text are: PP-OCR detection on a reduced screen, tiled when large, snapped to the foreground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import moved, union
from redaction.screens.nets.models import DETECTOR, Device, once, run
from redaction.screens.nets.net_batches import Batches

SIDE = 1280
"""A tile's longer side goes to the detector at about this many pixels."""
_THRESHOLD, _BOX_SCORE, _UNCLIP, _SMALLEST = 0.3, 0.45, 1.6, 3
_MARGIN = 96
_LENGTHS = 128
"""A part that is looked at by itself is a multiple of so many px of the net long and high, margins included."""
_OVERLAP = 120
"""Tiles reach so many px into one another, so that no line is cut on both."""
_TOGETHER = 4
"""So many whole tiles of one size go through the detector at once on a GPU; a CPU takes longer for them than one by
one. Parts of tiles have many sizes and go alone: blank paper around them would change what the net sees."""
_Tile = tuple[bool, int, int]
"""Whether a tile is whole, its height and width in the detector's pixels."""
_THICKEST = 300
"""No line is as thick as this in px; on nearly empty screens of one pale colour the detector lights up the ground."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One detected line: `core` is the band the detector lights up (the middle of the letters), `box` its estimate of
    the whole line, often a little into the lines above and below."""

    core: Box
    box: Box


def text_spots(image: NDArray[np.uint8], device: Device = "cpu", within: Box | None = None) -> list[Spot]:
    """Text lines in an H × W × 3 RGB image, sorted top to bottom, left to right.

    With `within`, only that part is looked at (with a margin, at the scale of the whole image): what lies in the middle
    of the part is found as it would be on the whole image.
    """
    height, width = image.shape[:2]
    if min(height, width) < 4:
        return []
    spots: list[Spot] = []
    for top, bottom, left, right in _tiles(height, width):
        tile = image[top:bottom, left:right]
        part = None
        if within is not None:
            part = (within[0] - left, within[1] - top, within[2] - left, within[3] - top)
            if part[2] <= 0 or part[3] <= 0 or part[0] >= right - left or part[1] >= bottom - top:
                continue
        for spot in _detect(tile, device, part):
            cut_top, cut_bottom = top > 0 and spot.box[1] <= 2, bottom < height and spot.box[3] >= bottom - top - 2
            if not (cut_top or cut_bottom):  # the overlapping tile sees such a line whole
                spots.append(Spot(moved(spot.core, left, top), moved(spot.box, left, top)))
    return sorted(_merge(spots), key=lambda s: (s.box[1], s.box[0]))


def _tiles(height: int, width: int) -> list[tuple[int, int, int, int]]:
    """The whole screen, or for screens far over SIDE two by two overlapping quarters."""
    if max(height, width) <= SIDE * 1.75:
        return [(0, height, 0, width)]
    rows = _spans(height, max(1, round(height / (SIDE * 1.1))))
    columns = _spans(width, max(1, round(width / (SIDE * 1.1))))
    return [(a, b, c, d) for a, b in rows for c, d in columns]


def _spans(length: int, count: int) -> list[tuple[int, int]]:
    step = -(-length // count)
    return [(max(0, i * step - _OVERLAP), min(length, (i + 1) * step + _OVERLAP)) for i in range(count)]


def _detect(tile: NDArray[np.uint8], device: Device, part: Box | None) -> list[Spot]:
    height, width = tile.shape[:2]
    ratio = min(1.0, SIDE / max(height, width))
    to_h, to_w = (max(32, round(side * ratio / 32) * 32) for side in (height, width))
    small = cv2.resize(tile, (to_w, to_h), interpolation=cv2.INTER_AREA if ratio < 1 else cv2.INTER_LINEAR)
    at_x, at_y, end_x, end_y = _in_net(part, to_w / width, to_h / height, to_w, to_h)
    fed = (small[at_y:end_y, at_x:end_x, ::-1].astype(np.float32) / 127.5 - 1.0).transpose(2, 0, 1)
    (heat,) = _net(device).ask([((part is None, end_y - at_y, end_x - at_x), fed)])
    mask = cv2.dilate((heat > _THRESHOLD).astype(np.uint8), np.ones((2, 2), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    spots: list[Spot] = []
    for x, y, w, h, _ in stats[1:count]:
        if min(w, h) < _SMALLEST:
            continue
        lit = heat[y : y + h, x : x + w][mask[y : y + h, x : x + w] > 0]
        if float(lit.mean()) < _BOX_SCORE:
            continue
        x, y = x + at_x, y + at_y
        grow = w * h * _UNCLIP / (2 * (w + h))
        sx, sy = width / to_w, height / to_h
        x0, y0 = round((x - grow) * sx), round((y - grow) * sy)
        x1, y1 = round((x + w + grow) * sx), round((y + h + grow) * sy)
        core = (int(x * sx), int(y * sy), min(width, round((x + w) * sx)), min(height, round((y + h) * sy)))
        if min(core[2] - core[0], core[3] - core[1]) > _THICKEST:
            continue
        spots.append(Spot(core, (max(0, x0), max(0, y0), min(width, x1), min(height, y1))))
    return spots


@once
def _net(device: Device) -> Batches[_Tile, NDArray[np.float32], NDArray[np.float32]]:
    return Batches(partial(_heat, device), partial(_room, device))


def _room(device: Device, tile: _Tile) -> int:
    return _TOGETHER if device == "cuda" and tile[0] else 1


def _heat(device: Device, tile: _Tile, rows: Sequence[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    """Heat maps (h × w, 0 to 1) of 3 × h × w rows."""
    fed = np.zeros((_room(device, tile), 3, *tile[1:]), dtype=np.float32)
    fed[: len(rows)] = rows
    return run(DETECTOR, device, fed, lambda heat: list(np.array(heat[: len(rows), 0])))


def _in_net(part: Box | None, sx: float, sy: float, to_w: int, to_h: int) -> Box:
    """The part in the detector's pixels, with a margin, on its grid of 32: the same phase as the whole image."""
    if part is None:
        return 0, 0, to_w, to_h
    x0, x1 = _on_grid(int(part[0] * sx) - _MARGIN, int(part[2] * sx) + _MARGIN, to_w)
    y0, y1 = _on_grid(int(part[1] * sy) - _MARGIN, int(part[3] * sy) + _MARGIN, to_h)
    return x0, y0, x1, y1


def _on_grid(start: int, end: int, most: int) -> tuple[int, int]:
    """Grown to the grid of 32 and to one of few lengths: for each size of part the net must be prepared anew."""
    start = max(0, start // 32 * 32)
    length = -(-(end - start) // _LENGTHS) * _LENGTHS
    end = min(most, start + length)
    return max(0, end - length), end


def _merge(spots: list[Spot]) -> list[Spot]:
    """Unite what two tiles both saw of one line: same rows, overlapping columns."""
    merged: list[Spot] = []
    for spot in sorted(spots, key=lambda s: s.box):
        for i, other in enumerate(merged):
            a, b = spot.box, other.box
            rows = min(a[3], b[3]) - max(a[1], b[1])
            columns = min(a[2], b[2]) - max(a[0], b[0])
            least, most = sorted((a[3] - a[1], b[3] - b[1]))
            if columns > 0.5 * least and rows > 0.6 * least and most < 1.8 * least:
                merged[i] = Spot(union(spot.core, other.core), union(a, b))
                break
        else:
            merged.append(spot)
    return merged
