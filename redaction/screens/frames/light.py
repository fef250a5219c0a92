"""A page behind a dialog is the same page in another light: what it showed, as it looks there.

A backdrop changes every pixel of a page by one rule, that of its own colour and opacity. So the rule is told from the
pixels: to each level of a channel belongs the level that most of its pixels have on the other frame, and these pairs
lie on a line. Where that does not explain most of what changed there is no such rule.
"""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.screens.frames.noise import FLOOR
from redaction.screens.pictures.differences import apart

Pixels = NDArray[np.uint8]
MOSTLY = 0.5
"""A backdrop explains more than this share of the pixels that changed, and they are more than this share of a frame."""
WEAKEST = 0.2
"""The contrast that is left, as a share of what there was; less shows nothing."""
_STEP = 4
"""One pixel of so many, across and along, tells the rule."""
_MANY = 40
"""A level of so many of these pixels takes part."""
_TRIED = 16
"""Of so many levels, those of most pixels, any two may tell the line."""
_LEVELS = np.arange(256, dtype=np.float64)


def relit(before: Pixels, after: Pixels) -> Pixels | None:
    """`before` in the light of `after` (H × W × 3 of one size); None where the light is the same, or there is no rule
    that turns one into the other. Only from light to dark: the other way round what was lost would be made up."""
    some, other = (np.ascontiguousarray(image[::_STEP, ::_STEP]) for image in (before, after))
    moved = apart(some, other) > FLOOR
    if moved.mean() <= MOSTLY:
        return None
    rules = [_rule(some[..., channel][moved], other[..., channel][moved]) for channel in range(3)]
    if any(rule is None for rule in rules):
        return None
    table = np.stack([rule for rule in rules if rule is not None], axis=-1)[None]
    explained = apart(cv2.LUT(some, table), other) <= FLOOR
    if explained[moved].mean() <= MOSTLY:
        return None
    return np.asarray(cv2.LUT(np.ascontiguousarray(before), table), dtype=np.uint8)


def _rule(was: NDArray[np.uint8], now: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """What each of the 256 levels of a channel has become."""
    counts = np.bincount(was, minlength=256)
    levels = np.flatnonzero(counts >= _MANY)
    if len(levels) < 2:
        return None
    middle = np.array([np.median(now[was == level]) for level in levels])
    near = _on_a_line(levels, middle, counts[levels])
    if near is None:
        return None
    slope, rest = np.polyfit(levels[near], middle[near], 1, w=np.log(counts[levels[near]]))
    return np.asarray(np.clip(np.rint(slope * _LEVELS + rest), 0, 255), dtype=np.uint8)


def _on_a_line(
    levels: NDArray[np.int64], middle: NDArray[np.float64], counts: NDArray[np.int64]
) -> NDArray[np.bool_] | None:
    """Which of the levels lie on the line on which most pixels do, among those that a backdrop may have: what a dialog
    covers lies elsewhere."""
    best: tuple[int, NDArray[np.bool_]] | None = None
    often = np.argsort(-counts, kind="stable")[:_TRIED]
    for one, other in combinations(sorted(often.tolist()), 2):
        slope = (middle[other] - middle[one]) / (levels[other] - levels[one])
        if not WEAKEST <= slope < 1:
            continue
        near = np.abs(slope * (levels - levels[one]) + middle[one] - middle) <= FLOOR
        weight = int(counts[near].sum())
        if best is None or weight > best[0]:
            best = weight, near
    return None if best is None else best[1]
