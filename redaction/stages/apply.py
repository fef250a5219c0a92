"""Applying findings to text: one finding, one replacement, everything between them untouched."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from redaction.findings import Kind, TextFinding
from redaction.kinds.table import masked
from redaction.ledger.entities import Ledger, Places
from redaction.policy import TextPolicy
from redaction.text.overlaps import around, checked


def replacement_for(kind: Kind, surface: str, policy: TextPolicy, ledger: Ledger) -> str:
    """What stands in place of a surface form: its surrogate, "[KIND]", or the form itself when the policy keeps it."""
    treatment = policy.treatment(kind)
    if treatment == "keep":
        return surface
    if treatment == "mask":
        return masked(kind)
    return ledger.replacement(kind, surface)


def already_scrubbed(done: Scrubbed, finding: TextFinding, policy: TextPolicy, ledger: Ledger) -> bool:
    """Whether what was found in a text already scrubbed needs nothing more: it is kept, it lies where we wrote, or it
    can be nothing but a surrogate."""
    return policy.treatment(finding.kind) == "keep" or is_ours(done, finding, ledger)


def is_ours(done: Scrubbed, finding: TextFinding, ledger: Ledger) -> bool:
    """Whether what was found in a text already scrubbed lies where we wrote, or can be nothing but a surrogate."""
    if lies_in(done.text, finding.start, finding.end, done.ours):
        return True
    return ledger.is_own(finding.kind, done.text[finding.start : finding.end])


def lies_in(text: str, start: int, end: int, places: Places) -> bool:
    """Whether every letter and digit of text[start:end], and there is one, lies in one of the places."""
    positions = [i for i in range(start, end) if text[i].isalnum()]
    return bool(positions) and bool(places) and all(any(a <= i < b for a, b in places) for i in positions)


def remember(done: Sequence[Scrubbed], ledger: Ledger) -> None:
    """Have the ledger know a document again by the places where it wrote."""
    ledger.remember([one.text for one in done], {i: one.ours for i, one in enumerate(done) if one.ours})


@dataclass(slots=True)
class Scrubbed:
    """A text after its findings were applied: a record of each, and how its places map back to the input."""

    text: str
    records: list[dict[str, Any]] = field(default_factory=list)
    #: (start, end) in the input and (start, end) here of every replaced span, in order
    spans: list[tuple[int, int, int, int]] = field(default_factory=list)
    #: (start, end) here of everything that the ledger wrote, now or when the input was written, in order
    ours: list[tuple[int, int]] = field(default_factory=list)

    def back(self, finding: TextFinding) -> TextFinding:
        """The finding in code points of the input; an end inside a replaced span takes in the whole span."""
        return finding.over(self._place(finding.start, last=False), self._place(finding.end - 1, last=True))

    def moved(self, start: int, end: int) -> tuple[int, int]:
        """Where a span of the input that meets no replaced one stands here."""
        shift = 0
        for _, before, _, until in self.spans:
            if before > start:
                break
            shift = until - before
        return start + shift, end + shift

    def _place(self, at: int, *, last: bool) -> int:
        index = bisect_right(self.spans, at, key=lambda span: span[2]) - 1
        if index < 0:
            return at + last
        start, end, _, until = self.spans[index]
        if at < until:
            return end if last else start
        return at + end - until + last


def joined(text: str, findings: Iterable[TextFinding]) -> list[TextFinding]:
    """Overlapping findings of a text made one: the kind and detector of the longest, the best score. What passed a
    check stays as it is, and of what is wider the rest is left (redaction.text.overlaps)."""
    everything = list(findings)
    solid = checked(everything)
    loose = [piece for f in everything if f not in solid for piece in around(text, f, solid)]
    merged: list[TextFinding] = []
    for finding in sorted(loose, key=lambda f: (f.start, -f.end, f.kind, f.detector)):
        if not merged or finding.start >= merged[-1].end:
            merged.append(finding)
            continue
        one = merged[-1]
        main = max(one, finding, key=lambda f: f.end - f.start)
        start, end = min(one.start, finding.start), max(one.end, finding.end)
        merged[-1] = replace(main, start=start, end=end, score=max(one.score, finding.score))
    return sorted([*merged, *solid])


def scrubbed(
    text: str, findings: Sequence[TextFinding], policy: TextPolicy, ledger: Ledger, places: Places = ()
) -> Scrubbed:
    """Apply sorted findings to a text and record what was done, but for what the policy keeps; what lies in
    `places`, where the ledger wrote before, is left alone."""
    replaced = []
    for finding in findings:
        if lies_in(text, finding.start, finding.end, places):
            continue
        surface = text[finding.start : finding.end]
        replacement = replacement_for(finding.kind, surface, policy, ledger)
        if replacement != surface:
            replaced.append((finding, replacement))
    done = spliced(text, [(f.start, f.end, replacement) for f, replacement in replaced], places)
    for finding, replacement in replaced:
        done.records.append(
            {
                "start": finding.start,
                "end": finding.end,
                "kind": finding.kind.value,
                "score": round(finding.score, 4),
                "detector": finding.detector,
                "replacement": replacement,
            }
        )
    return done


def spliced(text: str, replacements: Iterable[tuple[int, int, str]], places: Places = ()) -> Scrubbed:
    """The text with (start, end, replacement) put in, sorted and apart; everything between is as it was. `places` are
    those of the text that are ours already; what is replaced once more is ours by the replacement."""
    pieces: list[str] = []
    done = Scrubbed("")
    last = length = 0
    for start, end, replacement in replacements:
        pieces += [text[last:start], replacement]
        made = length + start - last
        length = made + len(replacement)
        done.spans.append((start, end, made, length))
        last = end
    done.text = "".join([*pieces, text[last:]])
    kept = [(a, b) for a, b in places if not any(a < end and start < b for start, end, _, _ in done.spans)]
    done.ours = sorted([(made, until) for _, _, made, until in done.spans] + [done.moved(a, b) for a, b in kept])
    return done
