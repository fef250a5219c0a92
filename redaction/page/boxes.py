"""Boxes (x0, y0, x1, y1) in px, x1 and y1 exclusive: what they share, and what surrounds them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box


def touch(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two boxes share a pixel."""
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def meets(some: Sequence[Box], others: Sequence[Box]) -> NDArray[np.bool_]:
    """For each of N boxes whether it shares a pixel with one of M others."""
    a, b = (np.array(boxes, dtype=np.int64).reshape(-1, 1, 4) for boxes in (some, others))
    low, high = np.maximum(a[..., :2], b[:, 0, :2]), np.minimum(a[..., 2:], b[:, 0, 2:])
    return np.asarray(np.any(np.all(high > low, axis=2), axis=1), dtype=bool)


def union(a: Box, b: Box) -> Box:
    """The smallest box around two boxes."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def common(a: Box, b: Box) -> Box:
    """What two boxes share; a box without area where they share nothing."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def wider(box: Box, by: int) -> Box:
    """The box with so many px more on each side, perhaps beyond the image."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def moved(box: Box, x: int, y: int) -> Box:
    """The box so many px further right and down."""
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def inside(box: Box, image: NDArray[np.uint8]) -> Box:
    """What of a box lies on an H × W × 3 image."""
    return common(box, (0, 0, image.shape[1], image.shape[0]))


def extent(mask: NDArray[np.bool_]) -> Box | None:
    """The smallest box around all that holds in an H × W mask; None where nothing does."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def middle(box: Box) -> float:
    """Half-way down a box, in px."""
    return (box[1] + box[3]) / 2


def area(box: Box) -> int:
    """Pixels in a box."""
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def share_in(box: Box, other: Box) -> float:
    """The share of a box that lies in another one; 0 for a box without an area."""
    whole = area(box)
    return area(common(box, other)) / whole if whole else 0.0


def height_in(box: Box, other: Box) -> float:
    """The share of a box's height that lies in another beside or over which it stands; 0 where they share no column."""
    if min(box[2], other[2]) <= max(box[0], other[0]):
        return 0.0
    return (min(box[3], other[3]) - max(box[1], other[1])) / (box[3] - box[1])


def is_vertical(box: Box) -> bool:
    """Whether a line box is of text that runs up or down the screen."""
    return (box[3] - box[1]) > 2.0 * (box[2] - box[0]) and box[3] - box[1] > 24


def joined(parts: Sequence[Box]) -> list[Box]:
    """Boxes with those united that meet when taken from left to right; sorted."""
    out: list[Box] = []
    for part in sorted(parts):
        for other in [other for other in out if touch(part, other)]:
            out.remove(other)
            part = union(part, other)
        out.append(part)
    return sorted(out)
