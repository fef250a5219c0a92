"""One recording: events.jsonl line by line through the gates, each refusal told and the rest going on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from redaction.capture.capture_schema import UUID_TEXT, EventIn, RecordError, parse_event, parse_object, unknown_fields
from redaction.capture.gates import AllowList, Consent, ScreenshotPace, claims_a_button, shows_no_typing
from redaction.capture.interactions import interaction_uuid
from redaction.capture.paths import entries, lines, screenshot_name, sort_of
from redaction.capture.reasons import refusal
from redaction.policy import CapturePolicy
from redaction.records import Element, Event, Refusal


@dataclass(slots=True)
class RecordingReader:
    """Reads the events of one recording.

    `seen` holds the ids of the whole batch (of events, and of the rows made of them) and grows; `name` is the UUID of
    the recording, the first part of every record id. What was refused is in `refusals`, what came by is counted in
    `lines_in`.
    """

    name: str
    folder: Path
    consent: Consent
    allowed: AllowList
    policy: CapturePolicy
    seen: set[str]
    refusals: list[Refusal] = field(default_factory=list)
    lines_in: int = 0
    _named: set[str] = field(default_factory=set)
    _unknown: bool = False
    _shots: Screenshots = field(init=False)

    def __post_init__(self) -> None:
        self._shots = Screenshots(self.folder / "screenshots", ScreenshotPace(self.policy.screenshots_per_second))

    def read(self, file: BinaryIO) -> tuple[Event, ...]:
        """The accepted events in time order. Raises OSError when the file cannot be read to its end."""
        accepted: list[Event] = []
        for number, line in lines(file, self.policy.max_line_bytes):
            if line is not None and not line.strip():
                continue
            self.lines_in += 1
            position = f"{self.name}/events.jsonl:{number}"
            if line is None:
                self.refusals.append(refusal(position, "line_too_long"))
                continue
            event = self._event(line, position, accepted[-1].timestamp if accepted else None)
            if event is not None:
                accepted.append(event)
        if self._unknown:
            self.refusals.append(refusal(f"{self.name}/events.jsonl", "unknown_field"))
        self.refusals.extend(self._shots.left_over(self.name, self._named))
        return tuple(accepted)

    def _event(self, line: bytes, position: str, before: datetime | None) -> Event | None:
        raw: Mapping[str, Any] = {}
        try:
            raw = parse_object(line)
            given = parse_event(raw)
        except RecordError as error:
            self.refusals.append(refusal(_record(self.name, raw, position), error.reason, concerned=error.concerned))
            return None
        record = _record(self.name, raw, position)
        if given.screenshot is not None:
            self._named.add(given.screenshot)
        identity = given.event_id.lower() if UUID_TEXT.fullmatch(given.event_id) else given.event_id
        released = interaction_uuid(self.name, identity)
        application = self.allowed.match(given.application)
        reason = (
            "duplicate_id"
            if identity in self.seen or released in self.seen
            else "button_on_typing"
            if claims_a_button(given.action, given.value)
            else "application_not_allowed"
            if application is None
            else "time_out_of_order"
            if before is not None and given.timestamp < before
            else None
        )
        self.seen |= {identity, released}
        if reason is not None or application is None:
            self.refusals.append(refusal(record, reason or "application_not_allowed"))
            return None
        self._unknown = self._unknown or unknown_fields(raw, EventIn)
        screenshot = self._screenshot(given, record)
        return _accepted(given, identity, application, screenshot)

    def _screenshot(self, given: EventIn, record: str) -> Path | None:
        if given.screenshot is None:
            return None
        reason = self.consent.against_screenshots()
        if reason is None and not shows_no_typing(given.action, given.value):
            reason = "screenshot_on_printable"
        if reason is None:
            path, reason = self._shots.take(given.screenshot, given.timestamp)
            if reason is None:
                return path
        self.refusals.append(refusal(record, reason))
        return None


@dataclass(slots=True)
class Screenshots:
    """The screenshots folder of one recording: every file is given out once, at the pace of the policy."""

    folder: Path
    pace: ScreenshotPace
    _taken: set[str] = field(default_factory=set)

    def take(self, value: str, moment: datetime) -> tuple[Path | None, str | None]:
        """The path of the file that an event names, or the reason code against it. Nothing is opened here."""
        name = screenshot_name(value)
        if name is None:
            return None, "path_outside"
        if sort_of(self.folder) == "symlink":
            return None, "symlink"
        match sort_of(self.folder / name):
            case "missing":
                return None, "screenshot_missing"
            case "symlink":
                return None, "image_symlink"
            case "folder" | "other":
                return None, "image_not_file"
            case "file":
                pass
        if name in self._taken:
            return None, "screenshot_reused"
        if not self.pace.admits(moment):
            return None, "screenshot_too_fast"
        self._taken.add(name)
        return self.folder / name, None

    def left_over(self, recording: str, named: set[str]) -> list[Refusal]:
        """A refusal for every entry of the folder that no well-formed event names, by its place in the folder."""
        known = {screenshot_name(value) for value in named}
        if sort_of(self.folder) == "symlink":
            return [refusal(f"{recording}/screenshots", "symlink")]
        if sort_of(self.folder) != "folder":
            return []
        codes = {"symlink": "symlink", "file": "screenshot_unreferenced"}
        return [
            refusal(f"{recording}/screenshots[{i}]", codes.get(sort_of(self.folder / name), "file_unexpected"))
            for i, name in enumerate(entries(self.folder))
            if name not in known
        ]


def _record(recording: str, raw: Mapping[str, Any], position: str) -> str:
    event_id = raw.get("event_id")
    return (
        f"{recording}/{event_id.lower()}" if isinstance(event_id, str) and UUID_TEXT.fullmatch(event_id) else position
    )


def _accepted(given: EventIn, identity: str, application: str, screenshot: Path | None) -> Event:
    element, point = given.element, given.coordinates
    return Event(
        event_id=identity,
        timestamp=given.timestamp,
        action=given.action,
        value=given.value,
        application=application,
        screen=given.screen,
        element=None if element is None else Element(element.role, element.name, element.value, element.box),
        coordinates=None if point is None else (point.x, point.y),
        screenshot=screenshot,
        duration_s=given.duration_s,
    )
