"""What of a PDF is worked with, and how pages are drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PdfLimits:
    """A PDF beyond any of these is refused; each value itself is still allowed."""

    max_bytes: int = 50_000_000
    """Bytes of the file."""
    max_pages: int = 500
    max_objects: int = 200_000
    """Objects in the table of the file."""
    max_characters: int = 200_000
    """Characters of the text of one page."""
    max_page_pixels: int = 40_000_000
    """Pixels of one page as drawn."""
    dpi: int = 150
    """Pixels an inch of drawn pages: common letters are then as high as on screens."""
    seconds: float = 120.0
    """Seconds that reading and drawing one document may take."""
    start_seconds: float = 60.0
    """Seconds that the process in which they are drawn may take to begin."""
    max_memory: int = 4_000_000_000
    """Bytes of address space of that process."""
