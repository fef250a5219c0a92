"""Croissant (JSON-LD) for the bundle: every file with its SHA-256, one record set a domain over its Parquet file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from release.bundle.bundle_format import LICENSE_URL, DomainFiles
from validation.table.schema import PUBLISHED

CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "equivalentProperty": "cr:equivalentProperty",
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_ENCODINGS = {
    ".json": "application/json",
    ".jsonl": "application/jsonlines",
    ".parquet": "application/x-parquet",
    ".zip": "application/zip",
    ".md": "text/markdown",
}
_TYPES = {"string": "sc:Text", "datetime": "sc:DateTime", "numeric": "sc:Float"}


def croissant(
    *,
    title: str,
    description: str,
    version: str,
    published: str,
    digests: Mapping[str, tuple[int, str]],
    domains: Mapping[str, DomainFiles],
    creator: str,
) -> dict[str, Any]:
    """The JSON-LD. `digests` maps a file name to (bytes, SHA-256); `published` is a date YYYY-MM-DD."""
    distribution: list[dict[str, Any]] = [
        {
            "@type": "cr:FileObject",
            "@id": name,
            "name": name,
            "contentUrl": name,
            "contentSize": f"{size} B",
            "encodingFormat": _ENCODINGS.get(name[name.rfind(".") :] if "." in name else "", "text/plain"),
            "sha256": digest,
        }
        for name, (size, digest) in sorted(digests.items())
    ]
    for files in domains.values():
        distribution.append(
            {
                "@type": "cr:FileSet",
                "@id": f"{files.stem}-screenshot-files",
                "name": f"{files.stem}-screenshot-files",
                "description": "Redacted screenshots, named by the column screenshot_name.",
                "containedIn": {"@id": files.screenshots},
                "encodingFormat": "image/png",
                "includes": "*.png",
            }
        )
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": title,
        "description": description,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": LICENSE_URL,
        "url": f"https://www.kaggle.com/datasets/{creator}",
        "version": version,
        "datePublished": published,
        "creator": {"@type": "sc:Organization", "name": creator.split("/")[0]},
        "citeAs": f"{title}, version {version}.",
        "isLiveDataset": False,
        "distribution": distribution,
        "recordSet": [_record_set(domain, files) for domain, files in domains.items()],
    }


def _record_set(domain: str, files: DomainFiles) -> dict[str, Any]:
    name = f"{files.stem}-interactions"
    fields: Sequence[dict[str, Any]] = [
        _field(name, column.name, column.description, column.kaggle, files) for column in PUBLISHED
    ]
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"One row an interaction, domain {domain}.",
        "key": {"@id": f"{name}/interaction_uuid"},
        "field": fields,
    }


def _field(record_set: str, column: str, description: str, kind: str, files: DomainFiles) -> dict[str, Any]:
    name = f"{record_set}/{column}"
    field: dict[str, Any] = {"@type": "cr:Field", "@id": name, "name": name, "description": description}
    source: dict[str, Any] = {"fileObject": {"@id": files.parquet}, "extract": {"column": column}}
    if column != "interaction_coordinates":
        return {**field, "dataType": _TYPES[kind], "source": source}
    # A structure has no data type of its own in Croissant; its parts do.
    return {
        **field,
        "subField": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{axis}",
                "name": f"{name}/{axis}",
                "description": f"{axis} in pixels.",
                "dataType": "sc:Integer",
                "source": {**source, "transform": {"jsonPath": axis}},
            }
            for axis in "xy"
        ],
    }
