"""Lines of text that the upper or lower edge of a frame cuts through: half their letters show, no detector takes them
for a line, nothing is read there, and yet a person can tell a name by it.

So they are hidden unread, and told on the frames where they stand whole (redaction.screens.frames.propagate).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.page.boxes import area, common, is_vertical
from redaction.screens.ocr.foreground import foreground_mask

Pixels = NDArray[np.uint8]
DETECTOR = "cut-line"
LEAST = 4
"""px of a line that must show to tell something."""
HIGHEST = 1.3
"""Heights of the page's lines: what is higher at the edge is a picture, or no text."""
SHORTEST = 2.0
"""Line heights that a cut text is long at least."""
STROKES = 2.0
"""Borders of strokes for every line height of length, in the row that has most: rules and the rims of tiles have
fewer."""
_GAP = 0.7
"""Line heights between two words of one text."""
_CONTRAST = 48
"""Levels of 255 between a letter and its ground."""
_READ = 0.5
"""What lies by this share under a line that is read is no cut line."""
_SQUARE = np.ones((3, 3), dtype=np.uint8)


def cut_lines(image: Pixels, lines: Sequence[Box]) -> list[ImageFinding]:
    """Findings over the lines that the edges of an H × W × 3 frame cut; `lines` are those that are read there."""
    talls = sorted(box[3] - box[1] for box in lines if not is_vertical(box))
    if not talls:
        return []
    height, tall = image.shape[0], talls[len(talls) // 2]
    below = list(_at_end(image, tall))
    above = [(a, height - d, c, height - b) for a, b, c, d in _at_end(image[::-1], tall)]
    return [
        ImageFinding(box, Kind.PERSON, 1.0, DETECTOR, source=Source.UNREAD)
        for box in sorted({*below, *above})
        if not any(area(common(box, line)) > _READ * area(box) for line in lines)
    ]


def _at_end(image: Pixels, tall: int) -> Iterator[Box]:
    """Boxes of what looks like letters and goes on to the last row of H × W × 3 pixels."""
    height, width = image.shape[:2]
    band = min(height, 2 * tall)
    last = np.ascontiguousarray(image[height - band :])
    edges = (cv2.dilate(last, _SQUARE).astype(np.int16) - cv2.erode(last, _SQUARE)).max(axis=2) > _CONTRAST
    edges &= ~_high(edges, HIGHEST * tall)
    joined = cv2.dilate(edges.astype(np.uint8), np.ones((1, round(_GAP * tall) | 1), np.uint8))
    count, marks, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    for i in range(1, count):
        x, y, wide, high = (int(v) for v in stats[i, :4])
        if y + high < band or not LEAST <= high <= HIGHEST * tall:
            continue
        columns = np.flatnonzero((edges[y:, x : x + wide] & (marks[y:, x : x + wide] == i)).any(axis=0))
        left, right = x + int(columns[0]), x + int(columns[-1]) + 1
        if right - left >= SHORTEST * tall and _strokes(last[y:, left:right]) * tall >= STROKES * (right - left):
            yield max(0, left - 2), height - band + y, min(width, right + 2), height


def _high(edges: NDArray[np.bool_], limit: float) -> NDArray[np.bool_]:
    """Which of the edges belong to something higher than so many px: a picture, the side of a tile."""
    count, marks, stats, _ = cv2.connectedComponentsWithStats(edges.astype(np.uint8), connectivity=8)
    high = stats[:count, cv2.CC_STAT_HEIGHT] > limit
    high[0] = False
    return np.asarray(high[marks], dtype=bool)


def _strokes(crop: Pixels) -> int:
    """How many borders of strokes the row of h × w × 3 pixels has that has most."""
    ink = foreground_mask(np.ascontiguousarray(crop)).view(np.int8)
    return int(np.abs(np.diff(ink, axis=1)).sum(axis=1).max(initial=0))
