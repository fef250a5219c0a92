"""From text findings on passages to boxes on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.page.page import Page
from redaction.page.passage import Passage
from redaction.page.reading import Line, Reading
from redaction.screens.ocr.mapper import span_box
from redaction.screens.rules.pieces import own_pieces
from redaction.screens.rules.widening import widened
from redaction.text.overlaps import around, checked


def boxes_for(page: Page, passages: Sequence[Passage], found: Sequence[Sequence[TextFinding]]) -> list[ImageFinding]:
    """One finding per line that a text finding touches; on each line, overlapping findings of a kind become one."""
    spans: dict[int, list[tuple[int, int, TextFinding]]] = {}
    for passage, findings in zip(passages, found, strict=True):
        for finding in findings:
            for piece in own_pieces(passage, finding, page.language):
                start, end = piece.on_line(finding.start, finding.end)
                if start < end:
                    spans.setdefault(piece.line, []).append((start, end, finding))
    out: list[ImageFinding] = []
    for index in sorted(spans):
        line = page.lines[index]
        for start, end, best in merged(line, [widened(line.text, *span, page.language) for span in spans[index]]):
            out.append(found_on(page, line, (start, end), best.kind, best.score, best.detector, best.source))
    return out


def found_on(
    page: Page,
    line: Line,
    span: tuple[int, int] | None,
    kind: Kind,
    score: float,
    detector: str,
    source: Source = Source.PATTERN,
) -> ImageFinding:
    """The finding for characters start..end of a line, or for all of it."""
    start, end = span or (0, len(line.text))
    box = span_box(line, start, end, page.read.width, page.read.height)
    return ImageFinding(box, kind, score, detector, line.text[start:end], source)


def over(finding: ImageFinding, read: Reading, line: Line, span: tuple[int, int]) -> ImageFinding:
    """The same finding for other characters, start..end of a line."""
    return replace(finding, box=span_box(line, *span, read.width, read.height), value=line.text[slice(*span)])


def merged(line: Line, spans: list[tuple[int, int, TextFinding]]) -> list[tuple[int, int, TextFinding]]:
    """Non-overlapping spans of one line, trimmed of spaces; the strongest (then longest) finding names the kind, but
    what passed a check keeps span and kind."""
    placed = [finding.over(start, end) for start, end, finding in spans]
    solid = checked(placed)
    loose = [(p.start, p.end, p) for f in placed if f not in solid for p in around(line.text, f, solid)]
    out: list[tuple[int, int, TextFinding]] = []
    for start, end, finding in sorted(loose, key=lambda s: (s[0], -s[1], -s[2].score, s[2].kind, s[2].detector)):
        while start < end and line.text[start].isspace():
            start += 1
        while end > start and line.text[end - 1].isspace():
            end -= 1
        if start >= end:
            continue
        if out and start < out[-1][1]:
            before = out.pop()
            first = (before[2].score, before[1] - before[0]) >= (finding.score, end - start)
            out.append((before[0], max(before[1], end), before[2] if first else finding))
        else:
            out.append((start, end, finding))
    return sorted([*out, *((f.start, f.end, f) for f in solid)])
