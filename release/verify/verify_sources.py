"""Company sources of a bundle: what the list says is there and nothing else, every row is what its schema says, keys
are keys, every reference leads to a row, and every document is that of its row."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from redaction.errors import EntrophyError
from redaction.sources.schema import SourceSchema, check_references, parse_schema
from redaction.sources.typed import RowRefused, day_of, typed_row, unknown
from redaction.sources.values import ids_in
from redaction.work import formats
from redaction.work.json_text import canonical
from release.bundle.bundle_format import json_bytes
from release.bundle.bundle_models import Manifest
from release.verify.problems import VerifyReport
from release.verify.verify_documents import check_documents
from validation.files.source_layout import INDEX, source_member, source_place

_ANEW = "Build it again: the tables of a company are released together."
_MOST = 20
"""Rows of a source that are told one by one."""


def check_sources(report: VerifyReport, manifest: Manifest) -> None:
    """Every archive of sources."""
    for archive in sorted(manifest.sources):
        report.guard(archive, partial(_check_archive, report, archive))


def last_day(bundle: Path, manifest: Manifest) -> str:
    """The last day in any row of any source, as ISO writes it; "" where there is none."""
    last = ""
    for name in sorted(manifest.sources):
        with zipfile.ZipFile(bundle / name) as archive:
            for source in json.loads(archive.read(INDEX))["sources"]:
                schema = parse_schema(archive.read(source_member(source["name"], "schema")))
                dated = [field for field, spec in schema.fields.items() if spec.role == "date"]
                for _, row in _rows(archive, schema.name) if dated else ():
                    found = (day_of(str(row[field])) for field in dated if field in row)
                    last = max([last, *(day.isoformat() for day in found if day is not None)])
    return last


def _rows(archive: zipfile.ZipFile, name: str) -> Iterator[tuple[bytes, Any]]:
    with archive.open(source_member(name, "rows")) as lines:
        for line in lines:
            yield line, json.loads(line)


def _check_archive(report: VerifyReport, name: str) -> None:
    with zipfile.ZipFile(report.bundle / name) as archive:
        members = archive.namelist()
        data = archive.read(INDEX)
        index = json.loads(data)
        if index.get("format") != formats.RELEASED_SOURCES or json_bytes(index) != data:
            report.add(f"{name} {INDEX}", "is no list of sources in the written form", _ANEW)
            return
        listed = {INDEX, *(file for source in index["sources"] for file in source["files"])}
        if listed != {*members}:
            report.add(f"{name} {INDEX}", "lists other files than the archive holds", _ANEW)
            return
        schemas: dict[str, SourceSchema] = {}
        for number, source in enumerate(index["sources"]):
            report.count("sources")
            where = f"{name} source {number}"
            if any((place := source_place(f)) is None or place.name != source["name"] for f in source["files"]):
                report.add(where, "lists a file of another source", _ANEW)
                continue
            try:
                schema = parse_schema(archive.read(source_member(source["name"], "schema")))
            except EntrophyError as error:
                report.add(where, error.message, _ANEW)
                continue
            if schema.name != source["name"] or schema.sort != source["sort"]:
                report.add(where, "has the schema of another source", _ANEW)
                continue
            schemas[schema.name] = schema
            _check_rows(report, archive, where, schema, source["rows"])
            if schema.sort == "documents":
                check_documents(report, archive, where, schema, source["files"])
        unchecked = {*check_references(schemas)}
        for source, schema in sorted(schemas.items()):
            where = f"{name} source {[s['name'] for s in index['sources']].index(source)}"
            _check_references(report, archive, where, schema, schemas, unchecked)


def _check_rows(report: VerifyReport, archive: zipfile.ZipFile, where: str, schema: SourceSchema, count: int) -> None:
    seen: set[str] = set()
    wrong = number = 0
    for number, (line, row) in enumerate(_rows(archive, schema.name), start=1):
        problem = _problem(schema, line, row, seen)
        if problem and (wrong := wrong + 1) <= _MOST:
            report.add(f"{where} line {number}", problem, _ANEW)
    if wrong > _MOST:
        report.add(where, f"{wrong - _MOST} more rows are not what the schema says", _ANEW)
    if number != count:
        report.add(where, f"holds {number} rows where the list says {count}", _ANEW)
    report.count("rows of sources", number)


def _problem(schema: SourceSchema, line: bytes, row: Any, seen: set[str]) -> str:
    """What is wrong with a row; "" where nothing is."""
    if not isinstance(row, dict) or unknown(schema, row):
        return "has not the fields of its schema"
    try:
        typed = typed_row(schema, row, 0)
    except RowRefused as refused:
        return f"field number {refused.field} is not what its schema says"
    if canonical(typed).encode() + b"\n" != line:
        return "is not in the written form"
    key = str(row.get(schema.key))
    if key in seen:
        return "has the key of an earlier row"
    seen.add(key)
    return ""


def _check_references(
    report: VerifyReport,
    archive: zipfile.ZipFile,
    where: str,
    schema: SourceSchema,
    schemas: dict[str, SourceSchema],
    unchecked: set[tuple[str, str]],
) -> None:
    """Every reference leads to a row; target by target, so that the values of one field are in memory."""
    for number, (name, spec) in enumerate(schema.fields.items(), start=1):
        if spec.role != "reference" or (schema.name, name) in unchecked:
            continue
        target = schemas[str(spec.to)]
        by = spec.by or target.key
        there = {str(row[by]) for _, row in _rows(archive, target.name) if by in row}
        lost = sum(
            any(one not in there for one in ids_in(spec, row[name]))
            for _, row in _rows(archive, schema.name)
            if name in row
        )
        report.count("references of sources")
        if lost:
            report.add(where, f"field number {number} leads nowhere in {lost} row(s)", _ANEW)
