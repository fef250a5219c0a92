"""Rows: JSON against Parquet, against the schema, against one another and against the screenshots."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from dataclasses import dataclass, field

from pydantic import TypeAdapter

from release.bundle.bundle_format import json_bytes
from release.bundle.bundle_models import Manifest, Process
from release.verify.problems import VerifyReport
from validation.files.bundle_files import MANIFEST, PROCESSES, STATISTICS
from validation.files.file_models import parsed
from validation.table.schema import COLUMNS, SCHEMA, SCREENSHOT_NAME, TIMESTAMP, UUID, Row, from_table, has_type
from validation.table.statistics import Statistics, statistics

_FORMS = {
    "interaction_uuid": UUID,
    "process_instance_uuid": UUID,
    "timestamp": TIMESTAMP,
    "screenshot_name": SCREENSHOT_NAME,
}


@dataclass(slots=True)
class Tables:
    """Rows by domain, as read from the JSON files; filled by check_tables."""

    rows: dict[str, list[Row]] = field(default_factory=dict)


def check_tables(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    """Every domain's three files."""
    seen: Counter[str] = Counter()
    for domain in sorted(manifest.domains):
        json_name, parquet_name, archive_name = manifest.domains[domain]
        report.guard(json_name, lambda d=domain, n=json_name: _read_json(report, tables, d, n))  # type: ignore[misc]
        rows = tables.rows.get(domain)
        if rows is None:
            continue
        report.count("rows", len(rows))
        report.guard(parquet_name, lambda r=rows, n=parquet_name: _compare_parquet(report, r, n))  # type: ignore[misc]
        report.guard(archive_name, lambda r=rows, n=archive_name: _compare_archive(report, r, n))  # type: ignore[misc]
        seen.update(row["interaction_uuid"] for row in rows)
        order = [(row["process_instance_uuid"], row["timestamp"]) for row in rows]
        if order != sorted(order):
            report.add(json_name, "its rows are not in the published order")
    if any(number > 1 for number in seen.values()):
        report.add("rows", "an interaction_uuid occurs more than once")


def _read_json(report: VerifyReport, tables: Tables, domain: str, name: str) -> None:
    rows = json.loads((report.bundle / name).read_bytes())
    names = [column.name for column in COLUMNS]
    if not isinstance(rows, list) or not rows:
        report.add(name, "is not a list of rows")
        return
    good = True
    for number, row in enumerate(rows):
        if not isinstance(row, dict) or list(row) != names:
            report.add(f"{name} row {number}", "has not the 16 fields of the schema, in order")
            good = False
            continue
        for column in COLUMNS:
            value = row[column.name]
            form = _FORMS.get(column.name)
            if not has_type(column, value) or (form and isinstance(value, str) and not form.fullmatch(value)):
                report.add(f"{name} row {number}", f"{column.name} is not of its type or form")
                good = False
    if good:
        tables.rows[domain] = rows


def _compare_parquet(report: VerifyReport, rows: list[Row], name: str) -> None:
    import pyarrow.parquet as pq

    table = pq.read_table(report.bundle / name)
    if not table.schema.equals(SCHEMA, check_metadata=False):
        report.add(name, "its columns are not those of the schema")
        return
    if table.schema.metadata or any(field.metadata for field in table.schema):
        report.add(name, "holds metadata besides the schema")
    others = from_table(table)
    if len(others) != len(rows):
        report.add(name, f"holds {len(others)} rows, its JSON twin {len(rows)}")
        return
    for number, (one, other) in enumerate(zip(rows, others, strict=True)):
        if one != other:
            differing = [key for key in one if one[key] != other[key]]
            report.add(f"{name} row {number}", f"differs from its JSON twin in {', '.join(differing)}")


def _compare_archive(report: VerifyReport, rows: list[Row], name: str) -> None:
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
    if any(number != getattr(counted.total, name, None) for name, number in manifest.counts.items()):
        report.add(MANIFEST, "its counts are not those of the rows")


def _compare_processes(report: VerifyReport, tables: Tables) -> None:
    processes = TypeAdapter(list[Process]).validate_json((report.bundle / PROCESSES).read_bytes())
    listed = {(entry.domain, entry.process_name) for entry in processes if entry.in_data}
    recorded = {(domain, row["process_name"]) for domain, rows in tables.rows.items() for row in rows}
    if listed != recorded:
        report.add(PROCESSES, "does not list exactly the recorded processes")
