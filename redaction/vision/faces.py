"""Faces and avatars: MTCNN finds faces, each hit grows to its whole disc or tile; small photos count by shape."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.vision.models import Device
from redaction.vision.photos import Picture, is_avatar, is_photo, pictures

Hit = tuple[Box, float, str]
SMALLEST = 20
_SURE = 0.9
_MAX_GROWTH = 4.5
"""A face grows to its whole picture when the picture is at most this many faces wide and high."""


def find_faces(image: NDArray[np.uint8], text: Iterable[Box], device: Device = "cpu") -> list[Hit]:
    """Boxes of faces and avatars in an H × W × 3 RGB image; `text` are boxes of readable lines. Sorted."""
    found = pictures(image, text)
    photos = [picture for picture in found if is_photo(picture)]
    hits: list[Hit] = [(picture.box, 0.6, "avatar-shape") for picture in photos if is_avatar(picture)]
    if photos:
        height, width = image.shape[:2]
        for box, score in _mtcnn_hits(image, device):
            hits.append((grow(box, photos, width, height), score, "mtcnn"))
    return _distinct(hits)


@functools.lru_cache(maxsize=2)
def _mtcnn(device: Device) -> Any:
    import torch
    from facenet_pytorch import MTCNN

    torch.set_num_threads(1)
    if device == "cuda" and not torch.cuda.is_available():
        warnings.warn("torch has no CUDA device: faces are sought on the CPU, slowly.", RuntimeWarning, stacklevel=2)
        device = "cpu"
    return MTCNN(keep_all=True, min_face_size=SMALLEST, device=device, post_process=False)


def _mtcnn_hits(image: NDArray[np.uint8], device: Device) -> list[tuple[Box, float]]:
    boxes, scores = _mtcnn(device).detect(image)
    if boxes is None:
        return []
    height, width = image.shape[:2]
    out: list[tuple[Box, float]] = []
    for box, score in zip(np.asarray(boxes, dtype=np.float64), np.asarray(scores, dtype=np.float64), strict=True):
        if score < _SURE:
            continue
        x0, y0, x1, y1 = (int(round(v)) for v in box)
        clipped = (max(0, x0), max(0, y0), min(width, x1), min(height, y1))
        if clipped[2] - clipped[0] >= 8 and clipped[3] - clipped[1] >= 8:
            out.append((clipped, round(float(score), 4)))
    return out


def grow(face: Box, photos: Sequence[Picture], width: int, height: int) -> Box:
    """The whole disc or tile around a face when it is not much larger than the face; else the head with its hair."""
    wide, tall = face[2] - face[0], face[3] - face[1]
    middle = ((face[0] + face[2]) / 2, (face[1] + face[3]) / 2)
    around = [
        p
        for p in photos
        if p.box[0] <= middle[0] <= p.box[2]
        and p.box[1] <= middle[1] <= p.box[3]
        and p.width <= _MAX_GROWTH * wide
        and p.height <= _MAX_GROWTH * tall
    ]
    x0, y0 = face[0] - int(wide * 0.35), face[1] - int(tall * 0.4)
    x1, y1 = face[2] + int(wide * 0.35), face[3] + int(tall * 0.25)
    for picture in around:
        x0, y0 = min(x0, picture.box[0]), min(y0, picture.box[1])
        x1, y1 = max(x1, picture.box[2]), max(y1, picture.box[3])
    return max(0, x0), max(0, y0), min(width, x1), min(height, y1)


def _distinct(hits: list[Hit]) -> list[Hit]:
    """Hits without those that lie inside another."""
    kept: list[Hit] = []
    for box, score, name in sorted(hits, key=lambda h: (-(h[0][2] - h[0][0]) * (h[0][3] - h[0][1]), h)):
        inside = any(o[0] <= box[0] and o[1] <= box[1] and o[2] >= box[2] and o[3] >= box[3] for o, _, _ in kept)
        if not inside:
            kept.append((box, score, name))
    return sorted(kept)
