"""The style `substitute`: the surrogate, written in place."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from redaction.screens.redact.lettering import written
from redaction.screens.redact.styles import HidingStyle


class Substitute:
    """As wide as the surrogate; it is made smaller where there is no room for it."""

    surrogate: Literal["readable"] = "readable"

    def line(self, text: str, size: int, room: int) -> NDArray[np.uint8]:
        """The letters of the surrogate."""
        return written(text, size)

    def picture(self, tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The neutral tile as it is."""
        return tile


STYLE: HidingStyle = Substitute()
