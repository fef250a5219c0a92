"""What a recorder does not know and a batch needs: who was recorded, with which consent, where, doing what."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from redaction.capture.capture_schema import RecordError, parse_object
from redaction.capture.paths import read_small
from redaction.capture.reasons import REASONS
from redaction.errors import CaptureError
from redaction.records import DeclaredEntity
from redaction.text.known.entities_file import load_entities

_MOST_CONSENT_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Told:
    """What is told beside the sources. None of it is ever guessed: `missing` names what is not there."""

    participant: str = ""
    process: str = ""
    domain: str = ""
    environment: str = ""
    applications: tuple[str, ...] = ()
    consent: Path | None = None
    name: str | None = None
    email: str | None = None
    batch: str | None = None
    zone: ZoneInfo | None = None
    entities: Path | None = None

    def missing(self) -> list[str]:
        """The options that a batch cannot do without and that were not given, in the order of `entrophy import`."""
        needed = {
            "--participant": self.participant,
            "--consent": self.consent,
            "--environment": self.environment,
            "--application": self.applications,
            "--domain": self.domain,
            "--process": self.process,
        }
        return [option for option, value in needed.items() if not value]

    def require(self) -> None:
        """Raises CaptureError that names every option that is missing."""
        missing = self.missing()
        if missing:
            raise CaptureError(
                f"the recording does not say, and nobody may guess, what {', '.join(missing)} would tell.",
                remedy="give them: the gates of a build stand on them (docs/import.md).",
            )

    def consent_given(self) -> dict[str, Any]:
        """The consent as its file has it; batch.json is checked with it, strictly."""
        assert self.consent is not None
        remedy = "give a JSON file {status, recorded_at, scope, evidence}, as docs/ingest.md says of a consent."
        try:
            data = read_small(self.consent, _MOST_CONSENT_BYTES)
        except OSError:
            raise CaptureError("the consent file cannot be read.", record="--consent", remedy=remedy) from None
        if data is None:
            raise CaptureError("the consent file is no consent: it is too large.", record="--consent", remedy=remedy)
        try:
            return parse_object(data.removeprefix(b"\xef\xbb\xbf"))
        except RecordError as error:
            raise CaptureError(REASONS[error.reason].sentence, record="--consent", remedy=remedy) from None

    def entities_given(self) -> list[DeclaredEntity]:
        """Whom and what the entities file names, in its order. Participants in it (it may be another batch.json) are
        people to be hidden and no participants of this batch: their consents say nothing of it."""
        if self.entities is None:
            return []
        declared, people = load_entities(self.entities)
        names = [DeclaredEntity("person", one.name) for one in people if one.name]
        addresses = [DeclaredEntity("email", one.email) for one in people if one.email]
        return [*declared, *names, *addresses]


def zone_of(name: str | None) -> ZoneInfo | None:
    """The time zone of a name of the IANA database. Raises CaptureError for one that it does not have."""
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # which of them depends on how the name is wrong
        raise CaptureError(
            "there is no time zone of this name.", record="--timezone", remedy="give one such as Europe/Oslo."
        ) from None
