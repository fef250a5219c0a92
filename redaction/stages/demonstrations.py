"""Demonstrations taken in: their documents through the walk, their video decoded. One that cannot be used as a whole is
refused with its rows; nothing of it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

from redaction.capture.demonstrations import moved_name
from redaction.capture.paths import read_small
from redaction.capture.readers import IngestCounts
from redaction.capture.reasons import refusal
from redaction.capture.shift import offset_s
from redaction.documents.index_files import rewrite_index
from redaction.documents.refusal import DocumentRefused
from redaction.documents.sop import rewrite_sop
from redaction.documents.trace import rewrite_raw_trace, rewrite_trace
from redaction.documents.unit import Each
from redaction.errors import VideoRefused
from redaction.ledger.keys import Key
from redaction.policy import Policy
from redaction.records import Batch, Demonstration, Recording, Refusal
from redaction.stages.documents import RAW, SOP, TRACE, hiding
from redaction.stages.films import (
    DemonstrationIn,
    FilmOf,
    as_dict,
    take_film,
)
from redaction.withdrawal.forgotten import Forgotten
from redaction.work.files import write_whole
from redaction.work.progress import Progress
from redaction.work.stage_records import DEMONSTRATIONS, DOCUMENTS
from redaction.work.store import BatchStore


@dataclass(slots=True)
class Taken:
    """What came of the demonstrations of a batch: instances that were refused with their rows, every refusal, of each
    captured key frame the (name, file) of the frame that shows the same, and how many pixels of a film one unit of its
    trace's coordinates is, across and down."""

    refused: set[str] = field(default_factory=set)
    refusals: list[Refusal] = field(default_factory=list)
    key_frames: dict[Path, tuple[str, Path]] = field(default_factory=dict)
    scales: dict[str, tuple[float, float]] = field(default_factory=dict)


def take_demonstrations(
    batch: Batch, store: BatchStore, policy: Policy, progress: Progress, key: Key | None, forgotten: Forgotten
) -> Taken:
    """Decode every video and take every document in; leaves ingest/demonstrations.jsonl and ingest/documents/.

    What tells of those who are to be `forgotten` is masked in the documents that are left.
    """
    taken = Taken()
    _clear(store)
    if not batch.demonstrations:
        return taken
    accepted: list[DemonstrationIn] = []
    each = hiding(forgotten)
    progress("decode videos", 0, len(batch.demonstrations))
    for done, one in enumerate(batch.demonstrations, start=1):
        by = _moved(one, policy, key)
        name = moved_name(one.name, by)
        try:
            film = take_film(one, name, store, policy)
            documents = _documents(one, name, by, policy, each)
        except (VideoRefused, DocumentRefused) as error:
            what = "video" if isinstance(error, VideoRefused) else "trace"
            taken.refused.add(one.instance)
            taken.refusals.append(refusal(f"{one.instance}/{what}", error.reason))
        else:
            for file, data in documents.items():
                write_whole(store.file(f"{DOCUMENTS}/{file}"), data)
            accepted.append(DemonstrationIn(one.instance, name, one.participant, film, len(one.states_s)))
            taken.key_frames |= _key_frames(one, film, store)
            if film is not None and one.screen is not None:
                taken.scales[one.instance] = film.width / one.screen[0], film.height / one.screen[1]
        progress("decode videos", done, len(batch.demonstrations))
    called = {one.instance: one.name for one in accepted}
    names = {one.name: called[one.instance] for one in batch.demonstrations if one.instance in called}
    for path in batch.tables:
        try:
            made = rewrite_index(path.name, _read(path, policy.capture.max_document_bytes), each, names)
            write_whole(store.file(f"{DOCUMENTS}/{path.name}"), made.data)
            told = {"unknown_field": made.dropped, "index_rows": made.rows_broken, "index_values": made.emptied}
            taken.refusals += [refusal(path.name, reason) for reason, number in told.items() if number]
        except DocumentRefused as error:
            taken.refusals.append(refusal(path.name, error.reason))
    store.write_lines(DEMONSTRATIONS, map(as_dict, accepted))
    return taken


def with_taken(batch: Batch, counts: IngestCounts, taken: Taken) -> tuple[Batch, IngestCounts]:
    """The batch and its counts without the recordings of demonstrations that were refused; coordinates of the others
    in pixels of their films."""
    gone = [r for r in batch.recordings if r.process_instance_uuid in taken.refused]
    kept = tuple(
        _in_pixels(r, taken.scales.get(r.process_instance_uuid, (1.0, 1.0)))
        for r in batch.recordings
        if r.process_instance_uuid not in taken.refused
    )
    return replace(batch, recordings=kept), replace(
        counts,
        recordings_accepted=counts.recordings_accepted - len(gone),
        events_accepted=counts.events_accepted - sum(len(r.events) for r in gone),
    )


def _in_pixels(recording: Recording, scale: tuple[float, float]) -> Recording:
    if scale == (1.0, 1.0):
        return recording
    events = tuple(
        replace(e, coordinates=(round(e.coordinates[0] * scale[0]), round(e.coordinates[1] * scale[1])))
        if e.coordinates is not None
        else e
        for e in recording.events
    )
    return replace(recording, events=events)


def _clear(store: BatchStore) -> None:
    store.file(DEMONSTRATIONS).unlink(missing_ok=True)
    home = store.file(DOCUMENTS)
    for path in home.iterdir() if home.is_dir() else ():
        path.unlink()


def _moved(one: Demonstration, policy: Policy, key: Key | None) -> timedelta:
    days = policy.capture.shift_times_days
    return timedelta(seconds=offset_s(key.derive("times"), one.participant, days)) if days and key else timedelta()


def _documents(one: Demonstration, name: str, by: timedelta, policy: Policy, each: Each) -> Mapping[str, bytes]:
    """File of ingest/documents → the document as it came in, in its written form. Raises DocumentRefused."""
    limit = policy.capture.max_document_bytes
    found = {f"{one.instance}{TRACE}": rewrite_trace(_read(one.trace, limit), each, shift=by)}
    if one.sop is not None:
        found[f"{one.instance}{SOP}"] = rewrite_sop(_read(one.sop, limit), each)
    if one.raw is not None and policy.demonstrations.raw_trace == "scrub":
        found[f"{one.instance}{RAW}"] = rewrite_raw_trace(_read(one.raw, limit), each, shift=by)
    return found


def _read(path: Path, limit: int) -> bytes:
    try:
        data = read_small(path, limit)
    except OSError:
        raise DocumentRefused("a document cannot be opened.", reason="recording_unreadable") from None
    if data is None:
        raise DocumentRefused("a document is too large.", reason="line_too_long")
    return data


def _key_frames(one: Demonstration, film: FilmOf | None, store: BatchStore) -> dict[Path, tuple[str, Path]]:
    if film is None:
        return {}
    home = one.trace.parent / "screenshots"
    frames = [film.shown(state) for state in range(len(one.states_s))]
    return {home / f"{state}.png": (name, store.file(file)) for state, (name, file) in enumerate(frames)}
