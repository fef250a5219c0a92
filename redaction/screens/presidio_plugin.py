"""Our screen reader and screen analyzer as presidio-image-redactor components.

    from presidio_image_redactor import ImageRedactorEngine
    engine = ScreenEngine(policy.vision, TextEngine(policy.text))
    ImageRedactorEngine(image_analyzer_engine=image_analyzer(engine)).redact(image)

The classes are made inside functions because presidio-image-redactor loads spaCy and matplotlib when imported.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from redaction.capture.images import open_image
from redaction.screens.ocr.mapper import span_box

if TYPE_CHECKING:
    from redaction.screens.engine import ScreenEngine
    from redaction.text.engine import TextEngine


def screen_ocr(engine: ScreenEngine) -> Any:
    """A presidio `OCR` that reads with our engine: one entry per word, in pytesseract's column form."""
    from presidio_image_redactor import OCR

    class ScreenOCR(OCR):  # type: ignore[misc]
        """Words of rapidocr lines with the boxes of our mapper; `conf` is 0 to 100."""

        def perform_ocr(self, image: object, **kwargs: Any) -> dict[str, list[Any]]:
            """`image` is a PIL image, an array or a path. Takes no further options."""
            if kwargs:
                raise ValueError("the screen reader takes no OCR options")
            reading = engine.read(pixels_of(image))
            out: dict[str, list[Any]] = {key: [] for key in ("text", "left", "top", "width", "height", "conf")}
            for line in reading.lines:
                at = 0
                for word in line.text.split():
                    at = line.text.index(word, at)
                    x0, y0, x1, y1 = span_box(line, at, at + len(word), reading.width, reading.height)
                    at += len(word)
                    row = (word, x0, y0, x1 - x0, y1 - y0, round(line.score * 100, 2))
                    for key, value in zip(out, row, strict=True):
                        out[key].append(value)
            return out

    return ScreenOCR()


def image_analyzer(engine: ScreenEngine) -> Any:
    """A presidio `ImageAnalyzerEngine` whose results are all our findings: text, initials, faces and codes."""
    from presidio_image_redactor import ImageAnalyzerEngine
    from presidio_image_redactor.entities import ImageRecognizerResult

    class ScreenAnalyzer(ImageAnalyzerEngine):  # type: ignore[misc]
        """Reads, lays out, finds and maps by our own means; start and end count within the finding's own text."""

        def __init__(self) -> None:
            super().__init__(analyzer_engine=analyzer_for(engine.text), ocr=screen_ocr(engine))

        def analyze(self, image: object, ocr_kwargs: dict[str, Any] | None = None, **text_kwargs: Any) -> list[Any]:
            """Findings as ImageRecognizerResult; `entities` limits them to kinds (in capitals)."""
            del ocr_kwargs
            wanted = text_kwargs.get("entities")
            reading = engine.read(pixels_of(image))
            return [
                ImageRecognizerResult(
                    f.kind.name,
                    0,
                    len(f.value),
                    f.score,
                    f.box[0],
                    f.box[1],
                    f.box[2] - f.box[0],
                    f.box[3] - f.box[1],
                )
                for f in engine.find(reading)
                if not wanted or f.kind.name in wanted
            ]

    return ScreenAnalyzer()


def analyzer_for(text: TextEngine) -> Any:
    """Our text engine behind presidio's AnalyzerEngine interface, as far as presidio-image-redactor uses it."""
    from presidio_analyzer import RecognizerResult

    class TextAnalyzer:
        """`analyze(text=...)` as in presidio_analyzer.AnalyzerEngine; entity types are our kinds in capitals."""

        def analyze(self, text: str, **options: Any) -> list[Any]:
            """Findings as RecognizerResult; `entities` limits them, other options have no meaning here."""
            wanted = options.get("entities")
            return [
                RecognizerResult(f.kind.name, f.start, f.end, f.score)
                for f in text_engine.find(text, role="line")
                if not wanted or f.kind.name in wanted
            ]

    text_engine = text
    return TextAnalyzer()


def pixels_of(image: object) -> NDArray[np.uint8]:
    """H × W × 3 RGB pixels of a PIL image, an RGB array, or an image file (which may be refused)."""
    if isinstance(image, (str, Path)):
        return open_image(Path(image))
    if isinstance(image, np.ndarray):
        array = image if image.ndim == 3 else np.repeat(image[:, :, None], 3, axis=2)
        return np.ascontiguousarray(array[:, :, :3], dtype=np.uint8)
    from PIL import Image

    if isinstance(image, Image.Image):
        return np.array(image.convert("RGB"), dtype=np.uint8)
    raise TypeError("an image must be a PIL image, an array or a path")
