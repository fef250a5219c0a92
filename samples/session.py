"""A script of one recording: what the person does, and what the screen shows while they do it.

A script holds no geometry and needs no browser, so it is the same on every machine for a seed. `samples.film` renders
its frames and fills in coordinates, element boxes and screenshots.
"""

from __future__ import annotations

import copy
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

from samples.look import Look
from samples.marks import mark, plain, spans


@dataclass(frozen=True, slots=True)
class Frame:
    """One state of one page: the template's name, its context (strings with marks), and the look."""

    page: str
    state: dict[str, Any]
    look: Look


@dataclass(frozen=True, slots=True)
class Target:
    """An element of the page: `id` is its data-el in the template; `name` and `value` may carry marks."""

    id: str
    role: str
    name: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One event to be. `frame` is what the screen showed; it becomes a screenshot when `shot` is set."""

    event_id: str
    at: datetime
    action: str
    value: str
    application: str
    screen: str
    target: Target | None
    frame: Frame
    shot: bool
    duration: float


@dataclass(frozen=True, slots=True)
class Script:
    """One recording to be."""

    recording: str
    process: str
    participant: str
    started: datetime
    steps: tuple[Step, ...]


@dataclass(slots=True)
class Session:
    """Writes a script step by step. `go` opens a page, `show` changes it, the verbs act on it."""

    rng: Random
    look: Look
    process: str
    participant: str
    started: datetime = field(init=False)
    recording: str = field(init=False)
    _clock: datetime = field(init=False)
    _steps: list[Step] = field(init=False, default_factory=list)
    _application: str = field(init=False, default="")
    _screen: str = field(init=False, default="")
    _page: str = field(init=False, default="")
    _state: dict[str, Any] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.recording = str(uuid.UUID(int=self.rng.getrandbits(128), version=4))
        self.started = datetime(2025, 4, 14, 8, tzinfo=UTC) + timedelta(milliseconds=self.rng.randrange(4 * 3_600_000))
        self._clock = self.started

    def go(self, application: str, page: str, screen: str, **state: Any) -> None:
        """Open a page of an application; `screen` is the window title."""
        self._application, self._page, self._screen, self._state = application, page, screen, dict(state)

    def show(self, screen: str | None = None, **state: Any) -> None:
        """Change what the open page shows, and its window title when given."""
        self._screen = screen or self._screen
        self._state = {**self._state, **state}

    def click(self, target: str, role: str, name: str, value: str | None = None, *, shot: bool = True) -> None:
        """Click on an element, which the frame shows hovered."""
        self._state = {**self._state, "hover": target}
        self._add("click", "LB Down", Target(target, role, name, value), shot, 1.1, 3.4)

    def type(self, target: str, name: str, text: str, *, cuts: tuple[int, ...] = (), into: str | None = None) -> None:
        """Type `text` (may carry marks) into a field, as one event per piece; pieces end at the code points `cuts`.

        `into` names the state key that holds the field's content afterwards. Typing never makes a screenshot.
        """
        bounds = [0, *cuts, None]
        for start, end in pairwise(bounds):
            piece = slice_marked(text, start or 0, end)
            so_far = slice_marked(text, 0, end)
            if into:
                self._state = {**self._state, into: so_far}
            self._add("type", piece, Target(target, "textbox", name, so_far), False, 0.5, 2.2)

    def hotkey(self, value: str, target: Target | None = None, *, shot: bool = False) -> None:
        """Press a shortcut or a non-printable key."""
        self._add("hotkey", value, target, shot, 0.7, 1.9)

    def wait(self, seconds: float) -> None:
        """Let idle time pass."""
        self._clock += timedelta(seconds=seconds)

    def script(self) -> Script:
        """What was written so far."""
        return Script(self.recording, self.process, self.participant, self.started, tuple(self._steps))

    def _add(self, action: str, value: str, target: Target | None, shot: bool, least: float, most: float) -> None:
        pause = round(self.rng.uniform(least, most), 3)
        self._clock += timedelta(milliseconds=round(pause * 1000))
        event_id = str(uuid.uuid5(uuid.UUID(self.recording), str(len(self._steps))))
        frame = Frame(self._page, copy.deepcopy(self._state), self.look)
        self._steps.append(
            Step(event_id, self._clock, action, value, self._application, self._screen, target, frame, shot, pause)
        )


def slice_marked(text: str, start: int, end: int | None) -> str:
    """`plain(text)[start:end]` with its marks; a value cut in two keeps its mark on each part."""
    flat = plain(text)
    stop = len(flat) if end is None else end
    out, at = "", start
    for span in spans(text):
        lo, hi = max(span.start, start), min(span.end, stop)
        if lo >= hi:
            continue
        out += flat[at:lo] + mark(span.kind, flat[lo:hi], of=span.of)
        at = hi
    return out + flat[at:stop] if at < stop else out
