"""One Tesseract object, in this process, and what it reads on a grey crop.

tesserocr carries its own Tesseract; the model of the language is Debian's. The object is for one thread of one process
that may be killed: there is no time limit in here (validation.reading.reader_pool sets one).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np

from redaction.errors import EngineUnavailable
from redaction.work.files import file_digest
from redaction.work.tesseract import library, model_file, opened
from validation.reading.clean_canvas import Grey
from validation.reading.read_words import Word

_MODEL = "eng.traineddata"
#: Ground around a crop, px after enlarging: letters at the border are misread.
_MARGIN = 10
_DPI = 150
#: Page segmentation: a single line; lines anywhere.
LINE, SPARSE = 7, 11


@cache
def model_path() -> Path:
    """The English model. EngineUnavailable if Tesseract's Debian packages are not installed."""
    path = model_file(_MODEL)
    if path is None:
        raise EngineUnavailable(
            "the English model of Tesseract, the independent reader of screenshots, is not installed.",
            remedy="install the package tesseract-ocr-eng (make setup does it).",
        )
    return path


@cache
def reader_versions() -> dict[str, str]:
    """For the certificate: the Tesseract that reads (the one inside tesserocr), and its model by its SHA-256."""
    model = file_digest(model_path())
    own = library()
    return {
        "tesseract": own.tesseract_version().split("\n")[0].removeprefix("tesseract ").strip(),
        "tesseract-model": f"{_MODEL} sha256 {model}",
        "tesserocr": str(own.__version__),
    }


class Tesseract:
    """Reads crops. What it says of one does not depend on those before."""

    def __init__(self) -> None:
        self._api = opened(model_path())

    def read(self, crop: Grey, times: int, how: int = LINE) -> tuple[Word, ...]:
        """Words of an H × W crop of uint8, dark on white, enlarged `times` before; boxes in px of the crop."""
        if times > 1:
            crop = np.asarray(cv2.resize(crop, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC), np.uint8)
        framed = cv2.copyMakeBorder(crop, *(_MARGIN,) * 4, cv2.BORDER_CONSTANT, value=255)
        height, width = framed.shape
        self._api.SetPageSegMode(how)
        # Lines are dark on white already; a picture may hold light letters.
        self._api.SetVariable("tessedit_do_invert", "1" if how == SPARSE else "0")
        self._api.SetImageBytes(framed.tobytes(), width, height, 1, width)
        self._api.SetSourceResolution(_DPI)
        return tuple(_rows(self._api.GetTSVText(0), times))


def _rows(table: str, times: int) -> list[Word]:
    """Words of Tesseract's table: level, page, block, paragraph, line, word, box, confidence, text."""
    words: list[Word] = []
    line, before = -1, None
    for row in table.split("\n"):
        cells = row.split("\t")
        if len(cells) != 12 or cells[0] != "5" or not cells[11].strip():
            continue
        if cells[1:5] != before:
            line, before = line + 1, cells[1:5]
        x, y, width, height = (int(cell) for cell in cells[6:10])
        box = (max(0, x - _MARGIN) // times, max(0, y - _MARGIN) // times, -(-width // times), -(-height // times))
        words.append(Word(cells[11].strip(), *box, float(cells[10]), line))
    return words
