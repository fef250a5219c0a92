"""batch.json: what the capture team says about a batch. An error here stops the batch: the gates stand on it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

from pydantic import BeforeValidator, ConfigDict, Field, ValidationError

from redaction.capture.capture_schema import (
    Line,
    Name,
    Record,
    RecordError,
    Text,
    Time,
    parse_object,
    problems_of,
    unknown_fields,
)
from redaction.capture.gates import AllowList, Consent, Header
from redaction.capture.paths import read_small, sort_of
from redaction.capture.public_names import PublicIn, problems_of_public
from redaction.capture.readers import CAPTURE_READERS
from redaction.capture.reasons import REASONS
from redaction.errors import CaptureError
from redaction.records import DeclaredEntity, Participant
from redaction.work import formats

_LIMIT = 50_000_000


def _day_or_time(value: object) -> object:
    """A consent may be dated to the day."""
    return f"{value}T00:00:00Z" if isinstance(value, str) and len(value) == 10 else value


class ConsentIn(Record):
    """A consent. Strict: a field that we do not know might limit it."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    status: Literal["granted", "withdrawn", "missing"]
    recorded_at: Annotated[Time | None, BeforeValidator(_day_or_time)] = None
    scope: list[Line] | None = None
    evidence: Text | None = Field(default=None, max_length=10_000)


class ParticipantIn(Record):
    """A recorded person."""

    id: Line = Field(min_length=1, max_length=200)
    name: Text | None = Field(default=None, max_length=500)
    email: Text | None = Field(default=None, max_length=500)
    consent: ConsentIn | None = None


class EntityIn(Record):
    """A person, company, contract … that the capture team knows of."""

    kind: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9 _-]{0,40}$")
    value: Text = Field(min_length=1, max_length=1_000)
    aliases: list[Annotated[Text, Field(min_length=1, max_length=1_000)]] = Field(default_factory=list)


class RecorderIn(Record):
    """The program that recorded."""

    name: Line = Field(min_length=1, max_length=200)
    version: Line | None = Field(default=None, max_length=100)


def _known_format(value: object) -> object:
    """The format names the reader of the recordings; one that is not in the table is refused with those that are."""
    if isinstance(value, str):
        CAPTURE_READERS.open(value, formats.BATCH)
    return value


class BatchIn(Record):
    """batch.json as a whole."""

    format: Annotated[str, BeforeValidator(_known_format)]
    batch: str = Field(pattern=r"^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$")
    domain: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9 _-]{0,31}$")
    environment: Literal["staging", "production"]
    recorder: RecorderIn
    applications: list[Annotated[Name, Field(min_length=1, max_length=300)]]
    participants: list[ParticipantIn]
    entities: list[EntityIn] = Field(default_factory=list)
    demonstrations: dict[Line, Line] = Field(default_factory=dict)
    public: PublicIn = PublicIn()


class SourcesIn(BatchIn):
    """batch.json of company sources: no application was recorded, and a legal basis may stand in place of consents."""

    applications: list[Annotated[Name, Field(min_length=1, max_length=300)]] = Field(default_factory=list)
    participants: list[ParticipantIn] = Field(default_factory=list)
    recorder: RecorderIn = RecorderIn(name="export")
    legal_basis: Text | None = Field(default=None, max_length=10_000)
    sources: list[Annotated[Line, Field(min_length=1, max_length=100)]] = Field(min_length=1)


def read_header(folder: Path) -> Header:
    """Read and check batch.json; raises CaptureError that names every wrong field and quotes none."""
    path = folder / formats.BATCH
    if sort_of(path) == "symlink":
        _stop("batch.json is a symbolic link.", REASONS["symlink"].remedy)
    try:
        data = read_small(path, _LIMIT)
    except OSError:
        _stop(
            "there is no readable batch.json.",
            f"give the folder of a batch in the format {' or '.join(CAPTURE_READERS.names)}.",
        )
    if data is None:
        _stop("batch.json is too large.", "declare fewer entities, or split the batch.")
    try:
        raw = parse_object(data.removeprefix(b"\xef\xbb\xbf"))
    except RecordError as error:
        _stop(REASONS[error.reason].sentence, REASONS[error.reason].remedy)
    try:
        checked = _model(raw).model_validate(raw)
    except ValidationError as error:
        wrong = sorted({f"{_place(place)} ({code})" for code, place in problems_of(error)})
        _stop(f"{len(wrong)} field(s) are wrong: {', '.join(wrong)}.", "correct them; docs/ingest.md has the format.")
    return _header(raw, checked)


def _model(raw: dict[str, Any]) -> type[BatchIn]:
    return SourcesIn if raw.get("format") == formats.SOURCES else BatchIn


def _header(raw: dict[str, Any], checked: BatchIn) -> Header:
    twice = sorted(i for i, n in Counter(p.id for p in checked.participants).items() if n > 1)
    if twice:
        _stop(f"{len(twice)} participant id(s) are used twice.", "give every participant an id of its own.")
    try:
        allowed = AllowList(checked.applications)
    except ValueError:
        _stop(
            "an entry of applications is no application name and no usable host pattern.",
            "give names, hosts, or patterns that end in two literal labels such as *.example.com.",
        )
    _check_public(checked)
    consents = {p.id: _consent(p.consent) for p in checked.participants}
    return Header(
        format=checked.format,
        batch=checked.batch,
        domain=checked.domain,
        environment=checked.environment,
        recorder=" ".join(filter(None, (checked.recorder.name, checked.recorder.version))),
        allowed=allowed,
        participants=tuple(
            Participant(p.id, p.name or None, p.email or None, consents[p.id].status) for p in checked.participants
        ),
        consents=consents,
        entities=tuple(DeclaredEntity(e.kind, e.value, tuple(e.aliases)) for e in checked.entities),
        unknown_fields=_has_unknown(raw),
        demonstrations=dict(checked.demonstrations),
        public_names=tuple(" ".join(name.split()) for name in checked.public.names),
        public_hosts=tuple(host.casefold() for host in checked.public.hosts),
        legal_basis=(checked.legal_basis or "").strip() if isinstance(checked, SourcesIn) else "",
        sources=tuple(checked.sources) if isinstance(checked, SourcesIn) else (),
    )


def _check_public(checked: BatchIn) -> None:
    """Stops where what is declared as public may be somebody's who must be hidden."""
    hidden = [value for entity in checked.entities for value in (entity.value, *entity.aliases)]
    hidden += [value for one in checked.participants for value in (one.name, one.email) if value]
    for place, problem in problems_of_public(checked.public, hidden):
        _stop(f"public.{place} {problem.sentence}", problem.remedy)


def _consent(given: ConsentIn | None) -> Consent:
    if given is None:
        return Consent()
    documented = given.recorded_at is not None and bool((given.evidence or "").strip())
    status = "missing" if given.status == "granted" and not documented else given.status
    return Consent(status, frozenset(item.strip().casefold() for item in given.scope or ()))


def _has_unknown(raw: dict[str, Any]) -> bool:
    return (
        unknown_fields(raw, _model(raw))
        or unknown_fields(raw.get("recorder", {}), RecorderIn)
        or any(unknown_fields(p, ParticipantIn) for p in raw.get("participants", ()))
        or any(unknown_fields(e, EntityIn) for e in raw.get("entities", ()))
    )


def _place(place: str) -> str:
    """A field of a consent that the format does not know is not named: its name was found in the data."""
    head, found, tail = place.partition(".consent.")
    known = not found or tail.split(".")[0] in ConsentIn.model_fields
    return place if known else f"{head}.consent"


def _stop(message: str, remedy: str) -> NoReturn:
    raise CaptureError(message, record=formats.BATCH, remedy=remedy)
