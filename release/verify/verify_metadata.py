"""The host's metadata and Croissant: the rules they must follow, and whether Croissant really loads the rows."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from release.bundle.bundle_format import LICENSE_NAME, DomainFiles, json_bytes
from release.bundle.bundle_models import Manifest
from release.bundle.cards import KEYWORDS
from release.bundle.croissant import (
    CONFORMS,
    CONFORMS_BEFORE,
    CONTEXT,
    CONTEXT_BEFORE,
    distribution,
    record_sets,
    rows_of,
)
from release.bundle.host_models import Croissant, HostMetadata, Licence
from release.verify.problems import VerifyReport
from release.verify.verify_tables import Tables, columns_of
from validation.files.bundle_files import CROISSANT, METADATA, PROVENANCE, ROW_SCHEMA, SEALS
from validation.files.file_models import parsed
from validation.table.row_schema import without_descriptions

_YOUNGER = frozenset({CROISSANT, METADATA, PROVENANCE})
"""Files of the content that Croissant does not list, because they are written after it or are it."""


def check_kaggle(report: VerifyReport, manifest: Manifest) -> None:
    """The rules that the host checks, and that its resources exist with all columns in order."""
    metadata = parsed(HostMetadata, (report.bundle / METADATA).read_bytes())
    slug = metadata.id.rpartition("/")[2]
    for what, text, low, high in (
        ("slug", slug, 6, 50),
        ("title", metadata.title or "", 6, 50),
        ("subtitle", metadata.subtitle or "", 20, 80),
    ):
        if not low <= len(text) <= high:
            report.add(METADATA, f"its {what} has {len(text)} characters", f"Set {low} to {high} in the policy.")
    if metadata.licenses != [Licence(name=LICENSE_NAME)]:
        report.add(METADATA, f"does not name {LICENSE_NAME} as its one licence")
    if not set(metadata.keywords) <= set(KEYWORDS):
        report.add(METADATA, "has keywords that are no tags of the host")
    if metadata.private is None:
        report.add(METADATA, "does not say whether the dataset is private")
    names = [column.name for column in columns_of(manifest)]
    tables = {name for domain in manifest.domains.values() for name in domain[:2]}
    resources = {resource.path: resource.table for resource in metadata.resources}
    for path in sorted(set(resources) - set(manifest.files)):
        report.add(METADATA, f"names a file that is not in the bundle (resource {sorted(resources).index(path)})")
    for table in sorted(tables):
        stated = resources.get(table)
        if stated is None or [column.name for column in stated.fields] != names:
            report.add(METADATA, f"does not list the columns of {table} in order")
    report.count("resources", len(resources))


def check_croissant(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    """Statements first, because loading trusts them: only then are the records loaded, offline."""
    path = report.bundle / CROISSANT
    data = path.read_bytes()
    stated = parsed(Croissant, data)
    known_so_far = len(report.problems)
    if json_bytes(json.loads(data)) != data:
        report.add(CROISSANT, "is not in the written form")
    before = ROW_SCHEMA not in manifest.files
    if (stated.context, stated.form) != ((CONTEXT_BEFORE, CONFORMS_BEFORE) if before else (CONTEXT, CONFORMS)):
        report.add(CROISSANT, "has another context than the one of this format")
    files = {domain: DomainFiles(Path(names[0]).stem) for domain, names in manifest.domains.items()}
    digests = {n: (e.bytes, e.sha256) for n, e in manifest.files.items() if n not in SEALS | _YOUNGER}
    wanted = distribution(digests, files.values())
    records = [record for of in files for record in record_sets(of, files[of], columns_of(manifest), images=not before)]
    for what, told, known in (
        ("distribution", stated.distribution, wanted),
        ("record set", stated.record_sets, records),
    ):
        if len(told) != len(known):
            report.add(CROISSANT, f"has {len(told)} of what it calls {what}, and not {len(known)}")
        for number, (one, other) in enumerate(zip(told, known, strict=False)):
            if without_descriptions(one) != without_descriptions(other):
                report.add(CROISSANT, f"{what} {number} is not what it is in the manifest and the columns")
    if not before and tables.days:
        days = f"{min(tables.days)}/{max(tables.days)}"
        if {stated.covers, "/".join(stated.time_frame)} != {days}:
            report.add(CROISSANT, "tells of other days than the rows")
    if len(report.problems) > known_so_far:
        return
    import mlcroissant

    logging.getLogger("absl").setLevel(logging.ERROR)
    try:
        dataset = mlcroissant.Dataset(jsonld=str(path))
        for issue in sorted(dataset.metadata.issues.errors):
            report.add(CROISSANT, f"is not valid ({len(issue)} characters of detail from mlcroissant)")
        # Not the screenshots: for them mlcroissant unpacks archives into a cache.
        loaded = sum(1 for of in files.values() for _ in dataset.records(rows_of(of)))
    except Exception as error:  # noqa: BLE001 - mlcroissant raises many types on a wrong file, and quotes values in them
        report.add(CROISSANT, f"mlcroissant cannot load it ({type(error).__name__})")
        return
    report.count("croissant records", loaded)
    if loaded != sum(map(len, tables.rows.values())):
        report.add(CROISSANT, "does not load as many records as there are rows")
