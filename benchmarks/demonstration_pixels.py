"""Whether what stood at a place of a captured frame still shows there in the released one.

Compared are edges, not colours: a box painted in the colour of the letters hides them, and a blur hides them too. The
place is cut into windows; in each the edges of both frames are correlated, and a window counts by how much edge the
captured frame has there. So half a hidden name is half a name, and noise of the encoder does not matter.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.demonstration_texts import folded

Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]

#: px: a window is as wide as a letter or two.
WINDOW_PX = 14
#: Correlation of edges from which a window still shows what it showed, and share of its strength that must be left.
ALIKE, STRENGTH = 0.6, 0.35
#: Share of the edges from which an identifier shows; from the lower one on the reader is asked.
SHOWS, IN_DOUBT = 0.5, 0.2
#: Share of the edges that an ordinary line may lose before it counts as touched.
TOUCHED = 0.3
#: Letters of a value in a row that the reader must read for a leak.
READ_LETTERS = 4
#: px and opacity below which a cut or fading piece of text tells nobody anything.
LEAST_PX, LEAST_OPACITY = 8, 0.15
#: Share of a disc's side that is taken off on each side to leave its rim out: what is left lies inside its circle.
RIM = 0.2
#: Mean strength of edges (of 255) below which a place is blank: then there is nothing to lose.
BLANK = 3.0


def legible(row: dict[str, Any]) -> bool:
    """Whether a row of truth is large and strong enough to be read."""
    x0, y0, x1, y1 = row["box"]
    return min(x1 - x0, y1 - y0) >= LEAST_PX and row["opacity"] >= LEAST_OPACITY


def telling(row: dict[str, Any]) -> Box:
    """Where in the box of a row of truth something tells: of a disc with initials its letters, not its rim."""
    x0, y0, x1, y1 = row["box"]
    if row.get("note") != "initials":
        return x0, y0, x1, y1
    aside, above = round(RIM * (x1 - x0)), round(RIM * (y1 - y0))
    return x0 + aside, y0 + above, x1 - aside, y1 - above


def compare(captured: Image, released: Image, box: Box) -> float | None:
    """The share of the edges in `box` of an H x W x 3 frame that show in the other; None where there were none."""
    x0, y0, x1, y1 = box
    height, width = min(captured.shape[0], released.shape[0]), min(captured.shape[1], released.shape[1])
    x1, y1 = min(x1, width), min(y1, height)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    before, after = _edges(captured[y0:y1, x0:x1]), _edges(released[y0:y1, x0:x1])
    total = left = 0.0
    steps_x, steps_y = max(1, round((x1 - x0) / WINDOW_PX)), max(1, round((y1 - y0) / (2 * WINDOW_PX)))
    for columns in np.array_split(np.arange(x1 - x0), steps_x):
        for rows in np.array_split(np.arange(y1 - y0), steps_y):
            one = before[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            other = after[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            weight = float(one.sum())
            if one.mean() < BLANK:
                continue
            total += weight
            if other.sum() >= STRENGTH * weight and _correlation(one, other) >= ALIKE:
                left += weight
    return left / total if total else None


def reads(released: Image, box: Box, text: str) -> bool:
    """Whether Tesseract reads READ_LETTERS letters in a row of `text` at the box of the released frame."""
    x0, y0, x1, y1 = box
    crop = released[max(0, y0 - 3) : y1 + 3, max(0, x0 - 3) : x1 + 3]
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    grey = cv2.normalize(grey, None, 0, 255, cv2.NORM_MINMAX)
    if np.median(grey) < 128:
        grey = 255 - grey
    found = _folded("".join(word.text for word in _reader().read(np.asarray(grey, np.uint8), 3)))
    wanted = _folded(text)
    return any(wanted[i : i + READ_LETTERS] in found for i in range(len(wanted) - READ_LETTERS + 1))


def _edges(crop: Image) -> NDArray[np.float32]:
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(
        cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4, np.float32
    )


def _correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    a, b = one - one.mean(), other - other.mean()
    norm = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / norm if norm > 0 else 0.0


@cache
def _reader() -> Any:
    from validation.reading.tesseract import Tesseract

    return Tesseract()


def _folded(text: str) -> str:
    return "".join(c for c in folded(text) if c.isalnum())
