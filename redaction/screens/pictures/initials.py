"""Initials avatars: small discs and tiles of one colour with one to three letters on them. Whose they are is told by
rules/initials.py."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import inside, joined, meets, middle, moved, touch, wider
from redaction.page.reading import Disc, Line
from redaction.screens.ocr.foreground import foreground_mask
from redaction.screens.ocr.reader import LineReader
from redaction.screens.pictures.photos import Picture, is_badge, islands, lettered_discs

_SMALL_DISC = 40
_LARGE_LETTER = 48
"""A letter this high is a picture of its own (a card without a photo), however it is framed."""
_SMALLEST_TILE = 20
COLUMN = 1
"""So many discs with letters, each with a line beside it, make a column that may be completed: what is found there is
hidden only beside people."""
SURE, LETTERS = 0.8, 3
"""What is read with this mean probability and has more letters is a word, and no face that was taken for signs."""
_OFF, _PAPER, _OTHER = 4, 24, 0.5
"""In px: what is less off is at one edge. Levels by which a pixel differs from paper, and the share of the middle of a
place that must."""
_ICONS = frozenset("一二三口日目田十工个丁卜凸凹")
"""Signs that icons of lines and boxes are read as."""
_AS_LETTERS = 1.3
"""In heights of a line: what is no higher and stands in it are its letters."""
_AROUND = 80
"""No disc reaches so many px beyond a part that touches it."""


def find_discs(
    image: NDArray[np.uint8], lines: Sequence[Line], seen: Sequence[Picture], reader: LineReader
) -> list[Disc]:
    """Small discs and tiles of one colour with one to three letters on them; `seen` are the pictures on it.

    Discs are found by their shape and read; a short line that was read anyway also leads to its disc.
    """
    found = _read_discs(image, lines, [p.box for p in seen if is_badge(p)], candidates(image, lines), reader)
    return sorted([*found, *completed(image, lines, found)])


def discs_again(
    image: NDArray[np.uint8],
    lines: Sequence[Line],
    seen: Sequence[Picture],
    reader: LineReader,
    before: Sequence[Disc],
    parts: Sequence[Box],
) -> list[Disc]:
    """Discs of a frame of which only `parts` changed: sought where a part touches them, others carried."""
    lettered = {
        box
        for x0, y0, x1, y1 in joined([inside(wider(part, _AROUND), image) for part in parts])
        for box in candidates(image[y0:y1, x0:x1], lines, (x0, y0))
    }
    found = _read_discs(
        image,
        [line for line, hit in zip(lines, meets([line.box for line in lines], parts), strict=True) if hit],
        [p.box for p in seen if is_badge(p) and any(touch(p.box, part) for part in parts)],
        sorted(box for box in lettered if any(touch(box, part) for part in parts)),
        reader,
    )
    kept = [disc for disc, hit in zip(before, meets([box for box, _ in before], parts), strict=True) if not hit]
    both = {*kept, *(disc for disc in found if not any(_inside(disc[0], box) for box, _ in kept))}
    return sorted({*both, *completed(image, lines, sorted(both))})


def candidates(image: NDArray[np.uint8], lines: Sequence[Line], at: tuple[int, int] = (0, 0)) -> list[Box]:
    """Discs of one colour with something on them, also small ones, unless they are letters of a word that was read.
    `image` is the part of a page that begins `at` these px; lines and boxes are in px of the page."""
    found = [moved(box, *at) for box in lettered_discs(image)]
    small = [moved(box, *at) for box in islands(image)]
    return found + [
        box
        for box in small
        if not any(touch(box, other) for other in found) and not any(_of_word(box, line) for line in lines)
    ]


def _of_word(box: Box, line: Line) -> bool:
    """Whether a box is no larger than the letters of a line of words that it stands in."""
    small = box[3] - box[1] <= _AS_LETTERS * line.height
    return small and len(line.text) > LETTERS and _inside(box, line.box)


def completed(image: NDArray[np.uint8], lines: Sequence[Line], discs: Sequence[Disc]) -> list[Disc]:
    """Where a column of discs goes on beside its lines: a small photograph among letters has no shape of its own to be
    found by, but its place. Without letters; whose they are the rules decide."""
    out: list[Disc] = []
    for column in _columns([box for box, text in discs if text]):
        beside = [(box, line) for box in column if (line := _line_beside(box, lines)) is not None]
        if len(beside) < COLUMN:
            continue
        wide = round(float(np.median([box[2] - box[0] for box in column])))
        left = round(float(np.median([box[0] for box in column])))
        across = float(np.median([line.box[0] - box[2] for box, line in beside]))
        down = float(np.median([middle(box) - middle(line.box) for box, line in beside]))
        for line in lines:
            if abs(line.box[0] - left - wide - across) > _OFF:
                continue
            top = round(middle(line.box) + down - wide / 2)
            box = (left, top, left + wide, top + wide)
            taken = [other for other, _ in (*discs, *out)]
            if not meets([box], taken)[0] and not _written(box, lines) and _stands_out(image, box):
                out.append((box, ""))
    return out


def _columns(boxes: Sequence[Box]) -> list[list[Box]]:
    """Discs of one size below each other, as many as make a column."""
    columns: list[list[Box]] = []
    for box in sorted(boxes):
        for column in columns:
            if abs(box[0] - column[0][0]) <= _OFF and abs(box[2] - column[0][2]) <= _OFF:
                column.append(box)
                break
        else:
            columns.append([box])
    return [column for column in columns if len(column) >= COLUMN]


def _line_beside(box: Box, lines: Sequence[Line]) -> Line | None:
    wide = box[2] - box[0]
    near = [
        line
        for line in lines
        if 0 < line.box[0] - box[2] <= 2 * wide and box[1] < middle(line.box) < box[3] and not line.turned
    ]
    return min(near, key=lambda line: (line.box[0], line.box[1]), default=None)


def _written(place: Box, lines: Sequence[Line]) -> bool:
    """Whether a place holds words: the bar over a list stands at the distance of a row as well."""
    return any(line.score >= SURE and len(line.text) > LETTERS and _inside(line.box, place) for line in lines)


def _stands_out(image: NDArray[np.uint8], box: Box) -> bool:
    """Whether the middle of a place is of other colours than the ground at its corners."""
    x0, y0, x1, y1 = box
    if x0 < 1 or y0 < 1 or x1 >= image.shape[1] or y1 >= image.shape[0]:
        return False
    quarter = (x1 - x0) // 4
    ground = np.median([image[y, x] for y in (y0 - 1, y1) for x in (x0 - 1, x1)], axis=0)
    middle = image[y0 + quarter : y1 - quarter, x0 + quarter : x1 - quarter].astype(np.int16)
    return float((np.abs(middle - ground).max(axis=2) > _PAPER).mean()) >= _OTHER


def _read_discs(
    image: NDArray[np.uint8], lines: Sequence[Line], badges: list[Box], lettered: Sequence[Box], reader: LineReader
) -> list[Disc]:
    found: dict[Box, str] = {}
    badges = badges + [box for box in lettered if not any(_inside(box, other) for other in badges)]
    for box, line in zip(badges, reader.read_each(image, [_inner(image, box) for box in badges]), strict=True):
        if line is not None and line.score >= 0.4 and _letters(_raised(line.text)):
            found[box] = _raised(line.text)
        elif box[2] - box[0] <= _SMALL_DISC and not (line is not None and line.text.isdecimal()):
            found[box] = ""  # letters of 7 px are read badly: where the disc stands decides
    for line in lines:
        large = line.height >= _LARGE_LETTER and line.score >= 0.3
        if _letters(line.text) and not line.turned and (line.score >= 0.5 or large):
            disc = _disc(image, line) or (line.box if large or _is_tile(image, line.box) else None)
            if disc is not None and not any(_inside(disc, other) or _inside(other, disc) for other in found):
                found[disc] = line.text
    return sorted(found.items())


def _letters(text: str) -> bool:
    plain = text.replace(" ", "").replace(".", "")
    if plain in _ICONS:
        return False
    return 1 <= len(plain) <= 3 and plain.isalpha() and (len(plain) == 1 or not plain.islower())


def _raised(text: str) -> str:
    """Letters whose capitals have the same shape as capitals: on a disc nothing shows how high they are. Several
    noughts are the letter: nobody counts to 00."""
    if len(text) > 1 and set(text) == {"0"}:
        return "O" * len(text)
    shapes = {unicodedata.normalize("NFD", c)[0] for c in text}
    return text.upper() if shapes <= set("cjkopsuvwxz") else text


def _inner(image: NDArray[np.uint8], box: Box) -> Box:
    """The letters in the middle of a disc: the foreground inside the square that fits into it."""
    x, y = round((box[2] - box[0]) * 0.2), round((box[3] - box[1]) * 0.2)
    x0, y0, x1, y1 = box[0] + x, box[1] + y, box[2] - x, box[3] - y
    rows, columns = np.nonzero(foreground_mask(image[y0:y1, x0:x1]))
    if rows.size == 0:
        return x0, y0, x1, y1
    return x0 + int(columns.min()), y0 + int(rows.min()), x0 + int(columns.max()) + 1, y0 + int(rows.max()) + 1


def _inside(a: Box, b: Box) -> bool:
    middle = ((a[0] + a[2]) // 2, (a[1] + a[3]) // 2)
    return b[0] <= middle[0] < b[2] and b[1] <= middle[1] < b[3]


def _disc(image: NDArray[np.uint8], line: Line) -> Box | None:
    """The coloured disc or tile around a short text, when it is small, about square and centred on the text."""
    height, width = image.shape[:2]
    x0, y0, x1, y1 = line.box
    tall = y1 - y0
    at = (max(0, x0 - 2), max(0, y0 - 2), min(width, x1 + 2), min(height, y1 + 2))
    rim = np.concatenate([image[at[1], at[0] : at[2]], image[at[3] - 1, at[0] : at[2]]]).astype(np.int16)
    paper = np.median(rim, axis=0)
    reach = round(3.2 * tall) + (x1 - x0)
    wx0, wy0 = max(0, x0 - reach), max(0, y0 - reach)
    wx1, wy1 = min(width, x1 + reach), min(height, y1 + reach)
    window = np.abs(image[wy0:wy1, wx0:wx1].astype(np.int16) - paper).max(axis=2) <= 14
    middle = (y0 + y1) // 2 - wy0
    left, right = _walk(window[middle], at[0] - wx0, at[2] - wx0)
    centre = (x0 + x1) // 2 - wx0
    top, bottom = _walk(window[:, centre], at[1] - wy0, at[3] - wy0)
    if left is None or right is None or top is None or bottom is None:
        return None
    box = (wx0 + left, wy0 + top, wx0 + right, wy0 + bottom)
    wide, high = box[2] - box[0], box[3] - box[1]
    square = 0.6 <= wide / max(1, high) <= 1.34 and high >= 1.4 * tall and max(wide, high) <= 180
    centred = abs((box[0] + box[2]) - (x0 + x1)) <= 0.3 * wide and abs((box[1] + box[3]) - (y0 + y1)) <= 0.36 * high
    return box if square and centred and _bordered(image, box, paper) else None


def _is_tile(image: NDArray[np.uint8], box: Box) -> bool:
    """The line's box is itself a tile: about square, mostly of one colour, on a ground of another."""
    wide, high = box[2] - box[0], box[3] - box[1]
    if min(wide, high) < _SMALLEST_TILE or not 0.8 <= wide / high <= 1.25:
        return False
    inside = image[box[1] : box[3], box[0] : box[2]].reshape(-1, 3)
    colours, counts = np.unique(inside >> 3, axis=0, return_counts=True)
    most = colours[counts.argmax()]
    paper = inside[((inside >> 3) == most).all(axis=1)].mean(axis=0)
    return bool(counts.max() >= 0.4 * len(inside) and _bordered(image, box, paper))


def _bordered(image: NDArray[np.uint8], box: Box, paper: NDArray[np.float64]) -> bool:
    """On each side most of what lies just outside is of another colour: a sign on open paper between others is no
    tile."""
    x0, y0, x1, y1 = box
    sides = [
        image[y0:y1, max(0, x0 - 2) : x0],
        image[y0:y1, x1 : x1 + 2],
        image[max(0, y0 - 2) : y0, x0:x1],
        image[y1 : y1 + 2, x0:x1],
    ]
    other = [np.abs(side.astype(np.int16) - paper).max(axis=2) > 14 for side in sides]
    return all(side.size == 0 or float(side.mean()) >= 0.5 for side in other)


def _walk(same: NDArray[np.bool_], start: int, end: int) -> tuple[int | None, int | None]:
    """Outwards from start and end while the paper lasts; None for a side that meets no border."""
    low, high = start, end - 1
    while low >= 0 and same[low]:
        low -= 1
    while high < len(same) and same[high]:
        high += 1
    return (low + 1 if low >= 0 else None), (high if high < len(same) else None)
