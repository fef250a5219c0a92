"""The company in an address block: the line between a person and a street, or above a street."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.names import NEVER, name_lists
from redaction.lexicon.words import CALENDAR, COUNTRIES, is_word
from redaction.text.patterns.labels import label_kind

#: Marks of quoted mail and of tables before the text of a line.
_MARKS = " \t>?|*•·-"
_LONGEST = 60
_NAME_LINE = re.compile(r"(?:[^\W_][\w’'&.-]*(?:[ \u00a0]|$)(?:&[ ])?){1,5}")
_WORDS = re.compile(r"[^\W\d_]+")


def letterhead(text: str, address: int) -> Iterator[TextFinding]:
    """The line above an address that begins a line, when it reads like a company and not like a person or a label.

    A line of ordinary words ("Head Office") counts only under the line of a person.
    """
    begin = text.rfind("\n", 0, address) + 1
    if begin == 0 or text[begin:address].strip(_MARKS):
        return
    lines = list(_above(text, begin))
    if not lines:
        return
    start, line = lines[0]
    words = _WORDS.findall(line)
    if not words or not _NAME_LINE.fullmatch(line) or label_kind(line) is not None or _reads_as_person(words):
        return
    if all(w.casefold() in NEVER or w.casefold() in CALENDAR or w.casefold() in COUNTRIES for w in words):
        return
    if all(is_word(w) for w in words):
        person = len(lines) > 1 and _reads_as_person(_WORDS.findall(lines[1][1]))
        if not person or not (line.islower() or all(w[0].isupper() for w in words if len(w) > 3)):
            return
    elif not (line.islower() or any(w[0].isupper() for w in words)):
        return
    yield TextFinding(start, start + len(line), Kind.COMPANY, 0.6, "company-letterhead")


def _above(text: str, begin: int) -> Iterator[tuple[int, str]]:
    """(start, text) of at most two lines above, nearest first, without marks; one empty line may stand between."""
    empty = 0
    for _ in range(4):
        if begin == 0:
            return
        end = begin - 1
        begin = text.rfind("\n", max(0, end - 2 * _LONGEST), end) + 1
        raw = text[begin:end]
        line = raw.strip(_MARKS + "\r")
        if not line:
            empty += 1
            if empty > 1:
                return
            continue
        if len(line) > _LONGEST:
            return
        yield begin + raw.index(line), line


def _reads_as_person(words: list[str]) -> bool:
    lists = name_lists()
    return 2 <= len(words) <= 5 and (
        lists.is_first(words[0]) or (lists.is_last(words[-1]) and not is_word(words[0]) and len(words) == 2)
    )
