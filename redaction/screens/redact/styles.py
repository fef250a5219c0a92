"""What a hidden place looks like: the interface of a style, and the table of all styles.

A style is given a surrogate and a look. It never sees a pixel of the image, nor the box, nor the value.
How to add one: docs/how-to/add-a-style.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from redaction.doors import Door
from redaction.errors import PolicyError

BAND_UNITS, SMEAR_UNITS = 4, 16
"""Height of what is drawn for a hidden line, and the width of what hides even the length of the surrogate, in units;
a unit is a quarter of the band of a size class, see patches.unit."""


@dataclass(frozen=True, slots=True)
class Look:
    """How letters are drawn: the size class of their box (a unit in px), their em in px, and whether they are bold."""

    unit: int
    em: int
    bold: bool = False


class HidingStyle(Protocol):
    """One look of hidden places."""

    @property
    def surrogate(self) -> Literal["unused", "unreadable", "readable"]:
        """What becomes of the surrogate: it is not drawn (no key is needed), nothing can be read of it, or it stands
        there in letters: then the leak check is told where, and takes it for ours."""
        ...

    def line(self, text: str, look: Look, room: int) -> NDArray[np.uint8]:
        """Strength of the foreground, 0 to 255, for a line: at most `room` px wide if the style can be narrower, of no
        width where nothing is drawn. Its middle row lies on the middle of the small letters that were there.

        `text` is the surrogate in printable ASCII, not empty.
        """
        ...

    def picture(self, tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The h × w × 3 tile that lies over a picture, made from the neutral one: h × w × 3, the same for everybody."""
        ...


STYLES = {
    "fill": "redaction.screens.redact.fill",
    "blur": "redaction.screens.redact.blur",
    "pixelate": "redaction.screens.redact.pixelate",
    "substitute": "redaction.screens.redact.substitute",
}
"""Style → module that holds it as STYLE."""
HIDING_STYLES: Door[HidingStyle] = Door("hiding style", STYLES, "STYLE", PolicyError)
