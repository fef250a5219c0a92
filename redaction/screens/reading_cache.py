"""Readings kept by the digest of the pixels they came from: a re-run reads nothing again. Work folder only."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from redaction.page.reading import Reading
from redaction.screens.nets.models import Device, engine_versions
from redaction.spread.home import Here
from redaction.work.files import file_digest

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
    "screens/ocr/cut_pieces.py",
    "screens/ocr/reader.py",
    "screens/ocr/scripts.py",
    "screens/ocr/tesseract_lines.py",
    "screens/ocr/second_look.py",
    "screens/ocr/unreadable.py",
    "work/tesseract.py",
    "screens/pictures/photos.py",
    "screens/frames/picture_tracks.py",
    "screens/pictures/mtcnn.py",
    "screens/pictures/faces.py",
    "screens/pictures/repeats.py",
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


class Shelf(Protocol):
    """Where the files of the cache lie."""

    def kept(self, name: str) -> bytes | None:
        """A file, or None."""

    def keep(self, name: str, data: bytes) -> None:
        """Write a file, whole or not at all."""


class ReadingCache:
    """A folder (0700) of readings (0600), one file per image; or a shelf, when the folder lies on another machine.
    Holds captured text: never leaves the work folder."""

    def __init__(self, folder: Path | Shelf, settings: str = "", device: Device = "cpu") -> None:
        self._shelf = Here(folder) if isinstance(folder, Path) else folder
        code = [file_digest(_ROOM / name) for name in _DECIDES]
        versions = json.dumps([code, settings, engine_versions(device)], sort_keys=True)
        self._engines = hashlib.sha256(versions.encode()).hexdigest()[:16]

    def _name(self, digest: str) -> str:
        return f"{digest}-{self._engines}.json"

    def get(self, digest: str) -> Reading | None:
        """The reading of the image with this pixel digest, or None. A damaged entry is read again, never trusted."""
        raw = self._shelf.kept(self._name(digest))
        if raw is None:
            return None
        body, _, check = raw.rpartition(b"\n")
        if hashlib.sha256(body).hexdigest().encode() != check:
            return None
        return Reading.from_json(json.loads(body))

    def put(self, digest: str, reading: Reading) -> None:
        """Write atomically: a run killed in between leaves either the whole entry or none."""
        body = json.dumps(reading.to_json(), ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        self._shelf.keep(self._name(digest), body + b"\n" + hashlib.sha256(body).hexdigest().encode())
