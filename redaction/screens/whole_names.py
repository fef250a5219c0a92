"""A name of which a part is hidden goes whole: the title before it, the particle before a surname, the words beside it
that are names, the legal form behind a firm.

"Femke in 't Veld" of which the names model has "Femke", "van den Berg" of which it has "den Berg", "Marchetti Ginevra"
of which it has "Marchetti", "Lowell Textiles Lda." of which it has "Lowell Textiles" or "Lda.", "Amber & Lind" of which
it has both names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from redaction.findings import ImageFinding, Kind, Source
from redaction.lexicon.lists import WordList, any_of
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.rules.widening import titled
from redaction.screens.span_boxes import found_on, over
from redaction.screens.whole_tokens import placed_on
from redaction.text.patterns.companies import ANY_FORM, LEGAL, UNSURE_LEGAL
from redaction.text.spelling import as_word

Span = tuple[int, int]
WHOLE_NAMES = "whole-names"
"""The name by which it is switched off, for benchmarks."""
_AS_NAME = -1.0
"""The odds of `as_word` up to which a word is spelled as names are."""
_KEPT = (Source.PICTURE, Source.CHECKED, Source.HEADER)
_WORD = r"[^\W\d_a-z][^\W\d_]+(?:['’-][^\W\d_]+)*"
_PARTICLES = any_of(WordList.SURNAME_PARTICLES)
#: Of two particles the first, which alone is a preposition as well ("von Max"), the second, and both before a name, or
#: all of them but the last letter.
_ONE, _TWO = r"(?:^|(?<=[\s(]))(?:van|von|op|aan|uit|in|de) ", r"den|der|dem|het|['’]t|la|las|los"
_FIRST, _SECOND, _BOTH = (
    re.compile(form, re.IGNORECASE) for form in (f"{_ONE}$", f"(?:{_TWO}|de) ", f"{_ONE}(?:(?:{_TWO}) |['’])$")
)
_PARTICLED = re.compile(rf" (?:{_PARTICLES}) (?P<word>{_WORD})(?![\w@&])")
_NEXT = re.compile(rf" (?P<word>{_WORD})(?![\w@&:])")
_BEFORE = re.compile(rf"(?:^|(?<=[ (\[@]))(?P<word>{_WORD}) $")
_FORM = re.compile(rf",? (?:{any_of(WordList.FORMS_BEHIND)})(?![\w.])\.?")
#: Behind a firm that ends its line: also the forms that patterns find behind a name, unless they are words.
_NEXT_LINE_FORM = re.compile(rf",? (?:(?P<legal>{LEGAL})(?!\w)|{any_of(WordList.FORMS_BEHIND)}(?![\w.]))\.?")
#: Before a firm that is nothing but its form: the words that it is the form of.
_FORM_ALONE = re.compile(rf"{ANY_FORM}\.?")
_NAMED = re.compile(rf"(?:^|(?<=[ (\[]))(?:{_WORD} (?:& )?){{1,3}}$")
#: Before a firm: what it does, with which its name begins.
_TRADE = re.compile(rf"(?:^|(?<=[\s(]))(?:{any_of(WordList.TRADES_FIRST)}) (?:(?:de|del|della|des|do|du) )?$")
#: What joins two names of one firm, and what an edge leaves of it.
_AND = re.compile(r" ?& ?(?=[^\W\d_a-z])")
_CUT_AND = re.compile(r" &(?= ?(?:…|\.{2,3})?$)")
_ENDS = re.compile(r"[^\W\d_]$")


def whole_names(page: Page, findings: Iterable[ImageFinding]) -> Iterator[ImageFinding]:
    """The findings, people and companies over the whole of their names, also where a legal form wraps."""
    some = [(finding, _placed(page, finding)) for finding in findings]
    begin = {(line, start) for line, (start, _) in filter(None, (placed for _, placed in some))}
    for finding, placed in some:
        grown = _grown(page, finding, *placed, begin) if placed is not None else None
        yield finding if grown is None else grown
        if finding.kind is Kind.COMPANY:
            yield from _wrapped_form(page, grown or finding)


def _placed(page: Page, finding: ImageFinding) -> tuple[Line, Span] | None:
    """Where a person or a company stands."""
    named = finding.kind in (Kind.PERSON, Kind.COMPANY) and finding.value and finding.source not in _KEPT
    return placed_on(page.lines, finding) if named else None


def _grown(
    page: Page, finding: ImageFinding, line: Line, span: Span, begin: set[tuple[Line, int]]
) -> ImageFinding | None:
    """The finding over all of its name, and over the sign between it and another that begins there."""
    wide = whole(line.text, *span, person=finding.kind is Kind.PERSON)
    joint = _AND.match(line.text, wide[1])
    if (joint and (line, joint.end()) in begin) or (joint := _CUT_AND.match(line.text, wide[1])):
        wide = wide[0], joint.end()
    return None if wide == span else over(finding, page.read, line, wide)


def _wrapped_form(page: Page, finding: ImageFinding) -> Iterator[ImageFinding]:
    """The legal form that a firm at the end of its line has on the next: "Ltd." below, "o.o." below "Sp. z"."""
    placed = placed_on(page.lines, finding) if finding.value and finding.source not in _KEPT else None
    below = page.below.get(placed[0]) if placed else None
    if placed is None or below is None:
        return
    line, (_, end) = placed
    first = line.text.rstrip()
    form = _NEXT_LINE_FORM.match(f"{first} {below.text}", end)
    alone = form is not None and form.group().strip(" .") == below.text.strip(" .")
    wrapped = form.end() - len(first) - 1 if form and (alone or form["legal"] not in UNSURE_LEGAL) else 0
    if wrapped > 0:
        yield found_on(page, below, (0, wrapped), Kind.COMPANY, finding.score, finding.detector, finding.source)


def whole(text: str, start: int, end: int, *, person: bool) -> tuple[int, int]:
    """A span of a name over its particles and the names beside it, and over the legal form behind it."""
    form = _FORM.match(text, end) or next((m for m in _FORM.finditer(text) if m.start() < end < m.end()), None)
    if form is not None:
        return start, form.end()
    if not person and _FORM_ALONE.fullmatch(text, start, end) and (named := _NAMED.search(text[:start])):
        return named.start(), end
    if not person and text[start].isupper() and (trade := _TRADE.search(text[:start])):
        return trade.start(), end
    if not person or not _ENDS.search(text[start:end]):
        return start, end
    if _SECOND.match(text, start) and (led := _FIRST.search(text[:start])):
        start = led.start()
    if led := _BOTH.search(text[:start]):
        start = led.start()
    behind = _PARTICLED.match(text, end)
    end = behind.end() if behind else end
    while (more := _NEXT.match(text, end)) and _a_name(more["word"]):
        end = more.end()
    while (more := _BEFORE.search(text[:start])) and _a_name(more["word"]):
        start = more.start()
    return titled(text, start), end


def _a_name(word: str) -> bool:
    """A word with a capital alone that lists of names have, or that is spelled as names are; no English word."""
    if not word[1:].islower() or is_word(word):
        return False
    return name_lists().is_name(word) or as_word(word) <= _AS_NAME
