"""Reads finished screenshots with Tesseract: another engine than the one that redacted them.

How is in validation.reading: words are drawn anew, dark on white by their own light, before Tesseract sees them; what
is turned, struck through or small is looked at again; and what looks like text and could not be read is counted. Every
reader that comes after works on these words; nothing is read twice.
"""

from __future__ import annotations

from validation.reading.read_words import Box, Part, ScreenReading, Word
from validation.reading.reader_pool import ReaderPool, Worker
from validation.reading.tesseract import reader_versions

__all__ = ["Box", "Part", "ReaderPool", "ScreenReading", "Word", "read_screen", "reader_versions"]


def read_screen(data: bytes) -> str | None:
    """All text of a PNG, in a process of its own; None if it cannot be decoded or read."""
    worker = Worker()
    try:
        reading = worker.read(data)
    finally:
        worker.close()
    return None if reading is None else "\n".join(part.text for part in reading.parts)
