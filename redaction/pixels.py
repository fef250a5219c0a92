"""The one place where a box becomes pixels.

No style depends on what a box held: the colours come from the ring of pixels around it, the drawn text is a surrogate,
the effect runs on those, and text boxes are widened to a multiple of 16 px so that a width says little about a name.
Pixels outside the final boxes are left bit-identical.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind

Style = Literal["fill", "blur", "pixelate", "substitute"]
WIDTH_STEP = 16
_PICTURES = frozenset({Kind.FACE, Kind.CODE})
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def hide(
    image: NDArray[np.uint8],
    findings: Sequence[ImageFinding],
    style: Style = "fill",
    replace: Callable[[Kind, str], str] | None = None,
    seed: bytes = b"",
) -> tuple[NDArray[np.uint8], list[Box]]:
    """A copy of an H × W × 3 RGB image with every finding hidden, and the final box of each finding, in order.

    `replace(kind, value)` gives the surrogate text for `blur`, `pixelate` and `substitute`; without it a neutral
    word per kind is drawn. `seed` is kept in the signature for styles that need noise; the present ones do not.
    """
    del seed
    height, width = image.shape[:2]
    boxes = [final_box(finding, width, height) for finding in findings]
    covered = np.zeros((height, width), dtype=bool)
    for x0, y0, x1, y1 in boxes:
        covered[y0:y1, x0:x1] = True
    out = image.copy()
    # Whole pictures first, then text over them; a fixed order makes overlapping boxes deterministic.
    order = sorted(range(len(boxes)), key=lambda i: (findings[i].kind not in _PICTURES, boxes[i], findings[i].kind))
    for i in order:
        x0, y0, x1, y1 = boxes[i]
        if x1 <= x0 or y1 <= y0:
            continue
        paper, ink = _colours(image, covered, boxes[i])
        patch = np.empty((y1 - y0, x1 - x0, 3), dtype=np.uint8)
        patch[:] = paper
        if findings[i].kind in _PICTURES:
            _placeholder(patch, paper, ink, findings[i].kind)
        elif style != "fill":
            text = replace(findings[i].kind, findings[i].value) if replace else findings[i].kind.value
            _write(patch, text, ink)
        out[y0:y1, x0:x1] = _effect(patch, style)
    return out, boxes


def final_box(finding: ImageFinding, width: int, height: int) -> Box:
    """The box clipped to the image; text boxes grow to a multiple of 16 px, to the right first, then to the left."""
    x0, y0, x1, y1 = finding.box
    x0, x1 = max(0, min(x0, width)), max(0, min(x1, width))
    y0, y1 = max(0, min(y0, height)), max(0, min(y1, height))
    if finding.kind in _PICTURES or x1 <= x0 or y1 <= y0:
        return x0, y0, x1, y1
    want = -(-(x1 - x0) // WIDTH_STEP) * WIDTH_STEP
    x1 = min(width, x0 + want)
    return max(0, x1 - want), y0, x1, y1


def _colours(
    image: NDArray[np.uint8], covered: NDArray[np.bool_], box: Box
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Paper: the median of the nearest uncovered ring. Ink: black or white, whichever stands out from the paper."""
    x0, y0, x1, y1 = box
    height, width = covered.shape
    paper = np.array([128, 128, 128], dtype=np.uint8)
    for reach in (2, 4, 8, 16, 32):
        top, bottom, left, right = (
            max(0, y0 - reach),
            min(height, y1 + reach),
            max(0, x0 - reach),
            min(width, x1 + reach),
        )
        free = ~covered[top:bottom, left:right]
        free[y0 - top : y1 - top, x0 - left : x1 - left] = False
        if int(free.sum()) >= 8:
            paper = np.median(image[top:bottom, left:right][free], axis=0).astype(np.uint8)
            break
    luma = float(paper @ np.array([0.299, 0.587, 0.114]))
    ink = np.array([32, 32, 32] if luma > 128 else [232, 232, 232], dtype=np.uint8)
    return paper, ink


def _placeholder(patch: NDArray[np.uint8], paper: NDArray[np.uint8], ink: NDArray[np.uint8], kind: Kind) -> None:
    """A neutral head and shoulders for a face, a plain tile for a code: the same for everybody."""
    height, width = patch.shape[:2]
    mid = ((paper.astype(int) * 3 + ink.astype(int)) // 4).astype(np.uint8)
    patch[:] = mid
    if kind is Kind.FACE and min(height, width) >= 8:
        tone = tuple(int(v) for v in (paper.astype(int) + ink.astype(int)) // 2)
        radius = max(1, min(height, width) * 2 // 9)
        cv2.circle(patch, (width // 2, height * 2 // 5), radius, tone, -1)
        cv2.ellipse(patch, (width // 2, height), (radius * 2, max(1, height * 3 // 8)), 0, 180, 360, tone, -1)


def _write(patch: NDArray[np.uint8], text: str, ink: NDArray[np.uint8]) -> None:
    """Draw the text as large as the box allows, ASCII only (the built-in font has no more), left-aligned."""
    height, width = patch.shape[:2]
    plain = _ascii(text)
    if not plain or height < 6 or width < 6:
        return
    (wide, tall), base = cv2.getTextSize(plain, _FONT, 1.0, 1)
    scale = min((width - 2) / max(1, wide), (height - 2) / max(1, tall + base))
    thick = 1 if scale < 0.9 else 2
    (_, tall), base = cv2.getTextSize(plain, _FONT, scale, thick)
    baseline = (height + tall - base) // 2 + base // 2
    cv2.putText(patch, plain, (1, baseline), _FONT, scale, tuple(int(v) for v in ink), thick, cv2.LINE_AA)


def _ascii(text: str) -> str:
    import unicodedata

    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return " ".join(plain.split())


def _effect(patch: NDArray[np.uint8], style: Style) -> NDArray[np.uint8]:
    height, width = patch.shape[:2]
    if style == "blur":
        sigma = max(2.0, height / 5)
        return np.asarray(cv2.GaussianBlur(patch, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE), dtype=np.uint8)
    if style == "pixelate":
        cell = max(4, height // 3)
        small = cv2.resize(patch, (max(1, width // cell), max(1, height // cell)), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)
    return patch
