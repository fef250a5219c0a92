"""What the files of a bundle say, as types (validation.files.file_models).

A field that only some versions have, or that verification judges by itself, has a default; everything else must be
there in its type. The manifest is signed as bytes, never as a model.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

from validation.files.file_models import FileModel


class FileEntry(FileModel):
    """One file or member: its size in bytes and its SHA-256 in hexadecimal."""

    bytes: int
    sha256: str


class InputEntry(FileModel):
    """One capture batch that went in, by digests: names of batches stay inside."""

    source_digest: str
    policy_digest: str = ""
    domain: str = ""


class Manifest(FileModel):
    """manifest.json. `created` is the day of publication, or, where none was told, `data_until`, the last day in the
    data ("" in bundles of before). `review_seconds` is how long each screen of the review has to be looked at; 0:
    that is left to the auditor. `domains` maps each to its JSON, Parquet and archive, `screenshots` archive →
    member → entry; `demonstrations` and `sources` likewise, where there are any."""

    format: str
    dataset: str = ""
    title: str = ""
    version: str
    created: str = ""
    data_until: str = ""
    review_seconds: int = 0
    license: str = ""
    policy_digest: str = ""
    canaries: str | None = None
    kinds_kept: tuple[str, ...] = ()
    detectors: tuple[str, ...] | None = None
    inputs: tuple[InputEntry, ...] = ()
    engines: dict[str, str] = Field(default_factory=dict)
    domains: dict[str, tuple[str, str, str]] = Field(default_factory=dict)
    counts: dict[str, int] = Field(default_factory=dict)
    content_digest: str = ""
    files: dict[str, FileEntry]
    screenshots: dict[str, dict[str, FileEntry]]
    demonstrations: dict[str, dict[str, FileEntry]] = Field(default_factory=dict)
    sources: dict[str, dict[str, FileEntry]] = Field(default_factory=dict)


class UnreadScreen(FileModel):
    """A screenshot, by its place in the bundle, and how many regions on it could not be read."""

    where: str
    unread: int


class UnreadText(FileModel):
    """What of the text on screenshots could not be read again."""

    regions: int
    unread: int
    screens_by_unread_regions: dict[str, int]
    most_unread: tuple[UnreadScreen, ...] = ()


class CanaryCell(FileModel, extra="forbid"):
    """How many canaries were planted in one place, field, kind and application, and how many were caught."""

    where: str
    field: str
    kind: str
    application: str
    planted: int
    caught: int


class CanaryShare(FileModel, extra="forbid"):
    """Cells added up: the share that was caught, with its 95% interval; None where nothing was planted."""

    planted: int
    caught: int
    share: float | None
    low: float
    high: float


class KindShare(CanaryShare, extra="forbid"):
    """The share of one kind in one place."""

    where: str
    kind: str


class Canaries(FileModel, extra="forbid"):
    """What redaction.canaries.figures says; where none were planted that alone (`enabled`)."""

    enabled: bool
    floor: float = 0.0
    passed: bool = False
    below: list[str] = Field(default_factory=list)
    text: CanaryShare | None = None
    screen: CanaryShare | None = None
    kinds: list[KindShare] = Field(default_factory=list)
    cells: list[CanaryCell] = Field(default_factory=list)


class Answer(FileModel, extra="forbid"):
    """Whether a detector answered, and the digest of what it knows by heart ("" where that is code)."""

    answers: bool
    digest: str


class CanaryReport(Canaries, extra="forbid"):
    """canaries/report.json of one batch."""

    format: str
    findings: str
    detectors: dict[str, Answer]


class SampledScreens(FileModel, extra="forbid"):
    """How many of the different screenshots were read again, and which share of leaks that does not rule out."""

    screens_read: int
    screens: int
    bound: float


def _or_nothing(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """A section that is not of its form tells nothing."""
    try:
        return read(value)
    except ValidationError:
        return None


class Certificate(FileModel, extra="forbid"):
    """leak_certificate.json."""

    format: str = ""
    verdict: str = ""
    content_digest: str = ""
    policy_digest: str = ""
    inputs: tuple[str, ...] = ()
    engines: dict[str, str] = Field(default_factory=dict)
    read: dict[str, int] = Field(default_factory=dict)
    needles: dict[str, int] = Field(default_factory=dict)
    needles_too_short: int = 0
    sampling: str = ""
    screens_read: bool = False
    screenshots_withheld: int = 0
    rows_withheld: int = 0
    findings: tuple[dict[str, str], ...] | None = None
    canaries: Annotated[Canaries | None, WrapValidator(_or_nothing)] = None
    detectors: dict[str, Answer] | None = None
    redaction_engines: dict[str, str] | None = None
    kinds_kept: tuple[str, ...] | None = None
    sample: SampledScreens | None = None
    text_on_screens: UnreadText | None = None

    @property
    def passed(self) -> bool:
        """It says that everything was read and nothing was found."""
        return self.verdict == "passed" and self.findings == () and self.screens_read


class CountedFinding(FileModel):
    """One line of findings.jsonl: how often a detector found a kind, where, and how sure it was at least."""

    where: str
    kind: str
    application: str
    process: str
    detector: str
    count: int
    score_min: float
    entity: str | None = None


class SummedFinding(CountedFinding):
    """A finding of redaction_summary.json: the same, added up over the batches of a domain."""

    domain: str


class Summary(FileModel):
    """redaction_summary.json. `entities` counts identities by kind, `kinds` findings by kind and place ("text",
    "screen", "source": a table of a company, named as the application), `refused` records by reason."""

    format: str
    policy: tuple[str, ...]
    funnel: dict[str, int]
    entities: dict[str, int]
    kinds: dict[str, dict[str, int]]
    refused: dict[str, int]
    findings: tuple[SummedFinding, ...]


class Signature(FileModel):
    """manifest.sig: Ed25519 over the manifest, key and signature in base64."""

    algorithm: str
    manifest_sha256: str
    public_key: str
    signature: str


class Process(FileModel):
    """One entry of processes.json."""

    domain: str
    process_name: str
    definition: str | None
    in_data: bool


class ScrubbedAbout(FileModel):
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
    engines: dict[str, str] = Field(default_factory=dict)


class ScrubbedDemonstration(FileModel):
    """One line of demonstrations.jsonl of a scrubbed batch: what a demonstration is called, how many states its trace
    has, and whether a film goes with it."""

    instance: str
    name: str
    states: int
    film: bool
    milliseconds: int = 0
    frames: int = 0


class ListedDemonstration(FileModel):
    """A demonstration of demonstrations.json: which instance of the table it is, and what its film has."""

    domain: str
    name: str
    process_instance_uuid: str
    states: int
    frames: int
    milliseconds: int


class DemonstrationIndex(FileModel):
    """demonstrations.json."""

    format: str
    demonstrations: tuple[ListedDemonstration, ...]


class Refused(FileModel):
    """One line of quarantine.jsonl: what stayed out, why, and what to do about it."""

    record: str
    stage: str
    reason: str
    remedy: str


class Receipt(FileModel):
    """publish_receipt.json: what was published last, by target."""

    format: str
    targets: dict[str, dict[str, Any]]


class Component(FileModel, extra="forbid"):
    """What took part in a release, and nothing else about it: no place, no time."""

    type: str
    name: str = Field(min_length=1)
    version: str = Field(min_length=1)
    reference: str = Field("", alias="bom-ref")
    purl: str = ""
    hashes: tuple[dict[str, str], ...] = ()


class BillMetadata(FileModel, extra="forbid"):
    """Entrophy itself; neither when nor with what the bill was written."""

    component: Component


class BillOfMaterials(FileModel):
    """sbom.cdx.json, as far as it is judged."""

    format: str = Field(alias="bomFormat")
    version: str = Field(alias="specVersion")
    metadata: BillMetadata
    components: tuple[Component, ...]
