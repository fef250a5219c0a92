"""The ground under a hidden place, from the pixels around it alone: stripes, rules and colour runs go on through it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.screens.pictures.differences import apart, picked

Colour = NDArray[np.uint8]
_BESIDE, _AROUND = 4, 8
"""Px beside a box in which a row of its ground shows, less than the gap between two words; and in which its paper is
sought."""
_EVEN, _ALIKE = 8, 24
"""Differences (of 255) within a row that is plain ground, and between two sides or a side and the paper."""
_FEWEST, _SEEN = 8, 0.2
"""Of fewer pixels no colour is taken; of the ring around a box its paper covers this share."""
_CLOSE, _MOST = 2, 0.5
"""Px around a box that belong to the block it stands in where this share of them, above, below and on one side, is of
one colour: an appointment in a calendar ends right beside its text."""
_CORNERS = 0.9
"""In the corners of a disc's box this share of the pixels is ground."""
_SQUARE = 1.15
"""A disc is at most so many times as long as it is wide."""


def ground(
    image: NDArray[np.uint8], covered: NDArray[np.bool_], box: Box, own: Box, background: Colour, rule: int
) -> NDArray[np.uint8]:
    """h × w × 3: the ground of a box on an H × W × 3 screen, row by row as it is right and left of `own` (the box
    before it grew) where nothing is `covered` (H × W) and nothing stands there, else the `background`.

    What is of another colour on both sides goes on where it is `rule` px long on one: letters are shorter.
    """
    x0, y0, x1, y1 = box
    out = np.empty((y1 - y0, x1 - x0, 3), dtype=np.uint8)
    out[:] = background

    def sides(reach: int) -> list[tuple[NDArray[np.int16], NDArray[np.bool_]]]:
        ends = ((own[0] - reach, own[0]), (own[2], own[2] + reach))
        return [_side(image[y0:y1, max(0, a) : b], covered[y0:y1, max(0, a) : b], reach) for a, b in ends]

    (left, left_plain), (right, right_plain) = sides(_BESIDE)
    if not (left_plain.any() or right_plain.any()):
        return out
    paper = background.astype(np.int16)
    near, right_near = (np.abs(side - paper).max(axis=1) <= _ALIKE for side in (left, right))
    both = left_plain & right_plain & (np.abs(left - right).max(axis=1) <= _ALIKE)
    if (both & ~near).any():  # a rule is longer than the strokes of letters, which are as wide as they are high
        (_, left_rule), (_, right_rule) = sides(rule)
        both &= near | left_rule | right_rule
    share = np.clip((np.arange(x0, x1, dtype=np.float32) - own[0]) / max(1, own[2] - own[0]), 0, 1)[None, :, None]
    run = left[both][:, None] * (1 - share) + right[both][:, None] * share
    out[both] = np.rint(run).astype(np.uint8)
    for side, alone in ((left, left_plain & ~right_plain & near), (right, right_plain & ~left_plain & right_near)):
        out[alone] = side[alone, None].astype(np.uint8)
    return out


def _side(
    beside: NDArray[np.uint8], taken: NDArray[np.bool_], reach: int
) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
    """The colour of every row of an h × n × 3 strip, and whether it is all of one and free."""
    if beside.shape[1] < reach:
        return np.zeros((len(beside), 3), dtype=np.int16), np.zeros(len(beside), dtype=bool)
    low, high = beside.min(axis=1), beside.max(axis=1)
    plain = ((high - low).max(axis=1) <= _EVEN) & ~taken.any(axis=1)
    return (low.astype(np.int16) + high) // 2, plain


def paper(image: NDArray[np.uint8], covered: NDArray[np.bool_], box: Box) -> Colour:
    """The colour close to a box, above, below and on one side; else the commonest right and left of it where most is of
    one, if it is around the box too; else that of the nearest uncovered ring. What lies above and below is often
    another stripe or what is around a field."""
    x0, y0, x1, y1 = box
    height, width = covered.shape
    close = _block(image, covered, box)
    if close is not None:
        return close
    around = (_AROUND, 2 * _AROUND, 4 * _AROUND)  # nearer than that a frame around a field would be the commonest
    for reach in around:
        top, bottom, left, right = (
            max(0, y0 - reach),
            min(height, y1 + reach),
            max(0, x0 - reach),
            min(width, x1 + reach),
        )
        free = ~covered[top:bottom, left:right]
        free[y0 - top : y1 - top, x0 - left : x1 - left] = False
        if np.count_nonzero(free) < _FEWEST:
            continue
        ring = picked(image[top:bottom, left:right], free)
        free[: y0 - top] = free[y1 - top :] = False
        beside = picked(image[top:bottom, left:right], free)
        if len(beside) >= _FEWEST:
            colour, share = _commonest(beside)
            if share > 0.5 and float((np.abs(ring.astype(np.int16) - colour).max(axis=1) <= _EVEN).mean()) >= _SEEN:
                return colour
        return _commonest(ring)[0]
    return np.array([128, 128, 128], dtype=np.uint8)


def _block(image: NDArray[np.uint8], covered: NDArray[np.bool_], box: Box) -> Colour | None:
    """The one colour close to a box: above and below it, and left or right of it. Nothing where they are of several."""
    x0, y0, x1, y1 = box
    strips = (
        (slice(max(0, y0 - _CLOSE), y0), slice(x0, x1)),
        (slice(y1, y1 + _CLOSE), slice(x0, x1)),
        (slice(y0, y1), slice(max(0, x0 - _CLOSE), x0)),
        (slice(y0, y1), slice(x1, x1 + _CLOSE)),
    )
    above, below, left, right = (_plain(picked(image[at], ~covered[at])) for at in strips)
    if above is None or below is None or not _same(above, below):
        return None
    return above if any(side is not None and _same(above, side) for side in (left, right)) else None


def _plain(pixels: NDArray[np.uint8]) -> Colour | None:
    """The colour that most of N × 3 pixels have."""
    if len(pixels) < _FEWEST:
        return None
    colour, share = _commonest(pixels)
    return colour if share > _MOST else None


def _same(one: Colour, other: Colour) -> bool:
    return int(np.abs(one.astype(np.int16) - other).max()) <= _EVEN


def is_disc(part: NDArray[np.uint8], background: Colour) -> bool:
    """Whether a picture of h × w × 3 px is a disc: its corners are ground. The one thing that is taken from inside."""
    height, width = part.shape[:2]
    if max(height, width) > _SQUARE * min(height, width) or min(height, width) < _FEWEST:
        return False
    rows, columns = np.ogrid[:height, :width]
    away = (2 * rows + 1 - height) ** 2 / height**2 + (2 * columns + 1 - width) ** 2 / width**2
    corners = picked(part, away > 1.15)
    return float((apart(corners[None], background[None, None].repeat(len(corners), 1)) <= _ALIKE).mean()) >= _CORNERS


def _commonest(pixels: NDArray[np.uint8]) -> tuple[Colour, float]:
    """The middle of the commonest (4-bit) colour of N × 3 pixels, and its share.

    Not the median of each channel, which between white, red and blue is a colour that nothing there has.
    """
    coarse = (pixels >> 4).astype(np.uint16)
    code = coarse[:, 0] << 8 | coarse[:, 1] << 4 | coarse[:, 2]
    most = np.bincount(code).argmax()
    alike = picked(pixels, code == most)
    low, high = (len(alike) - 1) // 2, len(alike) // 2
    middle = np.partition(np.ascontiguousarray(alike.T), (low, high), axis=1).astype(np.uint16)
    return np.asarray((middle[:, low] + middle[:, high]) // 2, dtype=np.uint8), len(alike) / len(pixels)
