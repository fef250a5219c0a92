"""What the files of a bundle say, as types: strict, frozen, and read in one way.

A field that only some versions have, or that verification judges by itself, has a default; everything else must be
there in its type. What a file says besides is left aside: the manifest is signed as bytes, never as a model.
"""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError


class Said(BaseModel):
    """Strict about types; never shows what it was given."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", hide_input_in_errors=True)


M = TypeVar("M", bound=Said)


class FileEntry(Said):
    """One file or member: its size in bytes and its SHA-256 in hexadecimal."""

    bytes: int
    sha256: str


class InputEntry(Said):
    """One capture batch that went in, by digests: names of batches stay inside."""

    source_digest: str
    policy_digest: str = ""
    domain: str = ""


class Manifest(Said):
    """manifest.json. `domains` maps each to its JSON, Parquet and archive, `screenshots` archive → member → entry."""

    format: str
    dataset: str = ""
    title: str = ""
    version: str
    created: str = ""
    license: str = ""
    policy_digest: str = ""
    canaries: str | None = None
    kinds_kept: tuple[str, ...] = ()
    detectors: tuple[str, ...] | None = None
    inputs: tuple[InputEntry, ...] = ()
    engines: dict[str, str] = {}
    domains: dict[str, tuple[str, str, str]] = {}
    counts: dict[str, int] = {}
    content_digest: str = ""
    files: dict[str, FileEntry]
    screenshots: dict[str, dict[str, FileEntry]]


class UnreadText(Said):
    """What of the text on screenshots could not be read again."""

    regions: int
    unread: int
    screens_by_unread_regions: dict[str, int]


class Certificate(Said):
    """leak_certificate.json, as far as it is judged. `canaries` and `detectors` are judged by those who made them."""

    format: str = ""
    verdict: str = ""
    content_digest: str = ""
    policy_digest: str = ""
    inputs: tuple[str, ...] = ()
    screens_read: bool = False
    screenshots_withheld: int = 0
    findings: tuple[dict[str, Any], ...] | None = None
    canaries: dict[str, Any] | None = None
    detectors: dict[str, Any] | None = None
    text_on_screens: UnreadText | None = None

    @property
    def passed(self) -> bool:
        """It says that everything was read and nothing was found."""
        return self.verdict == "passed" and self.findings == () and self.screens_read


class Summary(Said):
    """redaction_summary.json, as far as it is judged: reason → how many records were refused for it."""

    refused: dict[str, int] = {}


class Process(Said):
    """One entry of processes.json."""

    domain: str
    process_name: str
    in_data: bool


class ScrubbedAbout(Said):
    """batch.json of a scrubbed batch: what went in, what came out, and what it was made with."""

    format: str
    batch: str
    domain: str
    source_digest: str
    policy_digest: str
    funnel: dict[str, int]
    environment: str = ""
    recorder: str = ""
    participants: int = 0
    instances: int = 0
    interactions: int = 0
    screenshots: int = 0
    engines: dict[str, str] = {}


class CountedFinding(Said):
    """One line of findings.jsonl: how often a detector found a kind, where, and how sure it was at least."""

    where: str
    kind: str
    application: str
    process: str
    detector: str
    count: int
    score_min: float
    entity: str | None = None


class Refused(Said):
    """One line of quarantine.jsonl: what stayed out, why, and what to do about it."""

    record: str
    stage: str
    reason: str
    remedy: str


class Receipt(Said):
    """publish_receipt.json: what was published last, by target."""

    format: str
    targets: dict[str, dict[str, Any]]


def parsed(model: type[M], data: bytes) -> M:
    """The model that a JSON text says; ValueError, without a word of the text, for anything else."""
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        raise ValueError(f"wrong: {', '.join(wrong_fields(error))}") from None


def wrong_fields(error: ValidationError) -> list[str]:
    """The names of our own fields that are wrong, sorted; nothing that was found in the file."""
    return sorted({str(e["loc"][0]) for e in error.errors(include_input=False, include_url=False) if e["loc"]})
