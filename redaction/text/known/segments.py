"""A name inside a handle, a slug or a segment of a path takes the whole of it, and a name cut at a line's end its rest.

What stands beside a name behind "_", a digit or a point ("Mary_Thimble7") is as a rule more of the name. File endings
stay, and in a file's name the ordinary words ("maria_invoice.pdf") too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from redaction.findings import Kind, TextFinding
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.fold import fold_token
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.text.patterns.bounds import LONGEST_WORD
from redaction.text.patterns.network import FILE_ENDINGS

_KINDS = written_as(Value.NAME, Value.LOGIN)
#: A segment of more words or letters is a title with a name in it, not a name.
MOST_WORDS, MOST_LETTERS = 5, 48
_REACH = 64
_BEFORE = re.compile(r"(?<![\w.'’-])[\w.'’-]*+\Z")
_AFTER = re.compile(r"[\w.'’-]*")
_EDGE = "._-'’"
_WORD = re.compile(r"[^\W\d_]+|\d+")
_SIGIL = re.compile(r"[/\\@#~]\Z")
_ENDING = re.compile(r"(?:\.[A-Za-z][A-Za-z0-9]{0,7}){1,8}\Z")
_REST = re.compile(r"[-‐‑][ \t]*\r?\n[ \t>|]*(?P<rest>[^\W\d_]+)")
_HEAD = re.compile(r"(?<![^\W\d_])(?P<head>[^\W\d_]++)[-‐‑][ \t]*+\r?\n[ \t>|]*+\Z")
_NEXT = re.compile(r"(?P<joint>[._'’-]?)(?P<word>[^\W\d_]+|\d+)")
_LAST = re.compile(r"(?P<word>(?<![^\W\d_])[^\W\d_]++|(?<!\d)\d++)(?P<joint>[._'’-]?)\Z")
_BEHIND = re.compile(r"\.(?P<word>[^\W\d_]{2,})")
_AHEAD = re.compile(rf"(?<![^\W\d_])(?P<word>[^\W\d_]{{2,{LONGEST_WORD}}}+)\.\Z")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def whole_segments(text: str, findings: Sequence[TextFinding]) -> list[TextFinding]:
    """Sorted findings that do not overlap, each grown where it is part of a handle, a slug or a word cut in two; they
    still do not overlap, and what is no name keeps its place."""
    out: list[TextFinding] = []
    others = [f for f in findings if f.kind not in _KINDS]
    passed = 0
    for finding in findings:
        if finding.kind in _KINDS:
            low = others[passed - 1].end if passed else 0
            high = others[passed].start if passed < len(others) else len(text)
            start, end = _grown(text, finding.start, finding.end)
            finding = replace(finding, start=max(low, start), end=min(high, end))
        else:
            passed += 1
        if out and finding.start < out[-1].end:
            finding = _union(out.pop(), finding)
        out.append(finding)
    return out


def _union(one: TextFinding, two: TextFinding) -> TextFinding:
    main = max(one, two, key=lambda f: (f.kind is Kind.PERSON, f.score))
    return replace(main, start=min(one.start, two.start), end=max(one.end, two.end), score=max(one.score, two.score))


def _grown(text: str, start: int, end: int) -> tuple[int, int]:
    start, end = _over_break(text, start, end)
    before, after = _BEFORE.search(text[max(0, start - _REACH) : start]), _AFTER.match(text[end : end + _REACH])
    first = start - len(before.group() if before else "")
    last = end + len(after.group() if after else "")
    while first < start and text[first] in _EDGE:
        first += 1
    while last > end and text[last - 1] in _EDGE:
        last -= 1
    if (first, last) == (start, end):
        return start, end
    last = _without_possessive(text, end, last)
    ending = _file_ending(text, end, last)
    return _segment(text, start, end, first, ending, named=ending < last)


def _over_break(text: str, start: int, end: int) -> tuple[int, int]:
    """With the other half of a word that a line's end cuts in two; the second half is written small."""
    rest = _REST.match(text, end)
    if rest and rest["rest"][0].islower():
        end = rest.end()
    head = _HEAD.search(text[max(0, start - _REACH) : start])
    if head and text[start].islower():
        start -= len(head.group())
    return start, end


def _without_possessive(text: str, end: int, last: int) -> int:
    return last - 2 if last - end >= 2 and text[last - 2 : last] in ("'s", "’s") else last


def _file_ending(text: str, end: int, last: int) -> int:
    """Where the file ending behind a name begins; `last` where there is none."""
    found = _ENDING.search(text[end:last])
    if found is None:
        return last
    parts = found.group().split(".")[1:]
    known = 0
    for part in reversed(parts):
        if part.casefold() not in FILE_ENDINGS:
            break
        known += len(part) + 1
    return last - known


def _segment(text: str, start: int, end: int, first: int, last: int, *, named: bool) -> tuple[int, int]:
    """How far a name at start..end inside first..last goes: to the ends in a handle or a slug, else over what is a name
    or in no dictionary."""
    marked = bool(_SIGIL.search(text[max(0, first - 1) : first])) or text[last : last + 1] in ("/", "\\")
    if not marked:  # in a text a point also ends a sentence, a host or an object's name
        start, end = _over_points(text, start, end, first, last)
        first, last = text.rfind(".", first, start) + 1 or first, _before_point(text, end, last)
    inside = text[first:last]
    if not (marked or "_" in inside or _digits_beside(text, start, end)):
        return start, end
    if named or len(_WORD.findall(inside)) > MOST_WORDS or len(inside) > MOST_LETTERS or _ISO_DATE.search(inside):
        return _over_names(text, start, end, first, last)
    return min(start, first), max(end, last)


def _before_point(text: str, end: int, last: int) -> int:
    point = text.find(".", end, last)
    return point if point >= 0 else last


def _digits_beside(text: str, start: int, end: int) -> bool:
    return text[end : end + 1].isdigit() or text[max(0, start - 1) : start].isdigit()


def _over_names(text: str, start: int, end: int, first: int, last: int) -> tuple[int, int]:
    """Grown word by word while the next is a name, in no dictionary, or digits close to what is hidden."""
    while (step := _NEXT.match(text, end, last)) and _more(step["word"], step["joint"]):
        end = step.end()
    while (back := _LAST.search(text[first:start])) and _more(back["word"], back["joint"]):
        start -= len(back.group())
    return start, end


def _more(word: str, joint: str) -> bool:
    if word.isdigit():
        return not joint
    return name_lists().is_name(fold_token(word)) or not is_word(word)


def _over_points(text: str, start: int, end: int, first: int, last: int) -> tuple[int, int]:
    """Grown over small letters beside a point that no dictionary has: "maria.thimblow", and not "Maria.Please"."""
    while text[start:end].islower() and (step := _BEHIND.match(text, end, last)) and not is_word(step["word"]):
        end = step.end()
    while text[start:end].islower() and (back := _AHEAD.search(text[first:start])) and not is_word(back["word"]):
        start -= len(back.group())
    return start, end
