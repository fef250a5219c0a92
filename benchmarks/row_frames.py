"""What a screen shows while generated rows are recorded: one page of an application, and how it changes from event to
event. 1080p frames that mostly repeat: the same list, one field more filled in, a menu, a scroll, then another page."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.recording_frames import HEIGHT, WIDTH, font
from benchmarks.row_people import Contact
from benchmarks.row_scenes import Desk
from redaction.capture.gates import ScreenshotPace, shows_no_typing
from redaction.capture.images import encode_png
from redaction.policy import CapturePolicy

_INK, _PALE, _LINE = (35, 35, 40), (110, 110, 120), (226, 226, 231)
_COLOURS = ((38, 62, 110), (24, 96, 88), (92, 46, 104), (110, 52, 38), (44, 70, 52), (60, 60, 72))
_TOP, _ROW, _LISTED, _FORM = 190, 34, 24, 1290
"""Where rows begin, their height and number, and where the form of a page begins: pixels."""
_MENU = ("Export selection", "Print list", "Assign to a colleague", "Archive", "Delete")
_NAVIGATION = ("Overview", "Inbox", "Records", "Reports", "Approvals", "Archive", "Settings")
_STORIES = (
    "Football results of the weekend",
    "Rain in the north, sun in the south",
    "Markets close higher after a quiet day",
    "Ten recipes for spring",
    "New tram line opens in June",
    "How to choose a bicycle",
)
_CLAUSE = (
    "{n}. The supplier {firm} delivers the services described in the order form. Questions about acceptance go to "
    "{name}, who is reached at {email}. Invoices are paid within thirty days after receipt."
)
Column = tuple[str, int, Callable[[Contact], str]]
_REGISTER: tuple[Column, ...] = (
    ("Contact", 250, lambda who: who.turned),
    ("E-mail", 470, lambda who: who.email),
    ("Phone", 800, lambda who: who.phone),
    ("Company", 990, lambda who: who.firm.name),
)
_PEOPLE: tuple[Column, ...] = (
    ("Name", 250, lambda who: who.name),
    ("Employee ID", 490, lambda who: who.number),
    ("Date of birth", 640, lambda who: who.born),
    ("E-mail", 800, lambda who: who.email),
)
_MESSAGES: tuple[Column, ...] = (
    ("From", 250, lambda who: who.name),
    ("Subject", 490, lambda who: f"Order from {who.firm.name}"),
    ("Received", 990, lambda who: f"{who.born[5:]} 09:{who.born[-2:]}"),
)
_PAGES = {
    **dict.fromkeys(("Outlook", "Teams", "Calendar"), _MESSAGES),
    **dict.fromkeys(("Zoho", "Greenhouse", "Job board", "Identity console", "Excel", "Personnel list"), _PEOPLE),
}
"""Application → columns of its list; all others show the register, a contract or the news."""
_PAPERS, _GRIDS = ("Word", "DocuSign", "Contract library", "PDF Reader"), ("Excel", "Personnel list")


@dataclass(slots=True)
class Shown:
    """What one application shows in one session."""

    people: list[Contact]
    first: int = 0
    screen: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    base: Image.Image | None = None


@dataclass(slots=True, kw_only=True)
class FilmedDesk(Desk):
    """A recording with given pauses between its events, and a screenshot wherever the rules allow one.

    `pauses` are seconds, one for each event to come; `folder` takes the screenshots, None makes none.
    """

    me: Contact
    others: list[Contact] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    folder: Path | None = None
    pages: dict[str, Shown] = field(default_factory=dict)
    pace: ScreenshotPace = field(default_factory=lambda: ScreenshotPace(CapturePolicy().screenshots_per_second))
    menu: bool = False
    at: tuple[int, int] = (640, 420)

    @property
    def full(self) -> bool:
        """Whether there is no pause left for another event."""
        return len(self.events) >= len(self.pauses)

    def _pause(self) -> float:
        return self.pauses[len(self.events)]

    def _add(self, action: str, value: str, element: dict[str, str | None] | None) -> None:
        if not self.full:
            if element is not None and element["role"] != "button":
                self._page().fields[str(element["name"])] = element["value"] or ""
            Desk._add(self, action, value, element)

    def _shot(self, action: str, value: str, at: dict[str, int] | None) -> str | None:
        if self.folder is None or not shows_no_typing(action, value) or not self.pace.admits(self.clock):  # type: ignore[arg-type]
            return None
        if at is not None:
            self.at = (at["x"], at["y"])
        name = self.clock.strftime("Screen-%Y-%m-%dT%H-%M-%S.%f")[:-3] + ".png"
        (self.folder / name).write_bytes(encode_png(np.asarray(self._drawn(), dtype=np.uint8)))
        return name

    def type(self, name: str, text: str) -> None:
        """A click into the field, the text in one or two pieces, and half of the time a key to the next field."""
        self.click("textbox", name)
        half = len(text) // 2 if len(text) > 20 and self.rng.random() < 0.3 else 0
        for start, end in ((0, half), (half, len(text))) if half else ((0, len(text)),):
            self._add("type", text[start:end], {"role": "textbox", "name": name, "value": text[:end], "box": None})
        if self.rng.random() < 0.5:
            self.hotkey("Tab")

    def look_around(self) -> None:
        """Now and then a menu that is closed again, or a scroll of the list."""
        if self.rng.random() < 0.25:
            self.menu = True
            self.click("button", "More")
            self.menu = False
            self.hotkey("Escape")
        if self.rng.random() < 0.35:
            shown = self._page()
            shown.first, shown.base = (shown.first + 3) % 12, None
            self.hotkey("Page Down")

    def _page(self) -> Shown:
        if self.application not in self.pages:
            some = Random(f"{self.recording}/{self.application}")
            self.pages[self.application] = Shown([some.choice(self.others) for _ in range(_LISTED + 12)])
        shown = self.pages[self.application]
        if shown.screen != self.screen:
            shown.screen, shown.fields, shown.base = self.screen, {}, None
        return shown

    def _drawn(self) -> Image.Image:
        shown = self._page()
        if shown.base is None:
            shown.base = _base(self.application, shown, self.me)
        page = shown.base.copy()
        draw = ImageDraw.Draw(page)
        _form(draw, shown.fields)
        if self.menu:
            draw.rectangle((1000, 130, 1270, 340), fill=(255, 255, 255), outline=(150, 150, 160))
            for i, entry in enumerate(_MENU):
                draw.text((1016, 144 + 38 * i), entry, font=font(14), fill=_INK)
        x, y = self.at
        draw.polygon([(x, y), (x, y + 18), (x + 5, y + 14), (x + 12, y + 14)], fill=(0, 0, 0), outline=(255, 255, 255))
        return page


def _base(application: str, shown: Shown, me: Contact) -> Image.Image:
    page = Image.new("RGB", (WIDTH, HEIGHT), (249, 249, 251))
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, WIDTH, 52), fill=_COLOURS[sum(map(ord, application)) % len(_COLOURS)])
    draw.text((24, 14), application, font=font(17), fill=(255, 255, 255))
    draw.text((1640, 17), me.name, font=font(14), fill=(255, 255, 255))
    draw.rectangle((0, 52, 210, HEIGHT), fill=(236, 238, 243))
    for i, entry in enumerate(_NAVIGATION):
        draw.text((28, 90 + 44 * i), entry, font=font(14), fill=(50, 50, 60))
    draw.text((250, 78), shown.screen, font=font(20), fill=(25, 25, 30))
    people = shown.people[shown.first : shown.first + _LISTED]
    if application == "News":
        for i, story in enumerate(_STORIES):
            draw.text((250, _TOP + 110 * i), story, font=font(22), fill=_INK)
            draw.text((250, _TOP + 36 + 110 * i), "Read the whole story", font=font(13), fill=_PALE)
    elif application in _PAPERS:
        draw.rectangle((240, 130, 1260, HEIGHT), fill=(255, 255, 255), outline=_LINE)
        for i, who in enumerate(people[:8]):
            clause = _CLAUSE.format(n=shown.first + i + 1, firm=who.firm.name, name=who.name, email=who.email)
            for n, line in enumerate(textwrap.wrap(clause, 105)):
                draw.text((300, 160 + 112 * i + 26 * n), line, font=font(15), fill=_INK)
    else:
        _table(draw, _PAGES.get(application, _REGISTER), people, application in _GRIDS, shown.first)
    return page


def _table(
    draw: ImageDraw.ImageDraw, columns: tuple[Column, ...], people: list[Contact], grid: bool, first: int
) -> None:
    for n, (name, x, _) in enumerate(columns):
        draw.text((x, _TOP - 34), name, font=font(13), fill=_PALE)
        if grid:
            draw.text((x, _TOP - 56), "ABCD"[n], font=font(13), fill=_PALE)
            draw.line((x - 8, _TOP - 40, x - 8, _TOP + _ROW * _LISTED - 8), fill=_LINE)
    for i, who in enumerate(people):
        y = _TOP + i * _ROW
        draw.line((222, y - 8, 1270, y - 8), fill=_LINE)
        if grid:
            draw.text((222, y), str(first + i + 2), font=font(11), fill=_PALE)
        for _, x, value in columns:
            draw.text((x, y), value(who), font=font(13), fill=_INK)


def _form(draw: ImageDraw.ImageDraw, fields: dict[str, str]) -> None:
    y = 130
    for name, value in fields.items():
        lines = textwrap.wrap(value, 62) or [""]
        if y + 50 + 22 * len(lines) > HEIGHT:
            break
        draw.text((_FORM, y), name, font=font(13), fill=_PALE)
        draw.rectangle((_FORM, y + 22, 1880, y + 36 + 22 * len(lines)), fill=(255, 255, 255), outline=(190, 190, 200))
        for n, line in enumerate(lines):
            draw.text((_FORM + 12, y + 30 + 22 * n), line, font=font(14), fill=_INK)
        y += 52 + 22 * len(lines)
