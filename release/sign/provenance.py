"""How a release came about: an in-toto Statement v1 with a SLSA provenance v1 predicate.

https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md, https://slsa.dev/spec/v1.0/provenance

Subjects are the content files of the bundle. The inputs are capture batches, by the digests that the manifest tells
too. Every stage of every batch is a byproduct, with what it read, what it left, and the code it ran. What a stage left
in the work folder holds captured values, and a digest of something that can be guessed is as good as the thing: those
digests are keyed (HMAC): only the maintainer can tell what they stand for, and everybody that they fit together.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from pydantic import Field

from redaction.ledger.keys import Key
from redaction.work.stage_records import RELEASED, STAGES
from redaction.work.store import BatchStore
from release.bundle.bundle_format import json_bytes
from validation.files.bundle_files import PROVENANCE, SBOM, SEALS
from validation.files.file_models import FileModel

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://slsa.dev/provenance/v1"
BUILD_TYPE = "urn:entrophy:release:v1"
BUILDER = "urn:entrophy:builder"
_INPUT, _STAGE = "capture batch", "stage"


class Link(FileModel, extra="forbid"):
    """One stage of one batch, as it is told: `batch` is the source digest, `inputs` stage → keyed digest of its
    outputs, `outputs` the keyed digest of its own, `files` how many those are, `code` the digest of the redaction's
    code."""

    batch: str
    stage: str
    inputs: dict[str, str]
    outputs: str
    files: int
    code: str


class Descriptor(FileModel):
    """A ResourceDescriptor by its digests."""

    digest: dict[str, str]


class Byproduct(Descriptor, extra="forbid"):
    """A link as a ResourceDescriptor."""

    name: str
    digest: dict[str, str]
    annotations: Link


class BuildDefinition(FileModel):
    """Of what it was made: the inputs, then Entrophy's code, then the bill of materials."""

    resolved_dependencies: tuple[Descriptor, ...] = Field(alias="resolvedDependencies")


class Builder(FileModel):
    """Which Entrophy made it."""

    version: dict[str, str]


class RunDetails(FileModel):
    """Who made it, and the stages."""

    builder: Builder
    byproducts: tuple[Byproduct, ...]


class Predicate(FileModel):
    """SLSA provenance v1, as far as a statement is not written again from elsewhere."""

    build: BuildDefinition = Field(alias="buildDefinition")
    run: RunDetails = Field(alias="runDetails")


class Statement(FileModel):
    """provenance.json."""

    predicate: Predicate

    @property
    def chain(self) -> list[Link]:
        """The links; ValueError where one is told in two ways."""
        for one in self.predicate.run.byproducts:
            if one != _byproduct(one.annotations):
                raise ValueError("a stage is told in two ways")
        return [one.annotations for one in self.predicate.run.byproducts]


class Ingested(FileModel):
    """ingest/batch.json of a batch, as far as a release tells of it."""

    source_digest: str


def source_digest(store: BatchStore) -> str:
    """The digest of the recordings that a batch was made from."""
    return Ingested.model_validate(store.read_json("ingest/batch.json")).source_digest


def links(stores: Sequence[BatchStore], key: Key) -> list[Link]:
    """The chain of every batch, in the order of their source digests. EntrophyError where a stage is not as it was
    left."""
    secret = key.derive("provenance")

    def keyed(batch: str, stage: str, digest: str) -> str:
        return hmac.new(secret, f"{batch} {stage} {digest}".encode(), hashlib.sha256).hexdigest()

    found = []
    for store in stores:
        chain = store.require_released()
        batch = source_digest(store)
        for record in chain:
            inputs = {name: keyed(batch, name, digest) for name, digest in sorted(record.inputs.items())}
            own = keyed(batch, record.stage, record.digest)
            files = len(record.outputs)
            found.append(
                Link(batch=batch, stage=record.stage, inputs=inputs, outputs=own, files=files, code=record.code)
            )
    order = list(STAGES)
    return sorted(found, key=lambda link: (link.batch, order.index(link.stage)))


def statement(
    *,
    files: Mapping[str, str],
    version: str,
    policy_digest: str,
    inputs: Sequence[str],
    chain: Sequence[Link],
    engines: Mapping[str, str],
    house: str,
    entrophy: str,
) -> bytes:
    """The bytes of provenance.json. `files` maps content files to SHA-256, `inputs` are the source digests of the
    batches, `house` is the digest of the code, `entrophy` its version."""
    subjects = [{"name": n, "digest": {"sha256": files[n]}} for n in sorted(files) if n not in (*SEALS, PROVENANCE)]
    dependencies = [{"name": _INPUT, "digest": {"sha256": digest}} for digest in sorted(inputs)]
    dependencies += [
        {"name": "entrophy", "digest": {"sha256": house}},
        {"name": SBOM, "digest": {"sha256": files[SBOM]}, "mediaType": "application/vnd.cyclonedx+json"},
    ]
    return json_bytes(
        {
            "_type": STATEMENT,
            "subject": subjects,
            "predicateType": PREDICATE,
            "predicate": {
                "buildDefinition": {
                    "buildType": BUILD_TYPE,
                    "externalParameters": {"version": version, "policy_sha256": policy_digest},
                    "internalParameters": {"engines": dict(sorted(engines.items()))},
                    "resolvedDependencies": dependencies,
                },
                "runDetails": {
                    "builder": {"id": BUILDER, "version": {"entrophy": entrophy}},
                    "byproducts": [_byproduct(link).model_dump() for link in chain],
                },
            },
        }
    )


def _byproduct(link: Link) -> Byproduct:
    return Byproduct(name=f"{_STAGE} {link.stage}", digest={"hmac-sha256": link.outputs}, annotations=link)


def chain_problems(chain: Sequence[Link], inputs: Sequence[str]) -> list[str]:
    """What is wrong with a chain: a batch without a stage, one too many, or a stage that read something else than the
    stage before it left."""
    problems = []
    left = {(link.batch, link.stage): link.outputs for link in chain}
    if len(left) != len(chain):
        problems.append("tells a stage twice")
    for number, batch in enumerate(sorted(inputs)):
        missing = [stage for stage in RELEASED if (batch, stage) not in left]
        problems += [f"does not tell the stage {stage} of input {number}" for stage in missing]
    problems += ["tells of a batch that is no input"] * bool({link.batch for link in chain} - set(inputs))
    for link in chain:
        about = STAGES.get(link.stage)
        if about is None:
            problems.append("tells of an unknown stage")
        elif link.inputs != {name: left.get((link.batch, name)) for name in sorted(about.reads)}:
            problems.append(f"the stage {link.stage} read something else than the stages before it left")
    return problems
