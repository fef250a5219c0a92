"""Lines of text that stand on one row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.page.reading import Line


def rows_of(lines: Sequence[Line]) -> NDArray[np.bool_]:
    """n × n: which lines share a row (see `same_row`)."""
    top, bottom = (np.array([line.box[side] for line in lines], dtype=np.int64) for side in (1, 3))
    shared = np.minimum(bottom[:, None], bottom) - np.maximum(top[:, None], top)
    return np.asarray(shared > 0.5 * np.minimum((bottom - top)[:, None], bottom - top), dtype=bool)


def same_row(a: Line, b: Line) -> bool:
    """Whether two lines share more than half of the lower one's height."""
    rows = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    return rows > 0.5 * min(a.height, b.height)


def close_behind(line: Line, other: Line, most: float) -> bool:
    """Whether another line begins right behind a line, on its row, no more than so many px away and about as high."""
    gap = other.box[0] - line.box[2]
    return 0 <= gap <= most and same_row(line, other) and 0.7 < other.height / max(1, line.height) < 1.45
