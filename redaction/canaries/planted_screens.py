"""Canaries on copies of screens: drawn on an empty part, in the size of the text around, looked for in the findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.canaries.planted_values import Planted, draws
from redaction.findings import Box, ImageFinding, Kind
from redaction.kinds.table import PICTURES, spec_of
from redaction.ledger.surrogates import below, stream
from redaction.page.reading import Reading

_CAUGHT = 0.9
"""A canary counts as caught when at least this share of its foreground lies in boxes."""
_MARGIN = 10
"""Empty px around a planted item."""
_FACE = 56
"""Side of a planted face in px."""
_FACES = Path(__file__).parent / "data" / "canary_face.png"


@dataclass(frozen=True, slots=True)
class Mark:
    """One planted item: its kind, where it stands, and which pixels of that box are its foreground."""

    kind: Kind
    box: Box
    foreground: NDArray[np.bool_]

    def caught(self, findings: Sequence[ImageFinding]) -> bool:
        """Whether enough of the foreground lies in the boxes of the findings."""
        x0, y0, x1, y1 = self.box
        covered = np.zeros((y1 - y0, x1 - x0), bool)
        for f in findings:
            a, b, c, d = f.box
            covered[max(0, b - y0) : max(0, d - y0), max(0, a - x0) : max(0, c - x0)] = True
        return bool(covered[self.foreground].mean() >= _CAUGHT)


def plant(
    image: NDArray[np.uint8], reading: Reading, planted: Planted, kinds: Sequence[Kind], seed: bytes
) -> tuple[NDArray[np.uint8], list[Mark]]:
    """A copy of an H × W × 3 RGB screen with one item of each kind on it, and the marks of those that found room."""
    copy = image.copy()
    size = _letters(reading)
    busy = _busy(image)
    marks = []
    for kind in sorted(kinds, key=lambda k: (k not in PICTURES, k)):
        item = _item(kind, planted, size, seed + kind.value.encode())
        height, width = item.shape[:2]
        spot = _spot(busy, width, height, seed + kind.value.encode())
        if spot is None:
            continue
        x, y = spot
        before = copy[y : y + height, x : x + width].astype(int)
        _put(copy, item, kind, x, y)
        busy[max(0, y - _MARGIN) : y + height + _MARGIN, max(0, x - _MARGIN) : x + width + _MARGIN] = True
        differs = np.abs(copy[y : y + height, x : x + width].astype(int) - before).sum(axis=2) > 120
        # A face is its whole tile; of a code the dark modules count, not the quiet zone around them.
        foreground = (
            np.ones(differs.shape, bool) if kind is Kind.FACE else item[..., 0] < 128 if kind is Kind.CODE else differs
        )
        if foreground.any():
            marks.append(Mark(kind, (x, y, x + width, y + height), foreground))
    return copy, marks


def _letters(reading: Reading) -> int:
    """Font size in px that fits the lines of the screen."""
    heights = [line.height for line in reading.lines if not line.turned]
    return int(min(22, max(12, round(0.75 * median(heights))))) if heights else 14


def _item(kind: Kind, planted: Planted, size: int, seed: bytes) -> NDArray[np.uint8]:
    """The item as a picture; text is a grey mask (H × W, 255 is foreground), faces and codes are H × W × 3."""
    if kind is Kind.FACE:
        return np.asarray(cv2.resize(_face(), (_FACE, _FACE), interpolation=cv2.INTER_AREA), np.uint8)
    if kind is Kind.CODE:
        code = cv2.QRCodeEncoder.create().encode(f"https://{planted.email.partition('@')[2]}/{size}")
        grown = cv2.resize(code, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
        framed = cv2.copyMakeBorder(grown, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=255)
        return np.asarray(cv2.cvtColor(framed, cv2.COLOR_GRAY2RGB), np.uint8)
    drawn = spec_of(kind).canary.drawn
    assert drawn is not None
    text = drawn(planted, draws(seed))
    font = ImageFont.load_default(size)
    x0, y0, x1, y1 = (int(v) for v in font.getbbox(text))
    mask = Image.new("L", (x1 - x0 + 2, y1 - y0 + 2), 0)
    ImageDraw.Draw(mask).text((1 - x0, 1 - y0), text, font=font, fill=255)
    return np.asarray(mask)


def _put(copy: NDArray[np.uint8], item: NDArray[np.uint8], kind: Kind, x: int, y: int) -> None:
    height, width = item.shape[:2]
    under = copy[y : y + height, x : x + width]
    if kind in PICTURES:
        under[:] = item
        return
    dark = under.reshape(-1, 3).mean() > 127
    colour = np.array([36, 38, 42] if dark else [235, 236, 238])
    share = item[..., None] / 255.0
    under[:] = np.rint(under * (1 - share) + colour * share).astype(np.uint8)


def _busy(image: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Pixels near which something is drawn."""
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    edges = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 4
    return np.asarray(cv2.dilate(edges.astype(np.uint8), np.ones((2 * _MARGIN + 1,) * 2, np.uint8)), bool)


def _spot(busy: NDArray[np.bool_], width: int, height: int, seed: bytes) -> tuple[int, int] | None:
    """The corner of an empty place for an item of this size, chosen by the seed; None if there is none."""
    total = cv2.integral(busy.astype(np.uint8))
    taken = total[height:, width:] - total[:-height, width:] - total[height:, :-width] + total[:-height, :-width]
    rows, columns = np.nonzero(taken[::4, ::4] == 0)
    if not rows.size:
        return None
    n = below(stream(seed, "spot"), int(rows.size))
    return int(columns[n]) * 4, int(rows[n]) * 4


@lru_cache(maxsize=1)
def _face() -> NDArray[np.uint8]:
    with Image.open(_FACES) as face:
        return np.asarray(face.convert("RGB"))
