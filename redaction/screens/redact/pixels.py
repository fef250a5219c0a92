"""The one place where a box becomes pixels.

No style depends on what a box held. The colours come from the ring of pixels around it; what is drawn is a surrogate in
one of few sizes, placed on a coarse grid, and fades into the background, so that on a plain one neither the width nor
the height of what was there shows. Where the ground is not plain the outline of the box does show: boxes grow to coarse
steps wherever the pixels beside them are free of anything else. Pixels outside the final boxes stay bit-identical.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind
from redaction.kinds.table import is_picture
from redaction.page.boxes import area, is_vertical
from redaction.screens.pictures.differences import apart, picked
from redaction.screens.redact.patches import Colour, line_patch, picture_patch, unit
from redaction.screens.redact.styles import HIDING_STYLES, HidingStyle

_STEP_UNITS, _ROW_UNITS = 48, 7
"""A text box grows to a multiple of so many units in width, more than most names need, and to so many in height: 192
and 28 px for common text."""
_LONGEST_UNITS = 48
"""A drawn surrogate may widen its box to this many units."""
_PLAIN = 8
"""Pixels beside a box are free when they differ from their neighbours by no more than this, or, on a rough ground, by
half as much again as the ground does."""
_RING = 8


def redact_image(
    image: NDArray[np.uint8],
    findings: Sequence[ImageFinding],
    style: str = "fill",
    replace: Callable[[Kind, str], str] | None = None,
) -> tuple[NDArray[np.uint8], list[Box]]:
    """A copy of an H × W × 3 RGB image with every finding hidden, and the final box of each finding, in order.

    `style` names one of HIDING_STYLES, PolicyError for any other. `replace(kind, value)` gives the surrogate text for
    it; without that a neutral word per kind is drawn.
    """
    hiding = HIDING_STYLES.open(style)
    height, width = image.shape[:2]
    covered = np.zeros((height, width), dtype=bool)
    for finding in findings:
        x0, y0, x1, y1 = _clipped(finding.box, width, height)
        covered[y0:y1, x0:x1] = True
    out = image.copy()
    boxes: list[Box] = [(0, 0, 0, 0)] * len(findings)
    # Whole pictures first, then text over them; a fixed order makes overlapping boxes deterministic.
    order = sorted(range(len(findings)), key=lambda i: (not is_picture(findings[i]), findings[i].box, findings[i].kind))
    pictures: list[Box] = []
    for i in order:
        boxes[i] = own = _clipped(findings[i].box, width, height)
        x0, y0, x1, y1 = own
        if x1 <= x0 or y1 <= y0:
            continue
        if is_picture(findings[i]):
            pictures.append(own)
            background, foreground = _colours(image, covered, own)
            person = findings[i].kind is Kind.FACE
            out[y0:y1, x0:x1] = picture_patch(hiding, y1 - y0, x1 - x0, background, foreground, person)
            continue
        if any(_within(own, picture) for picture in pictures):
            continue  # the letters of a badge: they are gone with it
        text = replace(findings[i].kind, findings[i].value) if replace else findings[i].kind.value
        boxes[i] = _redact_line(out, image, covered, own, hiding, text)
    return out, boxes


def drawn_as(findings: Sequence[ImageFinding], box: Box, width: int, height: int) -> list[ImageFinding]:
    """Which of the findings of a width × height image were drawn as this box: the outermost that fit, none or more."""
    fitting = [
        f for f in findings if _within(_clipped(f.box, width, height), box) and _within(box, _reach(f, width, height))
    ]
    largest = max((area(_clipped(f.box, width, height)) for f in fitting), default=0)
    return [f for f in fitting if area(_clipped(f.box, width, height)) == largest]


def _reach(finding: ImageFinding, width: int, height: int) -> Box:
    """The most that hiding a finding may change: the box clipped to the image and, for text, what it may grow by."""
    x0, y0, x1, y1 = own = _clipped(finding.box, width, height)
    if is_picture(finding) or x1 <= x0 or y1 <= y0:
        return own
    turned = is_vertical(own)
    size = unit(x1 - x0 if turned else y1 - y0)
    right, down = (_ROW_UNITS, _LONGEST_UNITS + _STEP_UNITS) if turned else (_LONGEST_UNITS + _STEP_UNITS, _ROW_UNITS)
    grown = (x0 - 2 * size, y0 - 2 * size, x1 + right * size, y1 + down * size)
    return _clipped(grown, width, height)


def _redact_line(
    out: NDArray[np.uint8],
    image: NDArray[np.uint8],
    covered: NDArray[np.bool_],
    own: Box,
    style: HidingStyle,
    text: str,
) -> Box:
    """Cover one text box in `out` and draw its surrogate; returns the box that changed. Turned text goes downwards."""
    if is_vertical(own):
        turned = (own[1], own[0], own[3], own[2])
        box = _redact_line(_turn(out), _turn(image), covered.T, turned, style, text)
        return box[1], box[0], box[3], box[2]
    size = unit(own[3] - own[1])
    background, foreground = _colours(image, covered, own)
    wanted = line_patch(style, text, size, background, foreground).shape[1]
    x0, y0, x1, y1 = box = _grown(image, covered, own, background, size, wanted)
    background, foreground = _colours(image, covered, box)  # of the coarse box, which tells nothing of the first
    out[y0:y1, x0:x1] = background
    left, top = _up(x0, 2 * size), y0
    if wanted and x1 - left >= 2 * size and y1 - top >= 2 * size:
        patch = line_patch(style, text, size, background, foreground, (x1 - left) // size)
        patch = _shrunk(patch, y1 - top, x1 - left)
        out[top : top + patch.shape[0], left : left + patch.shape[1]] = patch
    return box


def _grown(
    image: NDArray[np.uint8], covered: NDArray[np.bool_], own: Box, background: Colour, size: int, patch_width: int
) -> Box:
    """A line's box moved out to a coarse grid, as far as the pixels there hold nothing else."""
    x0, y0, x1, y1 = own
    plain = max(_PLAIN, 1.5 * _roughness(image, covered, own))

    def free(rows: slice, columns: slice, turned: bool = False, back: bool = False) -> int:
        beside, taken = image[rows, columns], covered[rows, columns]
        if turned:
            beside, taken = _turn(beside), taken.T
        return (
            _free(beside[:, ::-1], taken[:, ::-1], background, plain)
            if back
            else _free(beside, taken, background, plain)
        )

    x0 -= free(slice(y0, y1), slice(x0 // (2 * size) * 2 * size, x0), back=True)
    wanted = max(_up(x1 - x0, _STEP_UNITS * size), min(_up(x0, 2 * size) - x0 + patch_width, _LONGEST_UNITS * size))
    x1 += free(slice(y0, y1), slice(x1, max(x1, x0 + wanted)))
    y0 -= free(slice(y0 // size * size, y0), slice(x0, x1), turned=True, back=True)
    y1 += free(slice(y1, max(y1, y0 + _ROW_UNITS * size)), slice(x0, x1), turned=True)
    return x0, y0, x1, y1


def _roughness(image: NDArray[np.uint8], covered: NDArray[np.bool_], own: Box) -> float:
    """By how much neighbouring pixels of the ground around a box usually differ: 0 on a plain one."""
    x0, y0, x1, y1 = own
    around = image[max(0, y0 - _RING) : y1 + _RING, max(0, x0 - _RING) : x1 + _RING]
    hidden = covered[max(0, y0 - _RING) : y1 + _RING, max(0, x0 - _RING) : x1 + _RING]
    steps = np.maximum(apart(around[1:, 1:], around[1:, :-1]), apart(around[1:, 1:], around[:-1, 1:]))
    seen = steps[~(hidden[1:, 1:] | hidden[:-1, 1:] | hidden[1:, :-1])]
    if 2 * np.count_nonzero(seen) < seen.size or not seen.size:
        return 0.0  # what the median would be
    return float(np.median(seen))


def _free(beside: NDArray[np.uint8], covered: NDArray[np.bool_], background: Colour, plain: float) -> int:
    """How many of the columns beside a box, from its border outwards, are plain: no text, no rule, no other box."""
    if beside.size == 0:
        return 0
    if not covered.any() and bool((beside == background).all()):
        return int(beside.shape[1])
    busy = np.asarray(covered.any(axis=0), dtype=bool)
    if len(beside) > 1:
        busy |= apart(beside[1:], beside[:-1]).max(axis=0) > plain
    if len(busy) > 1:
        busy[1:] |= apart(beside[:, 1:], beside[:, :-1]).max(axis=0) > plain
    border = np.abs(beside[:, 0].astype(np.int16) - background.astype(np.int16))
    busy[0] |= bool(border.max() > max(3 * _PLAIN, plain))
    return int(busy.argmax()) if busy.any() else len(busy)


def _shrunk(patch: NDArray[np.uint8], height: int, width: int) -> NDArray[np.uint8]:
    """The patch, made smaller where there is no room for it."""
    scale = min(1.0, width / patch.shape[1], height / patch.shape[0])
    if scale == 1.0:
        return patch
    to = (max(1, int(patch.shape[1] * scale)), max(1, int(patch.shape[0] * scale)))
    return np.asarray(cv2.resize(patch, to, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _turn(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return image.transpose(1, 0, 2)


def _up(value: int, step: int) -> int:
    return -(-value // step) * step


def _clipped(box: Box, width: int, height: int) -> Box:
    x0, y0, x1, y1 = box
    return max(0, min(x0, width)), max(0, min(y0, height)), max(0, min(x1, width)), max(0, min(y1, height))


def _within(inner: Box, outer: Box) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _colours(image: NDArray[np.uint8], covered: NDArray[np.bool_], box: Box) -> tuple[Colour, Colour]:
    """Background: the commonest colour of the nearest uncovered ring. Foreground: black or white, what stands out."""
    x0, y0, x1, y1 = box
    height, width = covered.shape
    background = np.array([128, 128, 128], dtype=np.uint8)
    for reach in (8, 16, 32):  # nearer than that a frame around a field would be the commonest
        top, bottom, left, right = (
            max(0, y0 - reach),
            min(height, y1 + reach),
            max(0, x0 - reach),
            min(width, x1 + reach),
        )
        free = ~covered[top:bottom, left:right]
        free[y0 - top : y1 - top, x0 - left : x1 - left] = False
        if np.count_nonzero(free) >= 8:
            background = _commonest(picked(image[top:bottom, left:right], free))
            break
    luma = float(background @ np.array([0.299, 0.587, 0.114]))
    foreground = np.array([32, 32, 32] if luma > 128 else [232, 232, 232], dtype=np.uint8)
    return background, foreground


def _commonest(pixels: NDArray[np.uint8]) -> Colour:
    """The middle of the commonest (4-bit) colour of N × 3 pixels.

    Not the median of each channel, which between white, red and blue is a colour that nothing there has.
    """
    coarse = (pixels >> 4).astype(np.uint16)
    code = coarse[:, 0] << 8 | coarse[:, 1] << 4 | coarse[:, 2]
    most = np.bincount(code).argmax()
    alike = picked(pixels, code == most)
    low, high = (len(alike) - 1) // 2, len(alike) // 2
    middle = np.partition(np.ascontiguousarray(alike.T), (low, high), axis=1).astype(np.uint16)
    return np.asarray((middle[:, low] + middle[:, high]) // 2, dtype=np.uint8)
