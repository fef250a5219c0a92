"""The pointer on a button or a line: its letters are no longer read, and pointer and button together look like a photo.

Where another frame shows the same place without it, that frame tells what stands there: a line that was read. Guesses
about what stands there are then not believed on the frame with the pointer: what looks like a picture, where nothing is
to be hidden of the line; what could not be read, for what is hidden of the line there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Source
from redaction.page.boxes import extent, inside, share_in, touch, wider
from redaction.screens.frames import noise
from redaction.screens.frames.judged import at
from redaction.screens.pictures.faces import SHAPE
from redaction.screens.pictures.photos import SMALLEST_AVATAR

Pixels = NDArray[np.uint8]
WIDE, HIGH = SMALLEST_AVATAR - 1, 36
"""px of a pointer at most: what comes and is wider may be the picture of somebody."""
AROUND = 24
"""px around a guess in which nothing else may have changed."""
LONG = 1.6
"""Heights: a line that is shorter may be initials."""
SHARE = 0.3
"""A line of which less lies in a box is another one beside it."""
LOOKS = 8
"""On so many other frames, the nearest ones, is looked for the place without the pointer."""


def without_pointer(
    images: Callable[[int], Pixels], found: Sequence[Sequence[ImageFinding]], read: Sequence[Sequence[Box]]
) -> list[list[ImageFinding]]:
    """The findings of each frame without the guesses that the pointer makes wrong. `images(i)` gives frame i (H × W ×
    3); `read` are the boxes of each frame's lines that were read for sure."""
    out = []
    for i, findings in enumerate(found):
        kept: list[ImageFinding] = []
        for finding in findings:
            told = _told(images, i, finding, found, read) if _guessed(finding) else None
            kept += [finding] if told is None else [f for f in told if f not in findings and f not in kept]
        out.append(kept)
    return out


def _guessed(finding: ImageFinding) -> bool:
    """Whether a finding says no more than that something looks like a picture of somebody, or was not read."""
    return finding.source is Source.UNREAD or finding.detector == SHAPE


def _told(
    images: Callable[[int], Pixels],
    frame: int,
    guess: ImageFinding,
    found: Sequence[Sequence[ImageFinding]],
    read: Sequence[Sequence[Box]],
) -> list[ImageFinding] | None:
    """What is to be hidden in the place of a guess, as the nearest frame without the pointer tells; None where none
    does."""
    box = guess.box
    nearest = sorted(range(len(found)), key=lambda j: (abs(j - frame), j))[1:]
    plain = (j for j in nearest if any(_is_line(line, box) for line in read[j]))
    there = ((j, [f for f in found[j] if touch(box, f.box)]) for j in plain)
    sure = (
        (j, some) for j, some in there if not some or (guess.source is Source.UNREAD and not any(map(_guessed, some)))
    )
    return next((some for j, some in islice(sure, LOOKS) if _pointed(images(j), images(frame), box)), None)


def _is_line(line: Box, box: Box) -> bool:
    return line[2] - line[0] >= LONG * (line[3] - line[1]) and share_in(line, box) >= SHARE


def _pointed(other: Pixels, image: Pixels, box: Box) -> bool:
    """Whether two frames are the same about a box but for something no larger than a pointer."""
    if other.shape != image.shape:
        return False
    place = at(inside(wider(box, AROUND), image))
    what = extent(noise.changed(other[place], image[place]))
    return what is not None and what[2] - what[0] <= WIDE and what[3] - what[1] <= HIGH
