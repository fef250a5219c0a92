"""A browser to record in: invented hosts answered from this folder, a clock that stands, real mouse and keys."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.browser import Browser, BrowserError

PAGES = Path(__file__).parent / "pages"
Image = NDArray[np.uint8]
Answer = tuple[str, bytes]
"""Content type and body."""

_RECORDER = (PAGES / "recorder.js").read_text(encoding="utf-8")
_MEASURE = (PAGES / "measure.js").read_text(encoding="utf-8")
_FLAGS = (
    "--disable-smooth-scrolling",
    "--disable-lcd-text",
    "--disable-features=Translate,HttpsUpgrades",
    # a picture does not depend on which thread came first, nor on what was painted before
    "--num-raster-threads=1",
    "--disable-partial-raster",
    "--disable-checker-imaging",
    "--disable-threaded-animation",
    "--disable-new-content-rendering-timeout",
    "--run-all-compositor-stages-before-draw",
)
#: Keys that write nothing: name in the protocol, code, Windows key code.
KEYS: Mapping[str, tuple[str, str, int]] = {
    "Key.enter": ("Enter", "Enter", 13),
    "Key.backspace": ("Backspace", "Backspace", 8),
    "Key.end": ("End", "End", 35),
    "Key.tab": ("Tab", "Tab", 9),
    "Key.shift": ("Shift", "ShiftLeft", 16),
}


class Stage(Browser):
    """One page whose time goes on only when it is told to. `sites` maps "host/path" to answers; nothing else exists."""

    def __init__(self) -> None:
        self.sites: Mapping[str, Answer] = {}
        self._script: str | None = None
        super().__init__(flags=_FLAGS)
        self._call("Runtime.enable")
        self._call("Fetch.enable", patterns=[{"urlPattern": "*"}])

    def open(self, url: str, width: int, height: int, now_ms: float) -> None:
        """Go to an address of `sites`, the clock at `now_ms` since 1970, and wait until the page says it is ready."""
        if self._script is not None:
            self._call("Page.removeScriptToEvaluateOnNewDocument", identifier=self._script)
        source = f"const BEGIN = {now_ms};\n{_RECORDER}"
        self._script = self._call("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", **metrics)
        self._call("Page.navigate", url=url)
        ready = "window.__ready === true && [...document.images].every(i => i.complete)"
        for _ in range(2_000):
            if self._evaluate(f"Boolean(window.__recorder) && ({ready})"):
                break
        else:
            raise BrowserError(
                f"The page of {urlsplit(url).netloc} did not get ready. Open it in a browser to see why."
            )
        self._evaluate(
            "Promise.all([document.fonts.ready, ...[...document.images].map(i => i.decode())]).then(() => 1)"
        )
        self._evaluate("__recorder.begin()")

    def go_on(self, now_ms: float, x: float, y: float) -> str:
        """Let the page's time run to `now_ms`, the pointer at a place; what its picture depends on, as text."""
        self._evaluate(f"__recorder.goOn({now_ms})")
        # what came to lie under the pointer learns of it now, not when the browser gets round to it
        self.mouse("mouseMoved", x, y)
        return str(self._evaluate("__recorder.rest()"))

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page."""
        return self._evaluate(expression)

    def seen(self) -> dict[str, Any]:
        """Planted values and lines in sight: pages/measure.js."""
        return dict(json.loads(self._evaluate(_MEASURE)))

    def photograph(self) -> Image:
        """The viewport, H x W x 3 in BGR."""
        pixels = cv2.imdecode(np.frombuffer(self.still(), np.uint8), cv2.IMREAD_COLOR)
        return np.asarray(pixels, np.uint8)

    def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        """A mouse event of the protocol: mouseMoved, mousePressed or mouseReleased."""
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def wheel(self, x: float, y: float, by: int) -> None:
        """Turn the wheel by px, and wait until what lies there has scrolled."""
        self._evaluate(f"__recorder.turn({x}, {y}, {by})")
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=by)
        if not self._evaluate("__recorder.turned()"):
            raise BrowserError("The page did not scroll as far as the wheel was turned. Try again.")

    def press(self, key: str) -> None:
        """Press one key and let it go: a character, or a name of KEYS."""
        if key in KEYS:
            name, code, number = KEYS[key]
            text = {"text": "\r"} if key == "Key.enter" else {}
            about: dict[str, Any] = {"key": name, "code": code, "windowsVirtualKeyCode": number, **text}
        else:
            about = {"key": key, "text": key, "unmodifiedText": key}
        kind = "keyDown" if "text" in about else "rawKeyDown"
        self._call("Input.dispatchKeyEvent", type=kind, **about)
        self._call("Input.dispatchKeyEvent", type="keyUp", **{k: v for k, v in about.items() if "ext" not in k})

    def _heard(self, method: str, params: dict[str, Any]) -> None:
        if method != "Fetch.requestPaused":
            return
        parts = urlsplit(params["request"]["url"])
        kind, body = self.sites.get(f"{parts.netloc}{parts.path}", ("text/plain", b""))
        found = f"{parts.netloc}{parts.path}" in self.sites
        self._post(
            "Fetch.fulfillRequest",
            requestId=params["requestId"],
            responseCode=200 if found else 404,
            responseHeaders=[{"name": "Content-Type", "value": kind}],
            body=base64.b64encode(body).decode(),
        )
