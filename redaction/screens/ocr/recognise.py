"""From line crops to text: PP-OCR recognition of full-resolution crops, with the place of every character.

A crop is fed in a bucket whose width depends on the crop alone, so that a line reads the same whatever stands beside
it: that is what lets a frame be re-read in parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.screens.nets.models import RECOGNISER, Device, alphabet, once, run
from redaction.screens.nets.net_batches import Batches

_HEIGHT, _BUCKET, _WIDEST = 48, 64, 3200
_ACROSS, _MOST = 8192, 32
"""On a GPU lines are read at once up to so many px side by side and so many in all. A CPU reads them one by one: eight
together save it a tenth of the time, and blank ones beside fewer would cost more."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Text of one crop; `centres` are the x positions of its characters as fractions of the crop's width."""

    text: str
    centres: tuple[float, ...]
    score: float


def recognise(crops: Sequence[NDArray[np.uint8]], device: Device = "cpu") -> list[Glyphs]:
    """Read h × w × 3 RGB crops, each one line of upright text. Order and neighbours do not change a result."""
    sized = [_resized(crop) for crop in crops]
    return _net(device).ask([(_bucket(crop.shape[1]), crop) for crop in sized])


@once
def _net(device: Device) -> Batches[int, NDArray[np.uint8], Glyphs]:
    return Batches(partial(_read, device), partial(_room, device))


def _room(device: Device, bucket: int) -> int:
    return max(1, min(_MOST, _ACROSS // bucket)) if device == "cuda" else 1


def _read(device: Device, bucket: int, crops: Sequence[NDArray[np.uint8]]) -> list[Glyphs]:
    """Texts of resized crops (48 × w × 3) of one bucket."""
    fed = np.zeros((_room(device, bucket), 3, _HEIGHT, bucket), dtype=np.float32)
    for row, crop in zip(fed, crops, strict=False):
        row[:, :, : crop.shape[1]] = (crop[:, :, ::-1].astype(np.float32) / 127.5 - 1.0).transpose(2, 0, 1)
    best, sure = run(RECOGNISER, device, fed, _best)
    return [
        _decode(classes, probability, bucket / crop.shape[1])
        for classes, probability, crop in zip(best, sure, crops, strict=False)
    ]


def _best(scores: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The best class of each step of N × steps × classes, and its probability; both N × steps."""
    best = scores.argmax(axis=2)
    return best, np.take_along_axis(scores, best[:, :, None], axis=2)[:, :, 0]


def _resized(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = crop.shape[:2]
    wide = max(8, min(_WIDEST, round(width * _HEIGHT / max(1, height))))
    way = cv2.INTER_AREA if height > _HEIGHT else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(crop, (wide, _HEIGHT), interpolation=way), dtype=np.uint8)


def _bucket(width: int) -> int:
    return -(-width // _BUCKET) * _BUCKET


def _decode(best: NDArray[np.int64], probability: NDArray[np.float32], stretch: float) -> Glyphs:
    """Greedy CTC: the best class of each step, repeats and blanks dropped; a run's middle is the glyph's middle."""
    letters = alphabet()
    steps = len(best)
    text: list[str] = []
    centres: list[float] = []
    sure: list[float] = []
    at = 0
    while at < steps:
        end = at
        while end < steps and best[end] == best[at]:
            end += 1
        if best[at] != 0:
            character = letters[int(best[at])]
            text.extend(character)
            centre = min(1.0, (at + end) / 2 / steps * stretch)
            centres.extend([centre] * len(character))
            sure.append(float(probability[at:end].max()))
        at = end
    return Glyphs("".join(text), tuple(centres), round(float(np.mean(sure)), 4) if sure else 0.0)
