"""A hiding style: slanting lines."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from redaction.screens.redact.styles import BAND_UNITS, HidingStyle, Look


class Hatch:
    """The same lines for everybody: the surrogate is not drawn."""

    surrogate: Literal["unused"] = "unused"

    def line(self, text: str, look: Look, room: int) -> NDArray[np.uint8]:
        """A line every eight units."""
        rows, columns = np.indices((BAND_UNITS * look.unit, room))
        return np.where((rows + columns) % (8 * look.unit) < look.unit, 255, 0).astype(np.uint8)

    def picture(self, tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Every eighth diagonal of the tile dark."""
        rows, columns = np.indices(tile.shape[:2])
        return np.where(((rows + columns) % 8 == 0)[:, :, None], np.uint8(64), tile)


STYLE: HidingStyle = Hatch()
