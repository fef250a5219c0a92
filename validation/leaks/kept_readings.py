"""What the reader of released screenshots read, kept by the digest of the file: no screen is read twice.

What is looked for changes from build to build, what stands on a screenshot does not; so readings are kept and searched
anew.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

from redaction.work.files import file_digest
from redaction.work.kept import Kept
from validation.reading.read_words import Part, ScreenReading, Word
from validation.reading.tesseract import reader_versions

_CODE = Path(__file__).parents[1] / "reading"
_PACKAGES = ("opencv-python", "numpy")


class KeptReadings:
    """Readings under `folder`, sealed with `key`, for one version of the reader: its code, Tesseract and its model.
    Holds what released screenshots say: never leaves the work folder."""

    def __init__(self, folder: Path, key: bytes) -> None:
        code = [file_digest(path) for path in sorted(_CODE.glob("*.py"))]
        versions = [code, reader_versions(), {name: version(name) for name in _PACKAGES}]
        self._kept = Kept(folder, key, json.dumps(versions, sort_keys=True))

    def get(self, digest: str) -> ScreenReading | None:
        """The reading of the file with this digest; None where none is kept, or what is kept was changed or cut."""
        if (raw := self._kept.get(digest)) is None:
            return None
        parts = tuple(Part(tuple(Word(*word) for word in part)) for part in raw["parts"])
        return ScreenReading(parts, raw["regions"], tuple((x[0], x[1], x[2], x[3]) for x in raw["unread"]))

    def put(self, digest: str, reading: ScreenReading) -> None:
        """Keep a reading. Killed in between it leaves the whole file or none."""
        raw = {
            "parts": [
                [(w.text, w.left, w.top, w.width, w.height, w.confidence, w.line) for w in part.words]
                for part in reading.parts
            ],
            "regions": reading.regions,
            "unread": reading.unread,
        }
        self._kept.put(digest, raw)
