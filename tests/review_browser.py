"""A real Chromium for the review page: open an address, press keys, use the mouse, wait, look."""

from __future__ import annotations

import json
import time
from importlib.resources import files
from typing import Any

from samples.browser import Browser


class Page(Browser):
    """One page of headless Chromium, driven as a person would."""

    def open(self, address: str, width: int = 1600, height: int = 1100) -> None:
        """Go to an address."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self._call("Page.navigate", url=address)

    def scheme(self, light_or_dark: str) -> None:
        """Prefer one colour scheme from now on."""
        self._call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": light_or_dark}])

    def paper(self, printed: bool) -> None:
        """Lay the page out as it is printed, or as on a screen again."""
        self._call("Emulation.setEmulatedMedia", media="print" if printed else "")

    def accessibility(self) -> list[str]:
        """What axe-core finds of WCAG 2.0 to 2.2, levels A and AA, on the page as it is: rule, and the elements."""
        script = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
        self._evaluate(f"{script}; 1")
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
        given = json.dumps({"runOnly": {"type": "tag", "values": tags}, "resultTypes": ["violations"]})
        found = json.loads(
            self._evaluate(
                f"axe.run(document, {given}).then(told => JSON.stringify([told.passes.length, told.violations]))"
            )
        )
        assert found[0] > 10, "axe asked the page"
        return [f"{one['id']}: {[n['html'][:160] for n in one['nodes'][:4]]}" for one in found[1]]

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression."""
        return self._evaluate(expression)

    def until(self, expression: str, seconds: float = 30, step: float = 0.1) -> Any:
        """Wait until an expression is true; AssertionError with what the page says otherwise."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self._evaluate(f"(() => {{ try {{ return {expression}; }} catch {{ return null; }} }})()")
            if value:
                return value
            time.sleep(step)
        raise AssertionError(f"never true: {expression}; page says {self._evaluate('document.title')!r}")

    def press(self, key: str) -> None:
        """Press and release one key."""
        code = {"ArrowRight": 39, "ArrowLeft": 37, "Enter": 13, "Escape": 27, "Tab": 9}.get(key, ord(key[0].upper()))
        # without its text Enter presses no button
        text = {"text": "\r" if key == "Enter" else key} if len(key) == 1 or key == "Enter" else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text: str) -> None:
        """Insert text into what has the focus."""
        self._call("Input.insertText", text=text)

    def drag(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Press the mouse, move it, let go."""
        self._mouse("mousePressed", x0, y0)
        self._mouse("mouseMoved", (x0 + x1) / 2, (y0 + y1) / 2)
        self._mouse("mouseMoved", x1, y1)
        self._mouse("mouseReleased", x1, y1)

    def click(self, x: float, y: float) -> None:
        """Click at a point of the page."""
        self._mouse("mousePressed", x, y)
        self._mouse("mouseReleased", x, y)

    def move(self, x: float, y: float) -> None:
        """Move the mouse to a point of the page, no button pressed."""
        self._call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def at(self, x: float, y: float, view: str = "view-raw") -> tuple[float, float]:
        """The point of the page where a point of the screenshot is shown."""
        edge = self.ask(
            f"(() => {{ const r = document.querySelector('#{view} img').getBoundingClientRect();"
            " return [r.left, r.top, r.width, r.height]; })()"
        )
        width, height = self.ask(f"[...document.querySelectorAll('#{view} img')].map(i => [i.width, i.height])[0]")
        return edge[0] + x * edge[2] / width, edge[1] + y * edge[3] / height

    def _mouse(self, kind: str, x: float, y: float) -> None:
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
