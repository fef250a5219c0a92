"""Playwright traces: trace.zip as `context.tracing` writes it, in the versions 6 to 10 of its format.

An action is a `before` and an `after` line; where the pointer was, and what was on the screen, stand between them. The
screenshot of an action is the last frame of its page's screencast before its input. Times are the browser's, in UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import PurePosixPath
from typing import Any
from zipfile import ZipFile

from redaction.capture.capture_schema import RecordError, parse_object
from redaction.capture.gates import shows_no_typing
from redaction.importers.addresses import host_of
from redaction.importers.archives import member_image, member_lines, open_archive
from redaction.importers.html_elements import title_of
from redaction.importers.playwright_pages import Frames, Screen, Target, target_of
from redaction.importers.recorders import Found, Part, Recorder, Session, Shot, Source, not_of_kind
from redaction.records import Action

VERSIONS = range(6, 11)
"""Of the format: Playwright 1.40 to 1.65 write them."""
_WHAT = "Playwright trace"
_REMEDY = "give the trace.zip that `context.tracing.stop(path=…)` wrote, recorded with snapshots=True."
_MEMBER = re.compile(r"([^/\\]*-)?trace\.trace|[^/\\]+\.trace")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CLASSES = frozenset({"Frame", "Page", "ElementHandle", "Locator"})
_CLICKS = frozenset({"click", "dblclick", "tap", "check", "uncheck", "setChecked", "selectOption", "mouseClick"})
_TYPED = {"fill": "value", "type": "text", "keyboardType": "text", "keyboardInsertText": "text"}
_PRESSED = frozenset({"press", "keyboardPress"})
_BUTTONS = {"left": "LB Down", "right": "RB Down", "middle": "MB Down"}


@dataclass(slots=True)
class _Call:
    """What the lines of one action say."""

    line: int
    start: Mapping[str, Any]
    frames: Mapping[str, Mapping[str, Any]]
    screen: Screen | None = None
    target: Target | None = None
    after: Target | None = None
    point: Any = None
    box: Any = None
    ended: bool = False
    failed: bool = False


class PlaywrightTrace:
    """Every context that the archive holds is a session."""

    name = "Playwright"
    suffixes: tuple[str, ...] = (".zip",)

    def sessions(self, source: Source) -> Iterator[Session]:
        """Actions that failed or never ended did not happen: they are passed over."""
        with open_archive(source, _WHAT, _REMEDY) as archive:
            members = sorted({name for name in archive.namelist() if _MEMBER.fullmatch(name)})
            if not members:
                raise not_of_kind(source, _WHAT, _REMEDY)
            for number, member in enumerate(members):
                reading = _Reading(source, archive, Session(name=f"traces[{number}]" if number else ""))
                for at, line in member_lines(archive, member, source):
                    reading.line(at, line)
                if reading.of_a_browser:
                    yield reading.session_of_all()


@dataclass(slots=True)
class _Reading:
    """Goes through the lines of one trace."""

    source: Source
    archive: ZipFile
    session: Session
    of_a_browser: bool = True
    _context: Mapping[str, Any] | None = None
    _calls: dict[str, _Call] = field(default_factory=dict)
    _frames: Frames = field(default_factory=Frames)
    _shown: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    _screens: dict[str, Screen] = field(default_factory=dict)
    _snapshots: int = 0

    def line(self, number: int, line: bytes | None) -> None:
        """Take one line in; the first one must say what the trace is."""
        if line is not None and not line.strip():
            return
        try:
            if line is None:
                raise RecordError("line_too_long")
            record = parse_object(line)
        except RecordError as error:
            if self._context is None:
                raise not_of_kind(self.source, _WHAT, _REMEDY) from None
            self.session.refuse(self.source, str(number), error)
            return
        if self._context is None:
            self._begin(record)
            return
        try:
            self._take(number, record)
        except (AttributeError, KeyError, TypeError, ValueError):
            self.session.refuse(self.source, str(number), RecordError("wrong_type"))

    def _begin(self, record: Mapping[str, Any]) -> None:
        version = record.get("version")
        if record.get("type") != "context-options" or type(version) is not int:
            raise not_of_kind(self.source, _WHAT, _REMEDY)
        if version not in VERSIONS:
            raise not_of_kind(
                self.source,
                f"Playwright trace of a version that is read ({VERSIONS[0]} to {VERSIONS[-1]})",
                "record with Playwright 1.40 to 1.65.",
            )
        self._context = record
        # The runner of Playwright Test writes a trace of its own steps; the contexts' traces have the actions.
        self.of_a_browser = record.get("origin", "library") == "library"
        told = record.get("playwrightVersion")
        self.session.version = told.split("-")[0] if isinstance(told, str) else None

    def _take(self, number: int, record: Mapping[str, Any]) -> None:
        match record.get("type"):
            case "before":
                self._calls[record["callId"]] = _Call(number, record, dict(self._shown))
            case "input":
                call = self._calls[record["callId"]]
                call.frames, call.point, call.box = dict(self._shown), record.get("point"), record.get("box")
            case "after":
                call = self._calls[record["callId"]]
                call.ended, call.failed = True, bool(record.get("error"))
                call.point = call.point or record.get("point")
            case "screencast-frame":
                self._shown[record["pageId"]] = record
            case "frame-snapshot":
                self._snapshot(record["snapshot"])

    def _snapshot(self, snapshot: Mapping[str, Any]) -> None:
        self._snapshots += 1
        page = self._frames.add(snapshot["frameId"], snapshot["html"])
        call = self._calls.get(snapshot.get("callId", ""))
        phase = snapshot.get("phase") or str(snapshot.get("snapshotName")).partition("@")[0]
        if snapshot.get("isMainFrame"):
            width = snapshot["viewport"].get("width")
            screen = Screen(snapshot["pageId"], snapshot["frameUrl"], title_of(page), width)
            self._screens[screen.page] = screen
            if call is not None and phase != "after":
                call.screen = screen
        if call is None:
            return
        target = target_of(page, str(snapshot.get("callId")))
        if target is not None and phase == "after":
            call.after = target
        elif target is not None:
            call.target = target

    def session_of_all(self) -> Session:
        """The session, once all lines are in."""
        if self._context is None:
            raise not_of_kind(self.source, _WHAT, _REMEDY)
        if self._calls and not self._snapshots:
            raise not_of_kind(self.source, "Playwright trace with snapshots, which tell the page of an action", _REMEDY)
        for call in self._calls.values():
            try:
                found = self._found(call)
            except RecordError as error:
                self.session.refuse(self.source, str(call.line), error)
            except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
                self.session.refuse(self.source, str(call.line), RecordError("wrong_type"))
            else:
                if found is None:
                    self.session.passed_over += 1
                else:
                    self.session.events.append(found)
        return self.session

    def _found(self, call: _Call) -> Found | None:
        deed = _deed(call, str((self._context or {}).get("platform")))
        if deed is None or not call.ended or call.failed:
            return None
        action, value, shown = deed
        screen = call.screen or self._screens.get(call.start.get("pageId", ""))
        if screen is None:
            raise RecordError("missing_field", "application")
        part = _part(call, action, value, shown)
        point = call.point if action == "click" else None
        return Found(
            at=str(call.line),
            moment=self._moment(call.start),
            action=action,
            value="" if _secret(call) and not shows_no_typing(action, value) else value,
            application=host_of(screen.url),
            screen=screen.title,
            element=part,
            point=None if point is None else (float(point["x"]), float(point["y"])),
            shot=self._shot(call.frames.get(screen.page), screen.width),
        )

    def _moment(self, start: Mapping[str, Any]) -> datetime:
        """Of the wall clock. Since version 7 the lines tell the browser's own clock, and the first one both."""
        context = self._context or {}
        wall = start.get("wallTime")
        if wall is None:
            wall = context["wallTime"] + start["startTime"] - context["monotonicTime"]
        return _EPOCH + timedelta(milliseconds=int(wall))

    def _shot(self, frame: Mapping[str, Any] | None, width: float | None) -> Shot | None:
        if frame is None:
            return None
        name = str(frame["file"]) if "file" in frame else f"resources/{frame['sha1']}"
        archive, limit = self.archive, self.source.limits.max_image_bytes
        suffix = PurePosixPath(name).suffix.lower()
        return Shot(suffix, lambda: member_image(archive, name, limit), width)


def _deed(call: _Call, platform: str) -> tuple[Action, str, str | None] | None:
    """(action, value, what the field shows then if that is known) of a call; None for what is no such action."""
    method, given = call.start.get("method"), call.start.get("params") or {}
    if call.start.get("class") not in _CLASSES:
        return None
    if method in _CLICKS:
        if method == "dblclick" or given.get("clickCount", 1) > 1:
            return "click", "LB Double Click", None
        return "click", _BUTTONS[given.get("button", "left")], _chosen(given) if method == "selectOption" else None
    if method in _TYPED:
        return "type", given[_TYPED[method]], None
    if method in _PRESSED:
        key = given["key"].replace("ControlOrMeta", "Meta" if platform == "darwin" else "Control")
        return ("type" if len(key) == 1 else "hotkey"), key, None
    return None


def _chosen(given: Mapping[str, Any]) -> str | None:
    """The options that were chosen, by what the script called them."""
    options = given.get("options") or []
    names = (option.get("valueOrLabel") or option.get("label") or option.get("value") for option in options)
    return ", ".join(name for name in names if isinstance(name, str)) or None


def _secret(call: _Call) -> bool:
    return any(target is not None and target.secret for target in (call.target, call.after))


def _part(call: _Call, action: Action, value: str, shown: str | None) -> Part | None:
    target = call.target or call.after
    box = None
    if call.box is not None:
        x, y = float(call.box["x"]), float(call.box["y"])
        box = (x, y, x + float(call.box["width"]), y + float(call.box["height"]))
    if target is None:
        return None if box is None else Part(box=box)
    if action == "type" and call.after is not None and not _secret(call):
        shown = call.after.part.value
    return Part(target.part.role, target.part.name, target.part.value if shown is None else shown, box)


RECORDER: Recorder = PlaywrightTrace()
