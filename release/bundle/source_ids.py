"""No captured id in a released source: neither where an id stands, nor in a text. Besides the leak check, which looks
for names and numbers folded and misread, where an id that differs in one sign is another one."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from redaction.errors import CaptureError
from redaction.findings import Kind
from redaction.policy import Policy
from redaction.sources.ids import is_telling, spoken_ids
from redaction.sources.schema import SourceSchema, parse_schema
from redaction.sources.typed import is_made_key
from redaction.sources.values import row_ids, strings_of
from redaction.stages.sources import taken_sources
from redaction.work.store import BatchStore
from validation.files.source_layout import INDEX, is_source_archive, source_member
from validation.leaks.leak_items import Said
from validation.leaks.leak_report import Leak, LeakReport
from validation.leaks.leak_sources import read_items

_HOW = "exact"


def with_captured_ids(report: LeakReport, content: Path, stores: Sequence[BatchStore], policy: Policy) -> LeakReport:
    """The report with every captured id that stands in a released source. Findings name places only."""
    captured = captured_ids(stores, policy)
    if not captured:
        return report
    found: set[Leak] = set()
    for path in sorted(content.iterdir()):
        if is_source_archive(path.name):
            found |= set(_leaks(path, captured))
    return replace(report, findings=tuple(sorted({*report.findings, *found}))) if found else report


def with_spoken_ids(report: LeakReport, folder: Path, stores: Sequence[BatchStore], policy: Policy) -> LeakReport:
    """The report with every place of files that were made from a release where a captured id is named."""
    captured = captured_ids(stores, policy)
    said = (item for path in sorted(folder.iterdir()) for item in read_items(path) if isinstance(item, Said))
    found = {Leak(item.where, "", Kind.ID.value, _HOW) for item in said if _spoken(item.text, captured)}
    return replace(report, findings=tuple(sorted({*report.findings, *found})))


def captured_ids(stores: Sequence[BatchStore], policy: Policy) -> set[int]:
    """Digests of the ids, in small letters, that were captured and do not stay: a million of them are held without one
    of them."""
    kept = {*policy.sources.keep_ids}
    captured: set[int] = set()
    stays: set[int] = set()
    for store in stores:
        for source in taken_sources(store):
            for row in source.rows():
                for name, spec, value in row_ids(source.schema, row):
                    made = name == source.schema.key and is_made_key(source.schema, value)
                    (stays if made or (spec.to or source.name) in kept else captured).add(_digest(value))
    return captured - stays


def _digest(value: str) -> int:
    return int.from_bytes(blake2b(value.casefold().encode(), digest_size=8).digest())


def _leaks(path: Path, captured: Collection[int]) -> Iterator[Leak]:
    with zipfile.ZipFile(path) as archive:
        places = {info.filename: number for number, info in enumerate(archive.infolist())}
        for source in json.loads(archive.read(INDEX))["sources"]:
            schema_at = source_member(source["name"], "schema")
            try:
                schema = parse_schema(archive.read(schema_at))
            except CaptureError:  # where the ids of its rows stand nobody can say
                yield Leak(f"{path.name} member {places[schema_at]}", "", "unreadable", "the schema is none")
                continue
            member = source_member(schema.name, "rows")
            where = f"{path.name} member {places[member]}"
            with archive.open(member) as lines:
                for number, line in enumerate(lines, start=1):
                    if _holds(schema, json.loads(line), captured):
                        yield Leak(f"{where} line {number}", "", Kind.ID.value, _HOW)
            access = source_member(schema.name, "access")
            if access in places and any(_spoken(t, captured) for t in strings_of(json.loads(archive.read(access)))):
                yield Leak(f"{path.name} member {places[access]}", "", Kind.ID.value, _HOW)


def _holds(schema: SourceSchema, row: dict[str, Any], captured: Collection[int]) -> bool:
    row = {name: value for name, value in row.items() if name in schema.fields}  # verify tells the others
    ids = (value for _, _, value in row_ids(schema, row))
    if any(is_telling(value) and _digest(value) in captured for value in ids):
        return True
    texts = (text for name, v in row.items() if schema.fields[name].role == "text" for text in strings_of(v))
    return any(_spoken(text, captured) for text in texts)


def _spoken(text: str, captured: Collection[int]) -> bool:
    """Whether a text names a captured id. A number alone is any number there."""
    return any(not one.isdecimal() and is_telling(one) and _digest(one) in captured for one in spoken_ids(text))
