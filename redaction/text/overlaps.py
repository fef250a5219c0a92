"""Findings that meet: what passed a check stays what it is, and what is wider keeps only the rest.

An IBAN inside a longer finding is an IBAN: widened to the words around it, or named after them, its surrogate would be
other words, and an address in space that is reserved would be one that is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from redaction.findings import Kind, Source, TextFinding

#: With fewer digits what is left of a telephone number is no number that could be dialled, but still tells something.
_DIALLED = 7


def checked(findings: Iterable[TextFinding]) -> list[TextFinding]:
    """The findings that keep span and kind, sorted and apart: those that passed a check, the longest first where two
    meet. A secret is masked whole, so it keeps what lies in it."""
    everything = list(findings)
    secrets = [f for f in everything if f.kind is Kind.SECRET]
    kept: list[TextFinding] = []
    for one in sorted(everything, key=lambda f: (f.start - f.end, -f.score, f.start, f.kind, f.detector)):
        if one.source is Source.CHECKED and not any(_meet(one, other) for other in (*secrets, *kept)):
            kept.append(one)
    return sorted(kept)


def around(text: str, finding: TextFinding, kept: Sequence[TextFinding]) -> Iterator[TextFinding]:
    """What of a finding lies outside `kept` (sorted, apart), without the separators at its ends; the finding itself
    where it meets none. Of an e-mail address log-in and host are left, of a telephone number digits."""
    at, cut = finding.start, False
    for one in kept:
        if not _meet(finding, one):
            continue
        cut = True
        yield from rest(text, finding, at, one.start)
        at = max(at, one.end)
    if cut:
        yield from rest(text, finding, at, finding.end)
    else:
        yield finding


def _meet(one: TextFinding, other: TextFinding) -> bool:
    return one.start < other.end and other.start < one.end


def rest(text: str, finding: TextFinding, start: int, end: int) -> Iterator[TextFinding]:
    """The part start..end of a finding of `text`, without the separators at its ends, as what it then is."""
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    if start >= end:
        return
    piece, kind = text[start:end], finding.kind
    if kind is Kind.EMAIL and "@" not in piece:
        kind = Kind.USERNAME if "@" in text[end : finding.end] else Kind.URL
    elif kind is Kind.PHONE and sum(c.isdigit() for c in piece) < _DIALLED:
        kind = Kind.ID
    source = Source.PATTERN if finding.source is Source.CHECKED else finding.source
    yield replace(finding, start=start, end=end, kind=kind, source=source)
