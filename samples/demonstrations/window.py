"""The frame of the browser's window above the page: a tab with the title, the address, laid out by a second page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from markupsafe import Markup

from samples.browser import Browser
from samples.demonstrations.stage import Image
from samples.marks import HARMLESS, keep, mark, plain, spans, to_html

HEIGHT = 72
"""px of the window above the page."""

_PAGE = """<!doctype html><meta charset="utf-8"><style>
html, body {{ height: 100% }}
body {{ margin: 0; font: 12px "Open Sans", "Noto Sans CJK SC", sans-serif; background: #dee1e6; color: #202124 }}
div {{ position: absolute; box-sizing: border-box; overflow: hidden; white-space: nowrap }}
.tab {{ left: 8px; top: 6px; width: 260px; height: 28px; line-height: 28px; padding: 0 12px; background: #fff;
  border-radius: 8px 8px 0 0 }}
.bar {{ left: 0; right: 0; top: 34px; bottom: 0; background: #fff; border-bottom: 1px solid #c9ccd1 }}
.address {{ left: 96px; right: 20px; top: 5px; height: 26px; line-height: 26px; padding: 0 14px; background: #f1f3f4;
  border-radius: 13px }}
.nav {{ position: absolute; left: 14px; top: 9px; letter-spacing: 8px }}
</style><div class="tab">{title}</div>
<div class="bar"><span class="nav">‹›⟳</span><div class="address">{url}</div></div>"""


@dataclass(frozen=True, slots=True)
class Strip:
    """The picture of the window's frame, HEIGHT px high, and what is planted and ordinary on it."""

    image: Image
    values: list[dict[str, Any]]
    lines: list[dict[str, Any]]


class Window:
    """Draws strips; equal ones once. `marked` are plain values and their kinds that addresses may hold."""

    def __init__(self, browser: Browser, width: int, marked: dict[str, str]) -> None:
        self._browser, self._width, self._marked = browser, width, marked
        self._drawn: dict[tuple[str, str], Strip] = {}

    def strip(self, title: str, url: str) -> Strip:
        """For a tab's title, with marks, and an address, without."""
        if (title, url) not in self._drawn:
            self._drawn[title, url] = self._draw(title, url)
        return self._drawn[title, url]

    def _draw(self, title: str, url: str) -> Strip:
        address = url.removeprefix("https://")
        for value in sorted(self._marked, key=len, reverse=True):
            if value in address:
                address = address.replace(value, mark(self._marked[value], value), 1)
                break
        html = _PAGE.format(title=_whole(title), url=_whole(address))
        self._browser.show(html, self._width, HEIGHT)
        pixels = cv2.imdecode(np.frombuffer(self._browser.still(), np.uint8), cv2.IMREAD_COLOR)
        strip = Strip(np.asarray(pixels, np.uint8), [], [])
        for value in self._browser.measure()["values"]:
            row = {"text": value["text"], "box": value["box"], "share": 1.0, "opacity": 1.0}
            if value["kind"] == HARMLESS:
                strip.lines.append(row)
            else:
                strip.values.append(row | {"kind": value["kind"], "of": value["of"], "note": None})
        return strip


def _whole(text: str) -> Markup:
    """The text as HTML, what is not planted marked as ordinary."""
    flat, done, parts = plain(text), 0, []
    for span in spans(text):
        parts += [keep(flat[done : span.start]), mark(span.kind, span.value)]
        done = span.end
    parts.append(keep(flat[done:]))
    return Markup("").join(to_html(part) for part in parts if part != keep(""))
