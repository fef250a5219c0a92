"""Write what a recorder's files hold as a capture batch, and ask the gates what a build will make of it."""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from redaction.capture.capture_schema import RecordError, parse_event
from redaction.capture.captures import read_batch_counted
from redaction.capture.gates import shows_no_typing
from redaction.capture.header import read_header
from redaction.capture.images import decode_image
from redaction.capture.paths import open_regular
from redaction.capture.readers import IngestCounts
from redaction.capture.reasons import refusal
from redaction.errors import CaptureError, ImageRefused
from redaction.importers.recorders import KINDS, Found, Recorder, Session, Shot, Source, files_of
from redaction.importers.told import Told
from redaction.policy import CapturePolicy
from redaction.records import Refusal
from redaction.work import formats
from redaction.work.files import private_folder, write_whole
from redaction.work.json_text import canonical
from redaction.work.scratch import scratch_folder, stale_folders

_IMPORTED = UUID("6f1c1d7e-5c0e-5a51-9d1b-7a3f0f5c2b44")
"""The namespace of ids that are made of what was imported."""
_SCRATCH = ".entrophy-import-"
PLACES_TOLD = 10
"""Records that are named for one reason; the others are counted."""


@dataclass(slots=True)
class Imported:
    """What became of the sources. `gates` is what a build with the policy's defaults lets in of the batch."""

    recordings: int = 0
    events: int = 0
    screenshots: int = 0
    declared: int = 0
    passed_over: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    gates: IngestCounts = field(default_factory=IngestCounts)
    gate_refusals: tuple[Refusal, ...] = ()


def import_batch(kind: str, sources: Sequence[Path], told: Told, out: Path) -> Imported:
    """Write the batch to the new folder `out`: whole, or not at all. Its bytes depend on what the sources hold and on
    what was told, not on names, places or order of the files. Raises CaptureError."""
    recorder = KINDS.open(kind, "KIND")
    told.require()
    if out.is_symlink() or out.exists():
        raise CaptureError("there is something at --out already.", remedy="give a new folder: a batch is one import.")
    files = files_of(sources, recorder)
    digests = [_digest(path, f"sources[{i}]") for i, path in enumerate(files)]
    twice = [i for i, digest in enumerate(digests) if digest in digests[:i]]
    if twice:
        raise CaptureError(
            "an earlier source has the very same content.", record=f"sources[{twice[0]}]", remedy="give it once."
        )
    private_folder(out.parent)
    for left in stale_folders(out.parent, _SCRATCH):
        shutil.rmtree(left)
    with scratch_folder(out.parent, _SCRATCH) as home:
        batch = home / "batch"
        header = _header(kind, recorder, told, digests)
        _write_json(batch / formats.BATCH, header)
        read_header(batch)  # what was told wrongly is told now, not after hours
        done = Imported(declared=len(header["entities"]))
        versions: set[str] = set()
        limits = CapturePolicy()
        for i, (path, digest) in enumerate(zip(files, digests, strict=True)):
            source = Source(path, f"sources[{i}]", told.zone, limits)
            for session in recorder.sessions(source):
                versions |= {session.version} if session.version else set()
                recording = uuid5(_IMPORTED, "\0".join((kind, digest, session.name)))
                _Writer(batch, source, session, recording, told, done).write()
        if not done.recordings:
            raise CaptureError(
                "the sources hold no click, typing or hotkey that can be used"
                f" ({done.passed_over} records are none, {len(done.refusals)} are refused).",
                remedy="give recordings of work; docs/import.md says what of each recorder is read.",
            )
        header["recorder"]["version"] = ", ".join(sorted(versions))[:100] or None
        _write_json(batch / formats.BATCH, header)
        read, done.gates = read_batch_counted(batch, limits)
        done.gate_refusals = read.refusals
        batch.rename(out)
    return done


def _digest(path: Path, place: str) -> str:
    try:
        with open_regular(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise CaptureError(
            f"the source cannot be read ({type(error).__name__}).",
            record=place,
            remedy="give an ordinary file that this user may read, not a link.",
        ) from None


def _header(kind: str, recorder: Recorder, told: Told, digests: list[str]) -> dict[str, Any]:
    content = hashlib.sha256("".join(sorted(digests)).encode()).hexdigest()
    person = {"id": told.participant, "name": told.name, "email": told.email, "consent": told.consent_given()}
    return {
        "format": formats.CAPTURE,
        "batch": told.batch or f"{kind}-{content[:12]}",
        "domain": told.domain,
        "environment": told.environment,
        "recorder": {"name": recorder.name, "version": None},
        "applications": sorted(set(told.applications)),
        "participants": [person],
        "entities": [
            {"kind": one.kind, "value": one.value, "aliases": list(one.aliases)} for one in told.entities_given()
        ],
    }


def _write_json(path: Path, value: Any) -> None:
    write_whole(path, (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode())


@dataclass(slots=True)
class _Writer:
    """One session, written as one recording; what cannot be used is refused on the way."""

    batch: Path
    source: Source
    session: Session
    recording: UUID
    told: Told
    done: Imported

    def write(self) -> None:
        """A session without a usable event leaves nothing but its refusals."""
        self.done.passed_over += self.session.passed_over
        home = self.batch / "recordings" / str(self.recording)
        rows = [row for event in sorted(self.session.events, key=_when) if (row := self._row(event, home)) is not None]
        self.done.refusals.extend(self.session.refusals)
        if not rows:
            return
        about = {
            "process_instance_uuid": str(self.recording),
            "process_name": self.told.process,
            "participant": self.told.participant,
            "started_at": rows[0]["timestamp"],
        }
        _write_json(home / "recording.json", about)
        write_whole(home / "events.jsonl", ((canonical(row) + "\n").encode() for row in rows))
        self.done.recordings += 1
        self.done.events += len(rows)
        self.done.screenshots += sum(row["screenshot"] is not None for row in rows)

    def _row(self, event: Found, home: Path) -> dict[str, Any] | None:
        identity = str(uuid5(self.recording, event.at))
        try:
            row: dict[str, Any] = {
                "event_id": identity,
                "timestamp": _stamp(event.moment),
                "action": event.action,
                "value": event.value,
                "application": event.application,
                "screen": event.screen,
                "element": None,
                "coordinates": None,
                "screenshot": None,
                "duration_s": None,
            }
            parse_event(row)
            shot = event.shot if event.shot and shows_no_typing(event.action, event.value) else None
            image = None if shot is None else self._image(shot, event)
            scale = 1.0 if image is None or shot is None or shot.width is None else image[1] / _width(shot.width)
            row["element"] = _element(event, scale)
            row["coordinates"] = _point(event, scale)
            parse_event(row)
        except RecordError as error:
            self.session.refuse(self.source, event.at, error)
            return None
        if image is not None and shot is not None:
            row["screenshot"] = f"{identity}{shot.suffix}"
            write_whole(home / "screenshots" / f"{identity}{shot.suffix}", image[0])
        return row

    def _image(self, shot: Shot, event: Found) -> tuple[bytes, int] | None:
        """The bytes and the width in pixels; None and a refusal for an image that may not be used."""
        try:
            data = shot.read()
            return data, int(decode_image(data, shot.suffix, self.source.limits).shape[1])
        except ImageRefused as error:
            record = self.session.record(self.source, event.at)
            self.session.refusals.append(refusal(record, error.reason))
            return None


def _when(event: Found) -> datetime:
    return event.moment


def _stamp(moment: datetime) -> str:
    """UTC to the millisecond; finer digits are cut."""
    try:
        utc = moment.astimezone(UTC)
    except OverflowError:
        raise RecordError("value_out_of_range", "timestamp") from None
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


def _element(event: Found, scale: float) -> dict[str, Any] | None:
    part = event.element
    if part is None:
        return None
    box = None
    if part.box is not None:
        x0, y0, x1, y1 = (_finite(v * scale) for v in part.box)
        box = [math.floor(x0), math.floor(y0), math.ceil(x1), math.ceil(y1)]
    return {"role": part.role, "name": part.name, "value": part.value, "box": box}


def _point(event: Found, scale: float) -> dict[str, int] | None:
    """Where the pointer was: only a click has a place."""
    if event.point is None:
        return None
    x, y = (math.floor(_finite(v * scale)) for v in event.point)
    return {"x": x, "y": y}


def _width(value: object) -> float:
    """Of a screen: what coordinates and boxes are measured by must be more than nothing."""
    if not isinstance(value, int | float) or not 0 < value < math.inf:
        raise RecordError("value_out_of_range", "coordinates")
    return value


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise RecordError("value_out_of_range", "coordinates")
    return value


def told_of(refusals: Sequence[Refusal]) -> list[tuple[str, int, list[str]]]:
    """(reason, how often, the first places) of refusals, by reason."""
    places: dict[str, list[str]] = defaultdict(list)
    for one in refusals:
        places[one.reason].append(one.record)
    return [(reason, len(found), found[:PLACES_TOLD]) for reason, found in sorted(places.items())]
