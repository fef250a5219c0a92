"""The truth of a video: what was seen from which frame to which, one line a thing and a place."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FORMAT = "entrophy-demonstration-truth/1"
Row = dict[str, Any]


class Runs:
    """Grows by the rows of one frame after another; rows that stay the same become one of many frames."""

    def __init__(self, entities: dict[str, str]) -> None:
        self._entities = entities
        self._open: dict[str, tuple[int, Row]] = {}
        self._done: list[Row] = []
        self._frame = -1

    def add(self, frame: int, values: Iterable[Row], lines: Iterable[Row]) -> None:
        """What frame `frame` shows; frames come in order, one that comes twice counts as it was first."""
        if frame == self._frame:
            return
        rows = [self._value(v) for v in values] + [{"row": "ordinary", **line} for line in lines]
        now = {json.dumps(row, ensure_ascii=False): row for row in rows}
        for key in [k for k in self._open if k not in now]:
            self._close(key, self._frame)
        for key, row in now.items():
            self._open.setdefault(key, (frame, row))
        self._frame = frame

    def rows(self) -> list[Row]:
        """All of them, by their first frame."""
        for key in list(self._open):
            self._close(key, self._frame)
        return sorted(self._done, key=lambda row: (row["from"], row["to"], row["row"], row["box"]))

    def _close(self, key: str, last: int) -> None:
        first, row = self._open.pop(key)
        self._done.append({"row": row["row"], "from": first, "to": last, **row})

    def _value(self, value: Row) -> Row:
        whole = " ".join(value["of"].split())
        row: Row = {
            "row": "seen",
            "kind": value["kind"],
            "text": value["text"],
            "entity": self._entities.get(whole, ""),
        }
        if value["note"]:
            row["note"] = value["note"]
        elif whole != value["text"]:
            row["of"] = whole
        return row | {key: value[key] for key in ("box", "share", "opacity")}


def write_lines(path: Path, rows: Iterable[Row]) -> None:
    """One JSON object a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
