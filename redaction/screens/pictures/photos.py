"""Pictures and badges among the flat surfaces of an interface: where they are, how far they reach, what shape."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import inside, touch, union, wider
from redaction.page.reading import Line
from redaction.screens.pictures.differences import picked, spread

_FLAT = 5
"""Neighbouring pixels that differ by no more than this belong to a flat surface."""
_LIGHT = 110
"""A photo whose lightest values (95th percentile) are below this is dark."""
_TILE = 48
_SMALLEST, _SMALL = 14, 96
"""Regions are at least so large, and how smooth they are is asked of small ones only, in px."""
_READABLE, _SHORT, _INITIALS = 0.8, 4, 2
"""A line that really is text is read with this mean probability, and has more characters; a word on a button has more
letters than initials have."""
_GROUND_AREA, _GROUND_SIDE = 2500, 240
"""A flat surface of this many px, and this long on one side, is the ground that pictures stand on."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A connected region that is neither ground nor text.

    `colours` counts distinct 5-bit colours, `tones` distinct grey values, `fill` is the share of the box that the
    region (holes closed) covers, about .79 for a disc and 1 for a tile, `texture` the share of its pixels that vary,
    `dominant` the share of its commonest colour, `pair` that of its two
    commonest (4-bit) colours, `light` the 95th percentile of its values, `smooth` the share of its
    pixels that continue their neighbours evenly.
    """

    box: Box
    colours: int
    tones: int
    fill: float
    texture: float
    dominant: float
    pair: float = 0.0
    light: float = 255.0
    smooth: float = 0.0

    @property
    def width(self) -> int:
        """Width in px."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> int:
        """Height in px."""
        return self.box[3] - self.box[1]

    @property
    def compact(self) -> bool:
        """About as wide as high, and shaped like a disc or a tile."""
        short, long = sorted((self.width, self.height))
        return long <= 1.15 * short + 1 and (0.74 <= self.fill <= 0.91 or self.fill >= 0.94)


def readable(lines: Iterable[Line]) -> list[Box]:
    """Boxes of lines that really are text: what the recogniser is sure of, longer than the letters on a disc and its
    rim, which is often read as a bracket; or a word as buttons have it ("Save")."""
    return [line.box for line in lines if line.score >= _READABLE and not line.turned and _is_text(line.text)]


def _is_text(text: str) -> bool:
    return len(text) > _SHORT or (len(text) > _INITIALS and text.istitle() and text.isalpha())


def pictures(image: NDArray[np.uint8], text: Iterable[Box]) -> list[Picture]:
    """Regions of at least 14 px that stand out from the ground, the given text boxes taken out; sorted by box."""
    busy = uneven(image, text)
    found = {p.box: p for p in _regions(image, busy, busy)}
    standing = 1 - _ground(busy)
    for picture in _regions(image, standing, busy):
        if picture.compact:
            found.setdefault(picture.box, picture)
    return sorted(found.values(), key=lambda p: p.box)


def uneven(image: NDArray[np.uint8], text: Iterable[Box]) -> NDArray[np.uint8]:
    """1 where neighbouring pixels differ, but for the given text boxes: all that decides where pictures are."""
    busy = _busy(image)
    for x0, y0, x1, y1 in text:
        busy[max(0, y0 - 2) : max(0, y1 + 2), max(0, x0 - 2) : max(0, x1 + 2)] = 0
    return busy


def _ground(busy: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """1 where a large flat surface lies, text on it included."""
    count, marks, stats, _ = cv2.connectedComponentsWithStats(1 - busy, connectivity=4)
    large = (stats[:, cv2.CC_STAT_AREA] >= _GROUND_AREA) & (
        np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) >= _GROUND_SIDE
    )
    large[0] = False
    del count
    return np.asarray(large[marks], dtype=np.uint8)


def _regions(image: NDArray[np.uint8], mask: NDArray[np.uint8], busy: NDArray[np.uint8]) -> list[Picture]:
    found = []
    for x, y, region in _parts(mask):
        h, w = region.shape
        outlines, _ = cv2.findContours(region, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        solid = np.zeros_like(region)
        cv2.drawContours(solid, outlines, -1, 1, -1)
        inside = picked(image[y : y + h, x : x + w], solid > 0)
        # The rim belongs half to the ground, which may be white around a dark photo.
        core = cv2.erode(solid, np.ones((5, 5), np.uint8), borderValue=0) > 0
        light = lightness(picked(image[y : y + h, x : x + w], core))
        codes, tones, pair = _codes(brightened(inside, light))
        part = image[y : y + h, x : x + w]
        varied = busy[y : y + h, x : x + w] if light >= _LIGHT else _busy(brightened(part, light))
        found.append(
            Picture(
                (x, y, x + w, y + h),
                int(np.count_nonzero(codes)),
                tones,
                float(solid.mean()),
                float(varied[solid > 0].mean()),
                float(codes.max()) / len(inside),
                pair,
                light,
                _smooth(part) if max(w, h) <= _SMALL else 0.0,
            )
        )
    return found


def solid(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A mask with small holes closed and without what is thinner than 7 px: no picture is that thin."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), dtype=np.uint8)


def _parts(mask: NDArray[np.uint8]) -> Iterator[tuple[int, int, NDArray[np.uint8]]]:
    """(x, y, h × w marks) of the connected parts of a mask, without thin ones and those under 14 px; in raster order.

    Outlines first: on most screens there are few, and looking inside each is less than marking every pixel.
    """
    opened = solid(mask)
    outlines, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for outline in outlines:
        left, top, wide, high = cv2.boundingRect(outline)
        if wide < _SMALLEST or high < _SMALLEST:
            continue
        inside = np.zeros((high, wide), np.uint8)
        cv2.drawContours(inside, [outline], -1, 1, -1, offset=(-left, -top))
        inside &= opened[top : top + high, left : left + wide]
        count, marks, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=4)
        for i in range(1, count):
            x, y, w, h, _ = (int(v) for v in stats[i])
            if w >= _SMALLEST and h >= _SMALLEST:
                region = (marks[y : y + h, x : x + w] == i).astype(np.uint8)
                found.append((top + y, left + x + int(region[0].argmax()), left + x, region))
    for y, _, x, region in sorted(found, key=lambda part: part[:3]):
        yield x, y, region


_GRAINY, _SMOOTHING = 20, (5, 40.0, 3.0)
"""Neighbouring pixels of one flat surface differ by no more than this in an image that a codec left grainy, once it is
smoothed (diameter in px, sigma of colours, sigma in px)."""
_SIGNS = 0.04
"""Letters cover at least this share of a disc or tile that shows initials."""
_PAPER = 3000
"""Flat surfaces of so many px are paper."""
_ISLAND, _ROW, _UNEVEN = (14, 48), 12, 2
"""Sides of a disc in px that is told as an island, how many of them touch each other at most, and by how many px their
pitch differs from their width."""
_ROUND, _ROUNDISH = 0.89, (0.7, 0.9)
"""The share of its box that such a disc fills, with the pixel of rim around it, over a whole row and in each place."""
_ONE_COLOUR = (0.4, 0.92)
"""The share of a disc that is of its own colour: less is a picture, more has no letters."""
_RIM = 0.66
"""The share of its rim that is of that colour: letters reach there in a few places, letters of words are all rim."""
_PALE = 24
"""The least difference between the colour of a disc and that of the ground, on the strongest channel (0 to 255)."""
SMALLEST_AVATAR = 24
_DISC, _AVATAR, _BADGE = (12, 72), (SMALLEST_AVATAR, 72), (18, 180)
"""How many px the sides of a disc with letters, of an avatar and of a badge have at least and at most."""


def lettered_discs(image: NDArray[np.uint8]) -> list[Box]:
    """Boxes of discs of one colour with something on them, also where they touch rules or each other, so that no
    open ground tells them apart: flat surfaces that are round when their holes are closed. Sorted.

    Looked at twice, the second time smoothed: what a lossy codec left has no flat surface around letters."""
    found = _discs(image, _busy(image))
    smooth = np.asarray(cv2.bilateralFilter(np.ascontiguousarray(image), *_SMOOTHING), dtype=np.uint8)
    again = _discs(smooth, np.asarray(spread(smooth) > _GRAINY, dtype=np.uint8))
    return sorted([*found, *(box for box in again if not any(touch(box, other) for other in found))])


def _discs(image: NDArray[np.uint8], busy: NDArray[np.uint8]) -> list[Box]:
    _, marks, stats, _ = cv2.connectedComponentsWithStats(1 - busy, connectivity=4)
    found = []
    wide, high = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    fit = (
        (np.arange(len(stats)) > 0)
        & (np.minimum(wide, high) >= _DISC[0])
        & (np.maximum(wide, high) <= _DISC[1])
        & (abs(wide - high) <= 3)
    )
    for i in np.nonzero(fit)[0].tolist():
        x, y, w, h, size = (int(v) for v in stats[i])
        region = (marks[y : y + h, x : x + w] == i).astype(np.uint8)
        outlines, _ = cv2.findContours(region, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        solid = np.zeros_like(region)
        cv2.drawContours(solid, outlines, -1, 1, -1)
        if not 0.7 <= float(solid.mean()) <= 0.86 or solid.sum() - size < _SIGNS * w * h:
            continue
        paper = np.median(picked(image[y : y + h, x : x + w], region > 0), axis=0)
        x0, y0, x1, y1 = max(0, x - 2), max(0, y - 2), min(image.shape[1], x + w + 2), min(image.shape[0], y + h + 2)
        corners = np.array([image[a, b] for a in (y0, y1 - 1) for b in (x0, x1 - 1)], dtype=np.int16)
        if float(np.abs(corners - paper).max(axis=1).min()) >= _PALE:
            found.append((x0, y0, x1, y1))
    return found


def islands(image: NDArray[np.uint8]) -> Iterator[Box]:
    """Boxes of small round parts of what is no paper, mostly of one colour, alone or touching each other in a row or a
    column: discs of 14 px and more whose letters reach to their rims, so that no surface on them is round. Letters of
    words look so, too: who asks has to know where words are."""
    _, marks, stats, _ = cv2.connectedComponentsWithStats(1 - _busy(image), connectivity=4)
    large = stats[:, cv2.CC_STAT_AREA] >= _PAPER
    large[0] = False
    land = np.where(large[marks], 0, 1).astype(np.uint8)
    _, marks, stats, _ = cv2.connectedComponentsWithStats(land, connectivity=4)
    wide, high, size = (stats[:, at] for at in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA))
    side, long = np.minimum(wide, high), np.maximum(wide, high)
    many = np.rint(long / side)
    fit = (side >= _ISLAND[0]) & (side <= _ISLAND[1]) & (many <= _ROW) & (abs(long / many - side) <= _UNEVEN)
    fit &= (size < _ROUND * wide * high) & (np.arange(len(stats)) > 0)
    for i in np.nonzero(fit)[0].tolist():
        x, y, w, h = (int(v) for v in stats[i, :4])
        for box in _places((x, y, x + w, y + h), int(many[i])):
            if _is_island(image, marks[box[1] : box[3], box[0] : box[2]] == i, box):
                yield inside(wider(box, 1), image)


def _places(row: Box, many: int) -> Iterator[Box]:
    """A row or a column in so many equal parts."""
    x0, y0, x1, y1 = row
    for at in range(many):
        if x1 - x0 > y1 - y0:
            yield x0 + round(at * (x1 - x0) / many), y0, x0 + round((at + 1) * (x1 - x0) / many), y1
        else:
            yield x0, y0 + round(at * (y1 - y0) / many), x1, y0 + round((at + 1) * (y1 - y0) / many)


def _is_island(image: NDArray[np.uint8], own: NDArray[np.bool_], box: Box) -> bool:
    """Whether what stands in a box is round, mostly of one colour, also along its rim, and on a ground of another."""
    inner, *deeper = (_eroded(own, times) for times in (1, 2, 3))
    rim = deeper[0] & ~deeper[1]
    if not _ROUNDISH[0] <= float(own.mean()) <= _ROUNDISH[1] or not rim.any():
        return False
    x0, y0, x1, y1 = box
    pixels = image[y0:y1, x0:x1].astype(np.int16)
    paper = np.median(pixels[inner], axis=0)
    alike = np.abs(pixels - paper).max(axis=2) <= _PALE
    if not _ONE_COLOUR[0] <= float(alike[inner].mean()) <= _ONE_COLOUR[1] or float(alike[rim].mean()) < _RIM:
        return False
    a0, b0, a1, b1 = inside(wider(box, 1), image)
    corners = image[[b0, b0, b1 - 1, b1 - 1], [a0, a1 - 1, a0, a1 - 1]].astype(np.int16)
    return float(np.abs(corners - paper).max(axis=1).min()) >= _PALE


def _eroded(own: NDArray[np.bool_], times: int) -> NDArray[np.bool_]:
    return np.asarray(cv2.erode(own.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=times), dtype=bool)


def _busy(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(spread(image) > _FLAT, dtype=np.uint8)


def _smooth(part: NDArray[np.uint8]) -> float:
    """The share of pixels that lie between their neighbours, across and along: colour runs, not photos."""
    wide = part[2:-2, 2:-2].astype(np.int16)
    across = np.abs(wide[1:-1, :-2] - 2 * wide[1:-1, 1:-1] + wide[1:-1, 2:])
    along = np.abs(wide[:-2, 1:-1] - 2 * wide[1:-1, 1:-1] + wide[2:, 1:-1])
    return float((np.maximum(across, along).max(axis=2) <= 2).mean())


def lightness(pixels: NDArray[np.uint8]) -> float:
    """The 95th percentile of the values of some pixels; 255 for none."""
    if not pixels.size:
        return 255.0
    # As numpy.percentile has it, which sorts them all.
    upto = np.cumsum(np.bincount(pixels.ravel(), minlength=256))
    place = 0.95 * (pixels.size - 1)
    low, high = (int(np.searchsorted(upto, int(at), side="right")) for at in (place, min(place + 1, pixels.size - 1)))
    return low + (high - low) * (place - int(place))


def brightened(pixels: NDArray[np.uint8], light: float) -> NDArray[np.uint8]:
    """Pixels of a dark photo (95th percentile `light`) up to four times lighter: it then counts and looks as others."""
    if light >= _LIGHT:
        return pixels
    return np.asarray(np.minimum(pixels * min(4.0, 220 / max(1.0, light)), 255), dtype=np.uint8)


def _codes(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.int64], int, float]:
    """How often each 5-bit colour occurs, how many grey values there are, the share of the two commonest of 4 bits."""
    wide = pixels.astype(np.uint16)
    code = (wide[:, 0] >> 3 << 10) | (wide[:, 1] >> 3 << 5) | (wide[:, 2] >> 3)
    counts = np.bincount(code, minlength=1 << 15)
    coarse = counts.reshape(16, 2, 16, 2, 16, 2).sum(axis=(1, 3, 5)).ravel()
    pair = float(np.partition(coarse, -2)[-2:].sum()) / len(wide)
    return counts[counts > 0], int(np.count_nonzero(np.bincount((wide[:, 0] + wide[:, 1] + wide[:, 2]) // 3))), pair


def is_photo(picture: Picture) -> bool:
    """Rich in colours (or, for grey photos, in grey values) and varied, unlike icons and charts."""
    if picture.dominant > 0.6:
        return False
    return picture.colours >= 60 or (picture.colours >= 15 and picture.tones >= 32 and picture.texture > 0.82)


def like_a_photo(image: NDArray[np.uint8], box: Box) -> Box | None:
    """The part of a box (px of an H × W × 3 image) that is neither paper nor text: around its tiles of many colours."""
    x0, y0, x1, y1 = box
    tiles = [(x, y, min(x1, x + _TILE), min(y1, y + _TILE)) for y in range(y0, y1, _TILE) for x in range(x0, x1, _TILE)]
    varied = [tile for tile in tiles if _many_coloured(image[tile[1] : tile[3], tile[0] : tile[2]].reshape(-1, 3))]
    return functools.reduce(union, varied) if varied else None


def _many_coloured(pixels: NDArray[np.uint8]) -> bool:
    counts, _, _ = _codes(pixels)
    return counts.size >= 15 and float(counts.max()) <= 0.6 * len(pixels)


TWO_COLOURS = 0.5
"""What is for the larger part of two colours is drawn: an icon, a logo."""
_DRAWN = 0.51
"""So is what two colours and colour runs make up to this share together: an icon with a shine."""


def is_avatar(picture: Picture) -> bool:
    """A small disc or tile, or a row of overlapping ones, that holds a photo."""
    short, long = sorted((picture.width, picture.height))
    if not _AVATAR[0] <= short <= _AVATAR[1] or picture.texture < 0.82 or not is_photo(picture):
        return False
    if picture.pair > TWO_COLOURS or picture.pair + picture.smooth > _DRAWN:
        return False
    if picture.compact:
        return True
    overlapping = picture.width > picture.height and long <= 5 * short and short <= 64
    return overlapping and picture.fill > 0.6 and picture.colours >= 150 and picture.texture > 0.9


def is_badge(picture: Picture) -> bool:
    """A small disc or tile of one colour with something on it: perhaps initials."""
    short, long = sorted((picture.width, picture.height))
    tile = picture.fill >= 0.94 and 0.55 <= picture.width / picture.height <= 1.2
    return _BADGE[0] <= short and long <= _BADGE[1] and (picture.compact or tile) and picture.dominant >= 0.35
