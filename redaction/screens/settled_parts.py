"""Findings on a screen without what is settled to be none: names and hosts that are public, days, rooms, and ordinary
words beside a name that is known in full.

The text engine has cut its own findings so already (`redaction.text.known.wholes`); what rules and the re-scorer have
found or widened since is cut here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from redaction.findings import ImageFinding, Source
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.ocr.mapper import span_box
from redaction.screens.rescorer.rescore import DETECTOR as RESCORER
from redaction.screens.rules.widening import titled
from redaction.screens.whole_tokens import place_on
from redaction.text.interface import chinese_words
from redaction.text.known.public import JUDGED, Span, beside
from redaction.text.known.registry import Registry
from redaction.text.known.wholes import NAMES, met, wholes, with_forms
from redaction.text.places_of_nobody import spans_of_nobody

_AMOUNT = re.compile(
    r"(?:[€$£¥₺₽₹]|[A-Z]{1,3}[$]) ?\d[\d.,' \u00a0]{0,14}|\d[\d.,' \u00a0]{0,14} ?(?:[€£¥₺₽₹%]|[km]?m[²³])|"
    r"[^\W\d_]{2,9}\.?,? \d{1,4} ?[km]?m[²³]"
)
"""An amount of money, a share or an area, perhaps behind what is counted ("rok, 34 m²")."""
_MOMENT = re.compile(r"(?:\d{4}([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2\d{4})(?:[^\W\d_]{1,3}|[·,;])\d\d?[.:]\d\d")
"""A day and a time with what was read between them: "26.01.2025ob6.15"."""
_WEEK = re.compile(r"(?:19|20)\d\d-W(?:0[1-9]|[1-4]\d|5[0-3])")
"""A week as ISO 8601 writes it."""
_NEVER = (Source.CHECKED, Source.PICTURE, Source.UNREAD, Source.HEADER, Source.POSITION)


@dataclass(frozen=True, slots=True)
class _Settled:
    """Spans of a line: public ones, those of nobody, and names that are known in full, with their titles."""

    public: list[Span]
    nobodys: list[Span]
    known: list[Span]


def settled_parts(page: Page, findings: Iterable[ImageFinding], registry: Registry) -> Iterator[ImageFinding]:
    """The findings; of each that takes in something settled the known names in it, and what is left beside all of
    it."""
    asked: dict[int, _Settled] = {}
    for finding in findings:
        if finding.detector == RESCORER and of_nobody(finding.value):
            continue
        placed = _placed(page, finding)
        if placed is None:
            yield finding
            continue
        at, (start, end) = placed
        line = page.lines[at]
        if at not in asked:
            asked[at] = _of(line, registry)
        here = asked[at]
        known = met(here.known, start, end) if finding.kind in NAMES else []
        if known == [(start, end)]:
            known = []
        out = [*met(here.public, start, end), *(() if finding.source.known else met(here.nobodys, start, end))]
        if not known and not out:
            yield finding
            continue
        kept = [(max(start, a), min(end, b)) for a, b in known if not met(here.public, a, b)]
        for a, b in sorted([*kept, *beside(line.text, (start, end), [*known, *out], names_stay=False)]):
            if finding.detector == RESCORER and of_nobody(line.text[a:b]):
                continue
            box = span_box(line, a, b, page.read.width, page.read.height)
            yield replace(finding, box=box, value=line.text[a:b], source=finding.source)


def of_nobody(value: str) -> bool:
    """Whether a value that the re-scorer alone found is settled by its form: several Chinese words, an amount, a week,
    or a day with a time."""
    plain = value.strip(" ()[],;:·")
    return chinese_words(plain) or any(form.fullmatch(plain) for form in (_AMOUNT, _MOMENT, _WEEK))


def _of(line: Line, registry: Registry) -> _Settled:
    text = line.text
    known = [(titled(text, f.start), f.end) for f in wholes(text, with_forms(text, registry.find(text, "line")))]
    return _Settled(registry.public.spans(text), spans_of_nobody(text), known)


def _placed(page: Page, finding: ImageFinding) -> tuple[int, Span] | None:
    """The line on which a finding stands, and its span there."""
    if not finding.value or finding.kind not in JUDGED or finding.source in _NEVER:
        return None
    for at, line in enumerate(page.lines):
        start = place_on(line, finding)
        if start is not None:
            return at, (start, start + len(finding.value))
    return None
