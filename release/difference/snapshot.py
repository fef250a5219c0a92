"""What of a release is compared with another one: of a finished bundle, or of one that is being built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from redaction.errors import BundleError
from redaction.work.files import file_digest
from release.bundle.bundle_format import find_bundle
from release.bundle.bundle_models import Certificate, Summary
from release.bundle.manifest import read_manifest
from release.difference.source_tables import SourceTable, tables_in
from release.review.reviewed_bundle import rows_as_signed
from release.verify.problems import VerifyReport
from release.verify.verify_files import check_files, check_seals
from validation.files.bundle_files import CERTIFICATE, MANIFEST, STATISTICS, SUMMARY
from validation.files.file_models import read_file
from validation.files.json_items import json_items
from validation.table.schema import SCHEMA, Row, as_made
from validation.table.statistics import Statistics

_REMEDY = "fetch or build it again; of a bundle that does not hold nothing is told."


@dataclass(frozen=True, slots=True, repr=False)
class Snapshot:
    """One release. `digest` is the SHA-256 of its manifest ("" before there is one), `rows` are by domain;
    `screenshots` maps a name to the SHA-256 of its PNG, `columns` a domain to its columns in order, each "name: type".
    `checks` are the engines that read the finished bundle and what its detectors know by heart: empty before there is a
    certificate."""

    dataset: str
    version: str
    digest: str
    rows: Mapping[str, Sequence[Row]]
    screenshots: Mapping[str, str]
    columns: Mapping[str, tuple[str, ...]]
    figures: Statistics
    policy_digest: str
    policy: tuple[str, ...]
    kinds_kept: frozenset[str]
    engines: Mapping[str, str]
    detectors: frozenset[str]
    checks: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, SourceTable] = field(default_factory=dict)
    """Company sources, by "<domain> / <name>"."""


def open_snapshot(bundle: Path) -> Snapshot:
    """Read a finished bundle. BundleError with the first problem unless every file and screenshot is the one of its
    manifest, every seal is in its form and the manifest is signed: fail closed, nothing is told of another."""
    bundle = find_bundle(bundle)
    manifest = read_manifest(bundle)
    report = VerifyReport(bundle)
    report.guard("files", lambda: check_files(report, manifest))
    report.guard("seals", lambda: check_seals(report))
    if report.problems:
        first = min(report.problems)
        raise BundleError(f"version {manifest.version}: {first.what}", record=first.where, remedy=_REMEDY)
    summary = read_file(Summary, bundle / SUMMARY, _REMEDY)
    return Snapshot(
        dataset=manifest.dataset,
        version=manifest.version,
        digest=file_digest(bundle / MANIFEST),
        rows=read_rows(bundle),
        screenshots={n: entry.sha256 for members in manifest.screenshots.values() for n, entry in members.items()},
        columns={d: _columns(pq.read_schema(bundle / files[1])) for d, files in manifest.domains.items()},
        figures=read_file(Statistics, bundle / STATISTICS, _REMEDY),
        policy_digest=manifest.policy_digest,
        policy=summary.policy,
        kinds_kept=frozenset(manifest.kinds_kept),
        engines=manifest.engines,
        detectors=frozenset(manifest.detectors or ()),
        checks=_checks(read_file(Certificate, bundle / CERTIFICATE, _REMEDY)),
        sources=tables_in(bundle, manifest),
    )


def snapshot_of(
    about: Mapping[str, Any],
    rows: Mapping[str, Sequence[Row]],
    screenshots: Mapping[str, Mapping[str, Mapping[str, int | str]]],
    figures: Statistics,
    policy: Sequence[str],
    sources: Mapping[str, SourceTable],
) -> Snapshot:
    """A release that is being built: `about` opens its manifest, `screenshots` maps archive → member → entry."""
    return Snapshot(
        dataset=about["dataset"],
        version=about["version"],
        digest="",
        rows=rows,
        screenshots={n: str(entry["sha256"]) for members in screenshots.values() for n, entry in members.items()},
        columns=dict.fromkeys(rows, _columns(SCHEMA)),
        figures=figures,
        policy_digest=about["policy_digest"],
        policy=tuple(policy),
        kinds_kept=frozenset(about["kinds_kept"]),
        engines=about["engines"],
        detectors=frozenset(about["detectors"]),
        sources=sources,
    )


def read_rows(bundle: Path) -> dict[str, Sequence[Row]]:
    """The rows of a bundle by domain. BundleError unless each file is the one of the manifest."""
    manifest = read_manifest(bundle)
    rows: dict[str, Sequence[Row]] = {}
    for domain, (name, _, _) in sorted(manifest.domains.items()):
        if name not in manifest.files:
            raise BundleError("a domain has no rows in the manifest.", record=MANIFEST, remedy=_REMEDY)
        rows[domain] = rows_as_signed(bundle, name, manifest.files[name].sha256)
    return rows


def signed_rows(bundle: Path) -> dict[str, Iterator[Row]]:
    """The same, to be gone through once, with one row in memory at a time."""
    manifest = read_manifest(bundle)
    rows: dict[str, Iterator[Row]] = {}
    for domain, (name, _, _) in sorted(manifest.domains.items()):
        if name not in manifest.files or file_digest(bundle / name) != manifest.files[name].sha256:
            raise BundleError("the rows are not the ones in the manifest.", record=name, remedy=_REMEDY)
        rows[domain] = map(as_made, json_items(bundle / name))
    return rows


def _columns(schema: pa.Schema) -> tuple[str, ...]:
    return tuple(f"{column.name}: {column.type}{'' if column.nullable else ', never null'}" for column in schema)


def _checks(certificate: Certificate) -> dict[str, str]:
    answers = {f"list of {name}": told.digest for name, told in (certificate.detectors or {}).items() if told.digest}
    redaction = {f"redaction {name}": version for name, version in (certificate.redaction_engines or {}).items()}
    return {**{f"leak check {name}": version for name, version in certificate.engines.items()}, **redaction, **answers}
