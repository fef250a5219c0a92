"""Which rows of a bundle a finding of the leak check lies in: one field of one row, or texts that several rows say. A
sample of a task repeats descriptions of rows: what is found in it lies in them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from evaluation.tasks.records import SAMPLES
from redaction.stages.text_fields import TEXT_FIELDS
from release.bundle.bundle_format import domain_files
from validation.leaks.leak_report import Leak
from validation.leaks.row_context import together
from validation.table.schema import ROWS_AT_ONCE

_FIELD = re.compile(r"(?P<stem>[^/\s]+)\.(?:json\[(?P<json>\d+)\]\.|parquet row (?P<parquet>\d+) )(?P<field>\w+)")
_OVER_ROWS = re.compile(
    r"(?P<stem>[^/\s]+)\.(?:json|parquet) (?:row (?P<one>\d+) (?:over two fields|\w+ with its label)|"
    r"rows (?P<first>\d+) and (?P<second>\d+) \w+|typing from row (?P<typing>\d+))"
)
_IN_A_SAMPLE = re.compile(r"(?P<file>benchmark_\w+\.jsonl) line (?P<line>\d+) value (?P<value>\d+)\[(?P<at>\d+)\]")


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
    """The tables of a bundle's content, one at a time, read when a finding lies in it. The Parquet file of a domain
    stands for its JSON file, too: both hold the same rows."""

    def __init__(self, content: Path) -> None:
        self._content = content
        self._stem = ""
        self._table: pa.Table | None = None
        self._typed: dict[str, tuple[int, ...]] = {}

    def cell(self, leak: Leak) -> Cell | None:
        """The field that a finding lies in; None when it lies elsewhere."""
        if (sample := _IN_A_SAMPLE.fullmatch(leak.where)) is not None:
            return self._repeated(sample)
        match = _FIELD.fullmatch(leak.where)
        if match is None or match["field"] not in TEXT_FIELDS or not self._opened(match["stem"]):
            return None
        return Cell(self._row(int(match["json"] or match["parquet"])), match["field"])

    def interactions(self, leak: Leak) -> frozenset[str]:
        """interaction_uuid of the rows that a finding lies in; empty when it lies in none."""
        if (cell := self.cell(leak)) is not None:
            return frozenset((cell.place[0],))
        match = _OVER_ROWS.fullmatch(leak.where)
        if match is None or not self._opened(match["stem"]):
            return frozenset()
        places = (match[name] for name in ("one", "first", "second"))
        rows = self._typed.get(match["typing"]) or [int(place) for place in places if place]
        return frozenset(str(self._row(at)["interaction_uuid"]) for at in rows)

    def _repeated(self, place: re.Match[str]) -> Cell | None:
        """The description that a sample repeats, at this place of its sequence."""
        with (self._content / place["file"]).open("rb") as file:
            line = next(islice(file, int(place["line"]) - 1, None))
        fields = list(json.loads(line).items())
        sample = SAMPLES[place["file"]].model_validate_json(line)
        if fields[int(place["value"]) - 1][0] != "sequence" or not self._opened(domain_files(sample.domain).stem):
            return None
        assert self._table is not None
        instance, at = sample.owner(int(place["at"]))
        first = pc.index(self._table["process_instance_uuid"], instance).as_py()
        return Cell(self._row(first + at), "description")

    def _opened(self, stem: str) -> bool:
        """Whether there is such a table; processes.json, with names of processes, is none."""
        path = self._content / f"{stem}.parquet"
        if stem != self._stem and path.is_file():
            self._stem, self._table = stem, pq.read_table(path)
            rows = (row for batch in self._table.to_batches(ROWS_AT_ONCE) for row in batch.to_pylist())
            typed = (item for item in together("", rows) if item.how == "typing")
            self._typed = {item.where.rpartition(" ")[2]: item.rows for item in typed}
        return stem == self._stem

    def _row(self, at: int) -> dict[str, Any]:
        assert self._table is not None
        return dict(self._table.slice(at, 1).to_pylist()[0])
