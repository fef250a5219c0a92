"""The host's metadata and Croissant: the rules they must follow, and whether Croissant really loads the rows."""

from __future__ import annotations

import logging

from release.bundle.bundle_format import LICENSE_NAME
from release.bundle.bundle_models import Manifest
from release.bundle.cards import KEYWORDS
from release.bundle.croissant import CONTEXT
from release.bundle.host_models import Croissant, HostMetadata, Licence
from release.verify.problems import VerifyReport
from release.verify.verify_tables import Tables, columns_of
from validation.files.bundle_files import CROISSANT, METADATA
from validation.files.file_models import parsed


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
    stated = parsed(Croissant, path.read_bytes())
    safe = bool(stated.context == CONTEXT)
    if not safe:
        report.add(CROISSANT, "has another context than the one of this format")
    for number, entry in enumerate(stated.distribution):
        if entry.type != "cr:FileObject":
            continue
        listed = manifest.files.get(entry.url)
        if listed is None:
            report.add(CROISSANT, f"distribution {number} is no file of the bundle")
            safe = False
        elif listed.sha256 != entry.sha256:
            report.add(CROISSANT, f"distribution {number} has another SHA-256 than the manifest")
    parquet = {domain[1] for domain in manifest.domains.values()}
    sources = (source for one in stated.record_sets for field in one.fields for source in field.sources())
    if any(source.file.id not in parquet for source in sources):
        report.add(CROISSANT, "has a field that is not read from a Parquet file of the bundle")
        safe = False
    if not safe:
        return
    import mlcroissant

    logging.getLogger("absl").setLevel(logging.ERROR)
    try:
        dataset = mlcroissant.Dataset(jsonld=str(path))
        for issue in sorted(dataset.metadata.issues.errors):
            report.add(CROISSANT, f"is not valid ({len(issue)} characters of detail from mlcroissant)")
        loaded = sum(1 for record_set in dataset.metadata.record_sets for _ in dataset.records(record_set.id))
    except Exception as error:  # noqa: BLE001 - mlcroissant raises many types on a wrong file, and quotes values in them
        report.add(CROISSANT, f"mlcroissant cannot load it ({type(error).__name__})")
        return
    report.count("croissant records", loaded)
    if loaded != sum(map(len, tables.rows.values())):
        report.add(CROISSANT, "does not load as many records as there are rows")
