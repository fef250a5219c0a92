"""Reading the frames of one recording in order: identical frames are reused, changed parts are read again.

What changed is found on the pixels, grown to whole lines of text, and read; all other lines are carried over only
because every pixel under them is the same as before, in their place or (scrolling) some way up or down.
"""

from __future__ import annotations

import hashlib

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import area, joined, meets, touch, union
from redaction.page.reading import Line, Reading
from redaction.screens.engine import ScreenEngine
from redaction.screens.frames.picture_tracks import SeenPictures
from redaction.screens.frames.scrolling import differing, remains, scrolled
from redaction.screens.ocr.reader import without_nested
from redaction.screens.reading_cache import pixel_digest

_MOSTLY = 0.5
"""When more than this share of a frame changed, it is read whole."""
_JOIN = 48
"""Changed spots closer than this many px are read as one part."""
_WINDOW = 128
"""About so many px around a part are looked at with it."""
_SEEN = 24
"""A frame that comes back is known among so many different ones."""


class RecordingReader:
    """Reads the frames of one recording; give them in time order. One object per recording."""

    def __init__(self, engine: ScreenEngine) -> None:
        self.engine = engine
        self._image: NDArray[np.uint8] | None = None
        self._reading: Reading | None = None
        self._key = ""
        self._seen: dict[str, tuple[str, Reading]] = {}
        self._pictures = SeenPictures()
        self.whole = self.partly = self.reused = 0

    def read(self, image: NDArray[np.uint8]) -> tuple[str, Reading]:
        """The reading of the next frame (H × W × 3 RGB), and the key under which the cache knows it.

        A frame that was read whole is known by its pixels. What was carried also depends on the frames before, so it is
        known by these too: nothing read in another recording takes its place, whichever is read first.
        """
        digest = pixel_digest(image)
        if digest in self._seen:
            self.reused += 1
            key, reading = self._seen[digest]
        else:
            key, reading = self._known(image, digest) or self._fresh(image, digest)
            self._seen[digest] = key, reading
            while len(self._seen) > _SEEN:
                del self._seen[next(iter(self._seen))]
        self._image, self._reading, self._key = image, reading, key
        return key, reading

    def _known(self, image: NDArray[np.uint8], digest: str) -> tuple[str, Reading] | None:
        """What an earlier run left in the cache."""
        key = digest if self._image is None or self._image.shape != image.shape else self._propagated_key(digest)
        reading = self.engine.cached(key)
        if reading is None:
            return None
        self.reused += 1
        return key, reading

    def _propagated_key(self, digest: str) -> str:
        return hashlib.sha256(f"{self._key} {digest}".encode()).hexdigest()

    def _whole(self, image: NDArray[np.uint8], digest: str) -> tuple[str, Reading]:
        reading = self.engine.cached(digest)
        if reading is not None:
            self.reused += 1
            return digest, reading
        self.whole += 1
        reading = self.engine.read_fresh(image, self._pictures.on)
        self.engine.keep(digest, reading)
        return digest, reading

    def _fresh(self, image: NDArray[np.uint8], digest: str) -> tuple[str, Reading]:
        """Read what changed since the frame before, or, when that is most of it, everything; and keep it."""
        if self._image is None or self._reading is None or self._image.shape != image.shape:
            return self._whole(image, digest)
        differ = differing(self._image, image)
        parts = changed_parts(differ)
        before: tuple[Line, ...] = self._reading.lines
        again, near = parts, [line.box for line in before]
        moved = scrolled(self._image, image, differ, before, parts)
        if moved is not None:
            # A word may have grown where it stood: what changed right beside a line is part of it.
            around = [*map(_with_margin, parts), *(line.box for line in moved.lines)]
            touched = meets([line.box for line in before], around)
            still = [line for line, hit in zip(before, touched, strict=True) if not hit]
            gone = [line.box for line, hit in zip(before, touched, strict=True) if hit]
            left = remains(image, differ, gone, moved.lines)
            before = tuple({line.box: line for line in (*moved.lines, *still)}.values())
            again, near = sorted([*changed_parts(moved.rest), *moved.near, *left]), [line.box for line in before]
        again = _grown(again, near, image.shape[1], image.shape[0])
        if sum(area(p) for p in again) > _MOSTLY * image.shape[0] * image.shape[1]:
            return self._whole(image, digest)
        self.partly += 1
        lines = self._reading_of(image, again, before)
        parts = _grown(parts, [line.box for line in lines], image.shape[1], image.shape[0])
        key, reading = (
            self._propagated_key(digest),
            self.engine.complete(image, lines, self._reading, parts, self._pictures.on),
        )
        self.engine.keep(key, reading)
        return key, reading

    def _reading_of(self, image: NDArray[np.uint8], parts: list[Box], before: tuple[Line, ...]) -> tuple[Line, ...]:
        """Lines of the changed parts read anew, all others carried over."""
        touched = meets([line.box for line in before], parts)
        kept = [line for line, hit in zip(before, touched, strict=True) if not hit]
        taken = {line.box for line in kept}
        found = set()
        for window in _together(parts):
            # What is seen at the rim of a look may be cut off there: only what touches its own parts counts.
            own = [part for part in parts if touch(part, window)]
            found |= {b for b in self.engine.reader.boxes(image, window) if any(touch(b, part) for part in own)}
        fresh = sorted(without_nested(sorted(found - taken)))
        lines = [*kept, *self.engine.reader.read(image, fresh)]
        return tuple(sorted(lines, key=lambda line: (line.box[1], line.box[0], line.box)))


def _together(parts: list[Box]) -> list[Box]:
    """Parts united where looking at both at once costs no more than at each with the margin that detection needs."""
    out: list[Box] = []
    for part in parts:
        while True:
            fits = [o for o in out if _cost(union(o, part)) <= _cost(o) + _cost(part)]
            if not fits:
                break
            best = min(fits, key=lambda o: (_cost(union(o, part)) - _cost(o), o))
            out.remove(best)
            part = union(best, part)
        out.append(part)
    return sorted(out)


def _cost(box: Box) -> int:
    return (box[2] - box[0] + 2 * _WINDOW) * (box[3] - box[1] + 2 * _WINDOW)


def changed_parts(differ: NDArray[np.bool_]) -> list[Box]:
    """Boxes around the pixels (H × W) that differ between two frames, near ones joined; sorted."""
    left, top, wide, high = cv2.boundingRect(differ.astype(np.uint8))
    if not wide:
        return []
    differ = differ[top : top + high, left : left + wide]
    joined = cv2.dilate(differ.astype(np.uint8), np.ones((_JOIN // 3, _JOIN), np.uint8))
    count, marks, stats, _ = cv2.connectedComponentsWithStats(joined)
    parts = []
    for i in range(1, count):
        x, y, w, h = (int(v) for v in stats[i, :4])
        rows, columns = np.nonzero((marks[y : y + h, x : x + w] == i) & differ[y : y + h, x : x + w])
        if rows.size:
            parts.append(
                (
                    left + x + int(columns.min()),
                    top + y + int(rows.min()),
                    left + x + int(columns.max()) + 1,
                    top + y + int(rows.max()) + 1,
                )
            )
    return sorted(parts)


def _grown(parts: list[Box], lines: list[Box], width: int, height: int) -> list[Box]:
    """Parts grown to the whole lines they touch, with a margin, and joined where they meet."""
    boxes = np.array(lines, dtype=np.int64).reshape(-1, 4)
    grown = [_with_margin(part) for part in parts]
    while True:
        bigger = [_with_lines(part, boxes) for part in grown]
        merged = joined(bigger)
        if merged == grown:
            return [(max(0, p[0]), max(0, p[1]), min(width, p[2]), min(height, p[3])) for p in merged]
        grown = merged


def _with_margin(part: Box) -> Box:
    return part[0] - 12, part[1] - 8, part[2] + 12, part[3] + 8


def _with_lines(part: Box, boxes: NDArray[np.int64]) -> Box:
    """The part and the lines (N × 4) it touches."""
    rows = np.minimum(boxes[:, 3], part[3]) > np.maximum(boxes[:, 1], part[1])
    meets = boxes[rows & (np.minimum(boxes[:, 2], part[2]) > np.maximum(boxes[:, 0], part[0]))]
    if not len(meets):
        return part
    (x0, y0), (x1, y1) = meets[:, :2].min(axis=0).tolist(), meets[:, 2:].max(axis=0).tolist()
    return union(part, (x0 - 4, y0 - 2, x1 + 4, y1 + 2))
