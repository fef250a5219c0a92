"""Pictures of people in a list, of which the edge of a frame cuts one: half a face is a face.

A list goes on as it went: its items stand at one edge and at one distance. So where the last pictures of a column lie
that far apart and the next would begin inside the frame and end outside of it, what stands there is hidden, too, as
wide as the column. Cut lines of text are told by themselves (redaction.screens.frames.cut_lines).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.kinds.table import is_picture
from redaction.page.boxes import area, common
from redaction.page.measures import EDGE
from redaction.screens.ocr.foreground import foreground_mask

Pixels = NDArray[np.uint8]
DETECTOR = "cut-row"
ITEMS = 3
"""So many items at one distance make a list."""
UNEVEN = 4
"""px by which distances of one list differ: boxes of lines follow their ink."""
LEAST = 4
"""px of a row that must show to be hidden."""
_TALLER = 1.7
"""Ratio of the heights of the items of one column."""
_KNOWN = 0.8
"""What lies by this share under what is hidden already is hidden."""


def cut_rows(image: Pixels, found: Sequence[ImageFinding]) -> list[ImageFinding]:
    """Findings over what the upper or lower edge of an H × W × 3 frame leaves of the rows that follow `found`."""
    out = []
    height = image.shape[0]
    for items in _columns(found):
        for down in (True, False):
            finding = _next(image, items if down else [_flipped(f, height) for f in items], down)
            if finding is not None and not any(_under(finding.box, f.box) for f in found):
                out.append(finding)
    return sorted(set(out))


def _columns(found: Sequence[ImageFinding]) -> Iterator[list[ImageFinding]]:
    """Pictures of people at one left edge, one a row."""
    some = [f for f in found if is_picture(f) and f.kind in (Kind.PERSON, Kind.FACE)]
    for first in sorted({f.box[0] for f in some}):
        column = [f for f in some if 0 <= f.box[0] - first <= EDGE]
        if len(column) >= ITEMS:
            yield column


def _next(image: Pixels, items: Sequence[ImageFinding], down: bool) -> ImageFinding | None:
    """What follows the last rows of a column, where the edge of the frame cuts it."""
    rows: list[ImageFinding] = []
    for item in sorted(items, key=lambda f: (f.box[1], f.box)):
        tall = item.box[3] - item.box[1]
        if not rows or item.box[1] - rows[-1].box[1] >= tall / 2:
            rows.append(item)
    last = rows[-ITEMS:]
    if len(last) < ITEMS:
        return None
    tops, talls = [f.box[1] for f in last], [f.box[3] - f.box[1] for f in last]
    steps = [b - a for a, b in pairwise(tops)]
    tall = max(talls)
    if max(steps) - min(steps) > UNEVEN or min(steps) < tall or tall > _TALLER * min(talls):
        return None
    height = image.shape[0]
    top = tops[-1] + round(sum(steps) / len(steps)) - UNEVEN
    if top + UNEVEN > height - LEAST or top + UNEVEN + tall <= height:
        return None
    upright = image if down else image[::-1]
    box = min(f.box[0] for f in last), top, max(f.box[2] for f in last), height
    if not foreground_mask(np.ascontiguousarray(upright[box[1] : box[3], box[0] : box[2]])).any():
        return None
    box = box if down else (box[0], height - box[3], box[2], height - box[1])
    return ImageFinding(box, last[-1].kind, last[-1].score, DETECTOR, source=Source.PICTURE)


def _flipped(finding: ImageFinding, height: int) -> ImageFinding:
    x0, y0, x1, y1 = finding.box
    return replace(finding, box=(x0, height - y1, x1, height - y0))


def _under(box: Box, other: Box) -> bool:
    return area(common(box, other)) >= _KNOWN * area(box)
