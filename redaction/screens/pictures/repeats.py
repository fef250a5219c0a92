"""A face's picture shown again: the same pixels further up or down its column, a status dot or a badge over a part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import share_in, touch, union
from redaction.page.reading import Hit
from redaction.screens.pictures.differences import apart

_SIDES = (16, 96)
"""The least and the largest side of a picture that is looked for, in px."""
_OFF = 3
"""How far to its side, in px, the same picture stands in its column."""
_ALIKE = 0.7
"""The correlation from which on two pictures are compared pixel by pixel; what a dot covers lowers it."""
_NOISE, _SAME = 24, 0.75
"""Pixels that differ by no more than this, of 255, are the same, and so are pictures of which so many are."""
_FOUND = 0.8
"""The share of a picture shown again that a hit covers, from which on it is found already."""
_PART = 0.5
"""The share of a hit that lies in a picture shown again, from which on it is a part of that picture: a face alone."""
DETECTOR = "shown-again"
_SCORE = 0.5


def shown_again(image: NDArray[np.uint8], hits: Sequence[Hit]) -> list[Hit]:
    """Where in an H × W × 3 RGB image the picture of a hit is shown again and no hit is, or only such as are a part of
    it, which are inside what is told then. Sorted."""
    boxes = [box for box, _, _ in hits]
    out: list[Hit] = []
    for box in sorted(set(boxes)):
        sides = box[2] - box[0], box[3] - box[1]
        if _SIDES[0] <= min(sides) and max(sides) <= _SIDES[1]:
            for again in _same(image, box):
                over = [other for other in boxes if touch(again, other)]
                if any(share_in(again, other) >= _FOUND or share_in(other, again) < _PART for other in over):
                    continue
                whole = reduce(union, over, again)
                boxes.append(whole)
                out.append((whole, _SCORE, DETECTOR))
    return sorted(out)


def _same(image: NDArray[np.uint8], box: Box) -> Iterator[Box]:
    """Boxes of the same size in the column of one, with the same pixels; the likeliest first."""
    x0, y0, x1, y1 = box
    left, wide, tall = max(0, x0 - _OFF), x1 - x0, y1 - y0
    picture = image[y0:y1, x0:x1]
    likeness = cv2.matchTemplate(image[:, left : x1 + _OFF], picture, cv2.TM_CCOEFF_NORMED)
    while likeness.max() >= _ALIKE:
        top, beside = (int(i) for i in np.unravel_index(int(likeness.argmax()), likeness.shape))
        at = (left + beside, top, left + beside + wide, top + tall)
        differing = apart(picture, image[at[1] : at[3], at[0] : at[2]])
        if at != box and float((differing <= _NOISE).mean()) >= _SAME:
            yield at
        likeness[max(0, top - tall // 2) : top + tall // 2 + 1] = -1
