"""Initials avatars: "FI" in a coloured disc belongs to the person next to it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind
from redaction.vision.reading import Line, Reading


def find_discs(image: NDArray[np.uint8], lines: tuple[Line, ...]) -> list[tuple[int, Box]]:
    """Index and disc of every line that is one to three letters on a small coloured disc or tile."""
    out = []
    for i, line in enumerate(lines):
        letters = line.text.replace(" ", "").replace(".", "")
        if 1 <= len(letters) <= 3 and letters.isalpha() and not line.turned:
            disc = _disc(image, line)
            if disc is not None:
                out.append((i, disc))
    return out


def initials(reading: Reading, people: list[ImageFinding]) -> list[ImageFinding]:
    """Findings for the discs of a reading: capitals, or any letters beside a person. The whole disc is hidden."""
    out = []
    for i, disc in reading.discs:
        text = reading.lines[i].text
        beside = _beside(disc, people)
        if beside or text.isupper() or len(text) == 1:
            out.append(ImageFinding(disc, Kind.PERSON, 0.8 if beside else 0.5, "initials", text))
    return out


def _beside(disc: Box, people: list[ImageFinding]) -> bool:
    """A person finding stands on the disc's rows, right of it or left of it, no farther than three discs."""
    reach = 3 * (disc[2] - disc[0])
    return any(
        min(p.box[3], disc[3]) > max(p.box[1], disc[1]) and p.box[0] < disc[2] + reach and p.box[2] > disc[0] - reach
        for p in people
        if p.kind in (Kind.PERSON, Kind.EMAIL, Kind.USERNAME)
    )


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
    square = 0.75 <= wide / max(1, high) <= 1.34 and high >= 1.4 * tall and max(wide, high) <= 160
    centred = abs((box[0] + box[2]) - (x0 + x1)) <= 0.3 * wide and abs((box[1] + box[3]) - (y0 + y1)) <= 0.36 * high
    return box if square and centred else None


def _walk(same: NDArray[np.bool_], start: int, end: int) -> tuple[int | None, int | None]:
    """Outwards from start and end while the paper lasts; None for a side that meets no border."""
    low, high = start, end - 1
    while low >= 0 and same[low]:
        low -= 1
    while high < len(same) and same[high]:
        high += 1
    return (low + 1 if low >= 0 else None), (high if high < len(same) else None)
