"""The faults themselves: each takes one good event of a recording and spoils it or its screenshot."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from samples.film import Row, stamp

#: Gets the rows of the recording, the number of the row to spoil and the screenshots folder; returns the line to write.
Fault = Callable[[list[Row], int, Path], str]


def spoil(home: Path, rows: list[Row]) -> list[Row]:
    """Rewrite events.jsonl and screenshots of the recording in `home` by the table; returns {record, reason} rows.

    Raises ValueError unless there is one row for each line of the table.
    """
    if len(rows) != len(TABLE):
        raise ValueError(f"The table of faults needs {len(TABLE)} events, the recording has {len(rows)}.")
    lines: list[str] = []
    expected: list[Row] = []
    for number, (reason, fault) in enumerate(TABLE):
        lines.append(fault(rows, number, home / "screenshots") + "\n")
        if reason is None:
            continue
        record = f"events.jsonl:{number + 1}" if reason == "json_broken" else rows[number]["event_id"]
        expected.append({"record": f"{home.name}/{record}", "reason": reason})
    (home / "events.jsonl").write_text("".join(lines), encoding="utf-8")
    return expected


def bomb() -> bytes:
    """A well-formed PNG header that promises 60,000 x 60,000 pixels, in 70 bytes."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(64))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + data


def corrupt(png: bytes) -> bytes:
    """Sixty-four bytes in the middle turned around."""
    middle = len(png) // 2
    return png[:middle] + bytes(b ^ 0xFF for b in png[middle : middle + 64]) + png[middle + 64 :]


def as_jpeg(png: bytes) -> bytes:
    """The same picture as JPEG bytes."""
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    return cv2.imencode(".jpg", pixels)[1].tobytes()


def _line(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False)


def _good(rows: list[Row], number: int, shots: Path) -> str:
    return _line(rows[number])


def _bare(change: Callable[[list[Row], int], dict[str, Any]]) -> Fault:
    """Other values in the event, which has no screenshot then unless it is changed as well."""

    def fault(rows: list[Row], number: int, shots: Path) -> str:
        (shots / rows[number]["screenshot"]).unlink()
        rows[number] |= {"screenshot": None} | change(rows, number)
        return _line(rows[number])

    return fault


def _with(**values: Any) -> Fault:
    return _bare(lambda rows, number: values)


def _typed(rows: list[Row], number: int, shots: Path) -> str:
    rows[number] |= {"action": "type", "value": "as agreed", "coordinates": None}
    return _line(rows[number])


def _soon(rows: list[Row], number: int, shots: Path) -> str:
    """Two tenths of a second after the event before it."""
    before = datetime.fromisoformat(rows[number - 1]["timestamp"])
    rows[number]["timestamp"] = stamp(before + timedelta(milliseconds=200))
    return _line(rows[number])


def _early(rows: list[Row], number: int) -> dict[str, Any]:
    before = datetime.fromisoformat(rows[0]["timestamp"])
    return {"timestamp": stamp(before - timedelta(seconds=30))}


def _file(change: Callable[[bytes], bytes]) -> Fault:
    def fault(rows: list[Row], number: int, shots: Path) -> str:
        path = shots / rows[number]["screenshot"]
        path.write_bytes(change(path.read_bytes()))
        return _line(rows[number])

    return fault


def _gone(rows: list[Row], number: int, shots: Path) -> str:
    (shots / rows[number]["screenshot"]).unlink()
    return _line(rows[number])


def _cut(rows: list[Row], number: int, shots: Path) -> str:
    """The line ends in the middle of a field."""
    (shots / rows[number]["screenshot"]).unlink()
    return _line(rows[number])[:140]


def _without_time(rows: list[Row], number: int, shots: Path) -> str:
    (shots / rows[number]["screenshot"]).unlink()
    return _line({k: v for k, v in rows[number].items() if k != "timestamp"} | {"screenshot": None})


#: One line an event: the reason code to expect (None: the event is good) and what is done to it.
TABLE: tuple[tuple[str | None, Fault], ...] = (
    (None, _good),
    (
        "application_not_allowed",
        _with(application="news.daily-lantern.com", screen="Football results - The Daily Lantern"),
    ),
    (None, _good),
    (None, _soon),
    ("screenshot_too_fast", _soon),
    ("screenshot_too_fast", _soon),
    (None, _with()),
    ("screenshot_on_printable", _typed),
    ("image_corrupt", _file(corrupt)),
    ("image_corrupt", _file(lambda png: png[: len(png) // 3])),
    ("image_mislabelled", _file(as_jpeg)),
    ("image_bomb", _file(lambda png: bomb())),
    ("json_broken", _cut),
    ("duplicate_id", _bare(lambda rows, number: {"event_id": rows[0]["event_id"]})),
    ("time_out_of_order", _bare(_early)),
    ("wrong_type", _with(coordinates="412,208")),
    ("path_outside", _with(screenshot="../../x.png")),
    ("screenshot_missing", _gone),
    ("unknown_action", _with(action="scroll")),
    ("missing_field", _without_time),
    (None, _with()),
    (None, _good),
)
