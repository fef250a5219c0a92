"""The rows of a source from its file: JSON, JSON lines, CSV or Parquet, one row in memory at a time.

Tolerant in the encoding (UTF-8 with or without mark, UTF-16 with one, what Windows calls Latin), strict in what is
said: a row that is no object, has a key twice or a number that is none is a `Fault`, and the next one is read.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import IO, Any

from redaction.capture.paths import lines, open_regular

DATA_FILES = ("data.json", "data.jsonl", "data.csv", "data.parquet")
_CHUNK = 1 << 16
_SPACE = re.compile(r"[ \t\r\n]*")
_PARQUET_ROWS = 2_000


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a row is none: a code of the table of reasons. After one that is `last` nothing more can be read."""

    reason: str
    last: bool = False


Read = Iterator[tuple[int, "dict[str, Any] | Fault"]]
"""Place of a row in its file, from 0, and the row as it is written there."""


def read_rows(path: Path, limit: int) -> Read:
    """The rows of a data file by its name; a row of more than `limit` bytes is a fault. Raises OSError as open_regular
    does, KeyError for another name."""
    return _READERS[path.name](path, limit)


class _Twice(ValueError):
    """An object has a key twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Twice
    return found


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError("no number")
    return value


def _constant(_: str) -> float:
    raise ValueError("no number of JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number, parse_constant=_constant)


def _sound(value: Any) -> dict[str, Any] | Fault:
    if not isinstance(value, dict):
        return Fault("source_row_shape")
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair, written as an escape
        return Fault("encoding_broken")
    return value


def _parsed(text: str) -> dict[str, Any] | Fault:
    try:
        value, end = _DECODER.raw_decode(text, _SPACE.match(text, 0).end())  # type: ignore[union-attr]
    except (ValueError, RecursionError):
        return Fault("json_broken")
    return _sound(value) if not text[end:].strip() else Fault("json_broken")


def _decoded(data: bytes) -> str | None:
    """The text of one line: UTF-8, else what Windows calls Latin; None where it is neither."""
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def _encoding(path: Path) -> str:
    """What the mark at the beginning of a file tells; UTF-8 without one, or Latin where some byte is none of it."""
    with open_regular(path) as file:
        head = file.read(4)
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            decoder.decode(head)
            while chunk := file.read(_CHUNK):
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "cp1252"
    return "utf-8-sig"


def _json_lines(path: Path, limit: int) -> Read:
    if _encoding(path) == "utf-16":
        yield 0, Fault("encoding_broken", last=True)
        return
    place = 0
    with open_regular(path) as file:
        for _, line in lines(file, limit):
            if line is not None and not line.strip():
                continue
            text = None if line is None else _decoded(line)
            if line is None:
                yield place, Fault("line_too_long")
            elif text is None:
                yield place, Fault("encoding_broken")
            else:
                yield place, _parsed(text)
            place += 1


def _json_array(path: Path, limit: int) -> Read:
    """The objects of one array. Of a broken one all that stands before the break is read."""
    with open_regular(path) as raw, io.TextIOWrapper(raw, encoding=_encoding(path), newline="") as file:
        try:
            yield from _elements(_Window(file, limit))
        except UnicodeDecodeError:
            yield 0, Fault("encoding_broken", last=True)


class _Window:
    """A text file of which only the element that is being read is in memory."""

    def __init__(self, file: IO[str], limit: int) -> None:
        self._file, self.limit, self.text, self.ended = file, limit, "", False

    def more(self) -> bool:
        """Read on; whether there was anything."""
        chunk = self._file.read(_CHUNK)
        self.ended = not chunk
        self.text += chunk
        return bool(chunk)

    def next(self) -> str:
        """The next character that is no space, which stays; "" at the end."""
        while True:
            self.text = self.text[_SPACE.match(self.text).end() :]  # type: ignore[union-attr]
            if self.text or not self.more():
                return self.text[:1]

    def drop(self, count: int) -> None:
        self.text = self.text[count:]


def _elements(window: _Window) -> Read:
    if window.next() != "[":
        yield 0, Fault("source_shape", last=True)
        return
    window.drop(1)
    place = 0
    while (char := window.next()) != "]":
        if not char or (place and char != ","):
            yield place, Fault("json_broken", last=True)
            return
        if place:
            window.drop(1)
            window.next()
        element = _element(window)
        yield place, element
        place += 1
        if isinstance(element, Fault) and element.last:
            return
    window.drop(1)
    if window.next():
        yield place, Fault("json_broken", last=True)


def _element(window: _Window) -> dict[str, Any] | Fault:
    while True:
        end = _end_of(window.text)
        if end is not None:
            text = window.text[:end]
            window.drop(end)
            return _parsed(text) if len(text.encode("utf-8", "replace")) <= window.limit else Fault("line_too_long")
        if len(window.text) > 2 * window.limit + _CHUNK or not window.more():
            return Fault("json_broken", last=True)


_SIGNS = re.compile(r'["\[\]{}]')
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def _end_of(text: str) -> int | None:
    """Where the value at the beginning of a text ends, told by its brackets alone, so that a broken one is one fault
    and not the end of the table; None where more has to be read."""
    if text[:1] not in ("{", "["):
        found = re.search(r"[,\]]", text)
        return found.start() if found else None
    depth = at = 0
    while (sign := _SIGNS.search(text, at)) is not None:
        if sign.group() == '"':
            string = _STRING.match(text, sign.start())
            if string is None:
                return None
            at = string.end()
            continue
        depth += 1 if sign.group() in "[{" else -1
        at = sign.end()
        if depth == 0:
            return at
    return None


def _csv(path: Path, limit: int) -> Read:
    """Cells as their text; an empty one says nothing. The head names the fields."""
    before = csv.field_size_limit(limit)  # one for the whole process: others read tables, too
    try:
        yield from _cells_of(path)
    finally:
        csv.field_size_limit(before)


def _cells_of(path: Path) -> Read:
    with open_regular(path) as raw, io.TextIOWrapper(raw, encoding=_encoding(path), newline="") as file:
        sample = file.read(_CHUNK)
        file.seek(0)
        first = sample.partition("\n")[0]
        delimiter = max((",", ";", "\t"), key=first.count)
        reader = csv.reader(file, delimiter=delimiter, strict=True)
        try:
            head = next(reader, None)
        except csv.Error:
            head = None
        if head is None or len({*head}) != len(head):
            yield 0, Fault("source_shape", last=True)
            return
        place = 0
        while True:
            try:
                row = next(reader, None)
            except csv.Error:
                yield place, Fault("csv_broken")
                place += 1
                continue
            except UnicodeDecodeError:
                yield place, Fault("encoding_broken", last=True)
                return
            if row is None:
                return
            if row:
                whole = len(row) == len(head)
                yield place, _cells(head, row) if whole else Fault("csv_broken")
                place += 1


def _cells(head: list[str], row: list[str]) -> dict[str, Any]:
    return {name: cell for name, cell in zip(head, row, strict=True) if cell != ""}


def _parquet(path: Path, limit: int) -> Read:
    import pyarrow as pa
    import pyarrow.parquet as pq

    place = 0
    with open_regular(path) as file:
        try:
            for batch in pq.ParquetFile(file).iter_batches(_PARQUET_ROWS):
                for row in batch.to_pylist():
                    told = {name: _plain(value) for name, value in row.items() if value is not None}
                    yield place, _sound(told)
                    place += 1
        except (pa.ArrowException, OSError, UnicodeDecodeError):
            yield place, Fault("source_shape", last=True)


def _plain(value: Any) -> Any:
    """A value of Parquet as JSON has it; days and times as ISO writes them."""
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, float) and not isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool | type(None)) else str(value)


_READERS: Mapping[str, Callable[[Path, int], Read]] = {
    "data.json": _json_array,
    "data.jsonl": _json_lines,
    "data.csv": _csv,
    "data.parquet": _parquet,
}
