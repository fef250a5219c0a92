"""Pages as they are seen: their pixels, and the lines of the text layer that show on them."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from io import BytesIO
from itertools import groupby
from typing import Any
from unicodedata import category, combining, normalize

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import union as joined
from redaction.pdf.gate import check_pdf, refused
from redaction.pdf.limits import PdfLimits

_HYPHEN = 2
"""What PDFium calls a hyphen at the end of a line."""


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
    import pypdfium2

    count = check_pdf(data, limits)
    try:
        document = pypdfium2.PdfDocument(_flat(data))
    except pypdfium2.PdfiumError:
        raise refused("pdf_broken", "the PDF cannot be drawn.") from None
    try:
        if len(document) != count:
            raise refused("pdf_broken", "two readers count different pages.")
        for number in range(count):
            try:
                yield _page(document[number], limits)
            except pypdfium2.PdfiumError:
                raise refused("pdf_broken", "a page cannot be drawn.") from None
    finally:
        document.close()


def _flat(data: bytes) -> bytes:
    """The file with what its form fields and annotations show on a screen drawn on the pages: only what is drawn is
    seen, hidden and released."""
    import pikepdf

    with pikepdf.open(BytesIO(data), attempt_recovery=False, suppress_warnings=True) as pdf:
        if not any("/Annots" in page.obj for page in pdf.pages):
            return data
        try:
            pdf.generate_appearance_streams()
            pdf.flatten_annotations("screen")
        except (pikepdf.PdfError, AttributeError, KeyError, TypeError, ValueError, RuntimeError) as error:
            raise refused("pdf_broken", f"a form of the PDF cannot be drawn ({type(error).__name__}).") from None
        out = BytesIO()
        pdf.save(out)
        return out.getvalue()


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
    lines = tuple(composed(line) for line in _lines(page, text, pixels) if line.text.strip())
    return PdfPage(width, height, pixels, lines)


def _lines(page: Any, text: Any, pixels: NDArray[np.uint8]) -> Iterator[PdfLine]:
    import pypdfium2.raw as raw

    letters: list[str] = []
    boxes: list[Box | None] = []
    for at in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, at)
        letter = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        if code == _HYPHEN:
            letter = "-"
        if letter in "\r\n":
            yield PdfLine("".join(letters), tuple(boxes))
            letters, boxes = [], []
        elif letter.isspace() or category(letter) in ("Cc", "Cs"):
            letters.append(" ")
            boxes.append(None)
        else:
            box = _box(page, text.get_charbox(at, loose=True), pixels.shape)
            if _shows(pixels, box):  # hidden layers and letters in the colour of the ground are not handed on
                letters.append(letter)
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


def composed(line: PdfLine) -> PdfLine:
    """The line in NFC, as all texts are kept; a letter and the marks on it become one character with one box."""
    if normalize("NFC", line.text) == line.text:
        return line
    letters: list[str] = []
    boxes: list[Box | None] = []
    clusters = [0]
    for letter in line.text[1:]:
        clusters.append(clusters[-1] + (not combining(letter)))
    for _, some in groupby(range(len(line.text)), key=clusters.__getitem__):
        places = list(some)
        made = normalize("NFC", "".join(line.text[i] for i in places))
        around = union(line.boxes[i] for i in places)
        letters.append(made)
        boxes += [around] * len(made)
    return PdfLine("".join(letters), tuple(boxes))


def union(boxes: Iterable[Box | None]) -> Box | None:
    """The box around boxes; None around nothing."""
    there = [box for box in boxes if box is not None]
    return reduce(joined, there) if there else None
