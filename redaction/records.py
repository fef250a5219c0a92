"""The frozen records that walk through the house: a capture as it came in, a refusal, and the released row."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from redaction.findings import Box

if TYPE_CHECKING:
    from redaction.sources.schema import SourceSchema

Action = Literal["click", "type", "hotkey"]
ConsentStatus = Literal["granted", "withdrawn", "missing", "forgotten"]
"""`forgotten` is never written in batch.json: a request says so (redaction.withdrawal)."""


@dataclass(frozen=True, slots=True)
class Element:
    """The user-interface element under an event. Captured values: never log one."""

    role: str | None = None
    name: str | None = None
    value: str | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted raw event. `timestamp` is aware UTC to the millisecond; `screenshot` a path inside the recording."""

    event_id: str
    timestamp: datetime
    action: Action
    value: str
    application: str
    screen: str
    element: Element | None = None
    coordinates: tuple[int, int] | None = None
    screenshot: Path | None = None
    duration_s: float | None = None


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What a demonstration has beside its recording of the same `instance`: files of its folder, none opened yet.

    `name` is the folder's, "<task_id> @ <time>". `states_s` are the seconds from the start at which the states of the
    trace were; `screenshots` their captured key frames, None where there is none. `screen` is its (width, height) in
    the units of the trace's coordinates. `video` is None where the consent does not cover pictures.
    """

    instance: str
    name: str
    participant: str
    trace: Path
    states_s: tuple[float, ...]
    screenshots: tuple[Path | None, ...]
    screen: tuple[int, int] | None = None
    video: Path | None = None
    sop: Path | None = None
    raw: Path | None = None


@dataclass(frozen=True, slots=True)
class CompanySource:
    """A table of a company, or a folder of documents: its data file (documents need none), its schema, and its access
    rules where it has some; none opened yet."""

    name: str
    schema: SourceSchema
    data: Path | None
    access: Path | None = None
    documents: Path | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """One process instance: the accepted events of one recording in time order."""

    process_instance_uuid: str
    process_name: str
    participant: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Participant:
    """A recorded person, known to the capture team. `name` and `email` are identifiers to be found everywhere."""

    id: str
    name: str | None
    email: str | None
    consent: ConsentStatus


@dataclass(frozen=True, slots=True)
class DeclaredEntity:
    """An entity that the capture team declared in batch.json: must be hidden wherever it appears."""

    kind: str
    value: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Refusal:
    """One thing that was not let in. Carries ids, a stable reason code and a remedy; never a captured value."""

    record: str
    stage: str
    reason: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Batch:
    """A capture batch after the gates: what was accepted, and what was refused and why."""

    batch: str
    domain: str
    environment: str
    recorder: str
    participants: tuple[Participant, ...]
    entities: tuple[DeclaredEntity, ...]
    recordings: tuple[Recording, ...]
    refusals: tuple[Refusal, ...] = field(default=())
    demonstrations: tuple[Demonstration, ...] = ()
    tables: tuple[Path, ...] = ()
    """Index files about the demonstrations."""
    sources: tuple[CompanySource, ...] = ()
    public_names: tuple[str, ...] = ()
    public_hosts: tuple[str, ...] = ()
    """Names and hosts of the recorded applications that identify nobody, as batch.json declares them."""


@dataclass(frozen=True, slots=True)
class Interaction:
    """The released row: the 16 fields of ENTROPHY Table 2, in their published order.

    `timestamp` is "YYYY-MM-DD HH:MM:SS.mmm" UTC, `interaction_coordinates` {"x": int, "y": int} in pixels or None,
    `time_spent` seconds or None.
    """

    process_instance_uuid: str
    process_name: str
    interaction_uuid: str
    class_name: str
    subclass_name: str
    description: str
    timestamp: str
    application_name: str
    screenshot_name: str | None
    screen_name: str
    interaction_type: Literal["Click", "Typing"]
    interaction_value: str
    interaction_coordinates: dict[str, int] | None
    field_name: str | None
    field_value: str | None
    time_spent: float | None

    def as_dict(self) -> dict[str, Any]:
        """The row as a plain dict in field order; the coordinates are a copy."""
        row = {f.name: getattr(self, f.name) for f in fields(self)}
        if self.interaction_coordinates is not None:
            row["interaction_coordinates"] = dict(self.interaction_coordinates)
        return row


INTERACTION_FIELDS: tuple[str, ...] = tuple(f.name for f in fields(Interaction))
