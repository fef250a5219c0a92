"""Applying findings to text: one finding, one replacement, everything between them untouched."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from redaction.entities import Ledger
from redaction.findings import Kind, TextFinding
from redaction.policy import TextPolicy


def replacement_for(kind: Kind, surface: str, policy: TextPolicy, ledger: Ledger) -> str:
    """What stands in place of a surface form: its surrogate, "[KIND]", or the form itself when the policy keeps it."""
    treatment = policy.treatment(kind)
    if treatment == "keep":
        return surface
    if treatment == "mask":
        return f"[{kind.value.upper()}]"
    return ledger.replacement(kind, surface)


def apply_text(text: str, findings: Sequence[TextFinding], policy: TextPolicy, ledger: Ledger) -> str:
    """The text with every finding replaced. Findings must not overlap; offsets are code points of `text`.

    The ledger must have resolved the mentions. Raises ValueError for findings that overlap or lie outside the text.
    """
    last = 0
    for finding in sorted(findings):
        if finding.start < last or finding.end > len(text) or finding.end <= finding.start:
            raise ValueError("findings overlap or lie outside the text")
        last = finding.end
    return scrubbed(text, sorted(findings), policy, ledger).text


def settled(text: str, finding: TextFinding, policy: TextPolicy, ledger: Ledger) -> bool:
    """Whether what was found in a text already scrubbed needs nothing more: it is kept, or it is a surrogate."""
    return policy.treatment(finding.kind) == "keep" or ledger.is_own(finding.kind, text[finding.start : finding.end])


@dataclass(slots=True)
class Scrubbed:
    """A text after its findings were applied: what was told of each, and how its places map back to the input."""

    text: str
    told: list[dict[str, Any]] = field(default_factory=list)
    #: (start, end) in the input and (start, end) here of every replaced span, in order
    spans: list[tuple[int, int, int, int]] = field(default_factory=list)

    def back(self, finding: TextFinding) -> TextFinding:
        """The finding in code points of the input; an end inside a replaced span takes in the whole span."""
        return TextFinding(
            self._place(finding.start, last=False),
            self._place(finding.end - 1, last=True),
            finding.kind,
            finding.score,
            finding.detector,
        )

    def _place(self, at: int, *, last: bool) -> int:
        index = bisect_right(self.spans, at, key=lambda span: span[2]) - 1
        if index < 0:
            return at + last
        start, end, _, until = self.spans[index]
        if at < until:
            return end if last else start
        return at + end - until + last


def joined(findings: Iterable[TextFinding]) -> list[TextFinding]:
    """Overlapping findings made one: the kind and detector of the longest, the best score."""
    merged: list[TextFinding] = []
    for finding in sorted(findings, key=lambda f: (f.start, -f.end, f.kind, f.detector)):
        if not merged or finding.start >= merged[-1].end:
            merged.append(finding)
            continue
        one = merged[-1]
        main = max(one, finding, key=lambda f: f.end - f.start)
        start, end = min(one.start, finding.start), max(one.end, finding.end)
        merged[-1] = TextFinding(start, end, main.kind, max(one.score, finding.score), main.detector)
    return merged


def scrubbed(text: str, findings: Sequence[TextFinding], policy: TextPolicy, ledger: Ledger) -> Scrubbed:
    """Apply sorted findings to a text and tell what was done; what the policy keeps is not told."""
    replaced = []
    for finding in findings:
        surface = text[finding.start : finding.end]
        replacement = replacement_for(finding.kind, surface, policy, ledger)
        if replacement != surface:
            replaced.append((finding, replacement))
    done = spliced(text, [(f.start, f.end, replacement) for f, replacement in replaced])
    for finding, replacement in replaced:
        done.told.append(
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


def spliced(text: str, replacements: Iterable[tuple[int, int, str]]) -> Scrubbed:
    """The text with (start, end, replacement) put in, sorted and apart; everything between is as it was."""
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
    return done
