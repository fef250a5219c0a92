"""Puts words of a clean canvas together to lines, and lines into the orders in which people read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from validation.reading.clean_canvas import Foreground, Grey
from validation.reading.read_words import Box

#: Words stand in one line up to a gap of so many times the height of the lower one, and at least of `_GAP` px.
_GAP_HEIGHTS, _GAP = 1.0, 8
#: Two words of one line differ in height by this factor at most, unless one is a mark (a dash, a dot) of so many px;
#: one higher than `_TALL` may be a picture beside the text and must be nearer to it in height.
_ALIKE, _ALIKE_TALL, _MARK = 2.4, 1.6, 6
#: Share of the lower word's height that lies beside the other.
_BESIDE = 0.6
#: A component higher than this many px is looked through for empty rows: it may hold several lines.
_TALL = 20
#: A row with at most this share of the foreground of the fullest row parts two lines.
_EMPTY = 0.06
#: A line may be so many times as high as its highest word: more, and the words go up or down.
_LEVEL = 1.4
#: The middle of the foreground of a level line drifts up or down by this share of its height at most.
_DRIFT = 0.35
#: Least height and width of a line in px: a letter by itself says nothing.
_LOWEST, _NARROWEST = 4, 8


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """A line of words: its box, and whether they stand on one level, as words that run upright do."""

    box: Box
    level: bool


def find_lines(foreground: Foreground) -> list[Line]:
    """Lines, top to bottom. No foreground lies outside of all of them but specks."""
    words = [piece for box in foreground.words for piece in _split(foreground.canvas, box)]
    if not words:
        return []
    lines: dict[int, list[int]] = {}
    places = np.array(sorted(words, key=lambda box: (box[0], box[1])), np.int32)
    for at, number in enumerate(_linked(places)):
        lines.setdefault(number, []).append(at)
    found: set[Line] = set()
    for members in lines.values():
        own = places[members]
        left, top = (int(v) for v in own[:, :2].min(axis=0))
        right, bottom = (int(v) for v in own[:, 2:].max(axis=0))
        if bottom - top >= _LOWEST and right - left >= _NARROWEST:
            box = (left, top, right, bottom)
            steps = bottom - top > _LEVEL * int((own[:, 3] - own[:, 1]).max())
            found.add(Line(box, not steps and abs(_drift(foreground.canvas, box)) <= _DRIFT * (bottom - top)))
    return sorted(found, key=lambda line: (line.box[1], line.box[0], line))


def _drift(canvas: Grey, box: Box) -> float:
    """px by which the middle of the foreground falls from the left end of a box to its right one."""
    mass = 255.0 - canvas[box[1] : box[3], box[0] : box[2]]
    column = mass.sum(axis=0)
    if column.sum() == 0:
        return 0.0
    middle = (mass * np.arange(len(mass))[:, None]).sum(axis=0) / np.maximum(column, 1)
    across = np.arange(len(column)) - np.average(np.arange(len(column)), weights=column)
    spread = (column * across**2).sum()
    return float((column * across * middle).sum() / spread * len(column)) if spread else 0.0


def _linked(places: NDArray[np.int32]) -> list[int]:
    """The line of each word, by number; words are given from left to right."""
    owner = list(range(len(places)))

    def root(n: int) -> int:
        while owner[n] != n:
            owner[n] = owner[owner[n]]
            n = owner[n]
        return n

    left, top, right, bottom = places.T
    heights = bottom - top
    widest = max(_GAP, round(_GAP_HEIGHTS * int(heights.max())))
    ends = np.searchsorted(left, right + widest, side="right")
    for n in range(len(places)):
        others = slice(n + 1, int(ends[n]))
        lower, higher = np.minimum(heights[others], heights[n]), np.maximum(heights[others], heights[n])
        beside = np.minimum(bottom[others], bottom[n]) - np.maximum(top[others], top[n])
        near = left[others] - right[n] <= np.maximum(_GAP, _GAP_HEIGHTS * lower)
        # A mark has no height to compare; it joins whoever stands around it.
        mark = lower <= _MARK
        alike = (higher <= np.where(higher > _TALL, _ALIKE_TALL, _ALIKE) * lower) | (mark & (higher <= _TALL))
        near = np.where(mark, left[others] - right[n] <= np.maximum(_GAP, higher // 2), near)
        for m in np.flatnonzero(near & alike & (beside >= _BESIDE * lower)):
            owner[root(n + 1 + int(m))] = root(n)
    return [root(n) for n in range(len(places))]


def _split(canvas: Grey, box: Box) -> Iterator[Box]:
    """The lines of a component: one, unless it is tall and has empty rows."""
    x0, y0, x1, y1 = box
    if y1 - y0 <= _TALL:
        yield box
        return
    rows = (255 - canvas[y0:y1, x0:x1]).sum(axis=1, dtype=np.int64)
    filled = np.flatnonzero(rows > _EMPTY * max(int(rows.max()), 1))
    if not len(filled):
        return
    for run in np.split(filled, np.flatnonzero(np.diff(filled) > 1) + 1):
        yield x0, y0 + int(run[0]), x1, y0 + int(run[-1]) + 1


def reading_orders(boxes: Sequence[Box]) -> list[list[int]]:
    """Two orders of the lines: along the rows, and down each column, so that neither a value beside a value nor a
    value that goes on in the next line is torn apart."""
    rows = sorted(range(len(boxes)), key=lambda n: (boxes[n][1], boxes[n][0]))
    return [_along(boxes, rows), _columns(boxes, rows)]


def _along(boxes: Sequence[Box], rows: Sequence[int]) -> list[int]:
    order: list[int] = []
    row: list[int] = []
    bottom = -1
    for n in rows:
        if row and boxes[n][1] >= bottom:
            order += sorted(row, key=lambda m: (boxes[m][0], boxes[m][1]))
            row = []
        middle = (boxes[n][1] + boxes[n][3]) // 2
        bottom = min(bottom, middle) if row else middle
        row.append(n)
    return order + sorted(row, key=lambda m: (boxes[m][0], boxes[m][1]))


def _columns(boxes: Sequence[Box], rows: Sequence[int]) -> list[int]:
    """Each line is followed by the nearest one below it that begins at the same place, or shares most of its width."""
    follows: dict[int, int] = {}
    taken: set[int] = set()
    for at, n in enumerate(rows):
        x0, y0, x1, y1 = boxes[n]
        for m in rows[at + 1 :]:
            a, b, c, _ = boxes[m]
            if b > y1 + (y1 - y0):
                break
            near = abs(a - x0) <= (y1 - y0) // 2 or min(x1, c) - max(x0, a) > min(x1 - x0, c - a) // 2
            if m not in taken and b >= (y0 + y1) // 2 and near:
                follows[n] = m
                taken.add(m)
                break
    order: list[int] = []
    for n in rows:
        if n in taken:
            continue
        at_line: int | None = n
        while at_line is not None:
            order.append(at_line)
            at_line = follows.get(at_line)
    return order
