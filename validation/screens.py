"""Reads finished screenshots with Tesseract: another engine than the one that redacted them."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

import numpy as np

from redaction.errors import EngineUnavailable

#: Up to this size a screenshot is read at twice its size, which small interface text needs.
_ENLARGE_BELOW = 4_000_000
_SECONDS = 180


@cache
def tesseract_version() -> str:
    """For the certificate. EngineUnavailable if Tesseract is not installed."""
    if shutil.which("tesseract") is None:
        raise EngineUnavailable(
            "Tesseract, the independent reader of screenshots, is not installed.",
            remedy="install the package tesseract-ocr (make setup does it).",
        )
    answer = subprocess.run(["tesseract", "--version"], capture_output=True, text=True, check=False, timeout=_SECONDS)
    return (answer.stdout or answer.stderr).split("\n")[0].removeprefix("tesseract ").strip()


def read_screen(data: bytes) -> str | None:
    """The text of a PNG, sparse and in no layout; None if it cannot be decoded or read.

    The image goes through a pipe: nothing is written to a temporary file.
    """
    import cv2

    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_GRAYSCALE)
    if image is None:
        return None
    if image.size <= _ENLARGE_BELOW:
        image = cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    height, width = image.shape
    portable = f"P5 {width} {height} 255\n".encode() + image.tobytes()
    tesseract_version()
    try:
        answer = subprocess.run(
            ["tesseract", "stdin", "stdout", "--psm", "11", "-l", "eng", "--dpi", "150"],
            input=portable,
            capture_output=True,
            check=False,
            timeout=_SECONDS,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired:
        return None
    return answer.stdout.decode("utf-8", errors="replace") if answer.returncode == 0 else None
