"""The recorders whose files can be imported: the interface of one, and the table of all.

A recorder's file is read into sessions of clicks, typing and hotkeys in the words of the capture format; what becomes
of them (redaction/importers/batch.py) is the same for all. No gate stands here: what is imported goes through the
gates of ingest like any other batch. How to add one: docs/import.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol
from zoneinfo import ZoneInfo

from redaction.capture.capture_schema import RecordError
from redaction.capture.reasons import refusal
from redaction.doors import Door
from redaction.errors import CaptureError
from redaction.policy import CapturePolicy
from redaction.records import Action, Refusal


@dataclass(frozen=True, slots=True)
class Source:
    """One file to import. `place` stands for it in refusals, `zone` is the time zone of times that have none."""

    path: Path
    place: str
    zone: ZoneInfo | None
    limits: CapturePolicy


@dataclass(frozen=True, slots=True)
class Shot:
    """A screenshot that is read when it is written. `width` is that of the screen in the units of coordinates and
    boxes, None where these are pixels of the image already."""

    suffix: str
    read: Callable[[], bytes]
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The element under an event: `box` is (x0, y0, x1, y1) from the top left of the screen."""

    role: str | None = None
    name: str | None = None
    value: str | None = None
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """One click, typing or hotkey. `at` is its line or id in the session, no other event has it; `moment` is aware."""

    at: str
    moment: datetime
    action: Action
    value: str
    application: str
    screen: str
    element: Part | None = None
    point: tuple[float, float] | None = None
    shot: Shot | None = None


@dataclass(slots=True)
class Session:
    """One recording of a source, and what of it did not become an event. `name` tells it from the other sessions of
    the source and quotes nothing."""

    name: str = ""
    version: str | None = None
    events: list[Found] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    passed_over: int = 0

    def refuse(self, source: Source, at: str, error: RecordError) -> None:
        """Tell a record that cannot be used by its place."""
        self.refusals.append(refusal(self.record(source, at), error.reason, concerned=error.concerned))

    def record(self, source: Source, at: str) -> str:
        """How a record of this session is called in refusals."""
        return f"{source.place}{f'/{self.name}' if self.name else ''}:{at}"


class Recorder(Protocol):
    """Reads what one recorder writes."""

    name: str
    """As it stands in batch.json."""
    suffixes: tuple[str, ...]
    """How its files end: which files of a folder are meant."""

    def sessions(self, source: Source) -> Iterator[Session]:
        """The recordings of a source, the same whatever the file is called. A bad record is refused by its place and
        the rest goes on; CaptureError where the source is not of this recorder, or not whole."""
        ...


RECORDERS = {
    "playwright": "redaction.importers.playwright_trace",
    "rrweb": "redaction.importers.rrweb_session",
    "smartrpa": "redaction.importers.smartrpa_log",
    "openadapt": "redaction.importers.openadapt_db",
    "screenpipe": "redaction.importers.screenpipe_db",
}
"""Kind → module that holds its reader as RECORDER."""
KINDS: Door[Recorder] = Door("kind of recording", RECORDERS, "RECORDER", CaptureError)


def not_of_kind(source: Source, what: str, remedy: str) -> CaptureError:
    """The one sentence for a source that this recorder did not write."""
    return CaptureError(f"this is no {what}.", record=source.place, remedy=remedy)


def files_of(sources: Iterable[Path], recorder: Recorder) -> list[Path]:
    """The files that are meant: a folder stands for its files (not those below) that end as the recorder's do."""
    found: list[Path] = []
    for number, path in enumerate(sources):
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(p for p in path.iterdir() if p.suffix.lower() in recorder.suffixes and p.is_file())
        if not inside:
            raise CaptureError(
                f"the folder holds no file that ends in {' or '.join(recorder.suffixes)}.",
                record=f"sources[{number}]",
                remedy="give the files themselves, or the folder they lie in.",
            )
        found.extend(inside)
    return found
