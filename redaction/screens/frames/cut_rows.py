"""Pictures of people in a list, of which the edge of the frame or of the list cuts one: half a face is a face.

A list goes on as it went: its items stand at one edge and at one distance. So where the last pictures of a column lie
that far apart and the next would begin inside the list and end outside of it, what stands there is hidden, too, as wide
as the column. Cut lines of text are told by themselves (redaction.screens.cut_lines).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.kinds.table import is_picture
from redaction.page.boxes import share_in
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
_RULE = 2
"""px of a rule between two rows."""
_SIDE, _OTHER, _MOST = 4, 12, 0.5
"""px beside a picture that tell of the ground it stands on, levels of 255 by which another ground differs, and the
share of them that must."""
_HEADING = 0.2
"""A line of which this share lies in the place of a picture is a heading: names stand beside theirs."""
_KNOWN = 0.8
"""What lies by this share under what is hidden already is hidden."""


def cut_rows(image: Pixels, found: Sequence[ImageFinding], read: Sequence[Box] = ()) -> list[ImageFinding]:
    """Findings over what the upper or lower edge of an H × W × 3 frame leaves of the rows that follow `found`; where a
    line is `read`, a heading over a list, there is no picture."""
    out = []
    height = image.shape[0]
    for items in _columns(found):
        for down in (True, False):
            finding = _next(image, items if down else [_flipped(f, height) for f in items], down)
            if finding is None or any(share_in(finding.box, f.box) >= _KNOWN for f in found):
                continue
            if not any(share_in(line, finding.box) > _HEADING for line in read):
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
    """What follows the last rows of a column, where the edge of the frame or of the list cuts it."""
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
    upright = np.ascontiguousarray(image if down else image[::-1])
    left, right = min(f.box[0] for f in last), max(f.box[2] for f in last)
    end = _end(upright, (left, top, right, min(height, top + UNEVEN + tall)), (tops[-1], tops[-1] + tall))
    if end < top + UNEVEN + LEAST or end == top + UNEVEN + tall:
        return None
    if not foreground_mask(upright[top:end, left:right]).any():
        return None
    box = (left, top, right, end) if down else (left, height - end, right, height - top)
    return ImageFinding(box, last[-1].kind, last[-1].score, DETECTOR, source=Source.PICTURE)


def _end(image: Pixels, place: Box, last: tuple[int, int]) -> int:
    """The row before which the ground on both sides of a column is no longer that beside the last picture, whose rows
    are `last`: the edge of the list, or of the frame. Rules between two rows of a list are thinner; one that goes
    through the place of a picture, and is as wide beside it, is the edge of the list, too."""
    x0, y0, x1, y1 = place
    beside = np.concatenate([image[:, max(0, x0 - _SIDE) : x0], image[:, x1 : x1 + _SIDE]], axis=1)
    if not beside.size:  # nothing beside it
        return y1
    ground = np.median(beside[last[0] : last[1]].reshape(-1, 3), axis=0)
    other = _differs(beside[last[1] : y1 + _RULE + 1], ground).mean(axis=1) > _MOST
    wide, inside = x1 - x0, slice(max(last[1], y0 + UNEVEN + LEAST), y1 - UNEVEN)
    sides = (image[inside, max(0, x0 - wide) : x0], image[inside, x1 : x1 + wide])
    rules = [_differs(side, ground).all(axis=1) for side in sides if side.shape[1] == wide]
    ends = [inside.start + row for rule in rules for row in np.flatnonzero(rule).tolist()]
    row = last[1]
    for is_other, run in groupby(other.tolist()):
        length = len(list(run))
        if is_other and length > _RULE:
            ends.append(row)
        row += length
    return min(y1, max(y0, min(ends, default=y1)))


def _differs(image: Pixels, ground: NDArray[np.float64]) -> NDArray[np.bool_]:
    """h × w: which pixels are of another ground."""
    return np.asarray(np.abs(image - ground).max(axis=2) > _OTHER, dtype=bool)


def _flipped(finding: ImageFinding, height: int) -> ImageFinding:
    x0, y0, x1, y1 = finding.box
    return replace(finding, box=(x0, height - y1, x1, height - y0))
