"""The person at the screen: moves the mouse, clicks, types and waits; every tenth of a second becomes a frame."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote

import cv2
import numpy as np

from samples.browser import Browser, BrowserError
from samples.demonstrations.cast import Cast, Member
from samples.demonstrations.reel import FRAME_MS, Format, Reel
from samples.demonstrations.sites import Data, Site, answers
from samples.demonstrations.stage import Image, Stage
from samples.demonstrations.trace import Log, Row
from samples.demonstrations.truth import Runs
from samples.demonstrations.window import HEIGHT, Strip, Window
from samples.look import Look
from samples.marks import plain

_POINTER = np.array([(0, 0), (0, 16), (4, 12.5), (6.6, 18.4), (9.2, 17.3), (6.6, 11.5), (11.5, 11.5)], np.float32)
_WHEEL_PX = 100
"""px that one turn of the wheel scrolls."""
_FAST_PX = 190
"""px that the pointer goes in one frame."""


@dataclass(slots=True)
class Recording:
    """What came of it beside the video."""

    log: Log
    runs: Runs
    guide: list[str] = field(default_factory=list)
    planted: dict[tuple[str, str], None] = field(default_factory=dict)


class Hand:
    """Works on one site while `reel` runs. Selectors are CSS; texts may carry marks."""

    def __init__(
        self, stage: Stage, bar: Browser, cast: Cast, me: Member, form: Format, reel: Reel, log: Log, rng: Random
    ) -> None:
        self._stage, self._cast, self._me, self._form, self._reel, self._rng = stage, cast, me, form, reel, rng
        self.made = Recording(log, Runs(cast.entities))
        self._at = 0
        self._pointer = (form.width * 0.62, form.height * 0.55)
        self._state = ""
        self._page: Image = np.zeros((1, 1, 3), np.uint8)
        self._seen: dict[str, Any] = {}
        self._strip: Strip | None = None
        everybody = (*cast.recorded, *cast.people)
        kinds = {quote(v, safe=""): k for m in everybody for v, k in m.forms.items() if _in_addresses(k, v)}
        self._window = Window(bar, form.width, kinds)
        self.site: Site

    # what a person does

    def open(self, site: Site, data: Data, look: Look) -> None:
        """Go to the site and look at it."""
        self.site = site
        self._stage.sites = answers(site, self._cast, self._me, data, look)
        url = f"https://{site.host}{site.start}"
        started = self.made.log.started.timestamp() * 1000
        self._stage.open(url, self._form.width, self._form.height - HEIGHT, started + self._at)
        self.wait(0.1)
        self._log_state()
        self.wait(0.8)

    def say(self, sentence: str) -> None:
        """A step of the guide, with marks."""
        self.made.guide.append(sentence)

    def wait(self, seconds: float) -> None:
        """Nothing but time."""
        for _ in range(round(seconds * 1000 / FRAME_MS)):
            self._frame()

    def move(self, selector: str) -> None:
        """The pointer goes onto an element."""
        x, y = self._middle(selector)
        x0, y0 = self._pointer
        frames = max(2, math.ceil(math.hypot(x - x0, y - y0) / _FAST_PX))
        bend = self._rng.uniform(-0.06, 0.06)
        for i in range(1, frames + 1):
            t = i / frames
            eased = t * t * (3 - 2 * t)
            arc = math.sin(math.pi * t) * bend
            px, py = x0 + (x - x0) * eased - (y - y0) * arc, y0 + (y - y0) * eased + (x - x0) * arc
            self._pointer = (round(px), round(py)) if i < frames else (x, y)
            self._frame()

    def click(self, selector: str, rest: float = 0.5) -> None:
        """Move there, press and release, then look for `rest` seconds."""
        self.move(selector)
        self.wait(0.2)
        x, y = self._pointer
        self._log_state()
        self._stage.mouse("mousePressed", x, y - HEIGHT, button="left", clickCount=1)
        about = self._last("mouse")
        self._do("mousedown", x=x, y=y, is_right_click=False, pressed=True, element_attributes=about)
        self._stage.mouse("mouseReleased", x, y - HEIGHT, button="left", clickCount=1)
        about = self._last("mouse") or about
        self._do("mouseup", late=20, x=x, y=y, is_right_click=False, pressed=False, element_attributes=about)
        self.wait(rest)

    def scroll(self, selector: str, turns: int, rest: float = 0.4) -> None:
        """Turn the wheel over an element, downwards where `turns` is positive."""
        self.move(selector)
        x, y = self._pointer
        for _ in range(abs(turns)):
            self._log_state()
            way = _WHEEL_PX if turns > 0 else -_WHEEL_PX
            self._stage.wheel(x, y - HEIGHT, way)
            self._frame()
            self._do(
                "scroll",
                late=-FRAME_MS,
                x=x,
                y=y,
                dx=0,
                dy=-1 if turns > 0 else 1,
                element_attributes=self._last("wheel"),
            )
            self._frame()
        self.wait(rest)

    def type(
        self,
        selector: str,
        text: str,
        *,
        slips: int = 0,
        cut: int = 0,
        start: int = 0,
        stop: int | None = None,
        rest: float = 0.4,
    ) -> None:
        """Type the characters `start` to `stop` of `text` into the field that has the focus.

        `cut` characters go first, and `slips` letters are mistyped and corrected. The truth of the field is `text`.
        """
        self._stage.ask(f"kit.expect({_js(selector)}, {json.dumps(text)})")
        for _ in range(cut):
            self._key("Key.backspace")
        letters = plain(text)[start:stop]
        places = [i for i in range(2, len(letters)) if letters[i].isalpha()]
        wrong = set(self._rng.sample(places, min(slips, len(places))))
        for i, letter in enumerate(letters):
            if i in wrong:
                self._letter(self._rng.choice([c for c in "aeionrst" if c != letter.lower()]))
                self.wait(0.2)
                self._key("Key.backspace")
            self._letter(letter)
        self.wait(rest)

    def press(self, key: str, rest: float = 0.4) -> None:
        """A key that writes nothing, such as Key.enter."""
        self._key(key)
        self.wait(rest)

    def finish(self) -> None:
        """Look once more, log the last state, and remember everything planted on the page."""
        self.wait(0.8)
        self._log_state()
        for value in json.loads(self._stage.ask("JSON.stringify([...kit.planted.values()])")):
            self.made.planted[value["kind"], value["value"]] = None
        for key in ("name", "email", "username"):
            self.made.planted[self._me.forms[plain(self._me.shown[key])], plain(self._me.shown[key])] = None
        self.made.planted["company", self._cast.home.plain_name] = None

    # how it is done

    def _letter(self, letter: str) -> None:
        if letter.isupper():
            self._log_state()
            self._do("keypress", key="Key.shift", element_attributes=self._focused())
        self._key("Key.space" if letter == " " else letter)
        if letter.isupper():
            self._do("keyrelease", late=-30, key="Key.shift", element_attributes=self._focused())
        if self._rng.random() < 0.25:
            self._frame()

    def _key(self, key: str) -> None:
        self._log_state()
        self._stage.press(" " if key == "Key.space" else key)
        about = self._last("key")
        name = key if key.startswith("Key.") else repr(key)  # as pynput does: "'" has other quotes
        self._do("keypress", late=10, key=name, element_attributes=about)
        self._do("keyrelease", late=60, key=name, element_attributes=about)
        self._frame()

    def _frame(self) -> None:
        started = self.made.log.started.timestamp() * 1000
        state = self._stage.go_on(started + self._at, self._pointer[0], self._pointer[1] - HEIGHT)
        if state != self._state:
            self._state = state
            self._page = self._stage.photograph()
            self._seen = self._stage.seen()
            where = json.loads(self._stage.ask("JSON.stringify([kit.titleMarked, location.href])"))
            self._strip = self._window.strip(where[0], where[1])
        assert self._strip is not None
        image = np.concatenate([self._strip.image, self._page])
        _draw_pointer(image, self._pointer)
        number = self._reel.add(image, self._at)
        below = [_lower(row) for row in self._seen["values"]], [_lower(row) for row in self._seen["lines"]]
        self.made.runs.add(number, [*self._strip.values, *below[0]], [*self._strip.lines, *below[1]])
        self._at += FRAME_MS

    def _log_state(self) -> None:
        """The page as it is, and as the last frame shows it."""
        raw = json.loads(
            self._stage.ask("JSON.stringify([__recorder.elements(), __recorder.html(), document.title, location.href])")
        )
        elements, html, title, url = raw
        for element in elements:
            element["y"] += HEIGHT + element["height"] / 2
            element["x"] += element["width"] / 2
            for name in ("role", "text", "type", "label"):
                if element[name] is None:
                    del element[name]
        size = {"width": self._form.width, "height": self._form.height}
        elements.append(_omnibox(self._form.width))
        state: Row = {"url": url, "tab": title, "json_state": json.dumps(elements, ensure_ascii=False), "html": html}
        state |= {"screenshot_base64": None, "path_to_screenshot": None, "window_position": {"x": 0, "y": 0}}
        state |= {
            "window_size": size,
            "active_application_name": "Google Chrome",
            "screen_size": size,
            "is_headless": False,
        }
        self.made.log.state(self._between(0), len(self._reel.times) - 1, state)

    def _do(self, kind: str, late: int = 0, **about: Any) -> None:
        attributes = about["element_attributes"]
        if attributes:
            for place in (attributes, attributes["element"]):
                if place["y"] is not None:
                    place["y"] += HEIGHT
        self.made.log.action(self._between(late), kind, **about)

    def _between(self, late: int) -> float:
        """The middle between the last frame and the next, and `late` ms more."""
        return max(0, self._at - FRAME_MS // 2 + late)

    def _last(self, kind: str) -> Row | None:
        found = self._stage.ask(f"JSON.stringify(__recorder.last[{json.dumps(kind)}] || null)")
        return json.loads(found)  # type: ignore[no-any-return]

    def _focused(self) -> Row | None:
        return self._last("key") or self._last("mouse")

    def _middle(self, selector: str) -> tuple[float, float]:
        """A place well inside an element, in px of the screen."""
        rectangle = "r => [r.left, r.top, r.width, r.height]"
        found = f"({_js(selector)})?.getBoundingClientRect()"
        box = self._stage.ask(f"{found} ? ({rectangle})({found}) : null")
        if box is None:
            raise BrowserError(f"The page of {self.site.host} has no {selector}. Correct the task.")
        left, top, width, height = box
        return round(left + width * self._rng.uniform(0.4, 0.6)), round(
            top + height * self._rng.uniform(0.4, 0.6)
        ) + HEIGHT


def _js(selector: str) -> str:
    return f"document.querySelector({json.dumps(selector)})"


def _in_addresses(kind: str, value: str) -> bool:
    """Addresses hold user names, e-mail addresses and names as slugs."""
    return kind in ("username", "email") or (
        kind == "person" and value.isascii() and value == value.lower() and "-" in value
    )


def _lower(row: Row) -> Row:
    """A row of the page in px of the screen."""
    x0, y0, x1, y1 = row["box"]
    return {**row, "box": [x0, y0 + HEIGHT, x1, y1 + HEIGHT]}


def _omnibox(width: int) -> Row:
    """The address bar, which WONDERBREAD's recorder lists last."""
    box = {"x": 250, "y": HEIGHT / 2 + 20, "height": HEIGHT, "width": width}
    return {
        **box,
        "tag": "chrome_omnibox",
        "role": "Address bar / Search box",
        "text": "",
        "type": "input",
        "label": "Chrome Omnibox",
    }


def _draw_pointer(image: Image, at: tuple[float, float]) -> None:
    shift = 4
    points = np.round((_POINTER + np.array(at, np.float32)) * (1 << shift)).astype(np.int32)
    cv2.fillPoly(image, [points], (255, 255, 255), cv2.LINE_AA, shift)
    cv2.polylines(image, [points], True, (0, 0, 0), 1, cv2.LINE_AA, shift)
