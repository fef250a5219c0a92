"""Reads one screen: its lines, its headings, what is turned or lies over pictures; and tells what it could not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from validation.reading.ink import find_ink
from validation.reading.lines import find_lines, reading_orders
from validation.reading.looks import Look, Looker
from validation.reading.rest import read_rest
from validation.reading.words import Box, Part, ScreenReading, Word

#: Headings are found on the image at this part of its size; there their letters are as high as others are here.
_HEADINGS = 3
#: px of the whole image from which a line of the small image counts: lower ones were found on the whole one.
_HEADING = 36


def read_image(image: NDArray[np.uint8], looker: Looker) -> ScreenReading:
    """Everything on an H × W × 3 image of uint8 (any order of channels)."""
    ink = find_ink(image)
    lines = find_lines(ink)
    looks = [looker.look(image, ink.canvas, line) for line in lines]
    heads, head_looks = _headings(image, looker)
    boxes, looks = [*(line.box for line in lines), *heads], [*looks, *head_looks]
    rest = read_rest(image, ink, boxes, looks, looker)
    parts = [_part([look.words for look in looks], order) for order in reading_orders(boxes)]
    second = [look.second for look in looks if look.second]
    parts.append(_part(second, range(len(second))))
    parts += [_part(words, range(len(words))) for words in rest.words]
    return ScreenReading(tuple(part for part in parts if part.words), rest.regions, rest.unread)


def _headings(image: NDArray[np.uint8], looker: Looker) -> tuple[list[Box], list[Look]]:
    small = cv2.resize(image, None, fx=1 / _HEADINGS, fy=1 / _HEADINGS, interpolation=cv2.INTER_AREA)
    ink = find_ink(np.asarray(small, np.uint8))
    lines = [line for line in find_lines(ink) if (line.box[3] - line.box[1]) * _HEADINGS >= _HEADING]
    looks = [looker.look(small, ink.canvas, line).enlarged(_HEADINGS) for line in lines]
    times = _HEADINGS
    return [(a * times, b * times, c * times, d * times) for a, b, c, d in (line.box for line in lines)], looks


def _part(lines: Sequence[tuple[Word, ...]], order: Sequence[int]) -> Part:
    return Part(tuple(replace(word, line=n) for n, at in enumerate(order) for word in lines[at]))
