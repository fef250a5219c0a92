"""The looks of a session: what differs between one company's screens and another's, drawn from the seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

FONTS = ("Open Sans", "Roboto", "Liberation Sans", "Lato", "Noto Sans", "DejaVu Sans")
_ACCENTS = ("#0b5cab", "#0f6cbd", "#1b7f5c", "#5b3fa8", "#a8441b", "#2d4a6b", "#8a1538")


@dataclass(frozen=True, slots=True)
class Look:
    """Typeface, size in px, theme and layout of a session's pages."""

    font: str
    size: int
    dark: bool
    accent: str
    sidebar: int
    row: int
    width: int = 1280
    height: int = 800


def make_look(
    rng: Random, *, font: str | None = None, dark: bool | None = None, width: int = 1280, height: int = 800
) -> Look:
    """Draw a look; `font` and `dark` fix what the caller wants to see for sure."""
    face = font or rng.choice(FONTS)
    return Look(
        font=face,
        # DejaVu is wider than the rest: one size less gives the same text on a line.
        size=rng.choice((11, 12) if face == "DejaVu Sans" else (12, 12, 13)),
        dark=rng.random() < 0.35 if dark is None else dark,
        accent=rng.choice(_ACCENTS),
        sidebar=rng.randint(168, 216),
        row=rng.randint(25, 30),
        width=width,
        height=height,
    )
