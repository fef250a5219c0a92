"""Lines of text that stand on one row."""

from __future__ import annotations

from redaction.vision.reading import Line


def same_row(a: Line, b: Line) -> bool:
    """Whether two lines share more than half of the lower one's height."""
    rows = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    return rows > 0.5 * min(a.height, b.height)


def close_behind(line: Line, other: Line, most: float) -> bool:
    """Whether another line begins right behind a line, on its row, no more than so many px away and about as high."""
    gap = other.box[0] - line.box[2]
    return 0 <= gap <= most and same_row(line, other) and 0.7 < other.height / max(1, line.height) < 1.45
