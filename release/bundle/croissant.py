"""Croissant (JSON-LD) for the bundle: every file with its SHA-256, and of each domain the rows, the screenshots, and
both together as record sets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from release.bundle.bundle_format import LICENSE_URL, DomainFiles
from validation.table.schema import PUBLISHED, Column

CONTEXT_BEFORE: dict[str, Any] = {
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
"""Of Croissant 1.0, which bundles of before speak."""
CONTEXT: dict[str, Any] = CONTEXT_BEFORE | {
    "arrayShape": "cr:arrayShape",
    "containedIn": "cr:containedIn",
    "description": {"@container": "@language"},
    "isArray": "cr:isArray",
    "name": {"@container": "@language"},
}
CONFORMS_BEFORE = "http://mlcommons.org/croissant/1.0"
CONFORMS = ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"]
_ENCODINGS = {
    ".json": "application/json",
    ".jsonl": "application/jsonlines",
    ".parquet": "application/x-parquet",
    ".zip": "application/zip",
    ".md": "text/markdown",
    ".ipynb": "application/x-ipynb+json",
}
_TYPES = {"string": "sc:Text", "datetime": "sc:DateTime", "numeric": "sc:Float"}


def croissant(
    *,
    title: str,
    description: str,
    version: str,
    published: str,
    days: tuple[str, str],
    digests: Mapping[str, tuple[int, str]],
    domains: Mapping[str, DomainFiles],
    dataset: str,
    url: str,
    keywords: Sequence[str],
    responsible: Mapping[str, str | list[str]],
) -> dict[str, Any]:
    """The JSON-LD. `digests` maps a file name to (bytes, SHA-256); `published` is a date YYYY-MM-DD, `days` are the
    first and the last one in the data; `dataset` is owner/slug; `responsible` holds properties of the vocabulary for
    responsible AI."""
    owner = {"@type": "sc:Organization", "name": dataset.split("/")[0]}
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": title,
        "description": description,
        "conformsTo": CONFORMS,
        "license": LICENSE_URL,
        "url": url,
        "version": version,
        "datePublished": published,
        "temporalCoverage": "/".join(days),
        "creator": owner,
        "publisher": owner,
        "keywords": [*keywords],
        "citeAs": f"{title}, version {version}.",
        "isLiveDataset": False,
        "rai:dataCollectionTimeFrame": [*days],
        **responsible,
        "distribution": distribution(digests, domains.values()),
        "recordSet": [
            record for domain, files in domains.items() for record in record_sets(domain, files, PUBLISHED, images=True)
        ],
    }


def distribution(digests: Mapping[str, tuple[int, str]], domains: Collection[DomainFiles]) -> list[dict[str, Any]]:
    """Every file, and the screenshots in each archive."""
    files: list[dict[str, Any]] = [
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
    sets = [
        {
            "@type": "cr:FileSet",
            "@id": _file_set(of),
            "name": _file_set(of),
            "description": "Redacted screenshots, named by the column screenshot_name.",
            "containedIn": {"@id": of.screenshots},
            "encodingFormat": "image/png",
            "includes": "*.png",
        }
        for of in domains
    ]
    of_demonstrations = [
        {
            "@type": "cr:FileSet",
            "@id": f"{of.stem}-demonstration-{what}",
            "name": f"{of.stem}-demonstration-{what}",
            "description": said,
            "containedIn": {"@id": of.demonstrations},
            "encodingFormat": encoding,
            "includes": includes,
        }
        for of in domains
        if of.demonstrations in digests
        for what, said, encoding, includes in _OF_DEMONSTRATIONS
    ]
    of_sources = [
        {
            "@type": "cr:FileSet",
            "@id": f"{of.stem}-source-{what}",
            "name": f"{of.stem}-source-{what}",
            "description": said,
            "containedIn": {"@id": of.sources},
            "encodingFormat": encoding,
            "includes": includes,
        }
        for of in domains
        if of.sources in digests
        for what, said, encoding, includes in _OF_SOURCES
    ]
    return files + sets + of_demonstrations + of_sources


_OF_DEMONSTRATIONS = (
    ("traces", "States of the browser and actions, in turn.", "application/json", "data/demos/*/*.json"),
    ("videos", "Screen videos made anew of redacted frames.", "video/mp4", "data/demos/*/*.mp4"),
    ("key-frames", "The frame that shows each state.", "image/png", "data/demos/*/screenshots/*.png"),
    ("guides", "Written guides.", "text/plain", "data/demos/*/SOP - *.txt"),
)
"""Name, description, encoding and pattern of the files of demonstrations in an archive."""


_OF_SOURCES = (
    ("rows", "Rows of company sources, one a line.", "application/jsonlines", "sources/*/data.jsonl"),
    ("schemas", "Fields, types and references of company sources.", "application/json", "sources/*/schema.json"),
    ("access", "Who may do what with a source.", "application/json", "access/*.json"),
)


def _file_set(files: DomainFiles) -> str:
    return f"{files.stem}-screenshot-files"


def rows_of(files: DomainFiles) -> str:
    """The id of the record set that is read from the table of a domain and nothing else."""
    return f"{files.stem}-interactions"


def record_sets(domain: str, files: DomainFiles, columns: Sequence[Column], *, images: bool) -> list[dict[str, Any]]:
    """The rows of a domain; with `images` also its screenshots, and the rows joined with them. Apart, because a reader
    of joined rows unpacks the archive and holds every screenshot of it."""
    rows = rows_of(files)
    fields = [_field(rows, column, files) for column in columns]
    found = [_records(rows, f"One row an interaction, domain {domain}.", "interaction_uuid", fields)]
    if not images:
        return found
    shots, joined = f"{files.stem}-screenshots", f"{rows}-with-screenshots"
    inside = {"@id": _file_set(files)}
    shown = [
        _made(f"{shots}/name", "File name.", "sc:Text", {"fileSet": inside, "extract": {"fileProperty": "filename"}}),
        _made(f"{shots}/image", "PNG.", "sc:ImageObject", {"fileSet": inside, "extract": {"fileProperty": "content"}}),
    ]
    found.append(_records(shots, f"The redacted screenshots, domain {domain}.", "name", shown))
    fields = [_field(joined, column, files) for column in columns]
    for field in fields:
        if field["@id"] == f"{joined}/screenshot_name":
            field["references"] = {"field": {"@id": f"{shots}/name"}}
    image = {"field": {"@id": f"{shots}/image"}}
    fields.append(_made(f"{joined}/screenshot", "The screenshot; null if none was taken.", "sc:ImageObject", image))
    said = f"One row an interaction with its screenshot, domain {domain}."
    return [*found, _records(joined, said, "interaction_uuid", fields)]


def _records(name: str, description: str, key: str, fields: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": description,
        "key": {"@id": f"{name}/{key}"},
        "field": [*fields],
    }


def _made(name: str, description: str, kind: str, source: dict[str, Any]) -> dict[str, Any]:
    about = {"@type": "cr:Field", "@id": name, "name": name, "description": description}
    return {**about, "dataType": kind, "source": source}


def _field(record_set: str, column: Column, files: DomainFiles) -> dict[str, Any]:
    name = f"{record_set}/{column.name}"
    source: dict[str, Any] = {"fileObject": {"@id": files.parquet}, "extract": {"column": column.name}}
    if column.name != "interaction_coordinates":
        return _made(name, column.description, _TYPES[column.kaggle], source)
    # A structure has no data type of its own in Croissant; its parts do.
    parts = [
        _made(f"{name}/{axis}", f"{axis} in pixels.", "sc:Integer", {**source, "transform": {"jsonPath": axis}})
        for axis in "xy"
    ]
    return {"@type": "cr:Field", "@id": name, "name": name, "description": column.description, "subField": parts}
