"""Findings in rows: where a span lies, and how a span of text typed in pieces falls on the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from sys import intern
from typing import Any, Literal

from redaction.findings import Kind, Source, TextFinding
from redaction.text.overlaps import rest


@dataclass(frozen=True, slots=True, order=True)
class RowFinding:
    """A finding in one field of one row. Offsets are code points of the field, `end` exclusive.

    `value` is the whole captured surface. Where a name was typed in pieces, the first piece carries it
    (`part` "first") and gets the surrogate; the other pieces ("rest") are emptied, so that reading the pieces one
    after the other tells the surrogate once. "first" also marks a half-typed name.
    """

    row: int
    field: str
    start: int
    end: int
    kind: Kind
    score: float
    detector: str
    value: str
    part: Literal["whole", "first", "rest"] = "whole"
    source: Source = Source.PATTERN

    def as_dict(self) -> dict[str, Any]:
        """For the work folder only: holds a captured value."""
        return asdict(self)

    @classmethod
    def from_dict(cls, item: dict[str, Any]) -> RowFinding:
        """The inverse of as_dict."""
        told = {name: intern(value) for name, value in item.items() if name in ("field", "detector", "part")}
        return cls(**{**item, **told, "kind": Kind(item["kind"]), "source": Source(item["source"])})


def in_field(row: int, field: str, text: str, findings: Sequence[TextFinding]) -> list[RowFinding]:
    """The findings of one field as row findings."""
    return [
        RowFinding(row, field, f.start, f.end, f.kind, f.score, f.detector, text[f.start : f.end], source=f.source)
        for f in findings
    ]


def over_pieces(
    rows: Sequence[int], field: str, pieces: Sequence[str], findings: Sequence[TextFinding]
) -> list[RowFinding]:
    """Findings of the joined text, laid on the pieces it was typed in."""
    joined = "".join(pieces)
    starts, at = [], 0
    for piece in pieces:
        starts.append(at)
        at += len(piece)
    placed = []
    for f in findings:
        touched = [
            (row, max(f.start, begin) - begin, min(f.end, begin + len(piece)) - begin)
            for row, begin, piece in zip(rows, starts, pieces, strict=True)
            if f.start < begin + len(piece) and begin < f.end
        ]
        value = joined[f.start : f.end]
        if len(touched) == 1:
            row, start, end = touched[0]
            placed.append(RowFinding(row, field, start, end, f.kind, f.score, f.detector, value, source=f.source))
            continue
        for nth, (row, start, end) in enumerate(touched):
            part: Literal["first", "rest"] = "first" if nth == 0 else "rest"
            placed.append(RowFinding(row, field, start, end, f.kind, f.score, f.detector, value, part, f.source))
    return placed


def over_growing(row: int, field: str, text: str, whole: str, findings: Sequence[TextFinding]) -> list[RowFinding]:
    """Findings of a finished value, laid on an earlier state of it that holds only its beginning ("Maria Kel").

    The half-typed name carries the whole one as its value, so that every state of the field tells the same surrogate.
    """
    assert whole.startswith(text)
    return [
        RowFinding(
            row,
            field,
            f.start,
            min(f.end, len(text)),
            f.kind,
            f.score,
            f.detector,
            whole[f.start : f.end],
            "first" if f.end > len(text) else "whole",
            f.source,
        )
        for f in findings
        if f.start < len(text)
    ]


def alike(texts: Iterable[str], field: str, findings: Sequence[RowFinding]) -> list[RowFinding]:
    """The findings, with those in `field` laid on every row in which it holds the same text.

    What a labelled field tells about the other fields of its row would else hide a word of, say, the process name in
    one row and show it in the next. `texts` is that field of every row.
    """
    rows: dict[str, list[int]] = {}
    same = [rows.setdefault(text, []) for text in texts]
    for row, alike_rows in enumerate(same):
        alike_rows.append(row)
    spread = {replace(f, row=row) for f in findings if f.field == field for row in same[f.row]}
    return sorted({*(f for f in findings if f.field != field), *spread})


def without_overlaps(findings: Sequence[RowFinding]) -> list[RowFinding]:
    """Union per field: spans over several pieces first, then what passed a check, then the longer, then the surer; a
    loser that sticks out of the winner keeps its uncovered rest masked as its own finding, so that nothing found is
    ever shown."""
    kept: list[RowFinding] = []
    for _, some in groupby(sorted(findings, key=_rank), key=lambda f: (f.row, f.field)):
        spans: list[tuple[int, int]] = []
        for f in some:
            for start, end in _uncovered(f.start, f.end, spans):
                kept += [f] if (start, end) == (f.start, f.end) else _left(f, start, end)
                spans.append((start, end))
    return sorted(kept)


def _rank(f: RowFinding) -> tuple[int, str, bool, bool, int, float, int, str]:
    solid = f.source is Source.CHECKED
    return f.row, f.field, f.part == "whole", not solid, f.start - f.end, -f.score, f.start, f.kind


def _left(finding: RowFinding, start: int, end: int) -> list[RowFinding]:
    """What of a finding lies at start..end of its field. A piece of something typed keeps the whole as its value."""
    if finding.part != "whole":
        return [replace(finding, start=start, end=end)]
    at, value = finding.start, finding.value
    whole = TextFinding(0, len(value), finding.kind, finding.score, finding.detector, finding.source)
    return [
        replace(finding, start=at + p.start, end=at + p.end, kind=p.kind, value=value[p.start : p.end], source=p.source)
        for p in rest(value, whole, start - at, end - at)
    ]


def _uncovered(start: int, end: int, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    free, at = [], start
    for s, e in sorted(spans):
        if s >= end or e <= at:
            continue
        if s > at:
            free.append((at, s))
        at = max(at, e)
    if at < end:
        free.append((at, end))
    return free
