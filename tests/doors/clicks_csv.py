"""A capture format: clicks only, recordings/<uuid>.csv with lines `time,application,screen,button`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from redaction.capture.gates import Header
from redaction.capture.readers import CaptureReader, IngestCounts
from redaction.capture.reasons import refusal
from redaction.policy import CapturePolicy
from redaction.records import Batch, Event, Recording, Refusal

NAME = "clicks-csv/1"


class ClicksCsv:
    """Everybody of batch.json clicks in every recording: the first participant is taken."""

    def read(self, folder: Path, header: Header, policy: CapturePolicy) -> tuple[Batch, IngestCounts]:
        """Line by line through consent and allow-list."""
        who = header.participants[0].id
        recordings, refusals, lines_in = [], list[Refusal](), 0
        for name in self.recordings(folder):
            events = []
            for number, (time, application, screen, button) in enumerate(_lines(folder, name), 1):
                lines_in += 1
                record = f"{name}.csv:{number}"
                allowed = header.allowed.match(application)
                reason = header.consents[who].against_events() or (None if allowed else "application_not_allowed")
                if reason is not None or allowed is None:
                    refusals.append(refusal(record, str(reason)))
                    continue
                events.append(Event(f"{name}-{number}", datetime.fromisoformat(time), "click", button, allowed, screen))
            if events:
                recordings.append(Recording(name, "Clicking", who, tuple(events)))
        accepted = sum(len(r.events) for r in recordings)
        counts = IngestCounts(len(self.recordings(folder)), len(recordings), lines_in, accepted)
        about = (header.batch, header.domain, header.environment, header.recorder)
        batch = Batch(*about, header.participants, header.entities, tuple(recordings), tuple(refusals))
        return batch, counts

    def recordings(self, folder: Path) -> list[str]:
        """The stems of the files."""
        return sorted(path.stem for path in (folder / "recordings").glob("*.csv"))

    def texts(self, folder: Path) -> Iterator[tuple[str, str]]:
        """The titles."""
        for r, name in enumerate(self.recordings(folder)):
            for n, line in enumerate(_lines(folder, name), 1):
                yield f"recording {r} line {n}", line[2]


def _lines(folder: Path, name: str) -> list[list[str]]:
    with (folder / "recordings" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


READER: CaptureReader = ClicksCsv()
