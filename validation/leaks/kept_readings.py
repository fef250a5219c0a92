"""What the reader of released screenshots read, kept by the digest of the file: no screen is read twice.

What is looked for changes from build to build, what stands on a screenshot does not; so readings are kept and searched
anew. Each is sealed with a key, for a reading that somebody changed would hide a leak.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from redaction.work.files import file_digest, private_folder, write_whole
from validation.reading.read_words import Part, ScreenReading, Word
from validation.reading.tesseract import reader_versions

_CODE = Path(__file__).parents[1] / "reading"
_PACKAGES = ("opencv-python", "numpy")


class KeptReadings:
    """A folder (0700) of readings (0600), one file a screenshot, for one version of the reader: its code, Tesseract and
    its model. `key` seals them. Holds what released screenshots say: never leaves the work folder."""

    def __init__(self, folder: Path, key: bytes) -> None:
        private_folder(folder)
        code = [file_digest(path) for path in sorted(_CODE.glob("*.py"))]
        versions = [code, reader_versions(), {name: version(name) for name in _PACKAGES}]
        self._folder, self._key = folder, key
        self._reader = hashlib.sha256(json.dumps(versions, sort_keys=True).encode()).hexdigest()[:16]

    def get(self, digest: str) -> ScreenReading | None:
        """The reading of the file with this digest; None where none is kept, or what is kept was changed or cut."""
        try:
            body, _, seal = self._path(digest).read_bytes().rpartition(b"\n")
        except FileNotFoundError:
            return None
        if not hmac.compare_digest(self._seal(digest, body), seal):
            return None
        raw: Any = json.loads(body)
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
        body = json.dumps(raw, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        write_whole(self._path(digest), body + b"\n" + self._seal(digest, body))

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest}-{self._reader}.json"

    def _seal(self, digest: str, body: bytes) -> bytes:
        text = f"{self._reader} {digest}\n".encode() + body
        return hmac.new(self._key, text, hashlib.sha256).hexdigest().encode()
