"""What shines through while something fades in or out over it: the same letters, fainter, and perhaps others on them.

No pixel is as it was, and no rule of light holds for the frame. But where the letters of one frame still show on the
other, lightness goes up and down as it did there. So both are compared piece by piece along the text by how they
correlate.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
LONG = 1.5
"""Line heights of one piece of a text, about three letters."""
LEAST = 2
"""So many pieces side by side, unless the text has fewer: a letter or two are often alike by chance."""
ALIKE = 0.85
"""Pearson's correlation of a piece with what shows it: other text in the same place stays below, and so does a piece of
which something covers a part."""
FADED = 0.85
"""What is left of the contrast is less than this share: stronger letters were read and judged by themselves."""
FAINTEST = 2.0
"""Levels of 255, as a standard deviation: what is left of the letters is at least so strong. Letters cover a fifth of a
line or more, so that they differ from their ground by twice as much."""
WRITTEN = 8.0
"""The same of the frame on which the text was found: where there is less, nothing is written."""


def shining(before: Pixels, after: Pixels) -> Iterator[tuple[int, int]]:
    """From and to which column of h × w × 3 pixels a text that stands on `before` shines through on `after`."""
    height, width = before.shape[:2]
    if not height or not width:
        return
    pieces = max(1, round(width / (LONG * height)))
    edges = [round(width * i / pieces) for i in range(pieces + 1)]
    was, now = before.mean(axis=2, dtype=np.float32), after.mean(axis=2, dtype=np.float32)
    shows = [_shows(was[:, left:right], now[:, left:right]) for left, right in pairwise(edges)]
    for shown, group in groupby(range(pieces), key=lambda i: shows[i]):
        run = list(group)
        if shown and len(run) >= min(LEAST, pieces):
            yield edges[run[0]], edges[run[-1] + 1]


def _shows(was: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
    was, now = was - was.mean(), now - now.mean()
    strong, there = float(was.std()), float(now.std())
    if strong < WRITTEN or not there:
        return False
    together = float((was * now).mean())
    return ALIKE * strong * there <= together <= FADED * strong**2 and together >= FAINTEST * strong
