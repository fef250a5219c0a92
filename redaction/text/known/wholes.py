"""What a loose finding holds beside a value that is known in full, or beside what is public.

Models and lists draw the borders of names loosely: "Ann Barrow High" is Ann Barrow and a priority, "Ann Barrow of Acme
Ltd" a person and a company. Where the whole is known, each of its neighbours is judged for itself, and ordinary words
beside it are no part of a name. In running text, and on a line under a label, a neighbour that is also somebody's name
stays hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.forms import LEGAL, TOKEN, UNSPACED
from redaction.text.known.public import JUDGED, PublicNames, Span, beside
from redaction.text.places_of_nobody import spans_of_nobody
from redaction.text.surnames import led_by_surname

NAMES = (Kind.PERSON, Kind.COMPANY)
_LOOSE = (Source.MODEL, Source.PATTERN)
_WHOLE = (Source.REGISTRY, Source.DECLARED)
_NEXT = re.compile(r"[ ,]{1,2}(?P<word>[^\W\d_a-z][^\W\d_]*)(?!\w)")
_HYPHENS = re.compile(r"(?<=\w)[-‐‑](?=\w)")
_WORDS = 2
"""Words from which a known value is a whole: one alone may be a part of a longer name."""
_SIGNS = 2
"""The same in signs, of a script that sets no words apart."""


def settled(text: str, findings: Iterable[TextFinding], public: PublicNames, role: str) -> list[TextFinding]:
    """The findings, each loose one cut into what is left of it beside what is settled: values known in full, and public
    names. A finding that is all public goes."""
    found = with_forms(text, findings)
    if not found:  # most texts of a batch: nothing is asked of them
        return found
    spans, nobodys = public.spans(text), spans_of_nobody(text)
    known = list(wholes(text, found))
    if not spans and not known and not nobodys:
        return found
    made: list[TextFinding] = []
    for finding in found:
        made += _pieces(text, finding, known, spans, nobodys, role)
    return made


def with_forms(text: str, findings: Iterable[TextFinding]) -> list[TextFinding]:
    """The findings, companies with the legal form behind them, and known given names of two signs with the surname
    before them. What a model takes for a person and a legal form follows is a company."""
    return [_with_surname(text, _with_form(text, f)) for f in findings]


def wholes(text: str, findings: Iterable[TextFinding]) -> Iterator[TextFinding]:
    """Those of people and companies that are known in full: of several words, or in a script that sets none apart."""
    return (f for f in findings if f.source in _WHOLE and f.kind in NAMES and _whole(text[f.start : f.end]))


def _pieces(
    text: str,
    finding: TextFinding,
    known: Sequence[TextFinding],
    public: Sequence[Span],
    nobodys: Sequence[Span],
    role: str,
) -> Iterator[TextFinding]:
    # a line under a label may be two cells that were read as one; a captured field is one value
    under_label = finding.source is Source.LABEL and role == "line"
    names_stay = role == "prose" or under_label
    loose = (finding.source in _LOOSE or under_label) and finding.kind in NAMES
    here = [(f.start, f.end) for f in known if loose and _inside(f, finding)]
    if finding.kind in JUDGED and finding.source is not Source.CHECKED:
        here += met(public, finding.start, finding.end)
        if not finding.source.known and finding.source is not Source.LABEL:
            here += met(nobodys, finding.start, finding.end)
    if not here:
        yield finding
        return
    for start, end in beside(text, (finding.start, finding.end), here, names_stay=names_stay):
        yield finding.over(start, end)


def met(spans: Iterable[Span], start: int, end: int) -> list[Span]:
    """Those that share something with a span."""
    return [span for span in spans if span[0] < end and start < span[1]]


def _with_form(text: str, found: TextFinding) -> TextFinding:
    """A company with the legal form behind it, which a domain does not tell and a model may leave out."""
    company = found.kind is Kind.COMPANY and found.source in _WHOLE
    if not company and not (found.kind in NAMES and found.source is Source.MODEL):
        return found
    end = found.end
    while (more := _NEXT.match(text, end)) and more["word"].casefold() in LEGAL:
        end = more.end()
    return replace(found.over(found.start, end), kind=Kind.COMPANY) if end > found.end else found


def _with_surname(text: str, known: TextFinding) -> TextFinding:
    """A known given name of two signs with the surname before it: somebody else's, whom no other place names."""
    surface = text[known.start : known.end]
    if known.source not in _WHOLE or known.kind is not Kind.PERSON or len(surface) != _SIGNS:
        return known
    start = led_by_surname(text, known.start) if UNSPACED.fullmatch(surface[0]) else known.start
    return known.over(start, known.end) if start < known.start else known


def _inside(known: TextFinding, finding: TextFinding) -> bool:
    within = finding.start <= known.start and known.end <= finding.end
    return within and (known.start, known.end) != (finding.start, finding.end)


def _whole(surface: str) -> bool:
    words = TOKEN.findall(_HYPHENS.sub("", surface))  # "Mary-Kate" is one
    return len(words) >= _WORDS or (len(surface) >= _SIGNS and bool(UNSPACED.search(surface)))
