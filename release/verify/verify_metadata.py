"""The host's metadata and Croissant: the rules they must follow, and whether Croissant really loads the rows."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

from release.bundle.bundle_format import LICENSE_NAME
from release.bundle.bundle_models import Manifest
from release.bundle.cards import KEYWORDS
from release.bundle.croissant import CONTEXT
from release.verify.problems import VerifyReport
from release.verify.verify_tables import Tables
from validation.files.bundle_files import CROISSANT, METADATA
from validation.table.schema import COLUMNS


def check_kaggle(report: VerifyReport, manifest: Manifest) -> None:
    """The rules that the host checks, and that its resources exist with all columns in order."""
    metadata = json.loads((report.bundle / METADATA).read_bytes())
    slug = str(metadata.get("id", "")).rpartition("/")[2]
    for what, text, low, high in (
        ("slug", slug, 6, 50),
        ("title", str(metadata.get("title", "")), 6, 50),
        ("subtitle", str(metadata.get("subtitle", "")), 20, 80),
    ):
        if not low <= len(text) <= high:
            report.add(METADATA, f"its {what} has {len(text)} characters", f"Set {low} to {high} in the policy.")
    if metadata.get("licenses") != [{"name": LICENSE_NAME}]:
        report.add(METADATA, f"does not name {LICENSE_NAME} as its one licence")
    if not set(metadata.get("keywords", [])) <= set(KEYWORDS):
        report.add(METADATA, "has keywords that are no tags of the host")
    if not isinstance(metadata.get("isPrivate"), bool):
        report.add(METADATA, "does not say whether the dataset is private")
    names = [column.name for column in COLUMNS]
    tables = {name for domain in manifest.domains.values() for name in domain[:2]}
    resources = {str(resource.get("path")): resource for resource in metadata.get("resources", [])}
    for path in sorted(set(resources) - set(manifest.files)):
        report.add(METADATA, f"names a file that is not in the bundle (resource {sorted(resources).index(path)})")
    for table in sorted(tables):
        fields = resources.get(table, {}).get("schema", {}).get("fields", [])
        if [entry.get("name") for entry in fields] != names:
            report.add(METADATA, f"does not list the columns of {table} in order")
    report.count("resources", len(resources))


def check_croissant(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    """Statements first, because loading trusts them: only then are the records loaded, offline."""
    path = report.bundle / CROISSANT
    stated = json.loads(path.read_bytes())
    safe = stated.get("@context") == CONTEXT
    if not safe:
        report.add(CROISSANT, "has another context than the one of this format")
    for number, entry in enumerate(stated.get("distribution", [])):
        if entry.get("@type") != "cr:FileObject":
            continue
        listed = manifest.files.get(entry.get("contentUrl"))
        if listed is None:
            report.add(CROISSANT, f"distribution {number} is no file of the bundle")
            safe = False
        elif listed.sha256 != entry.get("sha256"):
            report.add(CROISSANT, f"distribution {number} has another SHA-256 than the manifest")
    parquet = {domain[1] for domain in manifest.domains.values()}
    for source in _sources(stated.get("recordSet", [])):
        # Anything else could make the loader unpack archives or read other files.
        if set(source) - {"fileObject", "extract", "transform"} or source["fileObject"].get("@id") not in parquet:
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


def _sources(part: Any) -> Iterator[dict[str, Any]]:
    """Every `source` below a part of the JSON-LD."""
    if isinstance(part, list):
        for one in part:
            yield from _sources(one)
    elif isinstance(part, dict):
        if "source" in part:
            yield part["source"]
        for name in sorted(set(part) - {"source"}):
            yield from _sources(part[name])
