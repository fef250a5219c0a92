"""QR and bar codes (OpenCV)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.boxes import area, common, inside, moved, wider
from redaction.page.reading import Hit

SMALLEST = 32
_AROUND = 320
"""A code that something covered may reach so many px beyond what was uncovered."""
_own = threading.local()


def _detectors() -> tuple[Any, Any, Any]:
    """The detectors of this thread: OpenCV does not say that threads may share one."""
    if not hasattr(_own, "detectors"):
        # Two for QR: planted on full screens the first misses one in ten (half on some), the second none of those.
        _own.detectors = (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco(), cv2.barcode.BarcodeDetector())
    detectors: tuple[Any, Any, Any] = _own.detectors
    return detectors


def find_codes(image: NDArray[np.uint8]) -> list[Hit]:
    """Boxes of QR and bar codes in an H × W × 3 RGB image, with their quiet zone, sorted."""
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    height, width = grey.shape
    if min(height, width) < SMALLEST:
        return []
    qr, aruco, bars = _detectors()
    hits: list[Hit] = []
    for detector, name in ((qr, "opencv-qr"), (aruco, "opencv-qr-aruco"), (bars, "opencv-barcode")):
        there, corners = detector.detectMulti(grey)
        if not there or corners is None:
            continue
        for points in np.asarray(corners, dtype=np.float64).reshape(-1, 4, 2):
            box = _boxed(points, width, height)
            if name == "opencv-barcode" and not _striped(grey, box):
                continue
            if name != "opencv-qr-aruco" or not any(_inside(box, known) for known, _, _ in hits):
                hits.append((box, 0.9, name))
    return sorted(set(hits))


def codes_again(image: NDArray[np.uint8], before: Sequence[Hit], parts: Sequence[Box]) -> list[Hit]:
    """Codes of a frame of which only `parts` changed: sought again around parts that are large enough to hold some of
    one, others carried, and so are those of which the larger half is as it was."""
    found = {hit for hit in before if sum(area(common(part, hit[0])) for part in parts) <= 0.5 * area(hit[0])}
    for part in parts:
        if min(part[2] - part[0], part[3] - part[1]) < SMALLEST:
            continue
        x0, y0, x1, y1 = inside(wider(part, _AROUND), image)
        seen = {(moved(box, x0, y0), score, name) for box, score, name in find_codes(image[y0:y1, x0:x1])}
        found |= {hit for hit in seen if not any(_inside(hit[0], known) for known, _, _ in found)}
    return sorted(found)


def _inside(box: Box, other: Box) -> bool:
    """Whether two detectors saw the same code: nearly the same box."""
    return all(abs(a - b) <= 8 for a, b in zip(box, other, strict=True))


def _boxed(points: NDArray[np.float64], width: int, height: int) -> Box:
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    pad = max(4.0, 0.12 * max(x1 - x0, y1 - y0))
    return (
        max(0, int(x0 - pad)),
        max(0, int(y0 - pad)),
        min(width, int(np.ceil(x1 + pad))),
        min(height, int(np.ceil(y1 + pad))),
    )


def _striped(grey: NDArray[np.uint8], box: Box) -> bool:
    """A bar code has many strong edges across and few along: text and table rules have not."""
    part = grey[box[1] : box[3], box[0] : box[2]].astype(np.int16)
    if min(part.shape) < 12:
        return False
    across = (np.abs(np.diff(part, axis=1)) > 60).mean()
    along = (np.abs(np.diff(part, axis=0)) > 60).mean()
    return bool(max(across, along) > 0.08 and max(across, along) > 4 * min(across, along))
