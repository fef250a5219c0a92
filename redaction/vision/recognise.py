"""From line crops to text: PP-OCR recognition of full-resolution crops, with the place of every character.

A crop is fed in a bucket whose width depends on the crop alone, so that a line reads the same whatever stands beside
it: that is what lets a frame be re-read in parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.vision.models import RECOGNISER, Device, alphabet, session

_HEIGHT, _BUCKET, _WIDEST, _BATCH = 48, 64, 3200, 8


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Text of one crop; `centres` are the x positions of its characters as fractions of the crop's width."""

    text: str
    centres: tuple[float, ...]
    score: float


def recognise(crops: Sequence[NDArray[np.uint8]], device: Device = "cpu") -> list[Glyphs]:
    """Read h × w × 3 RGB crops, each one line of upright text. Order and neighbours do not change a result."""
    sized = [_resized(crop) for crop in crops]
    out: list[Glyphs] = [Glyphs("", (), 0.0)] * len(sized)
    order = sorted(range(len(sized)), key=lambda i: (_bucket(sized[i].shape[1]), i))
    at = 0
    while at < len(order):
        bucket = _bucket(sized[order[at]].shape[1])
        room = max(1, min(_BATCH, 4096 // bucket))
        batch = [i for i in order[at : at + room] if _bucket(sized[i].shape[1]) == bucket]
        fed = np.zeros((len(batch), 3, _HEIGHT, bucket), dtype=np.float32)
        for row, i in enumerate(batch):
            normal = sized[i][:, :, ::-1].astype(np.float32) / 127.5 - 1.0
            fed[row, :, :, : normal.shape[1]] = normal.transpose(2, 0, 1)
        scores = session(RECOGNISER, device).run(None, {"x": fed})[0]
        for row, i in enumerate(batch):
            out[i] = _decode(scores[row], bucket / sized[i].shape[1])
        at += len(batch)
    return out


def _resized(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = crop.shape[:2]
    wide = max(8, min(_WIDEST, round(width * _HEIGHT / max(1, height))))
    way = cv2.INTER_AREA if height > _HEIGHT else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(crop, (wide, _HEIGHT), interpolation=way), dtype=np.uint8)


def _bucket(width: int) -> int:
    return -(-width // _BUCKET) * _BUCKET


def _decode(scores: NDArray[np.float32], stretch: float) -> Glyphs:
    """Greedy CTC: the best class of each step, repeats and blanks dropped; a run's middle is the glyph's middle."""
    letters = alphabet()
    best = scores.argmax(axis=1)
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
            sure.append(float(scores[at:end, best[at]].max()))
        at = end
    return Glyphs("".join(text), tuple(centres), round(float(np.mean(sure)), 4) if sure else 0.0)
