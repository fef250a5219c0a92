"""What a hidden line of text leaves to what is drawn in its place: where the line stands, how high its letters are, in
which of the page's own colours, and whether they are bold. Nothing of this says which letters they were."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import extent
from redaction.screens.pictures.differences import picked
from redaction.screens.redact.ground import Colour
from redaction.screens.redact.lettering import drawable, measured, stroke, written

_CONTRAST, _SOLID = 24, 0.45
"""Ink differs from its ground by at least so much (of 255); pixels of this share of the strongest count as ink."""
_PAPER = 0.5
"""Of a line of text at most this share is ink: of more nothing is taken."""
_ACCENT = 0.92
"""The accent of a capital ends so high above the line, in ems."""
_STEP = 1.12
"""Letters have one of few sizes: the next is so many times as high."""
_SMALLEST = 6
"""No letters are smaller, as an em in px."""
_BOLD = 1.33
"""Strokes of bold letters are so many times as wide as those of the same letters in our font."""
_NARROW, _WIDE, _TALL = 0.8, 1.3, 0.8
"""How wide a typeface is for its height, by ours; of another width the letters were misread, and their em is at most
this share of their box's height."""
_INKS, _NEAR, _EVERY = 24, 48, 4
"""So many colours of a page are taken for inks; one that is nearer to the ground than this (of 255) is none. Of
so many rows and columns one is asked."""
_EDGE, _PEERS, _MOST = 5, 3, 0.7
"""Lines that begin within so many px and differ by one size at most are of one column; so many, itself included, agree
on what this share of them has."""


@dataclass(frozen=True, slots=True)
class Ink:
    """A line of text: the px where its letters begin, the row of its baseline, its em in px, its colour and weight."""

    left: int
    baseline: int
    size: float
    colour: Colour
    bold: bool

    @property
    def em(self) -> int:
        """The em in px of the class of sizes that is nearest."""
        return max(_SMALLEST, round(_STEP ** round(math.log(max(1.0, self.size), _STEP))))


def ink_of(image: NDArray[np.uint8], box: Box, ground: Colour, value: str, palette: NDArray[np.uint8]) -> Ink | None:
    """The line in a box of an H × W × 3 screen; None where it shows no letters on plain ground.

    `value` is what was read there: of it only what its letters measure in our font is used.
    """
    x0, y0, x1, y1 = box
    part = image[y0:y1, x0:x1]
    # The mean of the channels: letters drawn in sub-pixels have coloured rims, which would make all strokes bold.
    away = cv2.absdiff(part, np.broadcast_to(ground, part.shape).copy()).mean(axis=2, dtype=np.float32)
    place = int(0.98 * (away.size - 1))
    peak = float(np.partition(away.ravel(), place)[place])
    if peak < _CONTRAST:
        return None
    strength = np.minimum(away / np.float32(peak), np.float32(1))
    solid = strength >= _SOLID
    if float(solid.mean()) > _PAPER:
        return None
    # The line stands where the ink below it becomes less, not where the last of it ends: a J, a comma reach further.
    weight = np.append(strength.sum(axis=1), 0)
    line = len(part) // 2 + int((weight[:-1] - weight[1:])[len(part) // 2 :].argmax()) + 1
    letters = extent(solid[:line])
    if letters is None:
        return None
    left, top, right, _ = letters
    ours = measured(value)
    above = ours.above
    if any(c.isupper() and unicodedata.normalize("NFD", c) != c for c in value):
        above = max(above, _ACCENT)
    size, bold = (line - top) / above, False
    if ours.width:
        # What a line measures across is known better than what it measures in height, but typefaces differ there.
        by_width = (right - left) / ours.width
        fits = _NARROW * size <= by_width <= _WIDE * size
        size = math.sqrt(size * by_width) if fits else min(size, _TALL * len(part))
        plain = written(drawable(value), max(_SMALLEST, round(size))).astype(np.float32) / np.float32(255)
        bold = stroke(strength) > _BOLD * stroke(plain)
    return Ink(
        x0 + left - round(ours.bearing * size),
        y0 + line,
        size,
        _nearest(picked(part, strength >= 1).mean(axis=0), ground, palette),
        bold,
    )


def agreed(inks: Mapping[int, Ink]) -> dict[int, Ink]:
    """Lines of one column made alike: where they begin, their size and, where most are of one, weight and colour.

    What the letters of one line have changed in its measures goes with it.
    """
    out = {}
    for i, ink in inks.items():
        peers = [
            other
            for other in inks.values()
            if abs(other.left - ink.left) <= _EDGE and 1 / _STEP**1.5 <= other.size / ink.size <= _STEP**1.5
        ]
        out[i] = ink
        if len(peers) < _PEERS:
            continue
        colours = Counter(bytes(p.colour) for p in peers).most_common(1)[0]
        share = sum(p.bold for p in peers) / len(peers)
        out[i] = replace(
            ink,
            left=round(median(p.left for p in peers)),
            size=median(p.size for p in peers),
            bold=share >= 0.5 if max(share, 1 - share) >= _MOST else ink.bold,
            colour=np.frombuffer(colours[0], np.uint8) if colours[1] >= _MOST * len(peers) else ink.colour,
        )
    return out


def palette(image: NDArray[np.uint8], covered: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """N × 3: the commonest colours of an H × W × 3 screen outside what is hidden."""
    seen = picked(image[::_EVERY, ::_EVERY], ~covered[::_EVERY, ::_EVERY]) >> 4
    codes = seen[:, 0].astype(np.uint16) << 8 | seen[:, 1].astype(np.uint16) << 4 | seen[:, 2]
    most = np.argsort(-np.bincount(codes, minlength=4096), kind="stable")[:_INKS]
    return np.stack([most >> 8, most >> 4 & 15, most & 15], axis=1).astype(np.uint8) * 17


def stark(ground: Colour) -> Colour:
    """Black or white, what stands out on the ground."""
    luma = float(ground @ np.array([0.299, 0.587, 0.114]))
    return np.array([32, 32, 32] if luma > 128 else [232, 232, 232], dtype=np.uint8)


def _nearest(colour: NDArray[np.float64], ground: Colour, palette: NDArray[np.uint8]) -> Colour:
    """The colour of the palette, black or white that is nearest, and stands out."""
    some = np.concatenate([palette, stark(ground)[None]])
    some = some[np.abs(some.astype(np.int16) - ground).max(axis=1) >= _NEAR]
    return np.asarray(some[np.abs(some - colour).max(axis=1).argmin()], dtype=np.uint8)
