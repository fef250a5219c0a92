"""What tables of company sources tell of somebody who asks to be forgotten: the rows that are theirs, and what stands
in these and nowhere else (addresses, numbers, ids) and belongs to the request from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from redaction.capture.header import read_header
from redaction.capture.readers import CAPTURE_READERS
from redaction.policy import CapturePolicy
from redaction.records import DeclaredEntity
from redaction.sources.readers import Fault, read_rows
from redaction.sources.schema import SourceSchema, parse_schema
from redaction.sources.typed import RowRefused, typed_row
from redaction.sources.values import Row, strings_of
from redaction.withdrawal.forgotten import Forgotten
from redaction.withdrawal.in_sources import is_theirs, own_values
from redaction.withdrawal.requests import Request
from redaction.work import formats
from redaction.work.json_text import json_lines
from redaction.work.stage_records import SOURCE_ROWS

_ROUNDS = 4
"""How often what was learned is looked for again: a log-in of one table may lead to a row of another."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one source, read again whenever they are asked for."""

    schema: SourceSchema
    read: Callable[[], Iterator[Row]]


def captured_rows(folder: Path, policy: CapturePolicy) -> list[Rows]:
    """The sources of a capture batch as if everybody had agreed; none in a batch of another format."""
    from release.withdrawal.concerned import whatever_the_consent

    header = read_header(folder)
    if CAPTURE_READERS.open(header.format).recordings(folder):
        return []

    def rows(schema: SourceSchema, data: Path | None) -> Iterator[Row]:
        # documents without a table say nothing of anybody but in themselves: those leave when they are taken in
        for place, raw in read_rows(data, policy.max_line_bytes) if data is not None else ():
            if not isinstance(raw, Fault):
                try:
                    yield typed_row(schema, raw, place)
                except RowRefused:
                    continue

    batch = whatever_the_consent(folder, header, policy)
    return [Rows(one.schema, lambda one=one: rows(one.schema, one.data)) for one in batch.sources]  # type: ignore[misc]


def taken_rows(batch: Path) -> list[Rows]:
    """The sources that the work folder of a batch holds."""
    home = batch / SOURCE_ROWS
    found = []
    for path in sorted(home.glob(formats.SOURCE_ROWS.format(name="*"))):
        name = path.name.removesuffix(formats.SOURCE_ROWS.format(name=""))
        schema = home / formats.SOURCE_SCHEMA.format(name=name)
        if schema.is_file():
            found.append(Rows(parse_schema(schema.read_bytes()), lambda path=path: json_lines(path)))  # type: ignore[misc]
    return found


def with_rows(request: Request, tables: Sequence[Rows]) -> Request:
    """The request with everything that rows of the person alone tell of him, and the number of rows that are his or
    tell of him."""
    entities = request.entities
    for _ in range(_ROUNDS):
        more = _told(Forgotten(entities=entities), tables)
        if not (more := more - {*entities}):
            break
        entities = (*entities, *sorted(more, key=lambda e: (e.kind, e.value)))
    forgotten = Forgotten(entities=entities)
    count = sum(_tells(rows.schema, row, forgotten) for rows in tables for row in rows.read())
    return replace(request, entities=entities, left_out=replace(request.left_out, source_rows=count))


def _told(forgotten: Forgotten, tables: Iterable[Rows]) -> set[DeclaredEntity]:
    theirs: set[DeclaredEntity] = set()
    for rows in tables:
        for row in rows.read():
            if is_theirs(rows.schema, row, forgotten):
                theirs.update(own_values(rows.schema, row))
    if not theirs:
        return theirs
    shared: set[DeclaredEntity] = set()
    for rows in tables:  # the switchboard of a house is nobody's own
        for row in rows.read():
            if not is_theirs(rows.schema, row, forgotten):
                shared.update(theirs.intersection(own_values(rows.schema, row)))
    return theirs - shared


def _tells(schema: SourceSchema, row: Row, forgotten: Forgotten) -> bool:
    texts = (text for value in row.values() for text in strings_of(value))
    return is_theirs(schema, row, forgotten) or any(map(forgotten.find, texts))
