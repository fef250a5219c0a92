"""The format `entrophy-capture/1`: recordings/<uuid>/ with recording.json, events.jsonl and screenshots/.

The order of everything that comes out depends on names and contents only, never on how a file system lists a folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from redaction.capture.capture_schema import (
    UUID_TEXT,
    RecordError,
    RecordingIn,
    parse_object,
    parse_recording,
    unknown_fields,
)
from redaction.capture.events import RecordingReader
from redaction.capture.gates import Header, against_environment
from redaction.capture.paths import entries, lines, open_regular, read_small, sort_of
from redaction.capture.readers import CaptureReader, IngestCounts
from redaction.capture.walk import Walk, files_in
from redaction.errors import CaptureError
from redaction.policy import CapturePolicy
from redaction.records import Batch, Recording
from redaction.work import formats

_RECORDINGS, _RECORDING, _EVENTS, _SCREENSHOTS = "recordings", "recording.json", "events.jsonl", "screenshots"


class EntrophyCapture:
    """One recording a folder, one event a line."""

    def read(self, folder: Path, header: Header, policy: CapturePolicy) -> tuple[Batch, IngestCounts]:
        """Recording by recording, event by event, through the gates."""
        home = folder / _RECORDINGS
        if sort_of(home) != "folder":
            raise CaptureError(
                "there is no folder of recordings.",
                record=header.batch,
                remedy="put the recordings into recordings/<process_instance_uuid>/ as folders, not links.",
            )
        walk = _Walk(header, policy)
        with walk.reading():
            walk.refuse_strangers(folder, {formats.BATCH, _RECORDINGS}, "files")
            for position, name in enumerate(entries(home)):
                walk.recording(home / name, f"recordings[{position}]")
        return walk.batch(), walk.counts

    def recordings(self, folder: Path) -> list[str]:
        """The names of the folders, which are UUIDs, in lower case."""
        home = folder / _RECORDINGS
        return [n.lower() for n in entries(home) if sort_of(home / n) == "folder"] if home.is_dir() else []

    def texts(self, folder: Path) -> Iterator[tuple[str, str]]:
        """Typed texts, titles, names and values of fields. Lines that are no JSON were refused at ingest and never
        came in."""
        for r, events in enumerate(sorted((folder / _RECORDINGS).glob(f"*/{_EVENTS}"))):
            if events.is_symlink():
                continue
            for n, line in enumerate(events.read_bytes().decode("utf-8", errors="replace").split("\n"), 1):
                try:
                    event = json.loads(line) if line.strip() else None
                except ValueError:
                    event = None
                if isinstance(event, dict):
                    element = event.get("element")
                    parts = element if isinstance(element, dict) else {}
                    for text in (event.get("value"), event.get("screen"), parts.get("name"), parts.get("value")):
                        if isinstance(text, str) and text.strip():
                            yield f"recording {r} line {n}", text


@dataclass(slots=True)
class _Walk(Walk):
    """Recording by recording; ids are known over the whole batch."""

    _ids: set[str] = field(default_factory=set)
    _uuids: set[str] = field(default_factory=set)

    def recording(self, folder: Path, position: str) -> None:
        """Take one entry of recordings/ in, or tell why not."""
        sort = sort_of(folder)
        if sort != "folder":
            self.refuse(position, "symlink" if sort == "symlink" else "file_unexpected")
            return
        record = folder.name.lower() if UUID_TEXT.fullmatch(folder.name) else position
        self.count(recordings_in=1, screenshots_in=files_in(folder / _SCREENSHOTS))
        try:
            given = self._described(folder, record)
            events_file = folder / _EVENTS
            if given is None:
                self.count(events_in=_lines_in(events_file, self.policy.max_line_bytes))
                return
            self.refuse_strangers(folder, {_RECORDING, _EVENTS, _SCREENSHOTS}, f"{record}/files")
            reader = RecordingReader(
                name=record,
                folder=folder,
                consent=self.header.consents[given.participant],
                allowed=self.header.allowed,
                policy=self.policy,
                seen=self._ids,
            )
            with open_regular(events_file) as file:
                events = reader.read(file)
        except RecordError as error:
            self.refuse(record, error.reason, error.concerned)
            self.count(events_in=_lines_in(folder / _EVENTS, self.policy.max_line_bytes))
            return
        except OSError:
            self.refuse(record, "symlink" if sort_of(folder / _EVENTS) == "symlink" else "recording_unreadable")
            return
        self.refusals.extend(reader.refusals)
        self.count(events_in=reader.lines_in)
        if not events:
            self.refuse(record, "recording_empty")
            return
        self.recordings.append(Recording(record, given.process_name, given.participant, events))
        self.count(
            recordings_accepted=1,
            events_accepted=len(events),
            screenshots_accepted=sum(e.screenshot is not None for e in events),
        )

    def _described(self, folder: Path, record: str) -> RecordingIn | None:
        """recording.json if the recording may come in, else None and a refusal. Raises RecordError, OSError."""
        path = folder / _RECORDING
        if sort_of(path) == "symlink":
            raise RecordError("symlink")
        data = read_small(path, self.policy.max_line_bytes)
        if data is None:
            raise RecordError("line_too_long")
        raw = parse_object(data.removeprefix(b"\xef\xbb\xbf"))
        given = parse_recording(raw)
        reason = self._against(folder, given)
        if reason is not None:
            self.refuse(record, reason)
            return None
        self._uuids.add(folder.name.lower())
        if unknown_fields(raw, RecordingIn):
            self.refuse(f"{record}/recording.json", "unknown_field")
        return given

    def _against(self, folder: Path, given: RecordingIn) -> str | None:
        """The first gate that keeps a well-formed recording out."""
        if not UUID_TEXT.fullmatch(folder.name) or given.process_instance_uuid.lower() != folder.name.lower():
            return "recording_id"
        if folder.name.lower() in self._uuids:
            return "duplicate_id"
        environment = against_environment(self.header.environment, self.header.batch, self.policy)
        if environment is not None:
            return environment
        consent = self.header.consents.get(given.participant)
        return "unknown_participant" if consent is None else consent.against_events()


def _lines_in(path: Path, limit: int) -> int:
    """Non-blank lines of a file that is not read further; 0 when it cannot be opened."""
    try:
        with open_regular(path) as file:
            return sum(line is None or bool(line.strip()) for _, line in lines(file, limit))
    except OSError:
        return 0


READER: CaptureReader = EntrophyCapture()
