"""Reading a whole screen: detect lines, snap them to their foreground, recognise, place every character."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import inside, is_vertical, moved, touch, wider
from redaction.page.reading import NOT_READ, Line
from redaction.screens.nets.models import Device
from redaction.screens.nets.net_memory import Memory, key_of
from redaction.screens.ocr.detect import text_spots
from redaction.screens.ocr.faint import faint_lines
from redaction.screens.ocr.foreground import empty_columns, snap, split_stacked, split_wide
from redaction.screens.ocr.mapper import edges_from_centres
from redaction.screens.ocr.recognise import Glyphs, recognise
from redaction.screens.ocr.scripts import SCRIPTS, Script
from redaction.screens.ocr.second_look import doubtful, read_again

_DOUBTFUL = 0.9
"""The recogniser's mean probability on a line of text it knows is nearly always above this."""

_WORD, _AROUND = 3, 300
"""Least characters of a pale line, and how far from a changed part, in px, one that reaches into it may begin."""


class LineReader:
    """Reads lines; remembers line images it has read (by their pixels) so that what repeats is read once. Threads may
    share one. `scripts` are those that Tesseract is asked for where PP-OCR is unsure."""

    def __init__(self, device: Device = "cpu", remember: int = 10_000, scripts: tuple[Script, ...] = SCRIPTS) -> None:
        self.device = device
        self.scripts = scripts
        self._known: Memory[Glyphs] = Memory(remember)
        self._second: Memory[Glyphs | None] = Memory(remember)

    def lines(self, image: NDArray[np.uint8]) -> tuple[Line, ...]:
        """All lines of an H × W × 3 RGB image in reading order."""
        return self.read(image, self.boxes(image))

    def boxes(self, image: NDArray[np.uint8], within: Box | None = None) -> list[Box]:
        """Boxes of all lines, or of those about a part of the image, snapped to their foreground, in reading order."""
        spots = text_spots(image, self.device, within)
        snapped = without_nested(sorted({snap(image, spot.core, spot.box) for spot in spots}))
        boxes = [part for box in snapped for part in split_wide(image, box)]
        return sorted(boxes + self._faint(image, boxes, within), key=lambda b: (b[1], b[0]))

    def _faint(self, image: NDArray[np.uint8], boxes: list[Box], within: Box | None) -> list[Box]:
        """Pale lines that the detector overlooks and the recogniser reads."""
        whole = (0, 0, image.shape[1], image.shape[0])
        x0, y0, x1, y1 = whole if within is None else inside(wider(within, _AROUND), image)
        known = [moved(box, -x0, -y0) for box in boxes]
        pale = [moved(box, x0, y0) for box in faint_lines(image[y0:y1, x0:x1], known)]
        parts = [part for box in pale if within is None or touch(box, within) for part in split_wide(image, box)]
        lines = self.read_each(image, parts)
        return [p for p, x in zip(parts, lines, strict=True) if x and x.score >= _DOUBTFUL and len(x.text) >= _WORD]

    def read(self, image: NDArray[np.uint8], boxes: list[Box]) -> tuple[Line, ...]:
        """Recognise the given line boxes; boxes without text are left out, unless they have the shape of a line. A box
        that reads badly and turns out to hold two lines gives both."""
        lines = self.read_each(image, boxes)
        parts = {
            i: split_stacked(image, boxes[i])
            for i, line in enumerate(lines)
            if line is not None and line.score < _DOUBTFUL and not line.turned
        }
        stacks = [i for i, two in parts.items() if len(two) > 1]
        halves = self.read_each(image, [half for i in stacks for half in parts[i]])
        better = {
            i: (upper, lower)
            for i, upper, lower in zip(stacks, halves[::2], halves[1::2], strict=True)
            if min(upper.score if upper else 0.0, lower.score if lower else 0.0) >= _DOUBTFUL
        }
        return tuple(line for i, whole in enumerate(lines) for line in better.get(i, (whole,)) if line is not None)

    def read_each(self, image: NDArray[np.uint8], boxes: list[Box]) -> list[Line | None]:
        """Recognise each of the given line boxes; None where there is no text, NOT_READ where there must be some."""
        frames = [_frame(box, image.shape[1], image.shape[0]) for box in boxes]
        crops = [_crop(image, frame) for frame in frames]
        glyphs = self._recognise(crops)
        # Text on its side may run up or down: what reads better is believed.
        sides = [i for i, frame in enumerate(frames) if is_vertical(frame)]
        for i, down in zip(
            sides, self._recognise([np.ascontiguousarray(crops[i][::-1, ::-1]) for i in sides]), strict=True
        ):
            glyphs[i] = max(glyphs[i], down, key=lambda found: found.score)
        lines = [
            _line(image, box, frame, found, is_vertical(frame))
            for box, frame, found in zip(boxes, frames, glyphs, strict=True)
        ]
        for i, line in enumerate(lines):
            again = self._in_scripts(crops[i], glyphs[i]) if self.scripts and doubtful(line) else None
            if again is not None:
                lines[i] = _line(image, boxes[i], frames[i], again, turned=False)
        return lines

    def _in_scripts(self, crop: NDArray[np.uint8], first: Glyphs) -> Glyphs | None:
        """What a doubtful line says in a script that PP-OCR does not know; remembered, as nothing but the crop and the
        scripts decide."""
        key = key_of(crop)
        known = self._second.recall([key])
        if key not in known:
            known[key] = read_again(crop, first, self.scripts, lambda part: self._recognise([part])[0])
        self._second.keep(known)
        return known[key]

    def _recognise(self, crops: list[NDArray[np.uint8]]) -> list[Glyphs]:
        keys = [key_of(crop) for crop in crops]
        found = self._known.recall(keys)
        fresh = {key: crop for key, crop in zip(keys, crops, strict=True) if key not in found}
        found.update(zip(fresh, recognise(list(fresh.values()), self.device), strict=True))
        self._known.keep(found)
        return [found[key] for key in keys]


def _frame(box: Box, width: int, height: int) -> Box:
    """The snapped box with the margin the recogniser likes: an eighth of the height all round."""
    margin = max(2, round(min(box[3] - box[1], box[2] - box[0]) * 0.15))
    return max(0, box[0] - margin), max(0, box[1] - margin), min(width, box[2] + margin), min(height, box[3] + margin)


def _crop(image: NDArray[np.uint8], frame: Box) -> NDArray[np.uint8]:
    crop = image[frame[1] : frame[3], frame[0] : frame[2]]
    return np.ascontiguousarray(_lift(np.rot90(crop) if is_vertical(frame) else crop))


def _lift(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Stretch the contrast of pale text: light grey on white reads as well as black."""
    grey = cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_RGB2GRAY)
    low, high = float(grey.min()), float(grey.max())
    if high - low >= 110 or high - low < 8:
        return crop
    return np.asarray(np.clip((crop.astype(np.float32) - low) * (255 / (high - low)), 0, 255), dtype=np.uint8)


def _line(image: NDArray[np.uint8], box: Box, frame: Box, found: Glyphs, turned: bool) -> Line | None:
    text = found.text
    left, right = len(text) - len(text.lstrip()), len(text.rstrip())
    text, centres = text[left:right], found.centres[left:right]
    if not text:
        wide, high = box[2] - box[0], box[3] - box[1]
        return Line(NOT_READ, box, (box[0], box[2]), 0.0, turned) if max(wide, high) >= 2 * min(wide, high) else None
    if turned:
        step = (box[2] - box[0]) / len(text)
        edges = tuple(round(box[0] + step * i) for i in range(len(text) + 1))
        return Line(text, box, edges, found.score, True)
    gaps = empty_columns(image[box[1] : box[3], box[0] : box[2]])
    # centres are fractions of the frame; turn them into fractions of the box inside it
    wide, inner = frame[2] - frame[0], max(1, box[2] - box[0])
    moved = [(c * wide - (box[0] - frame[0])) / inner for c in centres]
    return Line(text, box, edges_from_centres(text, moved, box, gaps), found.score)


def without_nested(boxes: list[Box]) -> list[Box]:
    """Drop a box that lies almost wholly inside another of the same line."""
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda b: (-(b[2] - b[0]) * (b[3] - b[1]), b)):
        area = (box[2] - box[0]) * (box[3] - box[1])
        inside = any(
            (min(box[2], o[2]) - max(box[0], o[0])) * (min(box[3], o[3]) - max(box[1], o[1])) > 0.85 * area
            for o in kept
            if min(box[2], o[2]) > max(box[0], o[0]) and min(box[3], o[3]) > max(box[1], o[1])
        )
        if not inside:
            kept.append(box)
    return sorted(kept, key=lambda b: (b[1], b[0]))
