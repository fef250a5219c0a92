"""What the lines left unread: turned text, text over pictures, and what only looks like text. The last is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from validation.reading.clean_canvas import HIGHEST, Foreground, Mask, find_foreground
from validation.reading.line_looks import COVERED, Look, Looker, stretched
from validation.reading.read_lines import find_lines
from validation.reading.read_words import Box, Word
from validation.reading.tesseract import SPARSE

#: px over which what is left is closed to regions, in every direction.
_JOIN = 9
#: Least longer and shorter side of a region in px: less holds no name.
_LONG, _SHORT = 24, 5
#: Most regions of one screen that are looked at under other angles, the largest first. The others count as unread.
MOST_TURNED = 60
#: Degrees between two angles that are tried, first and then around the best.
_COARSE, _FINE = 5, 1
#: px of the longer side of the small copy on which the angle is found.
_COPY = 160
#: Marks of so many px, so many of them of about one size, look like text; values below this are foreground.
_MARKS, _LETTERS, _FILLED = (3, 40), 5, 128
#: A picture is a region whose both sides are longer than this.
_PICTURE = 2 * HIGHEST
#: A picture of at most so many px is read at twice its size.
_ENLARGED = 1_000_000


@dataclass(frozen=True, slots=True)
class Rest:
    """Words by region, how many regions look like text, and those that nothing could read."""

    words: tuple[list[tuple[Word, ...]], ...]
    regions: int
    unread: tuple[Box, ...]


def read_rest(
    image: NDArray[np.uint8], foreground: Foreground, boxes: Sequence[Box], looks: Sequence[Look], looker: Looker
) -> Rest:
    """Look again at everything with edges but the lines that were read and are upright beyond doubt."""
    left, read = foreground.mask.copy(), np.zeros_like(foreground.mask)
    for (x0, y0, x1, y1), look in zip(boxes, looks, strict=True):
        if look.upright:
            left[max(0, y0 - 1) : y1 + 1, max(0, x0 - 1) : x1 + 1] = 0
        if look.credible:
            read[y0:y1, x0:x1] = 1
    words: list[list[tuple[Word, ...]]] = []
    unread: list[Box] = []
    regions = sum(look.credible for look in looks)
    lines: list[tuple[Word, ...]]
    for number, box in enumerate(_regions(left)):
        x0, y0, x1, y1 = box
        if min(x1 - x0, y1 - y0) > _PICTURE:
            found = _over_picture(image, box, looker)
            words.append([found])
            continue
        if number >= MOST_TURNED:
            lines, sure = [], False
        else:
            lines, sure = _turned(image, left, box, looker)
        words.append([_placed(line, box) for line in lines])
        if read[y0:y1, x0:x1].mean() >= COVERED:
            continue  # it was read, and nothing better was found under another angle
        text_like = sure or looks_like_text(image[y0:y1, x0:x1])
        regions += text_like
        if text_like and not sure:
            unread.append(box)
    return Rest(tuple(words), regions, tuple(sorted(unread, key=lambda b: (b[1], b[0]))))


def _regions(left: Mask) -> list[Box]:
    closed = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((_JOIN, _JOIN), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    boxes = [(int(x), int(y), int(x + w), int(y + h)) for x, y, w, h, _ in stats[1:]]
    kept = [b for b in boxes if _long(b) >= _LONG and min(b[2] - b[0], b[3] - b[1]) >= _SHORT]
    return sorted(kept, key=lambda b: (-(b[2] - b[0]) * (b[3] - b[1]), b))


def _long(box: Box) -> int:
    return max(box[2] - box[0], box[3] - box[1])


def _over_picture(image: NDArray[np.uint8], box: Box, looker: Looker) -> tuple[Word, ...]:
    x0, y0, x1, y1 = box
    grey = cv2.cvtColor(image[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
    times = 2 if (x1 - x0) * (y1 - y0) <= _ENLARGED else 1
    found = looker.read(np.asarray(grey, np.uint8), times, SPARSE)
    return tuple(replace(word, left=word.left + x0, top=word.top + y0) for word in found)


def _placed(line: tuple[Word, ...], box: Box) -> tuple[Word, ...]:
    """Words that were read under another angle stand somewhere in the box of their region."""
    x0, y0, x1, y1 = box
    return tuple(replace(word, left=x0, top=y0, width=x1 - x0, height=y1 - y0) for word in line)


def _turned(image: NDArray[np.uint8], left: Mask, box: Box, looker: Looker) -> tuple[list[tuple[Word, ...]], bool]:
    """The lines of a region under the angle at which its edges lie in rows, and turned over; (lines, credible)."""
    x0, y0, x1, y1 = (max(0, box[0] - 3), max(0, box[1] - 3), box[2] + 3, box[3] + 3)
    piece, edges = image[y0:y1, x0:x1], left[y0:y1, x0:x1]
    angle = find_angle(edges)
    readings: list[tuple[Word, ...]] = []
    sure = False
    # Letters that are upside down are read as others that Tesseract is sure of: both ways are looked at.
    for turn in (angle, angle + 180):
        if turn == 0:
            continue
        upright = rotated(piece, turn)
        foreground = find_foreground(upright)
        lines = find_lines(foreground)
        looks = [looker.look(upright, foreground.canvas, line) for line in lines]
        widths = [line.box[2] - line.box[0] for line in lines]
        good = sum(width for width, look in zip(widths, looks, strict=True) if look.credible)
        readings += [look.words for look in looks] + [look.second for look in looks if look.second]
        sure |= bool(lines) and good >= COVERED * sum(widths)
    return readings, sure


def find_angle(edges: Mask) -> int:
    """Degrees in (-90, 90] by which to turn a mask so that its edges lie in rows: the rows differ most then."""
    height, width = edges.shape
    factor = min(1.0, _COPY / max(height, width))
    small = cv2.resize(edges * 255, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    best = max(range(-90 + _COARSE, 91, _COARSE), key=lambda a: (_rows_differ(small, a), -abs(a)))
    return max(range(best - _COARSE + 1, best + _COARSE, _FINE), key=lambda a: (_rows_differ(small, a), -abs(a)))


def _rows_differ(small: NDArray[np.uint8], angle: int) -> float:
    rows = rotated(small, angle, ground=0).sum(axis=1, dtype=np.float64)
    return float((np.diff(rows) ** 2).sum())


def rotated(piece: NDArray[np.uint8], angle: float, ground: float | None = None) -> NDArray[np.uint8]:
    """A piece turned by degrees (counter-clockwise) about its middle, whole, on its own commonest colour."""
    height, width = piece.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    cosine, sine = abs(matrix[0, 0]), abs(matrix[0, 1])
    wide, high = int(np.ceil(height * sine + width * cosine)), int(np.ceil(height * cosine + width * sine))
    matrix[0, 2] += wide / 2 - width / 2
    matrix[1, 2] += high / 2 - height / 2
    own = ground is None
    fill = [float(v) for v in np.median(piece.reshape(-1, piece.shape[2]), axis=0)] if ground is None else [ground]
    flags = cv2.INTER_CUBIC if own else cv2.INTER_LINEAR
    return np.asarray(cv2.warpAffine(piece, matrix, (wide, high), flags=flags, borderValue=fill), np.uint8)


def looks_like_text(piece: NDArray[np.uint8]) -> bool:
    """Whether a piece holds enough separate marks of about one size, as letters are; an icon or an avatar does not."""
    filled = (stretched(piece) < _FILLED).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(filled, connectivity=8)
    sizes = stats[1:, 2:4].max(axis=1)
    sizes = sizes[(sizes >= _MARKS[0]) & (sizes <= _MARKS[1])]
    if len(sizes) < _LETTERS:
        return False
    usual = float(np.median(sizes))
    return int(((sizes >= usual / 2) & (sizes <= usual * 2)).sum()) >= _LETTERS
