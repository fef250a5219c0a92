"""Findings on a screen without what is nobody's there: names and hosts that are public, days, rooms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from redaction.findings import ImageFinding, Source
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.ocr.mapper import span_box
from redaction.screens.whole_tokens import place_on
from redaction.text.known.public import JUDGED, PublicNames, Span, beside
from redaction.text.known.wholes import met
from redaction.text.places_of_nobody import spans_of_nobody

_NEVER = (Source.CHECKED, Source.PICTURE, Source.UNREAD)


def without_public(page: Page, findings: Iterable[ImageFinding], public: PublicNames) -> Iterator[ImageFinding]:
    """The findings; of each that has public words what is left beside them, and nothing of one that is all public."""
    lines = [
        (line, spans, nobodys)
        for line in page.lines
        if any((spans := public.spans(line.text), nobodys := spans_of_nobody(line.text)))
    ]
    for finding in findings:
        found = _met(lines, finding)
        if found is None:
            yield finding
            continue
        line, span, spans = found
        for start, end in beside(line.text, span, spans, names_stay=False):
            box = span_box(line, start, end, page.read.width, page.read.height)
            yield replace(finding, box=box, value=line.text[start:end], source=finding.source)


def _met(
    lines: list[tuple[Line, list[Span], list[Span]]], finding: ImageFinding
) -> tuple[Line, Span, list[Span]] | None:
    """The line, the span of the finding on it and the spans that it meets: public ones, and where the registry does not
    know better, those of nobody."""
    if not finding.value or finding.kind not in JUDGED or finding.source in _NEVER:
        return None
    for line, public, nobodys in lines:
        start = place_on(line, finding)
        if start is not None:
            end = start + len(finding.value)
            spans = met([*public, *(() if finding.source.known else nobodys)], start, end)
            return (line, (start, end), spans) if spans else None
    return None
