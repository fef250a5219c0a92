"""A code of several groups of which a part is hidden goes whole: the plate "KX40 UWK" of which the names model has
"KX40", the docket "II C 118/25" of which it has "118/25".

Only groups with a capital are taken: digits beside a code are as often an amount or a count, and a group that is a word
on screens, a label or a currency is none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from redaction.findings import ImageFinding, Kind, Source
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.labels import label_spec
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.words import is_word
from redaction.page.page import Page
from redaction.screens.span_boxes import over
from redaction.screens.whole_tokens import placed_on

WHOLE_CODES = "whole-codes"
"""The name by which it is switched off, for benchmarks."""
_KINDS = (*written_as(Value.NUMBER, Value.LOGIN), Kind.ADDRESS)
"""The names model calls plates and dockets addresses."""
MOST = 14
"""Letters and digits of the longest code that grows."""
_LETTERED = r"(?:[A-Z]{1,4}|(?=[A-Z\d]{2,6}(?![A-Z\d]))(?:\d+[A-Z]|[A-Z]+\d)[A-Z\d]*)"
_CODE = re.compile(r"[A-Z\d]{1,8}(?:[ /-][A-Z\d]{1,8}){0,4}")
_BEFORE = re.compile(rf"(?<![\w.,:/@&-])(?P<group>{_LETTERED}) $")
_BEHIND = re.compile(rf" (?P<group>{_LETTERED})(?![\w@:&/-]|[.,]\w)")


def whole_codes(page: Page, findings: Iterable[ImageFinding]) -> Iterator[ImageFinding]:
    """The findings, numbers and what is taken for addresses over the groups of capitals beside them."""
    for finding in findings:
        code = finding.kind in _KINDS and finding.source is not Source.CHECKED and _CODE.fullmatch(finding.value)
        placed = placed_on(page.lines, finding) if code else None
        if placed is None:
            yield finding
            continue
        line, span = placed
        wide = grown(line.text, *span)
        yield finding if wide == span else over(finding, page.read, line, wide)


def grown(text: str, start: int, end: int) -> tuple[int, int]:
    """A span of a code over the groups with a capital right beside it; the span itself where these and it are no code
    of letters and digits, or a longer one than codes are."""
    first, last = start, end
    while (more := _BEFORE.search(text[:first])) and _own(more["group"]):
        first = more.start()
    while (more := _BEHIND.match(text, last)) and _own(more["group"]):
        last = more.end()
    signs = [sign for sign in text[first:last] if sign.isalnum()]
    whole = len(signs) <= MOST and any(map(str.isalpha, signs)) and any(map(str.isdigit, signs))
    return (first, last) if whole else (start, end)


def _own(group: str) -> bool:
    """Whether a group may be of a code: no label, no word and no mark of screens."""
    plain = group.casefold()
    return (
        label_spec(group) is None
        and not (len(group) > 2 and is_word(plain))
        and plain not in word_list(WordList.SHORT_MARKS)
        and plain not in word_list(WordList.INTERFACE)
    )
