"""Reads one screen: its lines, its headings, what is turned or lies over pictures; and tells what it could not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from validation.reading.clean_canvas import Mask, find_foreground
from validation.reading.line_looks import COVERED, Look, Looker
from validation.reading.read_lines import Line, find_lines, reading_orders
from validation.reading.read_words import Box, Part, ScreenReading, Word
from validation.reading.rest import read_rest

#: Headings are found on the image at this part of its size; there their letters are as high as others are here.
_HEADINGS = 3
#: px of the whole image from which a line of the small image counts: lower ones were found on the whole one.
_HEADING = 36


def read_image(image: NDArray[np.uint8], looker: Looker) -> ScreenReading:
    """Everything on an H × W × 3 image of uint8 (any order of channels)."""
    foreground = find_foreground(image)
    lines = find_lines(foreground)
    looks = [looker.look(image, foreground.canvas, line) for line in lines]
    heads, head_looks = _headings(image, lines, looks, looker)
    boxes = [line.box for line in lines]
    rest = read_rest(image, foreground, [*boxes, *heads], [*looks, *head_looks], looker)
    parts = [_part([look.words for look in looks], order) for order in reading_orders(boxes)]
    parts += [_part([look.words for look in head_looks], order) for order in reading_orders(heads)[:1]]
    second = [look.second for look in [*looks, *head_looks] if look.second]
    parts.append(_part(second, range(len(second))))
    parts += [_part(words, range(len(words))) for words in rest.words]
    return ScreenReading(tuple(part for part in parts if part.words), rest.regions, rest.unread)


def _headings(
    image: NDArray[np.uint8], lines: Sequence[Line], looks: Sequence[Look], looker: Looker
) -> tuple[list[Box], list[Look]]:
    """Lines of the small image that are not made of lines that were read on the whole one."""
    times = _HEADINGS
    small = np.asarray(cv2.resize(image, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA), np.uint8)
    foreground = find_foreground(small)
    read = np.zeros(foreground.canvas.shape, np.uint8)
    for line, look in zip(lines, looks, strict=True):
        if look.upright:
            x0, y0, x1, y1 = (v // times for v in line.box)
            read[y0 : y1 + 1, x0 : x1 + 1] = 1
    heads = [
        line
        for line in find_lines(foreground)
        if (line.box[3] - line.box[1]) * times >= _HEADING and _inside(read, line.box).mean() < COVERED
    ]
    found = [looker.look(small, foreground.canvas, line).enlarged(times) for line in heads]
    return [(a * times, b * times, c * times, d * times) for a, b, c, d in (line.box for line in heads)], found


def _inside(mask: Mask, box: Box) -> Mask:
    return mask[box[1] : box[3], box[0] : box[2]]


def _part(lines: Sequence[tuple[Word, ...]], order: Sequence[int]) -> Part:
    return Part(tuple(replace(word, line=n) for n, at in enumerate(order) for word in lines[at]))
