"""Findings of all detectors made one list: snapped to words, vetoed where harmless, merged by union."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace

from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.table import TEXTS, spec_of
from redaction.lexicon.lists import WordList, any_of
from redaction.text.overlaps import around, checked
from redaction.text.surnames import named, unspaced, words_only
from redaction.text.trim import pieces
from redaction.text.vetoes import NAME_KINDS, veto_of

MASKED = re.compile(rf"\[(?:{'|'.join(kind.name for kind in TEXTS)})\]")
"""What stands in a text where a value was masked."""
_MOST_TELLING = spec_of(Kind.EMAIL).priority
"""Findings of kinds of this priority, and of lower numbers, name even what is much longer."""
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_RUN_ON = re.compile(r"(?:[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\d|(?<=\d)[-－ー](?=\d))*")
#: Words before a name that are no part of it: the greeting stays readable, and the command before a log-in.
GREETING = re.compile(
    rf"(?:{any_of(WordList.GREETINGS)},?\s+|(?:cc|bcc|to|from|attn|re|fwd|by)\s*:\s*|(?:ssh|scp|sftp|rsync)\s+)+(?=\S)",
    re.IGNORECASE,
)


def merge(
    text: str, findings: Iterable[TextFinding], threshold: float, disabled: frozenset[str] = frozenset()
) -> list[TextFinding]:
    """Sorted, non-overlapping findings at or above the threshold. Offsets are code points of `text`; the vetoes named
    in `disabled` are not asked."""
    masked = [m.span() for m in MASKED.finditer(text)] if "[" in text else []
    kept = []
    for finding in findings:
        if finding.score < threshold or finding.end <= finding.start:
            continue
        for piece in _named_parts(text, finding, disabled):
            snapped = _snap(text, piece)
            if snapped is None or veto_of(text, snapped, disabled) is not None:
                continue
            at = bisect_left(masked, snapped.end, key=lambda span: span[0])  # the last one that begins before its end
            if at and snapped.start < masked[at - 1][1]:
                continue
            kept.append(snapped)
    return _union(text, kept)


def _named_parts(text: str, finding: TextFinding, disabled: frozenset[str]) -> Iterable[TextFinding]:
    """The parts of a finding that may be names, by the rules of its script."""
    if finding.source is Source.MODEL and unspaced(text, finding):
        if finding.kind is Kind.PERSON:
            return named(text, finding)
        return () if words_only(text[finding.start : finding.end]) else (finding,)
    return pieces(text, finding, disabled)


def _snap(text: str, finding: TextFinding) -> TextFinding | None:
    """Trim blanks and punctuation; let names grow to whole words."""
    start, end = finding.start, finding.end
    if finding.kind is Kind.PERSON and (greeting := GREETING.match(text, start, end)):
        start = greeting.end()
    while start < end and (
        text[start].isspace() or (finding.kind in NAME_KINDS and text[start] in ",;:.!?\"'“”‘’()[]<>*-_/|")
    ):
        start += 1
    while end > start and (
        text[end - 1].isspace() or (finding.kind in NAME_KINDS and text[end - 1] in ",;:!?\"'“”‘’([<>*-_/|")
    ):
        end -= 1
    if start >= end:
        return None
    if finding.kind in NAME_KINDS and finding.source is not Source.CHECKED:
        while start > 0 and _inside_word(text, start):
            start -= 1
        while end < len(text) and _inside_word(text, end):
            end += 1
        if finding.kind is Kind.ADDRESS and _IDEOGRAPH.search(text[start:end]):
            # Addresses in scripts without spaces run on, house number included.
            while start > 0 and _IDEOGRAPH.match(text[start - 1]):
                start -= 1
            beyond = _RUN_ON.match(text, end)
            end = beyond.end() if beyond else end
        possessive = finding.kind is Kind.PERSON and finding.source is not Source.HEADER
        if possessive and text[start:end].endswith(("'s", "’s")):
            end -= 2
        if (finding.kind is not Kind.ADDRESS or finding.source is Source.MODEL) and sum(
            c.isalpha() for c in text[start:end]
        ) < 2:
            return None
    if (start, end) == (finding.start, finding.end):
        return finding
    return finding.over(start, end)


def _inside_word(text: str, at: int) -> bool:
    """Whether a boundary at `at` cuts a word of an alphabet that separates words."""
    before, after = text[at - 1], text[at]
    return (
        before.isalpha()
        and after.isalpha()
        and ord(before) < 0x2E80
        and ord(after) < 0x2E80
        and not (before.islower() and after.isupper())
    )


def _union(text: str, findings: list[TextFinding]) -> list[TextFinding]:
    """Overlapping findings become one span: the longest evidence, the kind with priority, the best score. What passed
    a check is neither widened nor renamed: the others lose what they share with it."""
    solid = checked(findings)
    loose = [piece for f in findings if f not in solid for piece in around(text, f, solid)]
    merged: list[TextFinding] = []
    for finding in sorted(loose, key=lambda f: (f.start, -f.end, spec_of(f.kind).priority, -f.score, f.detector)):
        if not merged or finding.start >= merged[-1].end:
            merged.append(finding)
            continue
        merged[-1] = _joined(merged[-1], finding)
    return sorted([*merged, *solid]) if solid else merged


def _joined(one: TextFinding, two: TextFinding) -> TextFinding:
    start, end = min(one.start, two.start), max(one.end, two.end)
    # The longer span usually knows what it is; among spans of nearly one length the more telling kind wins.
    length_one, length_two = one.end - one.start, two.end - two.start
    if one.kind is two.kind:
        main = max(one, two, key=lambda f: (f.score, f.end - f.start, f.detector))
    elif length_one >= 1.5 * length_two and spec_of(one.kind).priority > _MOST_TELLING:
        main = one
    elif length_two >= 1.5 * length_one and spec_of(two.kind).priority > _MOST_TELLING:
        main = two
    else:
        main = min(one, two, key=lambda f: (spec_of(f.kind).priority, -f.score, f.detector))
    return replace(main, start=start, end=end, score=max(one.score, two.score))
