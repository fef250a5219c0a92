"""What was found on the drawn pages of documents. What stands in the text layer under a finding is a finding of the
text of its page; what does not (scans, faces, stamps) stays one of the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from redaction.findings import Box, ImageFinding, Kind, TextFinding
from redaction.kinds.table import PICTURES
from redaction.sources.values import Row
from redaction.stages.sources import TakenSource, taken_sources
from redaction.stages.taken_documents import Page, pages_by_text
from redaction.work.store import BatchStore

Found = Mapping[str, Sequence[ImageFinding]]
"""Findings by the names of pages."""


def page_shots(store: BatchStore) -> dict[str, Path]:
    """Name of every page of every document that was taken in → its picture."""
    return {
        name: picture
        for source in taken_sources(store)
        if source.documents is not None
        for row in source.rows()
        for name, picture in source.documents.pages(row)
    }


def in_texts(source: TakenSource, row: Row, found: Found) -> dict[int, list[TextFinding]]:
    """Findings of the pages of a row as findings of its texts, by their numbers."""
    if source.documents is None:
        return {}
    pages = source.documents.drawn(row)
    return {
        at: spans
        for at, number in pages_by_text(source.schema, row).items()
        if (spans := [span for f in found.get(pages[number].name, ()) for span in under(pages[number], f)])
    }


def under(page: Page, finding: ImageFinding) -> Iterator[TextFinding]:
    """The words of the text layer of which a character lies under a finding, line by line."""
    start = 0
    for line in page.lines:
        hit = [at for at, box in enumerate(line.boxes) if box is not None and _middle_in(box, finding.box)]
        if hit:
            first, last = hit[0], hit[-1] + 1
            while first and not line.text[first - 1].isspace():
                first -= 1
            while last < len(line.text) and not line.text[last].isspace():
                last += 1
            kind = Kind.ID if finding.kind in PICTURES else finding.kind
            yield TextFinding(start + first, start + last, kind, finding.score, finding.detector, finding.source)
        start += len(line.text) + 1


def unread_values(store: BatchStore, found: Found) -> dict[str, list[ImageFinding]]:
    """The findings of all pages; those over a text layer, which says better what stands there, have no value of their
    own."""
    return {
        page.name: [replace(f, value="") if any(under(page, f)) else f for f in found[page.name]]
        for source in taken_sources(store)
        if source.documents is not None
        for row in source.rows()
        for page in source.documents.drawn(row)
        if page.name in found
    }


def _middle_in(box: Box, around: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return around[0] <= x <= around[2] and around[1] <= y <= around[3]
