"""The pointer on a button: its letters are no longer read, and pointer and button together look like a photo.

Where another frame shows the same place without it, that frame tells what stands there: a line that was read, and of
which nothing is to be hidden. Guesses about what stands there are then not believed on the frame with the pointer.
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
LOOKS = 4
"""On so many other frames, the nearest ones, is looked for the place without the pointer."""


def without_pointer(
    images: Callable[[int], Pixels], found: Sequence[Sequence[ImageFinding]], read: Sequence[Sequence[Box]]
) -> list[list[ImageFinding]]:
    """The findings of each frame without the guesses that the pointer makes wrong. `images(i)` gives frame i (H × W ×
    3); `read` are the boxes of each frame's lines that were read for sure."""
    return [
        [f for f in findings if not (_guessed(f) and _told(images, i, f.box, found, read))]
        for i, findings in enumerate(found)
    ]


def _guessed(finding: ImageFinding) -> bool:
    """Whether a finding says no more than that something looks like a picture of somebody, or was not read."""
    return finding.source is Source.UNREAD or finding.detector == SHAPE


def _told(
    images: Callable[[int], Pixels],
    frame: int,
    box: Box,
    found: Sequence[Sequence[ImageFinding]],
    read: Sequence[Sequence[Box]],
) -> bool:
    nearest = sorted(range(len(found)), key=lambda j: (abs(j - frame), j))[1:]
    plain = (
        j
        for j in nearest
        if any(_is_line(line, box) for line in read[j]) and not any(touch(box, f.box) for f in found[j])
    )
    return any(_pointed(images(j), images(frame), box) for j in islice(plain, LOOKS))


def _is_line(line: Box, box: Box) -> bool:
    return line[2] - line[0] >= LONG * (line[3] - line[1]) and share_in(line, box) >= SHARE


def _pointed(other: Pixels, image: Pixels, box: Box) -> bool:
    """Whether two frames are the same about a box but for something no larger than a pointer."""
    if other.shape != image.shape:
        return False
    place = at(inside(wider(box, AROUND), image))
    what = extent(noise.changed(other[place], image[place]))
    return what is not None and what[2] - what[0] <= WIDE and what[3] - what[1] <= HIGH
