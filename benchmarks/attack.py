"""Can a redacted name be read back? An attacker renders every candidate the same way and compares.

    PYTHONPATH=. .venv/bin/python benchmarks/attack.py [--candidates 1000] [--trials 200]

The attacker knows the font, size, place, style and all candidates, applies the same redaction to each candidate, and
picks the nearest image (ties shared). Plain Gaussian blur and mosaic of the true text stand beside our styles for
comparison. `width` lets the attacker see nothing but the width of the box. Chance is 1 / candidates.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import ImageFinding, Kind
from redaction.pixels import Style, final_box, hide

SIZE, LEFT, TOP, WIDTH, HEIGHT = 13, 20, 10, 320, 40
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
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


def rendered(name: str, font: ImageFont.FreeTypeFont) -> tuple[NDArray[np.uint8], ImageFinding]:
    """A name in 13 px on a light form, and the finding that covers its ink."""
    page = Image.new("RGB", (WIDTH, HEIGHT), (250, 250, 250))
    draw = ImageDraw.Draw(page)
    draw.text((LEFT, TOP), name, font=font, fill=(30, 30, 30))
    x0, y0, x1, y1 = (int(v) for v in draw.textbbox((LEFT, TOP), name, font=font))
    return np.asarray(page, np.uint8), ImageFinding((x0 - 3, y0 - 2, x1 + 3, y1 + 2), Kind.PERSON, 1.0, "test", name)


def ours(style: Style, surrogates: list[str]) -> Redact:
    """Our redaction; each identity has a surrogate of its own that the attacker cannot know: he draws another."""

    def redact(image: NDArray[np.uint8], finding: ImageFinding, draw: int) -> NDArray[np.uint8]:
        return hide(image, [finding], style, lambda kind, value: surrogates[draw % len(surrogates)])[0]

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


def width_only(rounded: bool) -> Redact:
    """Only the width of the box shows: exact, or rounded up as ours are."""

    def redact(image: NDArray[np.uint8], finding: ImageFinding, draw: int) -> NDArray[np.uint8]:
        x0, _, x1, _ = final_box(finding, WIDTH, HEIGHT) if rounded else finding.box
        return np.full((1, 1, 3), 0, np.uint8) + np.uint8(x1 - x0)

    return redact


def recovered(redact: Redact, names: list[str], trials: int) -> float:
    """Expected share of trials in which the nearest candidate is the true one (ties count by chance)."""
    font = ImageFont.truetype(FONT, SIZE)
    pages = [rendered(name, font) for name in names]
    guesses = np.stack([redact(image, finding, 2 * i + 1).ravel() for i, (image, finding) in enumerate(pages)])
    rng = np.random.default_rng(11)
    hits = 0.0
    for target in rng.choice(len(names), size=min(trials, len(names)), replace=False):
        seen = redact(*pages[target], 2 * int(target)).ravel()
        away = np.abs(guesses.astype(np.int16) - seen.astype(np.int16)).sum(axis=1)
        best = np.flatnonzero(away == away.min())
        hits += (target in best) / len(best)
    return hits / min(trials, len(names))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--candidates", type=int, default=1000)
    parser.add_argument("--trials", type=int, default=200)
    args = parser.parse_args()
    names = candidates(args.candidates)
    surrogates = candidates(3 * args.candidates)[args.candidates :]
    styles: tuple[Style, ...] = ("fill", "blur", "pixelate", "substitute")
    rows: list[tuple[str, Redact]] = [(f"Gaussian blur, sigma {s}", blurred(s)) for s in (2, 5, 15)]
    rows += [(f"mosaic, {c} px", mosaic(c)) for c in (4, 8, 16)]
    rows += [("width of the exact box", width_only(False)), ("width rounded up to 16 px", width_only(True))]
    rows += [(f"ours, {style}", ours(style, surrogates)) for style in styles]
    print(f"chance {1 / len(names):.4f}\n\n| redaction | name recovered |\n| --- | --- |")
    for title, redact in rows:
        print(f"| {title} | {recovered(redact, names, args.trials):.3f} |", flush=True)


if __name__ == "__main__":
    main()
