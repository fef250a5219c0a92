"""Applying findings to text: one finding, one replacement, everything between them untouched."""

from __future__ import annotations

from collections.abc import Sequence

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
    pieces: list[str] = []
    last = 0
    for finding in sorted(findings):
        if finding.start < last or finding.end > len(text) or finding.end <= finding.start:
            raise ValueError("findings overlap or lie outside the text")
        pieces.append(text[last : finding.start])
        pieces.append(replacement_for(finding.kind, text[finding.start : finding.end], policy, ledger))
        last = finding.end
    pieces.append(text[last:])
    return "".join(pieces)
