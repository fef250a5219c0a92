"""The company sources of two releases, compared row by row under their released keys: counts by source and field.

A row whose key is another one now is told as one that went and one that came. Digests of the older rows are in memory,
and whole ones of those alone that changed.
"""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from redaction.sources.schema import SourceSchema, parse_schema
from redaction.work.json_text import canonical
from release.bundle.batches import ScrubbedBatch
from release.bundle.bundle_models import Manifest
from validation.files.file_models import FileModel
from validation.files.source_layout import INDEX, source_member

Row = Mapping[str, Any]
TOLD_AGAIN = ("text", "person", "company", "identifier")
"""Roles of fields whose other values are another redaction of the same."""


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A source of a release; its rows are read again whenever they are asked for."""

    schema: SourceSchema
    rows: Callable[[], Iterator[Row]]


class SourceChange(FileModel):
    """What became of one source, "<domain> / <name>": rows by key that came, went, or are other ones; for each field
    the rows of both in which it is another one, those of `redacted` because of another redaction; fields of the schema
    that came, went or are other ones."""

    name: str
    added: int
    removed: int
    changed: int
    cells: dict[str, int]
    redacted: tuple[str, ...]
    fields_added: int
    fields_removed: int
    fields_changed: int


def tables_in(bundle: Path, manifest: Manifest) -> dict[str, SourceTable]:
    """The sources of a bundle whose files are those of its manifest."""
    found = {}
    for name in sorted(manifest.sources):
        with zipfile.ZipFile(bundle / name) as archive:
            index = json.loads(archive.read(INDEX))
            for source in index["sources"]:
                if source["sort"] == "table":
                    schema = parse_schema(archive.read(source_member(source["name"], "schema")))
                    rows = partial(_rows, bundle / name, source_member(source["name"], "rows"))
                    found[f"{index['domain']} / {source['name']}"] = SourceTable(schema, rows)
    return found


def _rows(path: Path, member: str) -> Iterator[Row]:
    with zipfile.ZipFile(path) as archive, archive.open(member) as lines:
        yield from map(json.loads, lines)


def tables_of(batches: Iterable[ScrubbedBatch]) -> dict[str, SourceTable]:
    """The sources of a release that is being built."""
    return {
        f"{batch.domain} / {one.name}": SourceTable(
            batch.sources.schema(one.name), partial(batch.sources.rows, one.name)
        )
        for batch in batches
        for one in batch.sources.about
        if one.sort == "table"
    }


def changed_sources(old: Mapping[str, SourceTable], new: Mapping[str, SourceTable]) -> tuple[SourceChange, ...]:
    """Every source that came, went or changed, by name."""
    found = [_change(name, old.get(name), new.get(name)) for name in sorted({*old, *new})]
    return tuple(one for one in found if one is not None)


def _change(name: str, old: SourceTable | None, new: SourceTable | None) -> SourceChange | None:
    before = {key: _digest(row) for key, row in _keyed(old)}
    changed, added, there = set(), 0, set()
    for key, row in _keyed(new):
        if key not in before:
            added += 1
            continue
        there.add(key)
        if before[key] != _digest(row):
            changed.add(key)
    cells: Counter[str] = Counter()
    whole = {key: row for key, row in _keyed(old) if key in changed} if changed else {}
    for key, row in _keyed(new) if changed else ():
        if key in changed:
            one = whole[key]
            cells.update(field for field in {**one, **row} if one.get(field) != row.get(field))
    one, other = (table.schema.fields if table is not None else {} for table in (old, new))
    fields = [len({*other} - {*one}), len({*one} - {*other}), sum(one[f] != other[f] for f in {*one} & {*other})]
    if old is None or new is None:  # a source that came or went is told by its rows
        fields = [0, 0, 0]
    removed = len(before) - len(there)
    if not (added or removed or changed or any(fields)):
        return None
    roles = {**one, **other}
    return SourceChange(
        name=name,
        added=added,
        removed=removed,
        changed=len(changed),
        cells=dict(sorted(cells.items())),
        redacted=tuple(sorted(field for field in cells if roles[field].role in TOLD_AGAIN)),
        fields_added=fields[0],
        fields_removed=fields[1],
        fields_changed=fields[2],
    )


def _keyed(table: SourceTable | None) -> Iterator[tuple[str, Row]]:
    if table is not None:
        for row in table.rows():
            yield str(row.get(table.schema.key)), row


def _digest(row: Row) -> bytes:
    return blake2b(canonical(row).encode(), digest_size=16).digest()
