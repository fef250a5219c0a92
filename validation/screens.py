"""Reads finished screenshots with Tesseract: another engine than the one that redacted them.

Each screenshot is read as a whole at its own size and in overlapping tiles at twice the size: small interface text
needs the scale, and a tile is split into ink and ground by its own light, so that pale or dark panels are not lost
beside bright ones. Every reader that comes after works on these words; nothing is read twice.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np

from redaction.errors import EngineUnavailable

#: Up to this many pixels a screenshot's tiles are read at twice their size; larger ones have larger letters.
_ENLARGE_BELOW = 4_000_000
#: Largest tile (width, height) and how far neighbours overlap, px: more than a line is high, and most names are wide.
_TILE, _OVERLAP = (1000, 900), 120
_SECONDS = 180


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its box in px of the screenshot; `line` numbers the line it stands in within its part."""

    text: str
    left: int
    top: int
    width: int
    height: int
    confidence: float
    line: int


@dataclass(frozen=True, slots=True)
class Part:
    """What one reading of the whole or of a tile gave, in reading order."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words, a line of the screen a line."""
        lines = groupby(self.words, key=lambda word: word.line)
        return "\n".join(" ".join(word.text for word in words) for _, words in lines)


@cache
def tesseract_version() -> str:
    """For the certificate. EngineUnavailable if Tesseract is not installed."""
    if shutil.which("tesseract") is None:
        raise EngineUnavailable(
            "Tesseract, the independent reader of screenshots, is not installed.",
            remedy="install the package tesseract-ocr (make setup does it).",
        )
    answer = subprocess.run(["tesseract", "--version"], capture_output=True, text=True, check=False, timeout=_SECONDS)
    return (answer.stdout or answer.stderr).split("\n")[0].removeprefix("tesseract ").strip()


def read_screen(data: bytes) -> str | None:
    """All text of a PNG, the whole and every tile; None if it cannot be decoded or read."""
    parts = read_parts(data)
    return None if parts is None else "\n".join(part.text for part in parts)


def read_parts(data: bytes) -> tuple[Part, ...] | None:
    """The whole at its own size, then each tile enlarged; None if the PNG cannot be decoded or any of it read."""
    import cv2

    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_GRAYSCALE)
    if image is None:
        return None
    height, width = image.shape
    scale = 2 if width * height <= _ENLARGE_BELOW else 1
    parts: list[Part] = []
    for x0, y0, x1, y1, times in [(0, 0, width, height, 1), *((*tile, scale) for tile in tiles(width, height))]:
        piece = np.ascontiguousarray(image[y0:y1, x0:x1])
        if times > 1:
            piece = cv2.resize(piece, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
        words = _words(piece, x0, y0, times)
        if words is None:
            return None
        parts.append(Part(words))
    return tuple(parts)


def tiles(width: int, height: int) -> list[tuple[int, int, int, int]]:
    """(x0, y0, x1, y1) of overlapping tiles that cover an image, of equal size up to a pixel."""
    return [(x0, y0, x1, y1) for y0, y1 in _stretches(height, _TILE[1]) for x0, x1 in _stretches(width, _TILE[0])]


def _stretches(length: int, most: int) -> list[tuple[int, int]]:
    if length <= most:
        return [(0, length)]
    number = -(-(length - _OVERLAP) // (most - _OVERLAP))
    size = -(-(length + (number - 1) * _OVERLAP) // number)
    starts = [round(i * (length - size) / (number - 1)) for i in range(number)]
    return [(start, start + size) for start in starts]


def _words(image: Any, left: int, top: int, scale: int) -> tuple[Word, ...] | None:
    """Words of a grey image that lies at (left, top) of the screenshot, enlarged `scale` times; None if unreadable.

    The image goes through a pipe: nothing is written to a temporary file.
    """
    height, width = image.shape
    portable = f"P5 {width} {height} 255\n".encode() + image.tobytes()
    tesseract_version()
    try:
        answer = subprocess.run(
            ["tesseract", "stdin", "stdout", "--psm", "11", "-l", "eng", "--dpi", "150", "tsv"],
            input=portable,
            capture_output=True,
            check=False,
            timeout=_SECONDS,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired:
        return None
    if answer.returncode != 0:
        return None
    return tuple(_rows(answer.stdout.decode("utf-8", errors="replace"), left, top, scale))


def _rows(table: str, left: int, top: int, scale: int) -> Iterator[Word]:
    """Words of Tesseract's table: level, page, block, paragraph, line, word, box, confidence, text."""
    line, before = -1, None
    for row in table.split("\n")[1:]:
        cells = row.split("\t")
        if len(cells) != 12 or cells[0] != "5" or not cells[11].strip():
            continue
        if cells[1:5] != before:
            line, before = line + 1, cells[1:5]
        x, y, width, height = (int(cell) for cell in cells[6:10])
        box = (left + x // scale, top + y // scale, -(-width // scale), -(-height // scale))
        yield Word(cells[11].strip(), *box, float(cells[10]), line)
