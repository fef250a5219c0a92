"""Company sources taken in: row by row through schema, keys and references. What is refused is told, the rest goes on.

Rows are spooled line by line, and keys lie in an embedded database that goes when the stage is done: memory does not
grow with the table.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redaction.capture.paths import read_small
from redaction.capture.reasons import refusal
from redaction.policy import Policy
from redaction.records import Batch, CompanySource, DeclaredEntity, Refusal
from redaction.sources.keys import Keys, scratch_database
from redaction.sources.readers import Fault, read_rows
from redaction.sources.schema import PAGES, SourceSchema, check_references, parse_schema
from redaction.sources.typed import RowRefused, typed_row, unknown
from redaction.sources.values import Row, hidden_values, ids_in, kept_texts, texts_of
from redaction.stages.taken_documents import TakenDocuments, take_documents, taken_documents
from redaction.text.inputs import TextInput
from redaction.withdrawal.forgotten import Forgotten
from redaction.withdrawal.in_sources import RowForgotten, leads_to_them, rules_without_them, without_them
from redaction.work import formats
from redaction.work.files import write_whole
from redaction.work.json_text import canonical, json_lines
from redaction.work.progress import Progress
from redaction.work.stage_records import SOURCE_PAGES, SOURCE_ROWS, SOURCES
from redaction.work.store import BatchStore

MOST_TOLD = 1_000
"""Refusals of single rows that are told of each source, for each reason; more are counted in one line."""
_TOLD_EVERY = 5_000
_KEY = ""
"""What the key of a source is called among the fields that references lead to: no field is called so."""


@dataclass(slots=True)
class _Refusals:
    """Refusals of one source: the first of each reason one by one, the rest as a number."""

    source: str
    told: list[Refusal] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def row(self, place: int, reason: str, concerned: int = 0) -> None:
        """A row that is not let in, by its place from 0; `concerned` is the number of a field, from 1."""
        self.counts[reason] += 1
        if self.counts[reason] <= MOST_TOLD:
            named = f"number {concerned} of the schema" if concerned else ""
            self.told.append(refusal(f"{self.source}[{place}]", reason, concerned=named))

    def all(self) -> Iterator[Refusal]:
        """Those told, and how many more."""
        yield from self.told
        for reason, count in sorted(self.counts.items()):
            if count > MOST_TOLD:
                yield refusal(f"{self.source} ({count - MOST_TOLD} more rows)", reason)


def take_sources(
    batch: Batch, store: BatchStore, policy: Policy, progress: Progress, forgotten: Forgotten
) -> list[Refusal]:
    """Read every source; leaves ingest/sources.json and ingest/sources/. Returns what was refused."""
    _clear(store)
    if not batch.sources:
        return []
    refusals: list[Refusal] = []
    index: list[dict[str, Any]] = []
    schemas = {source.name: source.schema for source in batch.sources}
    unchecked = {*check_references(schemas)}
    refusals += [
        refusal(name, "reference_unchecked", concerned=_number(schemas[name], field)) for name, field in unchecked
    ]
    with scratch_database(store.path) as connection:
        keys = Keys(connection)
        told = {source.name: _Refusals(source.name) for source in batch.sources}
        read = {
            s.name: _spool(s, store, policy, keys, schemas, told[s.name], progress, forgotten) for s in batch.sources
        }
        kept = _referring(batch.sources, store, keys, schemas, unchecked, told, forgotten)
    for source in batch.sources:
        refusals += told[source.name].all()
        if not kept[source.name]:
            refusals.append(refusal(source.name, "source_empty"))
            rows_path(store, source.name).unlink()
            continue
        write_whole(_file(store, formats.SOURCE_SCHEMA, source.name), _json(source.schema.as_json()))
        refusals += _access(source, store, policy, forgotten)
        index.append({"name": source.name, "rows_in": read[source.name], "rows": kept[source.name]})
    store.write_json(SOURCES, {"sources": index})
    return refusals


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n"


def _number(schema: SourceSchema, name: str) -> str:
    return f"number {[*schema.fields].index(name) + 1} of the schema"


def _clear(store: BatchStore) -> None:
    store.file(SOURCES).unlink(missing_ok=True)
    for home in (store.file(SOURCE_ROWS), store.file(SOURCE_PAGES)):
        for path in home.iterdir() if home.is_dir() else ():
            path.unlink()


def _spool(
    source: CompanySource,
    store: BatchStore,
    policy: Policy,
    keys: Keys,
    schemas: Mapping[str, SourceSchema],
    told: _Refusals,
    progress: Progress,
    forgotten: Forgotten,
) -> int:
    """Write the rows that are what the schema says, each with its place in the captured file; returns how many there
    were."""
    schema = source.schema
    wanted = {spec.by for other in schemas.values() for spec in other.references.values() if spec.to == source.name}
    fields = sorted(f for f in wanted if f is not None and f in schema.fields)
    documents = take_documents(source, store, progress, forgotten) if source.documents is not None else None
    count = 0

    def captured() -> Iterator[tuple[int, dict[str, Any] | Fault]]:
        if source.data is not None:
            yield from read_rows(source.data, policy.capture.max_line_bytes)
        elif documents is not None:
            yield from ((number, {schema.key: name}) for number, name in documents.names())

    def rows() -> Iterator[bytes]:
        nonlocal count
        for place, raw in captured():
            count += 1
            if isinstance(raw, Fault):
                told.row(place, raw.reason)
                continue
            if documents is not None:
                taken = documents.of(str(raw.get(schema.key)))
                if taken.reason:
                    told.row(place, taken.reason)
                    continue
                raw = {**raw, PAGES: [*taken.texts]}
            if unknown(schema, raw):
                told.row(place, "unknown_field")
            try:
                row = typed_row(schema, raw, place)
            except RowRefused as refused:
                told.row(place, refused.reason, refused.field)
                continue
            try:
                row = without_them(schema, row, forgotten)
            except RowForgotten:
                told.row(place, "forgotten")
                continue
            if documents is not None and row.get(PAGES) != raw[PAGES]:
                told.row(place, "document_forgotten")
                continue
            if not keys.add(source.name, _KEY, row[schema.key]):
                told.row(place, "duplicate_key")
                continue
            for name in fields:
                if name in row:
                    keys.add(source.name, name, row[name])
            yield canonical([place, row]).encode() + b"\n"
            if count % _TOLD_EVERY == 0:
                progress(f"read {source.name}", count, count)

    try:
        write_whole(_file(store, "{name}.read.jsonl", source.name), rows())
    except OSError as error:
        if source.data is None or (error.filename is not None and Path(str(error.filename)) != source.data):
            raise
        told.row(0, "source_shape")
        write_whole(_file(store, "{name}.read.jsonl", source.name), b"")
    if documents is not None:
        told.told += documents.left_out(source.name)
    return count


def _referring(
    sources: tuple[CompanySource, ...],
    store: BatchStore,
    keys: Keys,
    schemas: Mapping[str, SourceSchema],
    unchecked: set[tuple[str, str]],
    told: Mapping[str, _Refusals],
    forgotten: Forgotten,
) -> dict[str, int]:
    """Leave out rows whose references lead nowhere, until all that are left lead somewhere; returns how many are left
    of each source. References that need not be are emptied instead."""
    again = True
    kept: dict[str, int] = {}
    while again:
        again = False
        for source in sources:
            read = _file(store, "{name}.read.jsonl", source.name)
            home = rows_path(store, source.name)
            count = 0

            def lines(read: Path = read, source: CompanySource = source) -> Iterator[bytes]:
                nonlocal again, count
                for place, row in json_lines(read):
                    reason = _lead(source.schema, row, keys, unchecked, forgotten)
                    if reason is None or reason == "reference_emptied":
                        if reason is not None:
                            told[source.name].row(place, reason)
                        count += 1
                        yield canonical([place, row]).encode() + b"\n"
                        continue
                    told[source.name].row(place, reason)
                    keys.remove(source.name, _KEY, row[source.schema.key])
                    again = True

            write_whole(home, lines())
            home.replace(read)
            kept[source.name] = count
    for source in sources:
        read = _file(store, "{name}.read.jsonl", source.name)
        write_whole(rows_path(store, source.name), (canonical(row).encode() + b"\n" for _, row in json_lines(read)))
        read.unlink()
    return kept


def _lead(
    schema: SourceSchema, row: Row, keys: Keys, unchecked: set[tuple[str, str]], forgotten: Forgotten
) -> str | None:
    """Whether all references of a row lead to rows; those that need not be there are emptied in it."""
    emptied = False
    for name, spec in schema.references.items():
        if name not in row:
            continue
        target, by = str(spec.to), spec.by
        if (schema.name, name) in unchecked:
            lost = leads_to_them(spec, row[name], forgotten)
        else:
            lost = [one for one in ids_in(spec, row[name]) if not keys.has(target, by or _KEY, one)]
        if not lost:
            continue
        if isinstance(row[name], list):
            row[name] = [one for one in row[name] if str(one) not in lost]
        elif spec.optional and name != schema.key:
            del row[name]
        else:
            return "reference_broken"
        emptied = True
    return "reference_emptied" if emptied else None


def _access(source: CompanySource, store: BatchStore, policy: Policy, forgotten: Forgotten) -> list[Refusal]:
    if source.access is None:
        return []
    try:
        data = read_small(source.access, policy.capture.max_line_bytes)
        rules = json.loads(data.decode("utf-8-sig")) if data is not None else None
    except (OSError, ValueError, RecursionError):
        rules = None
    form = (formats.ACCESS, source.name)
    if (
        not isinstance(rules, dict)
        or (rules.get("format"), rules.get("source")) != form
        or not isinstance(rules.get("rules", []), list)
    ):
        return [refusal(f"access/{source.name}", "access_broken")]
    write_whole(_file(store, formats.SOURCE_ACCESS, source.name), _json(rules_without_them(rules, forgotten)))
    return []


def _file(store: BatchStore, form: str, name: str) -> Path:
    return store.file(f"{SOURCE_ROWS}/{form.format(name=name)}")


def rows_path(store: BatchStore, name: str) -> Path:
    """Where ingest left the rows of a source."""
    return _file(store, formats.SOURCE_ROWS, name)


@dataclass(frozen=True, slots=True)
class TakenSource:
    """A source as ingest left it; its rows stay on disk."""

    name: str
    schema: SourceSchema
    path: Path
    count: int
    rows_in: int
    access: Path | None
    documents: TakenDocuments | None = None

    def rows(self) -> Iterator[Row]:
        """Row by row, in the order in which they were captured."""
        return json_lines(self.path)


def taken_sources(store: BatchStore) -> list[TakenSource]:
    """The sources that ingest let in, by name."""
    if not store.file(SOURCES).is_file():
        return []
    found = []
    for one in store.read_json(SOURCES)["sources"]:
        name = str(one["name"])
        path = _file(store, formats.SOURCE_ACCESS, name)
        access = path if path.is_file() else None
        schema = parse_schema(_file(store, formats.SOURCE_SCHEMA, name).read_bytes())
        documents = taken_documents(store, name, schema)
        found.append(TakenSource(name, schema, rows_path(store, name), one["rows"], one["rows_in"], access, documents))
    return found


def source_texts(store: BatchStore) -> Iterator[TextInput]:
    """Every text of every source, row by row."""
    for source in taken_sources(store):
        for row in source.rows():
            yield from texts_of(source.schema, row)


def kept_values(store: BatchStore) -> Iterator[str]:
    """Every category, day and written quantity of every source."""
    for source in taken_sources(store):
        for row in source.rows():
            for _, text in kept_texts(source.schema, row):
                yield text


def source_entities(store: BatchStore) -> Iterator[DeclaredEntity]:
    """Whom the rows of the sources declare: every person, company and identifier, by role."""
    seen: set[tuple[str, str]] = set()
    for source in taken_sources(store):
        for row in source.rows():
            for _, kind, value in hidden_values(source.schema, row):
                if (kind.value, value) not in seen:
                    seen.add((kind.value, value))
                    yield DeclaredEntity(kind.value, value)
