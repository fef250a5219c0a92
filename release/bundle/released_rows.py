"""Which rows of a bundle a finding of the leak check lies in: one field of one row, or texts that several rows say."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from redaction.stages.text_fields import TEXT_FIELDS
from validation.leaks.leak_report import Leak
from validation.leaks.row_context import is_row, together

_IN_JSON = re.compile(r"(?P<file>[^/\s]+\.json)\[(?P<row>\d+)\]\.(?P<field>\w+)")
_IN_PARQUET = re.compile(r"(?P<file>[^/\s]+\.parquet) row (?P<row>\d+) (?P<field>\w+)")
_OVER_ROWS = re.compile(r"(?P<file>[^/\s]+\.(?:json|parquet)) (?:rows?|typing from row) \d+")


@dataclass(frozen=True, slots=True)
class Cell:
    """A field of a released row."""

    row: dict[str, Any]
    field: str

    @property
    def place(self) -> tuple[str, str]:
        """(interaction_uuid, field)."""
        return str(self.row["interaction_uuid"]), self.field


class ReleasedRows:
    """The tables of a bundle's content, read when a finding lies in them."""

    def __init__(self, content: Path) -> None:
        self._content = content
        self._files: dict[str, list[dict[str, Any]]] = {}
        self._over: dict[str, dict[str, tuple[int, ...]]] = {}

    def cell(self, leak: Leak) -> Cell | None:
        """The field that a finding lies in; None when it lies elsewhere."""
        match = _IN_JSON.fullmatch(leak.where) or _IN_PARQUET.fullmatch(leak.where)
        if match is None or match["field"] not in TEXT_FIELDS:
            return None
        row = self._rows(match["file"])[int(match["row"])]
        return Cell(row, match["field"]) if is_row(row) else None  # processes.json has names of processes, too

    def interactions(self, leak: Leak) -> frozenset[str]:
        """interaction_uuid of the rows that a finding lies in; empty when it lies in none."""
        if (cell := self.cell(leak)) is not None:
            return frozenset((cell.place[0],))
        match = _OVER_ROWS.match(leak.where)
        if match is None:
            return frozenset()
        name = match["file"]
        if name not in self._over:
            self._over[name] = {item.where: item.rows for item in together(name, self._rows(name))}
        return frozenset(str(self._rows(name)[at]["interaction_uuid"]) for at in self._over[name].get(leak.where, ()))

    def _rows(self, name: str) -> list[dict[str, Any]]:
        if name not in self._files:
            path = self._content / name
            table = path.suffix == ".parquet"
            self._files[name] = list(pq.read_table(path).to_pylist() if table else json.loads(path.read_bytes()))
        return self._files[name]
