"""Ink against paper: which pixels of a line are glyphs, and how the columns between glyphs fall."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import is_vertical

_VALUES = np.arange(256.0).reshape(256, 1, 1)
_STACKED = 14
"""Two lines of readable text in one box are this high together, in px."""


def foreground_mask(crop: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """True where an h × w × 3 crop differs from its paper (the commonest colour of the crop)."""
    if crop.size == 0:
        return np.zeros(crop.shape[:2], dtype=bool)
    crop = np.ascontiguousarray(crop)
    coarse = crop.astype(np.uint16) >> 3
    codes = coarse[:, :, 0] << 10 | coarse[:, :, 1] << 5 | coarse[:, :, 2]
    common = codes == np.bincount(codes.ravel()).argmax()
    many = np.count_nonzero(common)
    # OpenCV multiplies by 1 / many: rounding brings the sums back, which are whole numbers.
    paper = np.rint(np.array(cv2.mean(crop, common.view(np.uint8))[:3]) * many) / many
    differ = cv2.LUT(crop, np.abs(_VALUES - paper))
    away = np.maximum(np.maximum(differ[:, :, 0], differ[:, :, 1]), differ[:, :, 2])
    # The 99.5th percentile, as numpy.percentile has it, which takes longer than all the rest.
    place = 0.995 * (away.size - 1)
    low = int(place)
    ends = np.partition(away.ravel(), (low, min(low + 1, away.size - 1)))[low : low + 2]
    strong = float(ends[0] + (ends[-1] - ends[0]) * (place - low))
    return np.asarray(away > max(12.0, strong * 0.25), dtype=bool)


def empty_columns(crop: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """True for every column of an h × w × 3 crop that holds no foreground."""
    return np.asarray(~foreground_mask(crop).any(axis=0), dtype=bool)


def snap(image: NDArray[np.uint8], core: Box, box: Box) -> Box:
    """The box of the glyphs of one line: the same glyphs give the same box wherever they stand.

    Rows are followed from the middle band `core` outwards to the first empty row, so that lines stacked closely stay
    apart; columns are those of `box`, followed further while the foreground goes on. A line that runs up or down the
    screen is snapped on its side.
    """
    if is_vertical(core):
        x0, y0, x1, y1 = snap(image.transpose(1, 0, 2), _swapped(core), _swapped(box))
        return y0, x0, y1, x1
    height, width = image.shape[:2]
    tall = max(4, box[3] - box[1])
    x0, y0 = max(0, box[0] - tall // 2), max(0, box[1] - tall // 4)
    x1, y1 = min(width, box[2] + tall // 2), min(height, box[3] + tall // 4)
    mask = foreground_mask(image[y0:y1, x0:x1])
    band = mask[:, core[0] - x0 : max(core[0] + 1, core[2]) - x0]
    rows = _around(np.asarray(band.any(axis=1), dtype=bool), core[1] - y0, core[3] - y0)
    if rows is None:
        return box
    reach = (core[3] - core[1]) // 2
    left, right = max(box[0], core[0] - reach) - x0, min(box[2], core[2] + reach) - x0
    first, last = core[0] + 2 * reach - x0, max(0, core[2] - 2 * reach - x0)
    rows = _with_tails([mask[:, left:first], mask[:, last:right]], rows)
    filled = np.asarray(mask[rows[0] : rows[1]].any(axis=0), dtype=bool)
    columns = _within(filled, box[0] - x0, box[2] - x0)
    if columns is None:
        return box
    return x0 + columns[0], y0 + rows[0], x0 + columns[1], y0 + rows[1]


def _with_tails(sides: Sequence[NDArray[np.bool_]], rows: tuple[int, int]) -> tuple[int, int]:
    """The band ends inside the outer letters: the rows with the tail of a last "g". Ink that goes on for more than a
    tail is a frame, or joins the line to the next."""
    first, last = rows
    tail = max(2, round(0.4 * (last - first)))
    top, bottom = first, last
    for side in sides:
        filled = np.asarray(side.any(axis=1), dtype=bool)
        below = int(np.argmin(np.append(filled[last : last + tail + 1], False)))
        above = int(np.argmin(np.append(filled[max(0, first - tail - 1) : first][::-1], False)))
        bottom = max(bottom, last + below) if below <= tail else bottom
        top = min(top, first - above) if above <= tail else top
    return top, bottom


def _swapped(box: Box) -> Box:
    return box[1], box[0], box[3], box[2]


def split_wide(image: NDArray[np.uint8], box: Box) -> list[Box]:
    """The parts of a line that stand clearly apart (an avatar's letters and a name, two cells): cut at gaps of
    half the height that are also twice as wide as the line's ordinary gaps between words, and behind or before a tile
    of another colour (an avatar's letter glued to the name)."""
    x0, y0, x1, y1 = box
    height = y1 - y0
    if x1 - x0 < 3 * height or height < 6:
        return [box]
    mask = foreground_mask(image[y0:y1, x0:x1])
    tile = _tile(mask)
    if tile is not None:
        cut = x0 + tile
        return [
            part for side in ((x0, y0, cut, y1), (cut, y0, x1, y1)) for part in split_wide(image, _fitted(image, side))
        ]
    empty = np.asarray(~mask.any(axis=0), dtype=bool)
    steps = np.flatnonzero(np.diff(np.concatenate([[False], empty, [False]]).astype(np.int8)))
    gaps = [(int(a), int(b)) for a, b in zip(steps[::2], steps[1::2], strict=True) if b - a >= 0.3 * height]
    widths = sorted(b - a for a, b in gaps)
    usual = widths[(len(widths) - 1) // 2] if len(widths) >= 2 else 0
    cuts = [(a, b) for a, b in gaps if b - a >= max(0.52 * height, 1.9 * usual) and a > 0 and b < x1 - x0]
    parts, at = [], 0
    for a, b in cuts:
        parts.append((x0 + at, y0, x0 + a, y1))
        at = b
    parts.append((x0 + at, y0, x1, y1))
    return parts


def split_stacked(image: NDArray[np.uint8], box: Box) -> list[Box]:
    """The two lines in a box that holds two, fitted to their foreground: cut at the emptiest row about the middle, when
    it has less than a quarter of the foreground of the fullest row on either side; else the box alone."""
    x0, y0, x1, y1 = box
    height = y1 - y0
    if height < _STACKED:
        return [box]
    foreground = np.asarray(foreground_mask(image[y0:y1, x0:x1]).sum(axis=1), dtype=np.int64)
    middle = range(round(0.3 * height), round(0.7 * height) + 1)
    cut = min(middle, key=lambda row: (foreground[row], abs(2 * row - height)))
    if foreground[cut] >= 0.25 * min(foreground[:cut].max(), foreground[cut:].max()):
        return [box]
    return [_fitted(image, part) for part in ((x0, y0, x1, y0 + cut), (x0, y0 + cut, x1, y1))]


def _tile(mask: NDArray[np.bool_]) -> int | None:
    """Where to cut off a solid stretch of half a height or more at one end of a line that goes on far beyond it."""
    height, width = mask.shape
    shares = mask.mean(axis=0)
    solid = np.asarray(shares >= 0.95, dtype=bool)
    for flipped in (False, True):
        columns, filled = (solid[::-1], shares[::-1]) if flipped else (solid, shares)
        run = int(np.argmin(columns)) if not columns.all() else width
        if run < 0.5 * height:
            continue
        while run < width and filled[run] > 0.5:  # its smooth edge
            run += 1
        if run <= 3 * height and width - run >= 2 * height:
            return width - run if flipped else run
    return None


def _fitted(image: NDArray[np.uint8], box: Box) -> Box:
    """The box without the empty rows and columns around its foreground."""
    rows, columns = np.nonzero(foreground_mask(image[box[1] : box[3], box[0] : box[2]]))
    if rows.size == 0:
        return box
    x0, y0 = box[0], box[1]
    return x0 + int(columns.min()), y0 + int(rows.min()), x0 + int(columns.max()) + 1, y0 + int(rows.max()) + 1


def _around(filled: NDArray[np.bool_], start: int, end: int) -> tuple[int, int] | None:
    """The filled stretch through start..end: its gaps are bridged inside, the first gap outside ends it."""
    inside = np.flatnonzero(filled[start:end])
    if inside.size == 0:
        return None
    first, last = start + int(inside[0]), start + int(inside[-1])
    while first > 0 and filled[first - 1]:
        first -= 1
    while last + 1 < len(filled) and filled[last + 1]:
        last += 1
    return first, last + 1


def _within(filled: NDArray[np.bool_], start: int, end: int) -> tuple[int, int] | None:
    """First and last filled position of start..end, followed outwards only where the foreground crosses its border."""
    inside = np.flatnonzero(filled[start:end])
    if inside.size == 0:
        return None
    first, last = start + int(inside[0]), start + int(inside[-1])
    while first > 0 and first <= start and filled[first - 1]:
        first -= 1
    while last + 1 < len(filled) and last >= end - 1 and filled[last + 1]:
        last += 1
    return first, last + 1
