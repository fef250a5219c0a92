"""The style `fill`: the colour of the surroundings, nothing on it."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from redaction.screens.redact.styles import BAND_UNITS, HidingStyle, Look


class Fill:
    """A plain ground."""

    surrogate: Literal["unused"] = "unused"

    def line(self, text: str, look: Look, room: int) -> NDArray[np.uint8]:
        """Nothing."""
        return np.empty((BAND_UNITS * look.unit, 0), dtype=np.uint8)

    def picture(self, tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The neutral tile as it is."""
        return tile


STYLE: HidingStyle = Fill()
