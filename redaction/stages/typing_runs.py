"""Text typed over several events of one field: read as one string, found as one string, hidden in every state of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from redaction.capture.interactions import typed_runs
from redaction.findings import TextFinding
from redaction.stages.ingest import RawRow
from redaction.stages.row_spans import RowFinding, over_growing, over_pieces
from redaction.text import TextInput


@dataclass(frozen=True, slots=True)
class TypingRun:
    """A string that several rows make up: what was typed (`pieces`), or the last state of the field."""

    rows: tuple[int, ...]
    text: str
    label: str | None
    pieces: bool

    @property
    def input(self) -> TextInput:
        """As the text engine reads it."""
        return TextInput(text=self.text, label=self.label, role="field")

    def covers(self, rows: Sequence[RawRow]) -> set[tuple[int, str]]:
        """The fields (row, name) whose whole content this string shows: read alone, cut as they are, they mislead."""
        covered = {(i, "field_value") for i in self.rows if self._shows(rows[i].row.field_value)}
        if self.pieces:
            covered |= {(i, "interaction_value") for i in self.rows}
            if self._typed_alike(rows):
                covered |= {(i, "field_value") for i in self.rows}
        return covered

    def place(self, rows: Sequence[RawRow], findings: Sequence[TextFinding]) -> list[RowFinding]:
        """The findings of the whole string, laid on the rows it came from."""
        placed: list[RowFinding] = []
        if self.pieces:
            typed = [rows[i].row.interaction_value for i in self.rows]
            placed += over_pieces(self.rows, "interaction_value", typed, findings)
            if self._typed_alike(rows):
                return placed + over_pieces(self.rows, "field_value", typed, findings)
        for i in self.rows:
            value = rows[i].row.field_value
            if value and self._shows(value):
                placed += over_growing(i, "field_value", value, self.text, findings)
        return placed

    def _shows(self, value: str | None) -> bool:
        return bool(value) and self.text.startswith(str(value))

    def _typed_alike(self, rows: Sequence[RawRow]) -> bool:
        """Whether the field's values are the pieces themselves."""
        return all((rows[i].row.field_value or "") == rows[i].row.interaction_value for i in self.rows)


def typing_runs(rows: Sequence[RawRow]) -> list[TypingRun]:
    """The runs of two and more typing rows, as the string that was typed and as the last value of the field."""
    runs: list[TypingRun] = []
    for run in typed_runs(raw.row for raw in rows):
        if len(run) < 2:
            continue
        label = rows[run[0]].row.field_name
        typed = "".join(rows[i].row.interaction_value for i in run)
        last = next((v for i in reversed(run) if (v := rows[i].row.field_value)), "")
        if typed:
            runs.append(TypingRun(tuple(run), typed, label, pieces=True))
        if last and last not in (typed, rows[run[-1]].row.interaction_value):
            runs.append(TypingRun(tuple(run), last, label, pieces=False))
    return runs
