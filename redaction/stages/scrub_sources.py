"""Company sources written anew: ids, whole values and texts replaced, row by row, into scrubbed/sources/."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redaction.findings import Kind, TextFinding
from redaction.kinds.table import is_mask
from redaction.ledger.entities import Ledger
from redaction.policy import Policy
from redaction.sources.generalise import Plan, plan_for
from redaction.sources.ids import Ids, Prefixes
from redaction.sources.keys import scratch_database
from redaction.sources.risk import risk_of, with_degrees
from redaction.sources.rules import persons_of, rewritten_rules, with_persons
from redaction.sources.schema import PAGES, SourceSchema
from redaction.sources.typed import day_of, is_made_key
from redaction.sources.values import Row, rewritten, row_ids
from redaction.stages.apply import replacement_for
from redaction.stages.find import load_page_findings
from redaction.stages.redact_documents import Redactor
from redaction.stages.source_findings import (
    ACCESS_ROW,
    access_texts,
    found_by_row,
    load_found,
    row_texts,
    scrubbed_text,
)
from redaction.stages.sources import TakenSource, taken_sources
from redaction.work import formats
from redaction.work.files import write_whole
from redaction.work.json_text import canonical
from redaction.work.stage_records import HIDDEN_PAGES, RELEASED_SOURCES, SCRUBBED_SOURCES
from redaction.work.store import BatchStore

FIRST_DAY = "1980-01-01"
"""The day of a release of sources in which no row has one."""


@contextmanager
def ids_of(store: BatchStore, policy: Policy, ledger: Ledger) -> Iterator[Ids]:
    """What stands for each id of the batch. The same for the same key and ids, whatever the order of the rows."""
    prefixes = Prefixes()
    sources = taken_sources(store)
    for source in sources:
        for row in source.rows():
            for name, spec, value in row_ids(source.schema, row):
                if spec.role == "id":
                    prefixes.count(f"{source.name} {name}", value)
    with scratch_database(store.path) as connection:
        ids = Ids(connection, ledger.derive("sources/ids"), prefixes.shared(), ledger.is_forgotten)
        kept = {*policy.sources.keep_ids}
        for source in sources:
            for row in source.rows():
                for name, spec, value in row_ids(source.schema, row):
                    made = name == source.schema.key and is_made_key(source.schema, value)
                    ids.note(value, keep=made or (spec.to or source.name) in kept)
            for person in persons_of(json.loads(source.access.read_bytes())) if source.access is not None else ():
                if not is_mask(person):
                    ids.note(person)
        ids.assign()
        yield ids


def scrub_sources(store: BatchStore, policy: Policy, ledger: Ledger, ids: Ids) -> None:
    """Write scrubbed/sources/ and scrub/sources.json; nothing where the batch has no sources."""
    home = store.file(RELEASED_SOURCES)
    for path in home.iterdir() if home.is_dir() else ():
        path.unlink()
    store.file(HIDDEN_PAGES).unlink(missing_ok=True)
    sources = taken_sources(store)
    if not sources:
        store.file(SCRUBBED_SOURCES).unlink(missing_ok=True)
        return
    key = ledger.derive("sources/swap")
    plans = {source.name: plan_for(source.schema, source.rows, policy.sources, key) for source in sources}
    redactor = Redactor(policy, ledger, ids, load_page_findings(store))
    drawn: list[dict[str, Any]] = []
    every = found_by_row(sources, load_found(store))
    waiting = next(every, None)
    index: list[dict[str, Any]] = []
    until = ""
    for source in sources:
        plan = plans[source.name]
        schema = plan.released(source.schema)

        def rows(source: TakenSource = source, plan: Plan = plan) -> Iterator[bytes]:
            nonlocal waiting, until
            while waiting is not None and waiting[0].name == source.name:
                _, number, row, found = waiting
                if number == ACCESS_ROW:
                    _write_access(store, source, found, policy, ledger, ids)
                else:
                    made = scrubbed_row(source, row, found, policy, ledger, ids)
                    if source.documents is not None:
                        made[PAGES] = _document(home, redactor, source, number, row, found, drawn)
                    made = plan.apply(number, made)
                    made = {name: made[name] for name in source.schema.fields if name in made}
                    until = max(until, _last_day(source.schema, made))
                    yield canonical(made).encode() + b"\n"
                waiting = next(every, None)

        write_whole(home / formats.SOURCE_ROWS.format(name=source.name), rows())
        access = home / formats.SOURCE_ACCESS.format(name=source.name)
        if source.access is not None and not access.is_file():
            _write_access(store, source, {}, policy, ledger, ids)
        write_whole(
            home / formats.SOURCE_SCHEMA.format(name=source.name),
            json.dumps(schema.as_json(), ensure_ascii=False, indent=1).encode() + b"\n",
        )
        index.append(
            {
                "name": source.name,
                "sort": schema.sort,
                "rows_in": source.rows_in,
                "rows": source.count,
                "access": source.access is not None,
                "generalised": plan.told() | ({"joined": joined} if (joined := _joined(source, sources)) else {}),
            }
        )
    if any(source.documents is not None for source in sources):
        store.write_lines(HIDDEN_PAGES, drawn)
    store.write_json(
        SCRUBBED_SOURCES,
        {
            "format": formats.RELEASED_SOURCES,
            "until": until or FIRST_DAY,
            "crowded_ids": ids.crowded,
            "sources": index,
        },
    )


def _document(
    home: Path,
    redactor: Redactor,
    source: TakenSource,
    number: int,
    row: Row,
    found: Mapping[int, Sequence[TextFinding]],
    drawn: list[dict[str, Any]],
) -> list[str]:
    """Write the document of a row anew; returns the texts of its pages. Neither where one of them could not be read."""
    own = frozenset(value for _, _, value in row_ids(source.schema, row))
    made = redactor.document(source, row, found, own)
    if made is None:
        return []
    write_whole(home / formats.SOURCE_DOCUMENT.format(name=source.name, row=number), made.pdf)
    drawn += made.drawn
    return [*made.texts]


def scrubbed_row(
    source: TakenSource,
    row: Row,
    found: Mapping[int, Sequence[TextFinding]],
    policy: Policy,
    ledger: Ledger,
    ids: Ids,
) -> Row:
    """One row as it is released."""
    said: dict[str, str] = {}
    texts = row_texts(source, row)
    own = frozenset(value for _, _, value in row_ids(source.schema, row))
    for at, (item, _) in enumerate(texts):
        said[item.text] = scrubbed_text(item.text, [*found.get(at, ())], policy.text, ledger, ids, own).text
    made: Row = {}
    for name, value in row.items():
        spec = source.schema.fields[name]
        if spec.role in ("id", "reference"):
            made[name] = _in_form(value, lambda one: str(ids.replacement(one)))
        elif (kind := spec.hidden_as) is not None:
            made[name] = _in_form(value, lambda one, kind=kind: _hidden(kind, one, policy, ledger))
        else:
            made[name] = rewritten(value, lambda text: said.get(text, text))
    return made


def _in_form(value: Any, each: Any) -> Any:
    """A string or whole number, or a list of them, each replaced and of its own type."""
    if isinstance(value, list):
        return [_in_form(one, each) for one in value]
    if isinstance(value, int):
        made = each(str(value))
        return int(made) if made.isdecimal() else made
    return each(value) if value.strip() else value


def _hidden(kind: Kind, value: str, policy: Policy, ledger: Ledger) -> str:
    return value if is_mask(value) else replacement_for(kind, value, policy.text, ledger)


def _write_access(
    store: BatchStore,
    source: TakenSource,
    found: Mapping[int, Sequence[TextFinding]],
    policy: Policy,
    ledger: Ledger,
    ids: Ids,
) -> None:
    assert source.access is not None
    texts = [item.text for item, _ in access_texts(source)]
    said = {t: scrubbed_text(t, [*found.get(at, ())], policy.text, ledger, ids).text for at, t in enumerate(texts)}
    captured = json.loads(source.access.read_bytes())
    rules = rewritten_rules(captured, lambda text: said[text])
    rules = with_persons(rules, captured, lambda one: one if is_mask(one) else str(ids.replacement(one)))
    path = store.file(f"{RELEASED_SOURCES}/{formats.SOURCE_ACCESS.format(name=source.name)}")
    write_whole(path, json.dumps(rules, ensure_ascii=False, indent=1).encode() + b"\n")


def _joined(source: TakenSource, sources: Sequence[TakenSource]) -> list[dict[str, Any]]:
    """How unique rows are for somebody who also counts, in another table, how many rows refer to each."""
    quasi = source.schema.quasi_identifiers
    if not quasi:
        return []
    found = []
    columns = {name: ["" if row.get(name) is None else str(row[name]) for row in source.rows()] for name in quasi}
    for other in sources:
        for name, spec in other.schema.references.items():
            if spec.to == source.name and spec.type != "list" and other.name != source.name:
                by = spec.by or source.schema.key
                keys = [str(row.get(by)) for row in source.rows()]
                referring = (str(row[name]) for row in other.rows() if name in row)
                told = f"rows of {other.name} by {name}"
                joined = {**columns, told: with_degrees(keys, referring)}
                risk = risk_of(joined, [*quasi, told], ())
                if risk is not None:
                    found.append(risk.told())
    return found


def _last_day(schema: SourceSchema, row: Row) -> str:
    days = (day_of(str(row[n])) for n, spec in schema.fields.items() if spec.role == "date" and n in row)
    return max((day.isoformat() for day in days if day is not None), default="")
