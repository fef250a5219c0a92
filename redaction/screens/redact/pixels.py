"""The one place where a box becomes pixels.

No pixel of what a box held is drawn again. The ground comes from the pixels beside it, row by row; what is drawn is a
surrogate. Of a hidden line it takes no more than where the line stands and in which of few sizes, colours of the page
and weights (ink.py), of a hidden picture only whether it was a disc: on a plain ground neither the width nor the height
of what was there shows. Where the ground is not plain the outline of the box does: boxes grow to coarse steps wherever
the pixels beside them are free of anything else. Pixels outside the final boxes stay bit-identical.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind
from redaction.kinds.table import is_picture
from redaction.page.boxes import area, common, is_vertical
from redaction.screens.pictures.differences import apart
from redaction.screens.redact.ground import Colour, ground, is_disc, paper
from redaction.screens.redact.ink import Ink, agreed, ink_of, palette, stark
from redaction.screens.redact.lettering import drawable, em_of_unit, middle
from redaction.screens.redact.patches import blended, line_strength, picture_patch, unit
from redaction.screens.redact.styles import HIDING_STYLES, HidingStyle, Look

_STEP_UNITS, _ROW_UNITS = 48, 7
"""A text box grows to a multiple of so many units in width, more than most names need, and to so many in height: 192
and 28 px for common text."""
_RULE_UNITS = 6
"""A rule beside a box is so long: letters are about as wide as high."""
_LONGEST_UNITS = 96
"""A drawn surrogate may widen its box to this many units."""
_PLAIN = 8
"""Pixels beside a box are free when they differ from their neighbours by no more than this, or, on a rough ground, by
half as much again as the ground does."""
_RING = 8
_BADGE, _UPON = 48, 0.6
"""Longer side in px of a picture that is a disc with letters at most, and the share of a text's box that lies on it."""
_INITIALS = 3
"""Letters on a badge at most."""


def redact_image(
    image: NDArray[np.uint8],
    findings: Sequence[ImageFinding],
    style: str = "fill",
    replace: Callable[[Kind, str], str] | None = None,
) -> tuple[NDArray[np.uint8], list[Box]]:
    """A copy of an H × W × 3 RGB image with every finding hidden, and the final box of each finding, in order.

    `style` names one of HIDING_STYLES, PolicyError for any other. `replace(kind, value)` gives the surrogate text for
    it; without that a neutral word per kind is drawn.
    """
    hiding = HIDING_STYLES.open(style)
    height, width = image.shape[:2]
    covered = np.zeros((height, width), dtype=bool)
    for finding in findings:
        x0, y0, x1, y1 = _clipped(finding.box, width, height)
        covered[y0:y1, x0:x1] = True
    out = image.copy()
    page = _Page(image, covered)
    boxes = [_clipped(finding.box, width, height) for finding in findings]
    pictures = {i: boxes[i] for i, finding in enumerate(findings) if is_picture(finding)}
    # Text around a picture first, then whole pictures, then text over them; a fixed order makes overlapping boxes
    # deterministic.
    around = {
        i
        for i, box in enumerate(boxes)
        if i not in pictures
        and any(_within(picture, box) or _upon(box, picture) for picture in pictures.values() if area(picture))
    }
    order = sorted(
        range(len(findings)), key=lambda i: (i not in around, i not in pictures, findings[i].box, findings[i].kind)
    )
    badges = {  # their letters are gone with them
        i
        for i, own in enumerate(boxes)
        if i not in pictures
        and any(
            _within(own, picture) or (_within(picture, own) and findings[at].value == findings[i].value != "")
            for at, picture in pictures.items()
        )
    }
    texts = [i for i in order if i not in pictures and i not in around and i not in badges]
    inner = set(_inner(texts, boxes))
    lines = {i: findings[i] for i in texts if i not in inner}
    readable = hiding.surrogate == "readable"
    papers = [paper(image, covered, box) for box in boxes]
    inks = page.inks(lines, boxes, papers) if hiding.surrogate != "unused" else {}
    for i in order:
        finding, own = findings[i], boxes[i]
        x0, y0, x1, y1 = own
        if x1 <= x0 or y1 <= y0 or i in inner:
            continue
        text = replace(finding.kind, finding.value) if replace else finding.kind.value
        if i in pictures:
            letters = text if readable and finding.value and len(text) <= _INITIALS else ""
            out[y0:y1, x0:x1] = page.picture(own, papers[i], hiding, finding.kind is Kind.FACE, letters)
        elif i in badges:
            continue
        elif i in around:
            out[y0:y1, x0:x1] = ground(image, covered, own, own, papers[i], y1 - y0)
        else:
            if text.strip() and not drawable(text):
                text = finding.kind.value  # letters that the font does not have
            boxes[i] = page.line(out, own, papers[i], hiding, text, inks.get(i))
    return out, boxes


def _inner(texts: Sequence[int], boxes: Sequence[Box]) -> Iterator[int]:
    """Which texts lie in the box of another, or in the same as one before: a part of an address that is hidden whole.
    They go with it; nothing beside them shows their ground."""
    for place, i in enumerate(texts):
        if any(_within(boxes[i], boxes[j]) and (boxes[i] != boxes[j] or j in texts[:place]) for j in texts if j != i):
            yield i


def drawn_as(findings: Sequence[ImageFinding], box: Box, width: int, height: int) -> list[ImageFinding]:
    """Which of the findings of a width × height image were drawn as this box: the outermost that fit, none or more."""
    fitting = [
        f for f in findings if _within(_clipped(f.box, width, height), box) and _within(box, _reach(f, width, height))
    ]
    largest = max((area(_clipped(f.box, width, height)) for f in fitting), default=0)
    return [f for f in fitting if area(_clipped(f.box, width, height)) == largest]


def _reach(finding: ImageFinding, width: int, height: int) -> Box:
    """The most that hiding a finding may change: the box clipped to the image and, for text, what it may grow by."""
    x0, y0, x1, y1 = own = _clipped(finding.box, width, height)
    if is_picture(finding) or x1 <= x0 or y1 <= y0:
        return own
    turned = is_vertical(own)
    size = unit(x1 - x0 if turned else y1 - y0)
    right, down = (_ROW_UNITS, _LONGEST_UNITS) if turned else (_LONGEST_UNITS, _ROW_UNITS)
    grown = (x0 - 2 * size, y0 - 2 * size, x1 + right * size, y1 + down * size)
    return _clipped(grown, width, height)


@dataclass(frozen=True)
class _Page:
    """A screen, H × W × 3, and where something on it is hidden."""

    image: NDArray[np.uint8]
    covered: NDArray[np.bool_]

    def inks(self, lines: Mapping[int, ImageFinding], boxes: Sequence[Box], papers: Sequence[Colour]) -> dict[int, Ink]:
        """What the lines among the findings leave to their surrogates; of turned lines nothing is taken."""
        colours = palette(self.image, self.covered)
        found = {
            i: ink_of(self.image, boxes[i], papers[i], finding.value, colours)
            for i, finding in lines.items()
            if area(boxes[i]) and not is_vertical(boxes[i])
        }
        return agreed({i: ink for i, ink in found.items() if ink is not None})

    def picture(
        self, own: Box, background: Colour, style: HidingStyle, person: bool, letters: str
    ) -> NDArray[np.uint8]:
        """What lies over a picture."""
        x0, y0, x1, y1 = own
        under = ground(self.image, self.covered, own, own, background, y1 - y0)
        disc = is_disc(self.image[y0:y1, x0:x1], background)
        return picture_patch(style, under, (background, stark(background)), person, letters, disc)

    def line(
        self, out: NDArray[np.uint8], own: Box, background: Colour, style: HidingStyle, text: str, ink: Ink | None
    ) -> Box:
        """Cover one text box in `out` and draw its surrogate; returns the box that changed. Turned text goes
        downwards."""
        if is_vertical(own):
            page = _Page(_turn(self.image), self.covered.T)
            box = page.line(_turn(out), (own[1], own[0], own[3], own[2]), background, style, text, None)
            return box[1], box[0], box[3], box[2]
        size = unit(own[3] - own[1])
        readable = style.surrogate == "readable"
        look = Look(size, ink.em if ink else em_of_unit(size), ink is not None and ink.bold)
        left = ink.left if ink and readable else own[0]
        wanted = line_strength(style, text, look, _LONGEST_UNITS * size).shape[1]
        x0, y0, x1, y1 = box = _grown(self.image, self.covered, own, background, size, wanted)
        out[y0:y1, x0:x1] = ground(self.image, self.covered, box, own, background, _RULE_UNITS * size)
        # On a grid, so that little shows of the letter that stood there first.
        grid = max(1, size // 2)
        left = max(x0, round(left / grid) * grid) if readable else _up(x0, 2 * size)
        room = x1 - left
        if room < 2 * size:
            return box
        drawn = line_strength(style, text, look, room)
        lies = middle(ink.baseline, ink.em) if ink else (own[1] + own[3]) // 2
        if not readable:
            drawn = _shrunk(drawn, y1 - y0, room)
            lies = min(max(lies, y0 + len(drawn) // 2), y1 - len(drawn) + len(drawn) // 2)
        top = lies - len(drawn) // 2
        drawn = drawn[max(0, y0 - top) : max(0, y1 - top)]
        top = max(y0, top)
        place = out[top : top + len(drawn), left : left + drawn.shape[1]]
        place[:] = blended(place, ink.colour if ink and readable else stark(background), drawn)
        return box


def _grown(
    image: NDArray[np.uint8], covered: NDArray[np.bool_], own: Box, background: Colour, size: int, patch_width: int
) -> Box:
    """A line's box moved out to a coarse grid, as far as the pixels there hold nothing else."""
    x0, y0, x1, y1 = own
    plain = max(_PLAIN, 1.5 * _roughness(image, covered, own))

    def free(rows: slice, columns: slice, turned: bool = False, back: bool = False) -> int:
        beside, taken = image[rows, columns], covered[rows, columns]
        if turned:
            beside, taken = _turn(beside), taken.T
        return (
            _free(beside[:, ::-1], taken[:, ::-1], background, plain)
            if back
            else _free(beside, taken, background, plain)
        )

    x0 -= free(slice(y0, y1), slice(x0 // (2 * size) * 2 * size, x0), back=True)
    wanted = max(_up(x1 - x0, _STEP_UNITS * size), min(_up(x0, 2 * size) - x0 + patch_width, _LONGEST_UNITS * size))
    x1 += free(slice(y0, y1), slice(x1, max(x1, x0 + wanted)))
    y0 -= free(slice(y0 // size * size, y0), slice(x0, x1), turned=True, back=True)
    y1 += free(slice(y1, max(y1, y0 + _ROW_UNITS * size)), slice(x0, x1), turned=True)
    return x0, y0, x1, y1


def _roughness(image: NDArray[np.uint8], covered: NDArray[np.bool_], own: Box) -> float:
    """By how much neighbouring pixels of the ground around a box usually differ: 0 on a plain one."""
    x0, y0, x1, y1 = own
    around = image[max(0, y0 - _RING) : y1 + _RING, max(0, x0 - _RING) : x1 + _RING]
    hidden = covered[max(0, y0 - _RING) : y1 + _RING, max(0, x0 - _RING) : x1 + _RING]
    steps = np.maximum(apart(around[1:, 1:], around[1:, :-1]), apart(around[1:, 1:], around[:-1, 1:]))
    seen = steps[~(hidden[1:, 1:] | hidden[:-1, 1:] | hidden[1:, :-1])]
    if 2 * np.count_nonzero(seen) < seen.size or not seen.size:
        return 0.0  # what the median would be
    return float(np.median(seen))


def _free(beside: NDArray[np.uint8], covered: NDArray[np.bool_], background: Colour, plain: float) -> int:
    """How many of the columns beside a box, from its border outwards, are plain: no text, no rule, no other box."""
    if beside.size == 0:
        return 0
    if not covered.any() and bool((beside == background).all()):
        return int(beside.shape[1])
    busy = np.asarray(covered.any(axis=0), dtype=bool)
    if len(beside) > 1:
        busy |= apart(beside[1:], beside[:-1]).max(axis=0) > plain
    if len(busy) > 1:
        busy[1:] |= apart(beside[:, 1:], beside[:, :-1]).max(axis=0) > plain
    border = np.abs(beside[:, 0].astype(np.int16) - background.astype(np.int16))
    busy[0] |= bool(border.max() > max(3 * _PLAIN, plain))
    return int(busy.argmax()) if busy.any() else len(busy)


def _shrunk(patch: NDArray[np.float32], height: int, width: int) -> NDArray[np.float32]:
    """The patch, made smaller where there is no room for it."""
    scale = min(1.0, width / max(1, patch.shape[1]), height / patch.shape[0])
    if scale == 1.0 or not patch.size:
        return patch
    to = (max(1, int(patch.shape[1] * scale)), max(1, int(patch.shape[0] * scale)))
    return np.asarray(cv2.resize(patch, to, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _turn(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return image.transpose(1, 0, 2)


def _up(value: int, step: int) -> int:
    return -(-value // step) * step


def _clipped(box: Box, width: int, height: int) -> Box:
    x0, y0, x1, y1 = box
    return max(0, min(x0, width)), max(0, min(y0, height)), max(0, min(x1, width)), max(0, min(y1, height))


def _upon(text: Box, picture: Box) -> bool:
    """Whether a text stands on a small picture and sticks out a little: the letters of a disc, with their margin."""
    small = max(picture[2] - picture[0], picture[3] - picture[1]) <= _BADGE
    return small and not _within(text, picture) and area(common(text, picture)) >= _UPON * area(text)


def _within(inner: Box, outer: Box) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
