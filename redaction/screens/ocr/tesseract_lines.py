"""Tesseract reads one line in one script, and says where every character stands.

tesserocr carries its own Tesseract; the models are Debian's. Nothing is loaded before the first line asks for it. What
a crop gives depends on its pixels alone: no dictionary of what was read before, no other crop beside it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.screens.nets.models import once
from redaction.screens.ocr.scripts import Script, model_path
from redaction.work.tesseract import library, opened

_HEIGHT = 36
"""Height in px to which a line (with the margin of its crop) is brought: taller ones read no better and cost more."""
_WIDEST = 3600
"""Width in px after that: a wider line is left unread, as is what takes longer than `_LONGEST_MS`."""
_LONGEST_MS = 5000
_MARGIN = 10
"""Ground around a crop in px: letters at the border are misread."""
_DPI = 150
_ONE_LINE, _RAW_LINE = 7, 13
"""Page segmentation: a single line; one that is not looked for. The second, without a margin, reads worse, but also
where the first finds nothing: letters that run together (Arabic) look like a picture to it."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What Tesseract calls a symbol: a character, or a letter with its marks. `left` and `right` in fractions of the
    crop's width."""

    text: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Word:
    """Signs in the order in which they are read, and how sure Tesseract is of them: 0 to 1."""

    signs: tuple[Sign, ...]
    score: float

    @property
    def text(self) -> str:
        """The characters."""
        return "".join(sign.text for sign in self.signs)

    @property
    def left(self) -> float:
        """Left edge, as a fraction of the crop's width."""
        return min(sign.left for sign in self.signs)

    @property
    def right(self) -> float:
        """Right edge."""
        return max(sign.right for sign in self.signs)


def words_in(crop: NDArray[np.uint8], script: Script) -> list[Word]:
    """Words of an h × w × 3 RGB crop of one upright line, in the order in which they are read; none when Tesseract
    fails or takes too long. EngineUnavailable when the model is not installed. Threads may ask at the same time."""
    grey = _drawn(crop)
    if grey.shape[1] > _WIDEST:
        return []
    model = _model(script)
    return model.words(grey, _ONE_LINE, _MARGIN) or model.words(grey, _RAW_LINE, 0)


def _drawn(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Grey, dark on light, of full contrast."""
    grey = cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_RGB2GRAY)
    if np.median(grey) < 128:
        grey = np.asarray(255 - grey, dtype=np.uint8)
    low, high = float(grey.min()), float(grey.max())
    if high > low:
        grey = ((grey.astype(np.float32) - low) * (255 / (high - low))).astype(np.uint8)
    wide = max(8, round(grey.shape[1] * _HEIGHT / grey.shape[0]))
    way = cv2.INTER_CUBIC if grey.shape[0] < _HEIGHT else cv2.INTER_AREA
    return np.asarray(cv2.resize(grey, (wide, _HEIGHT), interpolation=way), dtype=np.uint8)


@once
def _model(script: Script) -> _Model:
    return _Model(script)


class _Model:
    """One Tesseract object, for one thread at a time."""

    def __init__(self, script: Script) -> None:
        self._own = library()
        self._lock = threading.Lock()
        self._api = opened(model_path(script), {"tessedit_do_invert": "0"})  # a crop is dark on light already

    def words(self, grey: NDArray[np.uint8], how: int, margin: int) -> list[Word]:
        """Words of an h × w grey crop, dark on light, read with so many px of ground around it."""
        ground = float(np.median(grey))
        framed = cv2.copyMakeBorder(grey, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=ground)
        height, width = framed.shape
        with self._lock:
            self._api.SetPageSegMode(how)
            self._api.SetImageBytes(framed.tobytes(), width, height, 1, width)
            self._api.SetSourceResolution(_DPI)
            try:
                found = list(self._found(grey.shape[1], margin)) if self._api.Recognize(_LONGEST_MS) else []
            except RuntimeError:
                found = []
            self._api.Clear()
            return found

    def _found(self, width: int, margin: int) -> Iterator[Word]:
        """Words of what was recognised on a crop that is so many px wide without its margin."""
        symbol, word = self._own.RIL.SYMBOL, self._own.RIL.WORD
        signs: list[Sign] = []
        score = 0.0
        walk = self._api.GetIterator()
        for at in self._own.iterate_level(walk, symbol) if walk is not None else ():
            if at.IsAtBeginningOf(word):
                if signs:
                    yield Word(tuple(signs), score)
                signs, score = [], at.Confidence(word) / 100
            box = at.BoundingBoxInternal(symbol) if not at.Empty(symbol) else None
            if box is None:
                continue
            left, right = (min(1.0, max(0.0, (x - margin) / width)) for x in (box[0], box[2]))
            signs.append(Sign(at.GetUTF8Text(symbol).strip(), left, right))
        if signs:
            yield Word(tuple(signs), score)
