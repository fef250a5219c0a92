"""The pictures on frames that follow one another: sought again only when what they are made of has changed."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import moved
from redaction.screens.frames.scrolling import differing
from redaction.screens.pictures.photos import Picture, pictures, solid, uneven

_RIM = 12


class SeenPictures:
    """Remembers one frame; `on` answers as `pictures` would, sooner when somebody only typed."""

    def __init__(self) -> None:
        self._image: NDArray[np.uint8] | None = None
        self._text: list[Box] = []
        self._found: list[Picture] = []

    def on(self, image: NDArray[np.uint8], text: list[Box]) -> list[Picture]:
        """Pictures on the next H × W × 3 frame, whose readable lines have these boxes."""
        if not self._unchanged(image, text):
            self._found = pictures(image, text)
        self._image, self._text = image, text
        return self._found

    def _unchanged(self, image: NDArray[np.uint8], text: list[Box]) -> bool:
        """No pixel of a picture changed, and beside them the same surfaces are flat, thin marks aside."""
        before = self._image
        if before is None or before.shape != image.shape:
            return False
        differ = differing(before, image)
        if any(differ[p.box[1] : p.box[3], p.box[0] : p.box[2]].any() for p in self._found):
            return False
        height, width = differ.shape
        x, y, wide, high = cv2.boundingRect(differ.view(np.uint8))
        boxes = [(x, y, x + wide, y + high)] if wide else []
        boxes += set(text) ^ set(self._text)
        if not boxes:
            return True
        x0, y0 = (max(0, min(box[side] for box in boxes) - _RIM) for side in (0, 1))
        x1, y1 = (min(most, max(box[side] for box in boxes) + _RIM) for most, side in ((width, 2), (height, 3)))
        was, now = (
            uneven(frame[y0:y1, x0:x1], [moved(box, -x0, -y0) for box in lines])
            for frame, lines in ((before, self._text), (image, text))
        )
        # A caret or a rule that came or went makes no picture.
        return bool(np.array_equal(solid(was), solid(now)))
