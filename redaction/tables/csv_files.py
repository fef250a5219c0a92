"""CSV: read with its delimiter, line ends and byte order mark, and written back with the same."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pyarrow as pa

from redaction.errors import EntrophyError
from redaction.tables.table import Refused, Table

_DELIMITERS = (",", ";", "\t")
#: Records that tell which delimiter a file has.
_SNIFFED = 100
_BOM = "\ufeff"
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff")


def read_csv(data: bytes) -> Table:
    """Every column as text; the first record names them. Records that are broken or have another number of cells are
    refused by line. EntrophyError for other encodings than UTF-8, and for a file without a first record."""
    text = _decoded(data)
    marked, text = text.startswith(_BOM), text.removeprefix(_BOM)
    delimiter = _delimiter(text)
    records = _records(text, delimiter)
    _, names = next(records, (0, None))
    if names is None:
        raise EntrophyError(
            "the table has no first line that can be read.", remedy="name the columns in its first line."
        )
    rows: list[list[str]] = []
    refused: list[Refused] = []
    for line, record in records:
        if record is None:
            refused.append(
                {"line": line, "reason": "broken_row", "remedy": "close its quotation marks; keep cells below 128 KB."}
            )
        elif len(record) != len(names):
            refused.append(
                {
                    "line": line,
                    "reason": "cells_missing" if len(record) < len(names) else "cells_too_many",
                    "remedy": "give the row as many cells as the first line has.",
                }
            )
        else:
            rows.append(record)
    columns = zip(*rows, strict=True) if rows else ((),) * len(names)
    arrow = pa.Table.from_arrays([pa.array(column, pa.string()) for column in columns], names=names)
    end = "\r\n" if "\r\n" in text.partition("\n")[0] + "\n" else "\n"
    return Table(arrow, refused, lambda done: _written(done, delimiter, end, _BOM * marked))


def _decoded(data: bytes) -> str:
    if data.startswith(_OTHER_ENCODINGS) or b"\0" in data:
        raise EntrophyError("the table is not UTF-8 but UTF-16 or no text.", remedy="save it as CSV in UTF-8.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise EntrophyError(
            f"the table is not UTF-8 (byte {error.start}).", remedy="save it as CSV in UTF-8."
        ) from None


def _delimiter(text: str) -> str:
    """The delimiter with which most of the first records have as many cells as the first one, and that several."""

    def fit(delimiter: str) -> tuple[int, int]:
        widths = [len(record or ()) for _, record in islice(_records(text, delimiter), _SNIFFED)]
        return (Counter(widths)[widths[0]], widths[0]) if widths and widths[0] > 1 else (0, 0)

    return max(_DELIMITERS, key=fit)


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """Line number and cells of every record but empty lines; None for one that cannot be read."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield reader.line_num, None
            continue
        if record:
            yield reader.line_num, record


def _written(table: pa.Table, delimiter: str, end: str, mark: str) -> bytes:
    columns = [column.to_pylist() for column in table.columns]
    special = (delimiter, '"', "\r", "\n")

    def line(cells: list[str] | tuple[str, ...]) -> str:
        quoted = ('"' + c.replace('"', '""') + '"' if any(s in c for s in special) else c for c in cells)
        return (delimiter.join(quoted) or '""') + end

    return (mark + line(table.column_names) + "".join(map(line, zip(*columns, strict=True)))).encode("utf-8")
