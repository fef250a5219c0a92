"""Rows: JSON against Parquet, against the schema, against one another and against the screenshots."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from redaction.stages.scrub_sources import FIRST_DAY
from release.bundle.bundle_format import domain_files, json_bytes
from release.bundle.bundle_models import Manifest, Process
from release.bundle.exact import exact_json
from release.verify.problems import VerifyReport
from release.verify.verify_sources import last_day
from validation.files.bundle_files import MANIFEST, PROCESSES, ROW_SCHEMA, STATISTICS
from validation.files.file_models import parsed
from validation.files.json_items import NoArrayError, json_items
from validation.table.row_schema import row_schema, without_descriptions
from validation.table.schema import (
    COLUMNS,
    PUBLISHED,
    PUBLISHED_TIME,
    ROWS_AT_ONCE,
    SCHEMA,
    SCHEMA_BEFORE,
    SCREENSHOT_NAME,
    TIMESTAMP,
    UUID,
    Column,
    Row,
    as_made,
    from_table,
    has_type,
)
from validation.table.statistics import Statistics, statistics

if TYPE_CHECKING:
    import pyarrow as pa

_FORMS = {
    "interaction_uuid": UUID,
    "process_instance_uuid": UUID,
    "screenshot_name": SCREENSHOT_NAME,
}


def columns_of(manifest: Manifest) -> tuple[Column, ...]:
    """The columns that the tables of a bundle have to have."""
    return PUBLISHED if ROW_SCHEMA in manifest.files else COLUMNS


class JsonRows:
    """The rows of a JSON file of a bundle as they were made, `number` of them, read again each time."""

    def __init__(self, path: Path, number: int) -> None:
        self._path, self._number = path, number

    def __iter__(self) -> Iterator[Row]:
        return map(as_made, self.written())

    def written(self) -> Iterator[Row]:
        """As they stand in the file."""
        return json_items(self._path)

    def __len__(self) -> int:
        return self._number


@dataclass(slots=True)
class Tables:
    """Rows by domain, of the JSON files, and the days on which they happened; filled by check_tables."""

    rows: dict[str, JsonRows] = field(default_factory=dict)
    days: set[str] = field(default_factory=set)


def check_tables(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    """Every domain's three files, and the schema of the rows."""
    seen: set[bytes] = set()
    again = False
    columns = columns_of(manifest)
    schema = SCHEMA if columns is PUBLISHED else SCHEMA_BEFORE
    if columns is PUBLISHED:
        report.guard(ROW_SCHEMA, lambda: _check_row_schema(report))
    for domain in sorted(manifest.domains):
        json_name, parquet_name, archive_name = manifest.domains[domain]
        report.guard(json_name, lambda d=domain, n=json_name: _read_json(report, tables, columns, d, n))  # type: ignore[misc]
        rows = tables.rows.get(domain)
        if rows is None:
            continue
        report.count("rows", len(rows))
        report.guard(parquet_name, lambda r=rows, n=parquet_name: _compare_parquet(report, schema, r, n))  # type: ignore[misc]
        report.guard(archive_name, lambda r=rows, n=archive_name: _compare_archive(report, r, n))  # type: ignore[misc]
        before, ordered = ("", ""), True
        for row in rows:
            now = row["process_instance_uuid"], row["timestamp"]
            ordered, before = ordered and before <= now, now
            uuid = bytes.fromhex(row["interaction_uuid"].replace("-", ""))
            again = again or uuid in seen
            seen.add(uuid)
            tables.days.add(row["timestamp"][:10])
        if not ordered:
            report.add(json_name, "its rows are not in the published order")
    if again:
        report.add("rows", "an interaction_uuid occurs more than once")


def _check_row_schema(report: VerifyReport) -> None:
    stated = exact_json((report.bundle / ROW_SCHEMA).read_bytes())
    if without_descriptions(stated) != without_descriptions(row_schema()):
        report.add(ROW_SCHEMA, "is not the schema of these columns")


def _read_json(report: VerifyReport, tables: Tables, columns: Sequence[Column], domain: str, name: str) -> None:
    names = [column.name for column in columns]
    forms = {**_FORMS, "timestamp": PUBLISHED_TIME if columns is PUBLISHED else TIMESTAMP}
    good, count = True, 0
    for number, row in _numbered(report.bundle / name):
        count = number + 1
        if not isinstance(row, dict) or list(row) != names:
            report.add(f"{name} row {number}", f"has not the {len(names)} fields of the schema, in order")
            good = False
            continue
        if row.get("domain", domain) != domain:
            report.add(f"{name} row {number}", "says another domain than its file")
            good = False
        for column in columns:
            value = row[column.name]
            form = forms.get(column.name)
            if not has_type(column, value) or (form and isinstance(value, str) and not form.fullmatch(value)):
                report.add(f"{name} row {number}", f"{column.name} is not of its type or form")
                good = False
    if not count and not (report.bundle / domain_files(domain).sources).is_file():
        # of a company whose tables are released nobody need have been recorded
        report.add(name, "is not a list of rows")
    elif good:
        tables.rows[domain] = JsonRows(report.bundle / name, count)


def _numbered(path: Path) -> Iterator[tuple[int, Any]]:
    """The values of a list; none where the file holds none."""
    with suppress(NoArrayError):
        yield from enumerate(json_items(path))


def _compare_parquet(report: VerifyReport, wanted: pa.Schema, rows: JsonRows, name: str) -> None:
    import pyarrow.parquet as pq

    schema, file = pq.read_schema(report.bundle / name), pq.ParquetFile(report.bundle / name)
    if not schema.equals(wanted, check_metadata=False):
        report.add(name, "its columns are not those of the schema")
        return
    if schema.metadata or any(field.metadata for field in schema):
        report.add(name, "holds metadata besides the schema")
    if file.metadata.num_rows != len(rows):
        report.add(name, f"holds {file.metadata.num_rows} rows, its JSON twin {len(rows)}")
        return
    others = chain.from_iterable(from_table(batch) for batch in file.iter_batches(ROWS_AT_ONCE))
    for number, (one, other) in enumerate(zip(rows.written(), others, strict=True)):
        if one != other:
            differing = [key for key in one if one[key] != other[key]]
            report.add(f"{name} row {number}", f"differs from its JSON twin in {', '.join(differing)}")


def _compare_archive(report: VerifyReport, rows: JsonRows, name: str) -> None:
    named = [row["screenshot_name"] for row in rows if row["screenshot_name"] is not None]
    with zipfile.ZipFile(report.bundle / name) as archive:
        members = archive.namelist()
    absent = set(named) - set(members)
    for number, row in enumerate(rows):
        if row["screenshot_name"] in absent:
            report.add(f"{name} row {number}", "the screenshot of this row is not in the archive")
    unnamed = set(members) - set(named)
    for number, member in enumerate(members):
        if member in unnamed:
            report.add(f"{name} member {number}", "belongs to no row")
    if len(set(named)) != len(named):
        report.add(name, "two rows name the same screenshot")


def check_statements(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    """Counts in manifest and statistics.json, and the list of processes, against the rows."""
    if set(tables.rows) != set(manifest.domains):
        return  # the rows could not be read, which is reported
    report.guard(STATISTICS, lambda: _compare_figures(report, manifest, tables))
    report.guard(PROCESSES, lambda: _compare_processes(report, tables))


def _compare_figures(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    data = (report.bundle / STATISTICS).read_bytes()
    stated = parsed(Statistics, data)
    people = {d: stated.domains[d].participants for d in tables.rows if d in stated.domains}
    known = {d: number for d, number in people.items() if number is not None}
    counted = statistics(tables.rows, known if known.keys() == people.keys() else None)
    if json_bytes(counted.model_dump()) != data:
        report.add(STATISTICS, "its figures are not those of the rows")
    if manifest.data_until:
        # of a release of tables alone in which no row has a day
        last = max([*tables.days, last_day(report.bundle, manifest)], default="") or FIRST_DAY
        if manifest.data_until != last or manifest.created < last:
            report.add(MANIFEST, "its days are not those of the rows")
    if any(number != getattr(counted.total, name, None) for name, number in manifest.counts.items()):
        report.add(MANIFEST, "its counts are not those of the rows")


def _compare_processes(report: VerifyReport, tables: Tables) -> None:
    processes = TypeAdapter(list[Process]).validate_json((report.bundle / PROCESSES).read_bytes())
    listed = {(entry.domain, entry.process_name) for entry in processes if entry.in_data}
    recorded = {(domain, row["process_name"]) for domain, rows in tables.rows.items() for row in rows}
    if listed != recorded:
        report.add(PROCESSES, "does not list exactly the recorded processes")
