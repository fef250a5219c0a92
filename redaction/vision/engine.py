"""The screen engine: read an image once, find what identifies somebody, as often as the registry grows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind
from redaction.policy import VisionPolicy
from redaction.vision.cache import ReadingCache, pixel_digest
from redaction.vision.codes import find_codes
from redaction.vision.faces import find_faces
from redaction.vision.initials import initials
from redaction.vision.layout import passages
from redaction.vision.models import pick_device
from redaction.vision.reader import LineReader
from redaction.vision.reading import Line, Reading
from redaction.vision.spans import boxes_for

if TYPE_CHECKING:
    from redaction.text.engine import TextEngine
    from redaction.text.registry import Registry

_READABLE = 0.8


class ScreenEngine:
    """Reads screens and finds identifiers on them. Build one per process; one thread on a CPU.

    `cache` is a folder inside the work folder for readings by pixel digest; None keeps nothing on disk.
    """

    def __init__(self, policy: VisionPolicy, text: TextEngine, cache: Path | None = None) -> None:
        self.policy = policy
        self.text = text
        self.device = pick_device(policy.device)
        self.reader = LineReader(self.device)
        settings = f"faces={policy.faces} codes={policy.codes}"
        self.cache = ReadingCache(cache, settings) if cache is not None else None

    def read(self, image: NDArray[np.uint8]) -> Reading:
        """Everything on an H × W × 3 RGB image that does not depend on a registry: lines, faces, codes. Cached."""
        digest = pixel_digest(image)
        known = self.cache.get(digest) if self.cache is not None else None
        if known is not None:
            return known
        reading = self.read_fresh(image)
        if self.cache is not None:
            self.cache.put(digest, reading)
        return reading

    def read_fresh(self, image: NDArray[np.uint8]) -> Reading:
        """The same without the cache."""
        return self.look(image, self.reader.lines(image))

    def look(self, image: NDArray[np.uint8], lines: tuple[Line, ...]) -> Reading:
        """Complete lines that were read to a reading: faces and codes of the whole image."""
        height, width = image.shape[:2]
        faces = find_faces(image, readable(lines), self.device) if self.policy.faces else []
        codes = find_codes(image) if self.policy.codes else []
        return Reading(width, height, lines, tuple(faces), tuple(codes))

    def find(
        self, image: NDArray[np.uint8], reading: Reading, registry: Registry | None = None
    ) -> list[ImageFinding]:
        """Findings on an image that was read: text (with layout and registry), initials, faces, codes. Sorted."""
        texts = passages(reading)
        found = self.text.find_many([passage.input for passage in texts], registry)
        out = boxes_for(reading, texts, found)
        out += initials(image, reading, out)
        out += [ImageFinding(box, Kind.FACE, score, name) for box, score, name in reading.faces]
        out += [ImageFinding(box, Kind.CODE, score, name) for box, score, name in reading.codes]
        return sorted(set(out))


def readable(lines: tuple[Line, ...]) -> list[Box]:
    """Boxes of lines that really are text: what the recogniser is sure of, longer than a stray sign."""
    return [line.box for line in lines if line.score >= _READABLE and len(line.text) >= 3 and not line.turned]
