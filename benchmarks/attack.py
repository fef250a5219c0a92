"""Can a redacted name be read back? An attacker renders every candidate the same way and compares.

    PYTHONPATH=. .venv/bin/python benchmarks/attack.py [--candidates 1000] [--trials 300]

The attacker knows the font, size, place, ground, style and all candidates, applies the same redaction to each
candidate, and picks the nearest image (ties shared). Plain Gaussian blur and mosaic of the true text stand beside our
styles for comparison, and what the mere width of a box would tell. Chance is 1 / candidates.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import ImageFinding, Kind
from redaction.screens.redact.pixels import redact_image
from redaction.screens.redact.styles import STYLES

WIDTH, HEIGHT = 320, 48
FONT = "DejaVuSans.ttf"
PLACES = ((13, 20, 10), (11, 33, 17), (14, 26, 15), (16, 47, 12))
"""Text size and the left and upper end of the text, px: what we draw lies on a grid, some places are luckier."""
Redact = Callable[[NDArray[np.uint8], ImageFinding, int], NDArray[np.uint8]]


def candidates(count: int) -> list[str]:
    """Distinct made-up names from Faker with a fixed seed."""
    from faker import Faker

    fake = Faker(["en_US", "de_DE", "fr_FR", "es_ES", "it_IT"])
    fake.seed_instance(7)
    names: dict[str, None] = {}
    while len(names) < count:
        names[f"{fake.first_name()} {fake.last_name()}"] = None
    return list(names)


def rendered(name: str, place: tuple[int, int, int], striped: bool) -> tuple[NDArray[np.uint8], ImageFinding]:
    """A name on a light form (or on fine stripes), and the finding that covers its ink."""
    size, left, top = place
    font = ImageFont.truetype(FONT, size)
    page = Image.new("RGB", (WIDTH, HEIGHT), (250, 250, 250))
    draw = ImageDraw.Draw(page)
    for row in range(0, HEIGHT if striped else 0, 2):
        draw.line((0, row, WIDTH, row), fill=(225, 225, 235))
    draw.text((left, top), name, font=font, fill=(30, 30, 30))
    x0, y0, x1, y1 = (int(v) for v in draw.textbbox((left, top), name, font=font))
    return np.asarray(page, np.uint8), ImageFinding((x0 - 3, y0 - 2, x1 + 3, y1 + 2), Kind.PERSON, 1.0, "test", name)


def ours(style: str, surrogates: Sequence[str]) -> Redact:
    """Our redaction; each identity has a surrogate of its own that the attacker cannot know: he draws another."""

    def redact(image: NDArray[np.uint8], finding: ImageFinding, draw: int) -> NDArray[np.uint8]:
        return redact_image(image, [finding], style, lambda kind, value: surrogates[draw % len(surrogates)])[0]

    return redact


def blurred(sigma: float) -> Redact:
    """Plain Gaussian blur of what is there."""

    def redact(image: NDArray[np.uint8], finding: ImageFinding, draw: int) -> NDArray[np.uint8]:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.uint8)

    return redact


def mosaic(cell: int) -> Redact:
    """Plain mosaic of what is there, on a fixed grid."""

    def redact(image: NDArray[np.uint8], finding: ImageFinding, draw: int) -> NDArray[np.uint8]:
        small = cv2.resize(image, (WIDTH // cell, max(1, HEIGHT // cell)), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)

    return redact


def width_only(step: int) -> Redact:
    """Only the width of the box shows, rounded up to `step` px."""

    def redact(image: NDArray[np.uint8], finding: ImageFinding, draw: int) -> NDArray[np.uint8]:
        return np.full((1, 1, 3), -(-(finding.box[2] - finding.box[0]) // step) * step, np.uint16).astype(np.uint8)

    return redact


def recovered(
    redact: Redact, names: Sequence[str], trials: int, place: tuple[int, int, int], striped: bool = False
) -> float:
    """Expected share of trials in which the nearest candidate is the true one (ties count by chance)."""
    pages = [rendered(name, place, striped) for name in names]
    drawn = np.random.default_rng(11).choice(len(names), size=min(trials, len(names)), replace=False)
    guesses = np.stack([redact(image, finding, 2 * i + 1)[:, :, 1].ravel() for i, (image, finding) in enumerate(pages)])
    seen = np.stack([redact(*pages[i], 2 * int(i))[:, :, 1].ravel() for i in drawn])
    varied = (guesses != guesses[0]).any(axis=0) | (seen != guesses[0]).any(axis=0)
    if not varied.any():
        return 1 / len(names)
    ours, theirs = seen[:, varied].astype(np.float64), guesses[:, varied].astype(np.float64)
    away = (ours**2).sum(axis=1)[:, None] + (theirs**2).sum(axis=1)[None, :] - 2 * ours @ theirs.T  # whole numbers
    best = away == away.min(axis=1, keepdims=True)
    return float((best[np.arange(len(drawn)), drawn] / best.sum(axis=1)).mean())


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--candidates", type=int, default=1000)
    parser.add_argument("--trials", type=int, default=300)
    args = parser.parse_args()
    names = candidates(args.candidates)
    surrogates = candidates(3 * args.candidates)[args.candidates :]
    rows: list[tuple[str, Redact]] = [(f"Gaussian blur, sigma {s}", blurred(s)) for s in (2, 5, 15)]
    rows += [(f"mosaic, {c} px", mosaic(c)) for c in (4, 8, 16)]
    rows += [("width of the exact box", width_only(1)), ("width rounded up to 16 px", width_only(16))]
    print(f"chance {1 / len(names):.4f}; mean of {len(PLACES)} places (worst)\n")
    print("| redaction | plain ground | striped ground |\n| --- | --- | --- |")
    for title, redact in rows:
        print(f"| {title} | {recovered(redact, names, args.trials, PLACES[0]):.3f} | |", flush=True)
    for style in STYLES:
        redact = ours(style, surrogates)
        cells = []
        for striped in (False, True):
            shares = [recovered(redact, names, args.trials, place, striped) for place in PLACES]
            cells.append(f"{np.mean(shares):.4f} ({max(shares):.4f})")
        print(f"| ours, {style} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
