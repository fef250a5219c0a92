"""Reading the frames of one recording in order: identical frames are reused, changed parts are read again.

What changed is found on the pixels, grown to whole lines of text, and read; all other lines are carried over only
because every pixel under them is the same as before.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.vision.cache import pixel_digest
from redaction.vision.engine import ScreenEngine
from redaction.vision.reading import Line, Reading

_MOSTLY = 0.5
"""When more than this share of a frame changed, it is read whole."""
_JOIN = 48
"""Changed spots closer than this many px are read as one part."""


class RecordingReader:
    """Reads the frames of one recording; give them in time order. One object per recording."""

    def __init__(self, engine: ScreenEngine) -> None:
        self.engine = engine
        self._image: NDArray[np.uint8] | None = None
        self._reading: Reading | None = None
        self.whole = self.partly = self.reused = 0

    def read(self, image: NDArray[np.uint8]) -> tuple[str, Reading]:
        """The pixel digest and the reading of the next frame (H × W × 3 RGB)."""
        digest = pixel_digest(image)
        reading = self.engine.cached(digest)
        if reading is None:
            reading = self._fresh(image)
            self.engine.keep(digest, reading)
        else:
            self.reused += 1
        self._image, self._reading = image, reading
        return digest, reading

    def _fresh(self, image: NDArray[np.uint8]) -> Reading:
        if self._image is None or self._reading is None or self._image.shape != image.shape:
            self.whole += 1
            return self.engine.read_fresh(image)
        parts = changed_parts(self._image, image)
        if not parts:
            self.reused += 1
            return self._reading
        parts = _grown(parts, [line.box for line in self._reading.lines], image.shape[1], image.shape[0])
        if sum(_area(p) for p in parts) > _MOSTLY * image.shape[0] * image.shape[1]:
            self.whole += 1
            return self.engine.read_fresh(image)
        self.partly += 1
        lines = self._reading_of(image, parts, self._reading.lines)
        return self.engine.look(image, lines, self._reading, parts)

    def _reading_of(self, image: NDArray[np.uint8], parts: list[Box], before: tuple[Line, ...]) -> tuple[Line, ...]:
        """Lines of the changed parts read anew, all others carried over."""
        kept = [line for line in before if not any(_touch(line.box, part) for part in parts)]
        taken = {line.box for line in kept}
        boxes = {box for part in parts for box in self.engine.reader.boxes(image, part)}
        fresh = sorted(b for b in boxes if b not in taken and any(_touch(b, part) for part in parts))
        lines = [*kept, *self.engine.reader.read(image, fresh)]
        return tuple(sorted(lines, key=lambda line: (line.box[1], line.box[0], line.box)))


def changed_parts(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> list[Box]:
    """Boxes around the pixels that differ between two frames of one size, near ones joined; sorted."""
    differ = (before != after).any(axis=2)
    if not differ.any():
        return []
    joined = cv2.dilate(differ.astype(np.uint8), np.ones((_JOIN // 3, _JOIN), np.uint8))
    count, marks = cv2.connectedComponents(joined)
    parts = []
    for i in range(1, count):
        rows, columns = np.nonzero((marks == i) & differ)
        if rows.size:
            parts.append((int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1))
    return sorted(parts)


def _grown(parts: list[Box], lines: list[Box], width: int, height: int) -> list[Box]:
    """Parts grown to the whole lines they touch, with a margin, and joined where they meet."""
    grown = [(p[0] - 12, p[1] - 8, p[2] + 12, p[3] + 8) for p in parts]
    while True:
        bigger = [_with_lines(part, lines) for part in grown]
        merged = _joined(bigger)
        if merged == grown:
            return [(max(0, p[0]), max(0, p[1]), min(width, p[2]), min(height, p[3])) for p in merged]
        grown = merged


def _with_lines(part: Box, lines: list[Box]) -> Box:
    for box in lines:
        if _touch(part, box):
            part = (
                min(part[0], box[0] - 4),
                min(part[1], box[1] - 2),
                max(part[2], box[2] + 4),
                max(part[3], box[3] + 2),
            )
    return part


def _joined(parts: list[Box]) -> list[Box]:
    out: list[Box] = []
    for part in sorted(parts):
        meets = [other for other in out if _touch(part, other)]
        for other in meets:
            out.remove(other)
            part = (
                min(part[0], other[0]),
                min(part[1], other[1]),
                max(part[2], other[2]),
                max(part[3], other[3]),
            )
        out.append(part)
    return sorted(out)


def _touch(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
