"""Tesseract, whoever reads with it: where its models lie, and one object that reads with one of them.

tesserocr carries its own Tesseract; the models are Debian's.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from redaction.errors import EngineUnavailable

FOLDERS = ("/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata")
"""Where Debian's packages put models, the newest first; what TESSDATA_PREFIX names comes before them."""
_SETTINGS = {
    "debug_file": os.devnull,
    "tessedit_enable_doc_dict": "0",  # else a word read once is likelier in the next crop
}
_loading = threading.Lock()


def model_file(name: str) -> Path | None:
    """Where the model of this name ("eng.traineddata") lies; None where its Debian package is not installed."""
    named = os.environ.get("TESSDATA_PREFIX")
    places = (Path(folder) / name for folder in (*([named] if named else []), *FOLDERS))
    return next((path for path in places if path.is_file()), None)


def library() -> Any:
    """tesserocr, told to use one thread: a line is too small for several. It looks at that when it is loaded."""
    with _loading:
        before = os.environ.get("OMP_THREAD_LIMIT")
        os.environ["OMP_THREAD_LIMIT"] = "1"
        try:
            import tesserocr
        finally:
            if before is None:
                del os.environ["OMP_THREAD_LIMIT"]
            else:
                os.environ["OMP_THREAD_LIMIT"] = before
    return tesserocr


def opened(model: Path, settings: Mapping[str, str] | None = None) -> Any:
    """A Tesseract object that reads with a model, for one thread at a time. What it says of one crop does not depend on
    those before. EngineUnavailable when it does not know one of the settings."""
    own = library()
    api = own.PyTessBaseAPI(path=f"{model.parent}/", lang=model.stem, oem=own.OEM.LSTM_ONLY)
    for name, value in {**_SETTINGS, **(settings or {})}.items():
        if not api.SetVariable(name, value):
            raise EngineUnavailable(f"this Tesseract does not know the setting {name}.", remedy="run make setup.")
    return api
