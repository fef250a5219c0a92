"""Faces and avatars: MTCNN looks at the pictures of a screen, each hit grows to its whole disc or tile; small photos
count by their shape, and so does the same picture shown again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import area, common, touch, union, wider
from redaction.page.boxes import inside as on_image
from redaction.page.reading import Hit
from redaction.screens.nets.models import Device
from redaction.screens.pictures.mtcnn import SMALLEST, detect
from redaction.screens.pictures.photos import (
    TWO_COLOURS,
    Picture,
    brightened,
    is_avatar,
    is_photo,
    lightness,
    like_a_photo,
)
from redaction.screens.pictures.repeats import shown_again

_SURE = 0.9
_MAX_GROWTH = 4.5
"""A face grows to its whole picture when the picture is at most this many faces wide and high."""
_OF_SCREEN, _FILLED = 1 / 8, 0.6
"""A picture larger than any avatar is hidden whole, too, up to this share of the screen, where what varies fills at
least this share of its box: a photograph or the picture of a camera. People show in it by more than their faces, and
the detector does not see them all."""
_ICON, _TOOLBAR = 36, 5
"""Pictures up to this many px high, this many and more of them in a row, may be the icons of a toolbar."""
_GOODS, _TILE = 4, 0.94
"""So many square photos of one size may be goods; a photo that covers this share of its box is square."""
_CAMERA, _APART = 120, 12
"""Least width and height in px of the picture of a camera, and how far those of one call may be apart in height or
width and in the middle of a row or column: of some the frame is found, too, and of some not all."""
_MARGIN = 24
_ENLARGE_BELOW = 640
"""Crops up to the area of a square of this many px are doubled."""
_LARGE, _AROUND = 256, 96
"""In a picture larger than a square of this many px only what changed is looked at, with so many px around it."""
SHAPE = "avatar-shape"
"""The detector of pictures that are taken for people's by their shape alone."""
_GOOD_SIZE, _TINY = 60, 16
"""Height in px of a face in the second look, and below which it needs one."""
_SMALL_PHOTO, _CLOSE = 96, 3.0
"""A photo up to this many px may be an avatar; one in which no face was seen is looked at once more by itself, enlarged
so many times."""


def find_faces(image: NDArray[np.uint8], seen: Sequence[Picture], device: Device = "cpu") -> list[Hit]:
    """Boxes of faces and avatars in an H × W × 3 RGB image; `seen` are the pictures on it. Sorted."""
    return _and_again(image, _search(image, [p for p in seen if is_photo(p)], device))


def faces_again(
    image: NDArray[np.uint8],
    seen: Sequence[Picture],
    before: Sequence[Hit],
    parts: Sequence[Box],
    device: Device = "cpu",
) -> list[Hit]:
    """Faces of a frame of which only `parts` changed: pictures that a part touches are searched, others carried, and so
    are faces of which the larger half is as it was: a pointer over a face does not hide it."""
    fresh = _search(image, [p for p in seen if is_photo(p)], device, parts)
    kept = [hit for hit in before if sum(area(common(part, hit[0])) for part in parts) <= 0.5 * area(hit[0])]
    return _and_again(image, [*kept, *fresh])


def _and_again(image: NDArray[np.uint8], found: Iterable[Hit]) -> list[Hit]:
    """What was found and where it is shown again, nothing that lies inside another. Sorted."""
    hits = _distinct(found)
    return _distinct([*hits, *shown_again(image, hits)])


def _search(
    image: NDArray[np.uint8], photos: list[Picture], device: Device, parts: Sequence[Box] | None = None
) -> list[Hit]:
    height, width = image.shape[:2]
    hits: list[Hit] = []
    for crop, inside in _crops(photos, width, height):
        scale = 2.0 if area(crop) <= _ENLARGE_BELOW**2 else 1.0
        for window in [crop] if parts is None else _windows(image, crop, inside, parts):
            for box, score in _mtcnn_hits(image, window, scale, device):
                hits.append((grow(box, inside, width, height), score, "mtcnn"))
    wanted = [p for p in photos if parts is None or any(touch(p.box, part) for part in parts)]
    for picture in wanted:
        small = max(picture.width, picture.height) <= _SMALL_PHOTO and min(picture.width, picture.height) >= SMALLEST
        if small and picture.pair <= TWO_COLOURS and not any(touch(picture.box, box) for box, _, _ in hits):
            crop = on_image(wider(picture.box, _MARGIN), image)
            for box, score in _detected(image, crop, _CLOSE, device, picture.light):
                if score >= _SURE and touch(box, picture.box):
                    hits.append((grow(box, [picture], width, height), score, "mtcnn"))
    shaped = [p for p in wanted if is_avatar(p)]
    hits += [
        (p.box, 0.6, SHAPE) for p in shaped if not _in_a_toolbar(p, photos, hits) and not _among_goods(p, photos, hits)
    ]
    hits += [(p.box, 0.5, "photo-grid") for p in wanted if _in_a_grid(p, photos, hits) or is_camera(p, photos, hits)]
    return hits


def _windows(image: NDArray[np.uint8], crop: Box, inside: Sequence[Picture], parts: Sequence[Box]) -> list[Box]:
    """Where in a crop to look again: at the pictures that a part touches, and in large ones, such as the wallpaper of a
    desktop, only about what is like a photo in that part."""
    changed = [part for part in parts if touch(crop, part)]
    if area(crop) <= _LARGE**2:
        return [crop] if changed else []
    windows = []
    for picture in inside:
        for part in changed:
            if not touch(picture.box, part):
                continue
            if area(picture.box) <= _LARGE**2:
                windows.append(common(wider(picture.box, _MARGIN), crop))
                break
            varied = like_a_photo(image, common(part, picture.box))
            if varied is not None:
                windows.append(common(wider(varied, _AROUND), crop))
    return sorted(set(windows))


def _in_a_toolbar(picture: Picture, photos: Sequence[Picture], hits: Sequence[Hit]) -> bool:
    """One of many small pictures of one height in a row, in nearly none of which a face was found: the coloured icons
    of a toolbar. In a row of people the detector knows more."""
    if picture.height > _ICON:
        return False
    faces = [box for box, _, name in hits if name == "mtcnn"]
    row = [
        p
        for p in photos
        if abs(p.box[1] + p.box[3] - picture.box[1] - picture.box[3]) <= picture.height
        and abs(p.height - picture.height) <= 0.5 * picture.height
    ]
    known = sum(any(touch(p.box, box) for box in faces) for p in row)
    return len(row) >= _TOOLBAR and known * 5 < len(row)


def _among_goods(picture: Picture, photos: Sequence[Picture], hits: Sequence[Hit]) -> bool:
    """One of several square photos of one size on a page, in none of which a face was found: goods or documents. Discs
    show people more often than anything else, so they are not doubted."""
    if picture.fill < _TILE:
        return False
    alike = [p for p in photos if p.fill >= _TILE and _same(p.width, picture.width) and _same(p.height, picture.height)]
    lined_up = [
        p
        for p in photos
        if (abs(p.box[0] - picture.box[0]) <= 4 or abs(p.box[1] - picture.box[1]) <= 4)
        and abs(p.height - picture.height) <= 0.5 * picture.height
    ]
    faces = [box for box, _, name in hits if name == "mtcnn"]
    return len(alike) >= _GOODS and not any(touch(p.box, box) for p in (*alike, *lined_up) for box in faces)


def _same(one: int, other: int) -> bool:
    return abs(one - other) <= 3


def _in_a_grid(picture: Picture, photos: Sequence[Picture], hits: Sequence[Hit]) -> bool:
    """One of several photo tiles of one width, in a row or column, in two of which a face was found: a people list."""
    if min(picture.width, picture.height) < SMALLEST or picture.colours < 60:
        return False
    like = [
        p
        for p in photos
        if p is not picture
        and abs(p.width - picture.width) <= 3
        and abs(p.height - picture.height) <= 0.5 * picture.height
        and (abs(p.box[0] - picture.box[0]) <= 3 or abs(p.box[1] - picture.box[1]) <= 3)
    ]
    return sum(any(name == "mtcnn" and touch(p.box, box) for box, _, name in hits) for p in like) >= 2


def is_camera(picture: Picture, photos: Sequence[Picture], hits: Sequence[Hit]) -> bool:
    """A large photo as high or as wide as another beside or below it, in which a face was found: the cameras of a call.
    One shows a forehead and eyes, which the detector takes for nobody."""
    if min(picture.width, picture.height) < _CAMERA or picture.fill < _FILLED:
        return False
    faces = [box for box, _, name in hits if name == "mtcnn"]
    return any(
        any(touch(p.box, box) for box in faces)
        for p in photos
        if p is not picture
        and p.width >= _CAMERA
        and min(abs(p.height - picture.height), abs(p.width - picture.width)) <= _APART
        and any(abs(one - other) <= _APART for one, other in zip(_middle(p.box), _middle(picture.box), strict=True))
    )


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _crops(photos: list[Picture], width: int, height: int) -> list[tuple[Box, list[Picture]]]:
    """Pictures with a margin, those that then meet in one crop, as long as it stays small enough to be doubled."""
    crops: list[tuple[Box, list[Picture]]] = []
    for picture in photos:
        x0, y0, x1, y1 = picture.box
        box = (max(0, x0 - _MARGIN), max(0, y0 - _MARGIN), min(width, x1 + _MARGIN), min(height, y1 + _MARGIN))
        inside = [picture]
        while True:
            meets = [c for c in crops if touch(c[0], box) and (_small(c[0], box) or _overlap(c[1], inside))]
            if not meets:
                break
            for other in meets:
                crops.remove(other)
                box = union(box, other[0])
                inside += other[1]
        crops.append((box, sorted(inside, key=lambda p: p.box)))
    return sorted(crops, key=lambda c: c[0])


def _small(a: Box, b: Box) -> bool:
    """Whether the crop around both would still be doubled."""
    return (max(a[2], b[2]) - min(a[0], b[0])) * (max(a[3], b[3]) - min(a[1], b[1])) <= _ENLARGE_BELOW**2


def _overlap(some: Sequence[Picture], others: Sequence[Picture]) -> bool:
    return any(touch(a.box, b.box) for a in some for b in others)


def _mtcnn_hits(image: NDArray[np.uint8], crop: Box, scale: float, device: Device) -> list[tuple[Box, float]]:
    """Faces in one crop, in pixels of the image; small crops are doubled, so that faces of 12 px are seen.

    What the detector is not sure of, or is tiny, must stand a second look: the face with its surroundings, enlarged.
    """
    out: list[tuple[Box, float]] = []
    for box, score in _detected(image, crop, scale, device):
        wide, tall = box[2] - box[0], box[3] - box[1]
        if score < _SURE or max(wide, tall) < _TINY:
            around = on_image((box[0] - wide, box[1] - tall, box[2] + wide, box[3] + tall), image)
            closer = _detected(image, around, _GOOD_SIZE / max(wide, tall), device)
            score = max((s for b, s in closer if touch(b, box)), default=0.0)
        if score >= _SURE:
            out.append((box, score))
    return out


def _detected(
    image: NDArray[np.uint8], crop: Box, scale: float, device: Device, light: float | None = None
) -> list[tuple[Box, float]]:
    """What MTCNN sees in a crop that is first brightened, when it is (or is said to be) dark, and scaled: boxes of 8 px
    and more in pixels of the image, and scores."""
    part = image[crop[1] : crop[3], crop[0] : crop[2]]
    part = np.ascontiguousarray(brightened(part, lightness(part) if light is None else light))
    if scale != 1:
        way = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=way), dtype=np.uint8)
    if min(part.shape[:2]) < SMALLEST:
        return []
    out: list[tuple[Box, float]] = []
    for box, score in detect(part, "cuda" if device == "cuda" else "cpu"):
        x0, y0, x1, y1 = (round(v / scale) for v in box)
        found = (
            max(crop[0], crop[0] + x0),
            max(crop[1], crop[1] + y0),
            min(crop[2], crop[0] + x1),
            min(crop[3], crop[1] + y1),
        )
        if found[2] - found[0] >= 8 and found[3] - found[1] >= 8:
            out.append((found, score))
    return out


def grow(face: Box, photos: Sequence[Picture], width: int, height: int) -> Box:
    """The whole disc, tile or photograph around a face, when it is not much larger than the face or no large part of
    the screen; else the head with its hair."""
    wide, tall = face[2] - face[0], face[3] - face[1]
    middle = ((face[0] + face[2]) / 2, (face[1] + face[3]) / 2)
    head = (
        face[0] - int(wide * 0.35),
        face[1] - int(tall * 0.4),
        face[2] + int(wide * 0.35),
        face[3] + int(tall * 0.25),
    )
    around = [p for p in photos if p.box[0] <= middle[0] <= p.box[2] and p.box[1] <= middle[1] <= p.box[3]]
    whole = [
        p.box
        for p in around
        if (p.width <= _MAX_GROWTH * wide and p.height <= _MAX_GROWTH * tall) or _is_photograph(p, width * height)
    ]
    x0, y0, x1, y1 = reduce(union, whole, face) if whole else head
    return max(0, x0), max(0, y0), min(width, x1), min(height, y1)


def _is_photograph(picture: Picture, screen: int) -> bool:
    """Whether a picture is larger than any avatar, but no large part of a screen of so many px, and varies over
    most of its box."""
    return (
        min(picture.width, picture.height) > _SMALL_PHOTO
        and area(picture.box) <= _OF_SCREEN * screen
        and picture.fill >= _FILLED
    )


def _distinct(hits: Iterable[Hit]) -> list[Hit]:
    """Hits without those that lie inside another."""
    kept: list[Hit] = []
    for box, score, name in sorted(hits, key=lambda h: (-(h[0][2] - h[0][0]) * (h[0][3] - h[0][1]), h)):
        inside = any(o[0] <= box[0] and o[1] <= box[1] and o[2] >= box[2] and o[3] >= box[3] for o, _, _ in kept)
        if not inside:
            kept.append((box, score, name))
    return sorted(kept)
