"""The released table: the domain and 16 columns in their published order, their Arrow types, and the way between rows
as they are made, JSON and Parquet.

A row as it is made has the 16 fields, and its time as "YYYY-MM-DD HH:MM:SS.mmm" (UTC). Published, the domain comes
first; JSON has the time as "YYYY-MM-DDTHH:MM:SS.mmmZ" (RFC 3339), Parquet as timestamp[ms, UTC]. Both hold the same
rows in the same order: `from_table(to_table(rows, domain)) == [published(row, domain) for row in rows]`. Bundles of
before hold rows as they are made.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa

from redaction.errors import BundleError
from redaction.records import INTERACTION_FIELDS

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: JSON type(s), Arrow type, whether it may be null, the host's type word and its meaning."""

    name: str
    python: tuple[type, ...]
    arrow: pa.DataType
    nullable: bool
    kaggle: str
    description: str


_POINT = pa.struct([pa.field("x", pa.int32()), pa.field("y", pa.int32())])


def _text(name: str, description: str, *, nullable: bool = False) -> Column:
    return Column(name, (str,), pa.string(), nullable, "string", description)


COLUMNS: tuple[Column, ...] = (
    _text("process_instance_uuid", "One execution of a workflow; groups the rows of one recording."),
    _text("process_name", "Name of the workflow; processes.json holds the definitions."),
    _text("interaction_uuid", "The interaction; unique in the whole dataset."),
    _text("class_name", "High-level category of the interaction, from a fixed rule table."),
    _text("subclass_name", "Finer category within class_name, from the same table."),
    _text("description", "The interaction in words."),
    Column(
        "timestamp",
        (str,),
        pa.timestamp("ms", tz="UTC"),
        False,
        "datetime",
        "When it happened, UTC, to the millisecond.",
    ),
    _text("application_name", "The application, or the host of a web application."),
    _text("screenshot_name", "File in <Domain>_screenshots.zip; null if none was taken.", nullable=True),
    _text("screen_name", "Title of the window or page."),
    _text("interaction_type", "Click or Typing."),
    _text("interaction_value", "Button, key combination or typed text."),
    Column(
        "interaction_coordinates",
        (dict,),
        _POINT,
        True,
        "string",
        "Where on the screenshot, in pixels from the top left: {x, y}; null if it has no place.",
    ),
    _text("field_name", "Label of the field acted on; null if there is none.", nullable=True),
    _text("field_value", "Value of that field after the interaction; null if there is none.", nullable=True),
    Column("time_spent", (float, int), pa.float64(), True, "numeric", "Seconds spent on it; null if unknown."),
)
if tuple(column.name for column in COLUMNS) != INTERACTION_FIELDS:
    raise RuntimeError(
        "validation.table.schema.COLUMNS and redaction.records.Interaction disagree; change both together."
    )

PUBLISHED = (_text("domain", "Field of work of the recording; the files of a domain hold no other."), *COLUMNS)
"""The columns of a bundle's tables."""


def _schema(columns: Sequence[Column]) -> pa.Schema:
    return pa.schema([pa.field(column.name, column.arrow, nullable=column.nullable) for column in columns])


SCHEMA, SCHEMA_BEFORE = _schema(PUBLISHED), _schema(COLUMNS)
"""Of the Parquet files of a bundle, and of one of before, whose rows do not say their domain."""

ROWS_AT_ONCE = 10_000
"""Rows of a table that are Python objects at once."""
TIMESTAMP = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}")
PUBLISHED_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: A screenshot name is one plain file name: no folder, no leading dot, nothing a file system could read otherwise.
SCREENSHOT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,180}\.png")


def parse_time(text: str) -> datetime:
    """Read "YYYY-MM-DD HH:MM:SS.mmm" as aware UTC; ValueError (without the text) if it is anything else."""
    if not TIMESTAMP.fullmatch(text):
        raise ValueError("not a time of the form YYYY-MM-DD HH:MM:SS.mmm")
    try:
        return datetime.strptime(text, "%Y-%m-%d %H:%M:%S.%f").replace(tzinfo=UTC)
    except ValueError:
        raise ValueError("not a time that exists") from None


def format_time(moment: datetime) -> str:
    """The inverse of parse_time."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.") + f"{moment.microsecond // 1000:03d}"


def published(row: Row, domain: str) -> Row:
    """A row as the JSON file of its domain has it."""
    return {"domain": domain, **row, "timestamp": row["timestamp"].replace(" ", "T") + "Z"}


def as_made(row: Row) -> Row:
    """The inverse of `published`; a row of a bundle of before is one already."""
    return {
        name: value.replace("T", " ").removesuffix("Z") if name == "timestamp" else value
        for name, value in row.items()
        if name != "domain"
    }


def has_type(column: Column, value: object) -> bool:
    """Whether a JSON value is of the column's type; null only where the column allows it."""
    if value is None:
        return column.nullable
    if isinstance(value, bool) or not isinstance(value, column.python):
        return False
    if isinstance(value, dict):
        if sorted(map(str, value)) != ["x", "y"]:
            return False
        return all(type(part) is int and -(2**31) <= part < 2**31 for part in value.values())
    return True


def to_table(rows: Sequence[Mapping[str, Any]], domain: str, first: int = 0) -> pa.Table:
    """Rows to Arrow. BundleError naming row number (`first` is that of the first) and column, not the value, where a
    value does not fit."""
    arrays: list[pa.Array] = [pa.array([domain] * len(rows), type=pa.string())]
    for column in COLUMNS:
        values: list[Any] = []
        for number, row in enumerate(rows, start=first):
            if column.name not in row or not has_type(column, row[column.name]):
                raise _misfit(number, column)
            value = row[column.name]
            if column.name == "timestamp":
                try:
                    value = parse_time(value)
                except ValueError:
                    raise _misfit(number, column) from None
            values.append(value)
        arrays.append(pa.array(values, type=column.arrow))
    return pa.Table.from_arrays(arrays, schema=SCHEMA)


def from_table(table: pa.Table | pa.RecordBatch) -> list[Row]:
    """Arrow back to the rows of the JSON file. BundleError if the columns are not those of SCHEMA or SCHEMA_BEFORE."""
    now = table.schema.equals(SCHEMA, check_metadata=False)
    if not now and not table.schema.equals(SCHEMA_BEFORE, check_metadata=False):
        raise BundleError(
            "the Parquet columns differ from the published schema.",
            remedy="build the bundle again; docs/bundle.md lists the columns.",
        )
    rows: list[Row] = table.to_pylist()
    for row in rows:
        row["timestamp"] = format_time(row["timestamp"])
    return [published(row, row["domain"]) for row in rows] if now else rows


def _misfit(number: int, column: Column) -> BundleError:
    return BundleError(
        f"column {column.name} holds a value of the wrong type.",
        record=f"row {number}",
        remedy="validate the batch (validation.table.expectations.validate) and correct the step that wrote it.",
    )
