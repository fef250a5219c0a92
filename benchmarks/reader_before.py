"""The peer: how screens were read before, by Tesseract's command line, whole at 1 and in tiles at twice the size."""

from __future__ import annotations

import os
import subprocess
from typing import Any

import cv2
import numpy as np

from validation.reading.read_words import Part, Word

_TILE, _OVERLAP, _ENLARGE_BELOW = (1000, 900), 120, 4_000_000


def read_before(data: bytes) -> tuple[Part, ...]:
    """The words of a PNG, by the whole and each tile."""
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_GRAYSCALE)
    height, width = image.shape
    scale = 2 if width * height <= _ENLARGE_BELOW else 1
    tiles = [(a, b, c, d) for b, d in _stretches(height, _TILE[1]) for a, c in _stretches(width, _TILE[0])]
    parts = []
    for x0, y0, x1, y1, times in [(0, 0, width, height, 1), *((*tile, scale) for tile in tiles)]:
        piece = np.ascontiguousarray(image[y0:y1, x0:x1])
        if times > 1:
            piece = cv2.resize(piece, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
        parts.append(Part(tuple(_words(piece, x0, y0, times))))
    return tuple(parts)


def _stretches(length: int, most: int) -> list[tuple[int, int]]:
    if length <= most:
        return [(0, length)]
    number = -(-(length - _OVERLAP) // (most - _OVERLAP))
    size = -(-(length + (number - 1) * _OVERLAP) // number)
    starts = [round(i * (length - size) / (number - 1)) for i in range(number)]
    return [(start, start + size) for start in starts]


def _words(image: Any, left: int, top: int, scale: int) -> list[Word]:
    height, width = image.shape
    answer = subprocess.run(
        ["tesseract", "stdin", "stdout", "--psm", "11", "-l", "eng", "--dpi", "150", "tsv"],
        input=f"P5 {width} {height} 255\n".encode() + image.tobytes(),
        capture_output=True,
        check=True,
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    )
    words: list[Word] = []
    line, before = -1, None
    for row in answer.stdout.decode("utf-8", errors="replace").split("\n")[1:]:
        cells = row.split("\t")
        if len(cells) != 12 or cells[0] != "5" or not cells[11].strip():
            continue
        if cells[1:5] != before:
            line, before = line + 1, cells[1:5]
        x, y, wide, high = (int(cell) for cell in cells[6:10])
        box = (left + x // scale, top + y // scale, -(-wide // scale), -(-high // scale))
        words.append(Word(cells[11].strip(), *box, float(cells[10]), line))
    return words
