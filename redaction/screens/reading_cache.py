"""Readings kept by the digest of the pixels they came from: a re-run reads nothing again. Work folder only."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from redaction.page.reading import Reading
from redaction.screens.nets.models import Device, engine_versions
from redaction.work.files import file_digest, write_whole

_DECIDES = (
    "page/reading.py",
    "page/boxes.py",
    "screens/pictures/differences.py",
    "screens/nets/net_memory.py",
    "screens/nets/models.py",
    "screens/nets/net_batches.py",
    "screens/ocr/detect.py",
    "screens/ocr/foreground.py",
    "screens/ocr/faint.py",
    "screens/ocr/recognise.py",
    "screens/ocr/mapper.py",
    "screens/ocr/reader.py",
    "screens/pictures/photos.py",
    "screens/frames/picture_tracks.py",
    "screens/pictures/mtcnn.py",
    "screens/pictures/faces.py",
    "screens/pictures/codes.py",
    "screens/pictures/initials.py",
    "screens/frames/recording.py",
    "screens/frames/scrolling.py",
)
"""Modules whose code decides what a reading says: when one changes, no older reading is taken for a new one."""
_ROOM = Path(__file__).parents[1]


def pixel_digest(image: NDArray[np.uint8]) -> str:
    """SHA-256 over the shape and the pixels."""
    digest = hashlib.sha256(repr(image.shape).encode())
    digest.update(np.ascontiguousarray(image).data)
    return digest.hexdigest()


class ReadingCache:
    """A folder (0700) of readings (0600), one file per image. Holds captured text: never leaves the work folder."""

    def __init__(self, folder: Path, settings: str = "", device: Device = "cpu") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
        code = [file_digest(_ROOM / name) for name in _DECIDES]
        versions = json.dumps([code, settings, engine_versions(device)], sort_keys=True)
        self._engines = hashlib.sha256(versions.encode()).hexdigest()[:16]

    def _path(self, digest: str) -> Path:
        return self.folder / f"{digest}-{self._engines}.json"

    def get(self, digest: str) -> Reading | None:
        """The reading of the image with this pixel digest, or None. A damaged entry is read again, never trusted."""
        try:
            raw = self._path(digest).read_bytes()
        except FileNotFoundError:
            return None
        body, _, check = raw.rpartition(b"\n")
        if hashlib.sha256(body).hexdigest().encode() != check:
            return None
        return Reading.from_json(json.loads(body))

    def put(self, digest: str, reading: Reading) -> None:
        """Write atomically: a run killed in between leaves either the whole entry or none."""
        body = json.dumps(reading.to_json(), ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        write_whole(self._path(digest), body + b"\n" + hashlib.sha256(body).hexdigest().encode())
