"""The documents of company sources taken in: drawn once, page by page, with the lines that stand on each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from redaction.capture.reasons import refusal
from redaction.findings import Box
from redaction.pdf.apart import LINES, PICTURE, Outcome, draw_apart
from redaction.pdf.folder import documents_in
from redaction.pdf.pages import PdfLine
from redaction.records import CompanySource, Refusal
from redaction.sources.schema import PAGES, SourceSchema
from redaction.sources.values import Row, strings_of
from redaction.withdrawal.forgotten import Forgotten
from redaction.work import formats
from redaction.work.files import write_whole
from redaction.work.json_text import canonical
from redaction.work.progress import Progress
from redaction.work.stage_records import SOURCE_PAGES, SOURCE_ROWS
from redaction.work.store import BatchStore

_MISSING = Outcome("document_missing")


@dataclass(slots=True)
class Documents:
    """What became of every entry of a folder of documents, in order of their names."""

    entries: list[tuple[str, Outcome]]
    _by_name: dict[str, Outcome] = field(init=False)
    _asked: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._by_name = {name: outcome for name, outcome in self.entries if name}

    def names(self) -> Iterator[tuple[int, str]]:
        """(place, name) of every document."""
        return ((place, name) for place, (name, _) in enumerate(self.entries) if name)

    def of(self, name: str) -> Outcome:
        """What became of the document of a row."""
        self._asked.add(name)
        return self._by_name.get(name, _MISSING)

    def left_out(self, source: str) -> Iterator[Refusal]:
        """The entries that no row has asked for."""
        for place, (name, _) in enumerate(self.entries):
            if name not in self._asked:
                reason = "document_unlisted" if name else "document_name"
                yield refusal(f"{source}/documents[{place}]", reason)


def take_documents(source: CompanySource, store: BatchStore, progress: Progress, forgotten: Forgotten) -> Documents:
    """Draw every document of a source into ingest/pages/. One that speaks of somebody who is to be forgotten is not
    taken: letters that are taken out of a picture leave their shape."""
    assert source.documents is not None
    home = store.file(SOURCE_PAGES)
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    there = documents_in(source.documents)
    drawn = [(f"{source.name}.{place}", path) for place, (_, path) in enumerate(there) if path is not None]
    outcomes = iter(draw_apart(drawn, home))
    entries: list[tuple[str, Outcome]] = []
    for done, (name, path) in enumerate(there, start=1):
        outcome = next(outcomes) if path is not None else _MISSING
        if forgotten.entities and any(forgotten.find(text, "prose") for text in (name, *outcome.texts)):
            _remove(home, f"{source.name}.{done - 1}")
            outcome = Outcome("document_forgotten")
        entries.append((name, outcome))
        progress(f"draw {source.name}", done, len(there))
    told = {name: [place, len(one.texts)] for place, (name, one) in enumerate(entries) if name and not one.reason}
    form = formats.SOURCE_DOCUMENTS.format(name=source.name)
    write_whole(store.file(f"{SOURCE_ROWS}/{form}"), canonical(told).encode())
    return Documents(entries)


def _remove(home: Path, name: str) -> None:
    for path in home.glob(f"{name}.*"):
        path.unlink()


@dataclass(frozen=True, slots=True)
class Page:
    """A drawn page: its size in points, its lines, and where its picture lies. `name` tells it from all others."""

    name: str
    picture: Path
    width: float
    height: float
    lines: tuple[PdfLine, ...]

    @property
    def text(self) -> str:
        """The text of the page, as it stands in its row."""
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class TakenDocuments:
    """The documents of one source, by the key of their row."""

    home: Path
    source: str
    schema: SourceSchema
    told: Mapping[str, tuple[int, int]]

    def pages(self, row: Row) -> list[tuple[str, Path]]:
        """(name, picture) of every page of the document of a row."""
        place, count = self.told[str(row[self.schema.key])]
        name = f"{self.source}.{place}"
        return [
            (f"{self.source}/documents[{place}] page {number}", self.home / PICTURE.format(name=name, page=number))
            for number in range(count)
        ]

    def drawn(self, row: Row) -> list[Page]:
        """The same with their lines."""
        place, _ = self.told[str(row[self.schema.key])]
        path = self.home / LINES.format(name=f"{self.source}.{place}")
        told = json.loads(path.read_bytes())
        return [
            Page(name, picture, one["width"], one["height"], tuple(_line(*line) for line in one["lines"]))
            for (name, picture), one in zip(self.pages(row), told, strict=True)
        ]


def pages_by_text(schema: SourceSchema, row: Row) -> dict[int, int]:
    """Number of a text of a row (redaction.sources.values.texts_of) → number of the page that it is the text of."""
    pages = {}
    at = 0
    for name, value in row.items():
        if schema.fields[name].role == "text":
            texts = [number for number, one in enumerate(value if name == PAGES else [value]) for _ in strings_of(one)]
            if name == PAGES:
                pages = dict(enumerate(texts, start=at))
            at += len(texts)
    return pages


def _line(text: str, boxes: list[list[int] | None]) -> PdfLine:
    return PdfLine(text, tuple(_box(box) if box is not None else None for box in boxes))


def _box(numbers: list[int]) -> Box:
    x0, y0, x1, y1 = numbers
    return x0, y0, x1, y1


def taken_documents(store: BatchStore, source: str, schema: SourceSchema) -> TakenDocuments | None:
    """The documents of a source that was taken in; None of a table."""
    path = store.file(f"{SOURCE_ROWS}/{formats.SOURCE_DOCUMENTS.format(name=source)}")
    if not path.is_file():
        return None
    told = {name: (int(place), int(count)) for name, (place, count) in json.loads(path.read_bytes()).items()}
    return TakenDocuments(store.file(SOURCE_PAGES), source, schema, told)
