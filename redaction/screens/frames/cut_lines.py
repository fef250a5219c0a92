"""Lines of text that something cuts through, the edge of a frame, of a tile or of a list: half their letters show, no
detector takes them for a line, nothing is read there, and yet a person can tell a name by it.

So they are hidden unread, and told on the frames where they stand whole (redaction.screens.frames.propagate).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.lexicon.forms import TOKEN
from redaction.page.boxes import is_vertical, middle, share_in
from redaction.screens.ocr.foreground import foreground_mask
from redaction.screens.pictures.differences import spread

Pixels = NDArray[np.uint8]
DETECTOR = "cut-line"
LEAST = 4
"""px of a line that must show to tell something."""
HIGHEST = 1.3
"""Heights of the page's lines: what is higher at the edge of a frame is a picture, or no text."""
LOW = 0.75
"""The same inside a frame: what is higher is a whole line, which was read or could not be, and judged by that."""
SHORTEST = 2.0
"""Line heights that a cut text is long at least."""
STROKES = 2.0
"""Borders of strokes for every line height of length, in the row that has most: rules and the rims of tiles have
fewer."""
_GAP = 0.7
"""Line heights between two words of one text."""
CONTRAST = 48
"""Levels of 255 between a letter and its ground."""
_KNOWN = 0.5
"""What lies by this share under a line that is read, or under what is hidden, is no cut line."""
_WHOLE = 2
"""Words of a whole name; one alone may go on in the next line."""
_STEP, _EDGE = 2.0, 6
"""Line heights from line to line of one text at most, and px by which they differ: boxes of findings are larger than
those of lines. From left to right a line height is allowed, which the side of a tile may be read with."""
_RIM, _AROUND = 2, 2
"""px around a read line that belong to it, and by which edges are higher than what has them."""


def cut_lines(image: Pixels, read: Sequence[Box], found: Sequence[ImageFinding]) -> list[ImageFinding]:
    """Findings over the lines of an H × W × 3 frame that something cuts; `read` are the lines that are read for sure
    there, and what is `found` is hidden already."""
    tall = line_height(read)
    if not tall:
        return []
    hidden = [finding.box for finding in found]
    cut = [box for box in _pieces(np.ascontiguousarray(image), tall, read) if not _under(box, (*read, *hidden))]
    if not cut:
        return []
    plain = [line for line in read if not _under(line, hidden)]
    names = [f.box for f in found if f.kind is Kind.PERSON and len(TOKEN.findall(f.value)) >= _WHOLE]
    return [
        ImageFinding(box, Kind.PERSON, 1.0, DETECTOR, source=Source.UNREAD)
        for box in sorted(cut)
        if not _is_third(box, tall, names, plain)
    ]


def line_height(read: Sequence[Box]) -> int:
    """px of the lines of a page that are level; 0 without any."""
    talls = sorted(box[3] - box[1] for box in read if not is_vertical(box))
    return talls[len(talls) // 2] if talls else 0


def _under(box: Box, others: Iterable[Box]) -> bool:
    return any(share_in(box, other) > _KNOWN for other in others)


def _is_third(box: Box, tall: int, names: Sequence[Box], plain: Sequence[Box]) -> bool:
    """Whether a line stands under a whole name as that stands under a heading: what is said of it, a room or a place.
    Where names stand below each other, the next line may be one."""
    for name in names:
        if abs(name[0] - box[0]) > tall:
            continue
        for line in plain:
            down = box[1] + (line[3] - line[1]) / 2 - middle(name)  # as high as the heading, were it whole
            up = middle(name) - middle(line)
            if abs(line[0] - box[0]) <= tall and 0 < down <= _STEP * tall and abs(down - up) <= _EDGE:
                return True
    return False


def _pieces(image: Pixels, tall: int, read: Sequence[Box]) -> Iterator[Box]:
    """Boxes of what looks like letters beside the lines that are `read`, and is lower than a line."""
    height, width = image.shape[:2]
    edges = spread(image) > CONTRAST
    edges &= ~_high(edges, HIGHEST * tall)
    for x0, y0, x1, y1 in read:
        edges[max(0, y0 - _RIM) : y1 + _RIM, max(0, x0 - _RIM) : x1 + _RIM] = False
    joined = cv2.dilate(edges.astype(np.uint8), np.ones((1, round(_GAP * tall) | 1), np.uint8))
    count, marks, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    for i in range(1, count):
        x, y, wide, high = (int(v) for v in stats[i, :4])
        at_edge = y == 0 or y + high == height
        if not (LEAST if at_edge else LEAST + _AROUND) <= high <= (HIGHEST if at_edge else LOW) * tall:
            continue
        part = slice(y, y + high), slice(x, x + wide)
        columns = np.flatnonzero((edges[part] & (marks[part] == i)).any(axis=0))
        left, right = x + int(columns[0]), x + int(columns[-1]) + 1
        long = right - left
        if long >= SHORTEST * tall and _strokes(image[y : y + high, left:right]) * tall >= STROKES * long:
            yield max(0, left - 2), y, min(width, right + 2), y + high


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
