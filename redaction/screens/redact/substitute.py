"""The style `substitute`: the surrogate, written in place."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from redaction.screens.redact.lettering import fitting
from redaction.screens.redact.styles import HidingStyle, Look


class Substitute:
    """In the size and weight of the line that was there; where there is no room, smaller, then cut off."""

    surrogate: Literal["readable"] = "readable"

    def line(self, text: str, look: Look, room: int) -> NDArray[np.uint8]:
        """The letters of the surrogate."""
        return fitting(text, look, room)

    def picture(self, tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The neutral tile as it is."""
        return tile


STYLE: HidingStyle = Substitute()
