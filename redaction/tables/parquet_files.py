"""Parquet: read and written with the types of its columns. What the file says of itself beside them is not kept."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq

from redaction.errors import EntrophyError
from redaction.tables.table import Refused, Table


def read_parquet(data: bytes) -> Table:
    """Every column with its type; rows with a text that is not UTF-8 are refused by number, from 1. EntrophyError for
    what is no Parquet file."""
    try:
        arrow = pq.ParquetFile(pa.BufferReader(data)).read()
    except (pa.ArrowException, OSError):
        raise EntrophyError("this is no Parquet file that can be read.", remedy="write it anew.") from None
    broken = sorted({at for column in arrow.columns for at in _broken(column)})
    refused: list[Refused] = [
        {"row": at + 1, "reason": "not_utf8", "remedy": "write its texts as UTF-8."} for at in broken
    ]
    if broken:
        arrow = arrow.take([at for at in range(arrow.num_rows) if at not in set(broken)])
    return Table(arrow.replace_schema_metadata(None), refused, _written)


def _broken(column: pa.ChunkedArray) -> list[int]:
    """Rows whose text cannot be decoded: Parquet files are not held to UTF-8."""
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        return [at for at, cell in enumerate(column) if not _sound(cell)]
    return []


def _sound(cell: pa.Scalar) -> bool:
    try:
        cell.validate(full=True)
        cell.as_py()
    except (pa.ArrowInvalid, UnicodeDecodeError):
        return False
    return True


def _written(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data
