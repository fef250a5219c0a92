"""Finds what may be text on a screen of any colours, and draws it anew: dark on white, each word by its own light.

Edges are steps between neighbouring pixels in any one channel: a pale name on white and white on mid blue have them
as a black one has. Rules (borders, underlines) run one way over many pixels and are taken out. What is left is closed
to words; each is measured against the ground around its own edges.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from validation.reading.read_words import Box

Grey = NDArray[np.uint8]
Mask = NDArray[np.uint8]

#: Least step between neighbouring pixels in one channel (of 255) that is an edge.
EDGE = 20
#: px that a step must run one way, along a row or a column, to belong to a rule and not to letters.
_RULE_ALONG, _RULE_UPRIGHT = 30, 25
#: px: a rule goes on over a smaller gap, where another crosses it.
_CROSSING = 5
#: px over which edges are closed to words, along the row and upright.
_WORD = (5, 3)
#: Higher components are pictures to this layout; headings are found by a second one, on a smaller image.
HIGHEST = 56
#: Least height and width of a component in px: smaller ones are specks.
_LOWEST, _NARROWEST = 3, 2
#: Ink is scaled so that this percentile of a word's edges is black.
_BLACK = 95


@dataclass(frozen=True, slots=True)
class Foreground:
    """The clean canvas of a screen (0 is foreground, 255 ground), where the words lie, and all that has edges (1)."""

    canvas: Grey
    words: tuple[Box, ...]
    mask: Mask


def find_foreground(image: NDArray[np.uint8]) -> Foreground:
    """Normalise all words of an H × W × 3 image of uint8."""
    mask = cv2.morphologyEx(text_edges(image), cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_RECT, _WORD))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    canvas = np.full(mask.shape, 255, np.uint8)
    words: list[Box] = []
    for number in range(1, len(stats)):
        x, y, width, height = (int(v) for v in stats[number, :4])
        if height > HIGHEST or height < _LOWEST or width < _NARROWEST:
            continue
        x0, y0 = max(0, x - 2), max(0, y - 2)
        x1, y1 = min(mask.shape[1], x + width + 2), min(mask.shape[0], y + height + 2)
        own = (labels[y0:y1, x0:x1] == number).astype(np.uint8)
        _draw(canvas[y0:y1, x0:x1], image[y0:y1, x0:x1], own, mask[y0:y1, x0:x1])
        words.append((x, y, x + width, y + height))
    return Foreground(canvas, tuple(words), mask)


def text_edges(image: NDArray[np.uint8]) -> Mask:
    """Pixels (1, else 0) at which some channel steps, but those of rules."""
    along = _step(image, 1)
    upright = _step(image, 0)
    steps_x, steps_y = (along >= EDGE).astype(np.uint8), (upright >= EDGE).astype(np.uint8)
    one_way, other_way = steps_y & (along < EDGE // 2), steps_x & (upright < EDGE // 2)
    rules = _runs(one_way, (_RULE_ALONG, 1), (_CROSSING, 1)) | _runs(other_way, (1, _RULE_UPRIGHT), (1, _CROSSING))
    return np.asarray((steps_x | steps_y) & (1 - rules), np.uint8)


def _step(image: NDArray[np.uint8], axis: int) -> Grey:
    """Largest difference of the three channels to the next pixel along an axis, told at both of them."""
    ahead = image[1:] if axis == 0 else image[:, 1:]
    here = image[:-1] if axis == 0 else image[:, :-1]
    differs = cv2.absdiff(ahead, here)
    largest = np.maximum(np.maximum(differs[..., 0], differs[..., 1]), differs[..., 2])
    step = np.zeros(image.shape[:2], np.uint8)
    first, second = (step[:-1], step[1:]) if axis == 0 else (step[:, :-1], step[:, 1:])
    np.maximum(first, largest, out=first)
    np.maximum(second, largest, out=second)
    return step


def _runs(steps: Mask, size: tuple[int, int], gap: tuple[int, int]) -> Mask:
    """Runs of steps of a size (width, height) and more; over gaps below `gap`, as where two rules cross."""
    closed = cv2.morphologyEx(steps, cv2.MORPH_CLOSE, np.ones((gap[1], gap[0]), np.uint8))
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((size[1], size[0]), np.uint8)), np.uint8)


def _draw(canvas: Grey, piece: NDArray[np.uint8], own: Mask, taken: Mask) -> None:
    """Draw one word onto its place: its difference to the ground around its edges, scaled, and nothing beside it."""
    around = piece[taken == 0]
    ground = np.median(around if len(around) else piece.reshape(-1, 3), axis=0)
    differs = np.abs(piece.astype(np.int16) - ground.astype(np.int16)).max(axis=2)
    filled = cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0
    black = max(float(np.percentile(differs[own > 0], _BLACK)), float(EDGE))
    drawn = np.clip(255 - differs * (255 / black), 0, 255).astype(np.uint8)
    np.copyto(canvas, np.minimum(canvas, drawn), where=filled)
