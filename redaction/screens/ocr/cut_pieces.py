"""Lines of text that something cuts through, the edge of a screen, of a tile or of a list: half their letters show, and
no detector takes them for a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import is_vertical
from redaction.screens.ocr.foreground import foreground_mask
from redaction.screens.pictures.differences import spread

Pixels = NDArray[np.uint8]
LEAST = 4
"""px of a line that must show to tell something."""
HIGHEST = 1.3
"""Heights of the page's lines: what is higher at the edge of a screen is a picture, or no text."""
LOW = 0.75
"""The same inside a screen: what is higher is a whole line, which was read or could not be, and judged by that."""
SHORTEST = 2.0
"""Line heights that a cut text is long at least."""
STROKES = 2.0
"""Borders of strokes for every line height of length, in the row that has most: rules and the rims of tiles have
fewer."""
_GAP = 0.7
"""Line heights between two words of one text."""
CONTRAST = 48
"""Levels of 255 between a letter and its ground."""
ROW = 3
"""px by which the upper and the lower edges of what is left of one row differ at most: letters are not all as high."""
_RIM, _AROUND = 2, 2
"""px around a read line that belong to it, and by which edges are higher than what has them."""


def line_height(read: Sequence[Box]) -> int:
    """px of the lines of a page that are level; 0 without any."""
    talls = sorted(box[3] - box[1] for box in read if not is_vertical(box))
    return talls[len(talls) // 2] if talls else 0


def cut_pieces(image: Pixels, read: Sequence[Box]) -> list[Box]:
    """Boxes of what looks like letters on an H × W × 3 image beside the lines that are `read`, and is lower than a
    line. Sorted; none on a page without lines."""
    tall = line_height(read)
    return sorted(_pieces(np.ascontiguousarray(image), tall, read)) if tall else []


def cut_off(image: Pixels, read: Sequence[Box]) -> list[Box]:
    """Those that the upper or the lower edge of the image cuts: inside, photographs have what looks so, too."""
    return [box for box in cut_pieces(image, read) if box[1] == 0 or box[3] == image.shape[0]]


def _pieces(image: Pixels, tall: int, read: Sequence[Box]) -> Iterator[Box]:
    height, width = image.shape[:2]
    edges = spread(image) > CONTRAST
    edges &= ~_high(edges, HIGHEST * tall)
    for x0, y0, x1, y1 in read:
        edges[max(0, y0 - _RIM) : y1 + _RIM, max(0, x0 - _RIM) : x1 + _RIM] = False
    joined = cv2.dilate(edges.astype(np.uint8), np.ones((1, round(_GAP * tall) | 1), np.uint8))
    count, marks, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    sure: list[Box] = []
    small: list[Box] = []
    for i in range(1, count):
        x, y, wide, high = (int(v) for v in stats[i, :4])
        at_edge = y == 0 or y + high == height
        if not (LEAST if at_edge else LEAST + _AROUND) <= high <= (HIGHEST if at_edge else LOW) * tall:
            continue
        part = slice(y, y + high), slice(x, x + wide)
        columns = np.flatnonzero((edges[part] & (marks[part] == i)).any(axis=0))
        left, right = x + int(columns[0]), x + int(columns[-1]) + 1
        long, box = right - left, (max(0, left - 2), y, min(width, right + 2), y + high)
        text = long >= SHORTEST * tall and _strokes(image[y : y + high, left:right]) * tall >= STROKES * long
        if text:
            sure.append(box)
        elif at_edge:
            small.append(box)
    yield from sure
    for x0, y0, x1, y1 in small:  # a row that the edge of the screen cuts is cut whole, with its shorter texts
        row = [box for box in sure if abs(box[1] - y0) <= ROW and abs(box[3] - y1) <= ROW]
        if row:
            yield x0, min(y0, *(box[1] for box in row)), x1, max(y1, *(box[3] for box in row))


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
