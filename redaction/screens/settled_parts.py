"""Findings on a screen without what is settled to be none: names and hosts that are public, days, rooms, and ordinary
words beside a name that is known in full.

The text engine has cut its own findings so already (`redaction.text.known.wholes`); what rules and the re-scorer have
found or widened since is cut here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from redaction.findings import ImageFinding, Kind, Source
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import COUNTRIES
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.page.words import Word
from redaction.screens.rescorer.figures import of_time_or_money
from redaction.screens.rescorer.nobodys import is_measure, is_of_years, is_source, of_nobody, of_thing
from redaction.screens.rescorer.rescore import DETECTOR as RESCORER
from redaction.screens.rules.widening import titled
from redaction.screens.span_boxes import over
from redaction.screens.whole_tokens import placed_on
from redaction.text.known.public import JUDGED, Span, beside
from redaction.text.known.registry import Registry
from redaction.text.known.wholes import NAMES, met, wholes, with_forms
from redaction.text.places_of_nobody import spans_of_nobody

_GUESSED = (Source.MODEL, Source.PATTERN)
_FIGURED = frozenset((Kind.ADDRESS, *written_as(Value.NUMBER, Value.TELEPHONE)))
"""Whoever guesses one of these, by its words or by its shape, may have met a day or an amount."""
_ZONE = re.compile(r"(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z]\w+(?:/\w+)?")
_BY_ITSELF = re.compile(r"\W*|[^\W\d_]+ \(\W*")
"""What stands around a country alone on its line, or behind a language: "English (Ireland)"."""
_LETTERS = re.compile(r"[^\W\d_]+")
_NEVER = (Source.CHECKED, Source.PICTURE, Source.UNREAD, Source.HEADER, Source.POSITION)


@dataclass(frozen=True, slots=True)
class _Settled:
    """Spans of a line: public ones, those of nobody, and names that are known in full, with their titles."""

    public: list[Span]
    nobodys: list[Span]
    known: list[Span]


def settled_parts(
    page: Page, findings: Iterable[ImageFinding], registry: Registry, sure: frozenset[Word] = frozenset()
) -> Iterator[ImageFinding]:
    """The findings; of each that takes in something settled the known names in it, and what is left beside all of
    it: words that are not ordinary or that are `sure` to identify somebody."""
    asked: dict[Line, _Settled] = {}
    words: dict[Line, list[Span]] = {}
    for word in sure:
        words.setdefault(page.lines[word.line], []).append((word.start, word.end))
    for finding in findings:
        if _is_nobodys(page, finding):
            continue
        placed = _placed(page, finding)
        if placed is None:
            yield finding
            continue
        line, (start, end) = placed
        if line not in asked:
            asked[line] = _of(line, registry)
        here = asked[line]
        known = met(here.known, start, end) if finding.kind in NAMES else []
        if known == [(start, end)]:
            known = []
        out = [*met(here.public, start, end), *(() if finding.source.known else met(here.nobodys, start, end))]
        if not known and not out:
            yield finding
            continue
        kept = [(max(start, a), min(end, b)) for a, b in known if not met(here.public, a, b)]
        left = beside(line.text, (start, end), [*known, *out], names_stay=False)
        for a, b in sorted([*kept, *_with(met(words.get(line, []), start, end), left, [*known, *out], (start, end))]):
            if finding.detector == RESCORER and of_nobody(line.text[a:b]):
                continue
            yield over(finding, page.read, line, (a, b))


def _with(sure: list[Span], left: Iterable[Span], settled: list[Span], within: Span) -> Iterator[Span]:
    """What is left of a span, each piece with the sure words right beside it, and these by themselves; none of what is
    settled."""
    free = [piece for a, b in sure for piece in _outside((max(a, within[0]), min(b, within[1])), settled)]
    pieces: list[Span] = []
    for a, b in sorted([*left, *free]):
        if pieces and not any(pieces[-1][1] <= x and y <= a for x, y in settled):
            a, b = pieces[-1][0], max(b, pieces.pop()[1])
        pieces.append((a, b))
    yield from pieces


def _outside(span: Span, settled: list[Span]) -> Iterator[Span]:
    """What of a span lies outside the settled ones."""
    at = span[0]
    for a, b in [*sorted(met(settled, *span)), (span[1], span[1])]:
        if at < min(a, span[1]):
            yield at, min(a, span[1])
        at = max(at, b)


def _of(line: Line, registry: Registry) -> _Settled:
    text = line.text
    known = [(titled(text, f.start), f.end) for f in wholes(text, with_forms(text, registry.find(text, "line")))]
    return _Settled(registry.public.spans(text), spans_of_nobody(text), known)


def _is_nobodys(page: Page, finding: ImageFinding) -> bool:
    """Whether the form of what a model or a shape alone has found says that it is nobody's."""
    if finding.source not in _GUESSED:
        return False
    if _is_place_of_nobody(page, finding):
        return True
    if finding.detector != RESCORER:
        return (finding.source is Source.MODEL and of_thing(finding.value)) or _is_of_time_or_money(finding)
    in_source = finding.kind is Kind.URL and is_source(finding.value)
    of_years = finding.kind is Kind.ID and is_of_years(finding.value)
    return in_source or of_years or of_nobody(finding.value) or _is_measure(page, finding)


def _is_of_time_or_money(finding: ImageFinding) -> bool:
    """Whether its figures are all those of days and amounts, beside no name."""
    return finding.kind in _FIGURED and of_time_or_money(finding.value) and not _has_name(finding.value)


def _is_place_of_nobody(page: Page, finding: ImageFinding) -> bool:
    """Whether it is a zone of the clock, or a country that stands alone on its line or in brackets; and as a person
    nobody's name."""
    alone = finding.value.strip(" .,:()")
    zone = _ZONE.fullmatch(alone) is not None
    if not zone and alone.casefold() not in COUNTRIES:
        return False
    if finding.kind is not Kind.ADDRESS and (finding.kind is not Kind.PERSON or _has_name(alone)):
        return False
    placed = None if zone else placed_on(page.lines, finding)
    return zone or (placed is not None and _BY_ITSELF.fullmatch(placed[0].text.replace(alone, "")) is not None)


def _has_name(text: str) -> bool:
    return any(name_lists().is_name(word.casefold()) for word in _LETTERS.findall(text))


def _is_measure(page: Page, finding: ImageFinding) -> bool:
    placed = placed_on(page.lines, finding) if finding.value else None
    return placed is not None and is_measure(placed[0].text, *placed[1])


def _placed(page: Page, finding: ImageFinding) -> tuple[Line, Span] | None:
    """The line on which a finding stands, and its span there."""
    if not finding.value or finding.kind not in JUDGED or finding.source in _NEVER:
        return None
    return placed_on(page.lines, finding)
