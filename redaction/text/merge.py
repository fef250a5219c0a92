"""Findings of all detectors made one list: snapped to words, vetoed where harmless, merged by union."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace

from redaction.findings import Kind, Source, TextFinding
from redaction.overlaps import around, checked
from redaction.text.interface import label_of_city, label_of_nobody
from redaction.text.names import NEVER, name_lists
from redaction.text.surnames import named, unspaced, words_only
from redaction.text.trim import headline, pieces
from redaction.text.words import CALENDAR, COUNTRIES, is_word, listing

#: When two findings overlap, the kind with the lower number names the union.
_PRIORITY = {
    Kind.SECRET: 0,
    Kind.EMAIL: 1,
    Kind.ID: 2,
    Kind.DATE_OF_BIRTH: 3,
    Kind.PHONE: 4,
    Kind.REPOSITORY: 5,
    Kind.CHANNEL: 6,
    Kind.URL: 7,
    Kind.ADDRESS: 8,
    Kind.USERNAME: 8,
    Kind.COMPANY: 9,
    Kind.PERSON: 10,
}
_PROPER = (Kind.PERSON, Kind.COMPANY, Kind.ADDRESS)
_MASKED = re.compile(
    r"\[(?:PERSON|EMAIL|PHONE|COMPANY|ADDRESS|USERNAME|URL|ID|SECRET|DATE_OF_BIRTH|REPOSITORY|CHANNEL)\]"
)
_NEVER = CALENDAR | NEVER
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_RUN_ON = re.compile(r"(?:[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\d|(?<=\d)[-－ー](?=\d))*")
#: Words before a name that are no part of it: the greeting stays readable.
_GREETING = re.compile(
    r"(?:(?:dear|hi|hello|hey|thanks|thank you|thx)\s+|(?:cc|bcc|to|from|attn|re|fwd|by)\s*:\s*)+(?=\S)", re.IGNORECASE
)
_NAMELESS = listing("the a an of and & for in on at to by or")
#: What finds a first name alone, by the lists.
_FIRST = "person-first"
#: Below this score a person made of ordinary words only is dropped.
_VETO_PERSON = 0.62


def merge(text: str, findings: Iterable[TextFinding], threshold: float) -> list[TextFinding]:
    """Sorted, non-overlapping findings at or above the threshold. Offsets are code points of `text`."""
    masked = [m.span() for m in _MASKED.finditer(text)] if "[" in text else []
    kept = []
    findings = list(findings)
    cities = [f for f in findings if f.source is Source.MODEL and label_of_city(text, f)]
    for finding in findings:
        if finding.score < threshold or finding.end <= finding.start:
            continue
        # "San Francisco": no part of a city is somebody's first name.
        if finding.detector == _FIRST and any(c.start <= finding.start and finding.end <= c.end for c in cities):
            continue
        for piece in _named_parts(text, finding):
            snapped = _snap(text, piece)
            if snapped is None or _vetoed(text, snapped):
                continue
            at = bisect_left(masked, snapped.end, key=lambda span: span[0])  # the last one that begins before its end
            if at and snapped.start < masked[at - 1][1]:
                continue
            kept.append(snapped)
    return _union(text, kept)


def _named_parts(text: str, finding: TextFinding) -> Iterable[TextFinding]:
    """The parts of a finding that may be names, by the rules of its script."""
    if finding.source is Source.MODEL and unspaced(text, finding):
        if finding.kind is Kind.PERSON:
            return named(text, finding)
        return () if words_only(text[finding.start : finding.end]) else (finding,)
    return pieces(text, finding)


def _snap(text: str, finding: TextFinding) -> TextFinding | None:
    """Trim blanks and punctuation; let names grow to whole words."""
    start, end = finding.start, finding.end
    if finding.kind is Kind.PERSON and (greeting := _GREETING.match(text, start, end)):
        start = greeting.end()
    while start < end and (
        text[start].isspace() or (finding.kind in _PROPER and text[start] in ",;:.!?\"'“”‘’()[]<>*-_/|")
    ):
        start += 1
    while end > start and (
        text[end - 1].isspace() or (finding.kind in _PROPER and text[end - 1] in ",;:!?\"'“”‘’([<>*-_/|")
    ):
        end -= 1
    if start >= end:
        return None
    if finding.kind in _PROPER:
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
        if (
            text[start:end].endswith(("'s", "’s"))
            and finding.kind is Kind.PERSON
            and finding.detector != "person-header"
        ):
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


def _vetoed(text: str, finding: TextFinding) -> bool:
    if finding.kind not in _PROPER or finding.source in (Source.REGISTRY, Source.LABEL):
        return False
    surface = text[finding.start : finding.end]
    words = [w for w in re.findall(r"[^\W_]+(?:['’][^\W_]+)*", surface)]
    if all(w.casefold() in _NEVER for w in words) or (
        finding.source is Source.MODEL
        and surface.islower()
        and all(is_word(w) and not name_lists().is_name(w) for w in words)
    ):
        return True
    if finding.source is Source.MODEL and label_of_nobody(text, finding):
        return True
    if finding.kind is Kind.COMPANY:
        if (
            len(words) > 1
            and finding.score >= 0.9
            and _in_sentence(text, finding)
            and not headline(text, finding.start, finding.end)
            and all(w[0].isupper() for w in words if len(w) > 3)
        ):
            return False  # "Lending Club" inside a sentence; alone on a button it would be a label
        return finding.source is Source.MODEL and all(is_word(w) or w.casefold() in _NAMELESS for w in words)
    if finding.kind is Kind.ADDRESS:
        return not finding.detector.startswith("address") and all(
            is_word(w) or w.casefold() in COUNTRIES or w.casefold() in _NAMELESS for w in words
        )
    lists = name_lists()
    if finding.score >= _VETO_PERSON:
        return False
    return all(is_word(w) or w.casefold() in COUNTRIES for w in words) and not (
        len(words) > 1 and lists.is_first(words[0]) and lists.is_last(words[-1])
    )


def _in_sentence(text: str, finding: TextFinding) -> bool:
    """Whether ordinary lower-case words stand around a finding: a sentence, not a label or a title."""
    around = text[max(0, finding.start - 60) : finding.start] + text[finding.end : finding.end + 60]
    return len(re.findall(r"(?<![\w-])[a-z]{2,}(?![\w-])", around)) >= 3


def _union(text: str, findings: list[TextFinding]) -> list[TextFinding]:
    """Overlapping findings become one span: the longest evidence, the kind with priority, the best score. What passed
    a check is neither widened nor renamed: the others lose what they share with it."""
    solid = checked(findings)
    loose = [piece for f in findings if f not in solid for piece in around(text, f, solid)]
    merged: list[TextFinding] = []
    for finding in sorted(loose, key=lambda f: (f.start, -f.end, _PRIORITY.get(f.kind, 99), -f.score, f.detector)):
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
    elif length_one >= 1.5 * length_two and _PRIORITY.get(one.kind, 99) > 1:
        main = one
    elif length_two >= 1.5 * length_one and _PRIORITY.get(two.kind, 99) > 1:
        main = two
    else:
        main = min(one, two, key=lambda f: (_PRIORITY.get(f.kind, 99), -f.score, f.detector))
    return replace(main, start=start, end=end, score=max(one.score, two.score))
