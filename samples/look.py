"""The looks of a session: what differs between one company's screens and another's, drawn from the seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

FONTS = ("Open Sans", "Roboto", "Liberation Sans", "Lato", "Noto Sans", "DejaVu Sans")
_ACCENTS = ("#0b5cab", "#0f6cbd", "#1b7f5c", "#5b3fa8", "#a8441b", "#2d4a6b", "#8a1538")


@dataclass(frozen=True, slots=True)
class Look:
    """Typeface, size in px, theme and layout of a session's pages; `mirrored` has the side panels on the other side."""

    font: str
    size: int
    dark: bool
    accent: str
    sidebar: int
    row: int
    width: int = 1280
    height: int = 800
    mirrored: bool = False


def stage_look(rng: Random, font: str, dark: bool, width: int = 1280, height: int = 800) -> Look:
    """A look whose typeface, theme and size of screen are given; the rest is drawn."""
    return _look(rng, font, dark, width, height, sizes=(11, 12) if font == "DejaVu Sans" else (12, 12, 13))


def draw_look(rng: Random) -> Look:
    """Any look: all typefaces, light and dark, 11 to 14 px, common laptop screens, panels on either side."""
    width, height = rng.choice(((1280, 800), (1280, 800), (1366, 768), (1440, 900)))
    font, dark = rng.choice(FONTS), rng.random() < 0.35
    # DejaVu is wider than the rest: one size less gives the same text on a line
    drawn = _look(rng, font, dark, width, height, sizes=(11, 12, 12, 13) if font == "DejaVu Sans" else (11, 12, 13, 14))
    return replace(drawn, mirrored=rng.random() < 0.3)


def _look(rng: Random, font: str, dark: bool, width: int, height: int, sizes: tuple[int, ...]) -> Look:
    size = rng.choice(sizes)
    return Look(font, size, dark, rng.choice(_ACCENTS), rng.randint(168, 216), rng.randint(25, 30), width, height)
