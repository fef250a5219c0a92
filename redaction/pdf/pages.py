"""Pages as they are seen: their pixels, and the lines of the text layer that show on them."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.pdf.gate import check_pdf, refused
from redaction.pdf.limits import PdfLimits


@dataclass(frozen=True, slots=True)
class PdfLine:
    """A line of the text layer, and the box in px of each of its characters (None for a space)."""

    text: str
    boxes: tuple[Box | None, ...]


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A page: its size in points as it is seen, H × W × 3 RGB pixels, and its lines."""

    width: float
    height: float
    pixels: NDArray[np.uint8]
    lines: tuple[PdfLine, ...]


def open_pages(data: bytes, limits: PdfLimits) -> Iterator[PdfPage]:
    """Every page in order. Raises DocumentRefused: what check_pdf refuses, and pdf_too_large for a page."""
    import pypdfium2  # type: ignore[import-untyped]

    count = check_pdf(data, limits)
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise refused("pdf_broken", "the PDF cannot be drawn.") from None
    try:
        if len(document) != count:
            raise refused("pdf_broken", "two readers count different pages.")
        document.init_forms()
        for number in range(count):
            try:
                yield _page(document[number], limits)
            except pypdfium2.PdfiumError:
                raise refused("pdf_broken", "a page cannot be drawn.") from None
    finally:
        document.close()


def _page(page: Any, limits: PdfLimits) -> PdfPage:
    width, height = page.get_size()
    scale = limits.dpi / 72
    if not (width > 0 and height > 0) or math.ceil(width * scale) * math.ceil(height * scale) > limits.max_page_pixels:
        raise refused("pdf_too_large", f"a page has no size, or more than {limits.max_page_pixels} pixels.")
    drawn = page.render(scale=scale, rev_byteorder=True, force_bitmap_format=2).to_numpy()
    pixels = np.ascontiguousarray(drawn[..., :3], dtype=np.uint8)
    text = page.get_textpage()
    if text.count_chars() > limits.max_characters:
        raise refused("pdf_too_large", f"a page has more than {limits.max_characters} characters.")
    lines = tuple(line for line in _lines(page, text, pixels) if line.text.strip())
    return PdfPage(width, height, pixels, lines)


def _lines(page: Any, text: Any, pixels: NDArray[np.uint8]) -> Iterator[PdfLine]:
    import pypdfium2.raw as raw  # type: ignore[import-untyped]

    letters: list[str] = []
    boxes: list[Box | None] = []
    for at in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, at)
        letter = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        if letter in "\r\n":
            yield PdfLine("".join(letters), tuple(boxes))
            letters, boxes = [], []
        elif letter.isspace():
            letters.append(" ")
            boxes.append(None)
        else:
            box = _box(page, text.get_charbox(at, loose=True), pixels.shape)
            if _shows(pixels, box):  # hidden layers and letters in the colour of the ground are not handed on
                letters.append("-" if code == 2 else letter)
                boxes.append(box)
    yield PdfLine("".join(letters), tuple(boxes))


def _box(page: Any, corners: tuple[float, float, float, float], shape: tuple[int, ...]) -> Box:
    import pypdfium2.raw as raw

    height, width = shape[:2]
    xs, ys = [], []
    for x, y in (corners[:2], corners[2:]):
        a, b = ctypes.c_int(), ctypes.c_int()
        raw.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, a, b)
        xs.append(min(max(a.value, 0), width))
        ys.append(min(max(b.value, 0), height))
    return min(xs), min(ys), max(xs), max(ys)


def _shows(pixels: NDArray[np.uint8], box: Box) -> bool:
    part = pixels[box[1] : box[3] + 1, box[0] : box[2] + 1].reshape(-1, 3)
    return bool(len(part)) and bool((part != part[0]).any())
