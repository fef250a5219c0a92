"""A token of which a part is hidden goes whole: what shows of a log-in, a number or a slug tells the rest of it.

"LT-YUSUF.LHOSTIS" of which a registry knows YUSUF, "L-3029741" of which a column has the digits, "Keller's" with its
apostrophe. A token ends at spaces and at signs that part a value from its name or its address ("=", ":", "/", "@").
Measured on six page sets behind a re-scorer that knows none of them: 7 regions of 7,224 gained, no page and no other
line lost, two words beside an identifier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from redaction.findings import Box, ImageFinding, Source
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import LEGAL
from redaction.lexicon.scripts import script_of
from redaction.page.boxes import common
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.ocr.mapper import span_box

WHOLE_TOKENS = "whole-tokens"
"""The name by which it is switched off, for benchmarks."""
_JOINS = ".-‐'’#*+"
_LOOSE = ".-‐'’*+"
"""Such a sign joins what stands on both its sides; at an end it is none of the token. A hash is."""
_OWN = written_as(Value.EMAIL, Value.HOST, Value.DAY)
"""Their parts are judged one by one: a host may be public, a time beside a day is nobody's."""
_NUMBERS = written_as(Value.TELEPHONE)
_GROUPS = re.compile(r"(?<![\w.])\d{2,4}(?:[ -]\d{2,4})+(?![\w.])")
"""Groups of digits that are one number: with a stop or a letter beside them they are a version or a code."""
_UNSPACED = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA_HIRAGANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR"}
"""Scripts in which a token goes on without an end, or with its particles."""
_HANDLE = re.compile(r"(?<![^\s(])[@＠]$")
"""The sign of a handle; within a mail address it parts somebody from a host."""
_ZONE = re.compile(r"(?<!\S)[A-Z0-9<]{24,46}(?!\S)")
"""A line of the zone that machines read (ICAO Doc 9303: 30, 36 or 44 signs), some of its fillers not read."""
_DOMAIN = re.compile(r"(?<![\w\\/:.-])[A-Za-z][\w.-]{0,30}\\$")
"""What Windows puts before a log-in: "NORTHWIND\\ada". Behind a sign of a path it is a folder."""
_USER = re.compile(r"\\[A-Za-z][\w.-]{1,30}(?![\w\\])")
"""The log-in behind such a domain, of which a registry knows the firm that it is called by."""
_OF_YEAR = re.compile(r"/(?:19|20)\d\d(?!\w)")
"""The year behind the number of a file: "2816/2024"."""
_NETWORK = re.compile(r"/\d{1,2}(?!\w)")
_DOTS = 3
"""Behind an address of four numbers: the length of its network."""
_MOSTLY = 0.5
"""A finding stands on a line that it covers in more than this share of its height."""


def whole_tokens(page: Page, findings: Iterable[ImageFinding]) -> Iterator[ImageFinding]:
    """The findings, those in texts over whole tokens of their lines. What a finding says stays as it is."""
    for finding in findings:
        if finding.value and finding.kind not in _OWN and finding.source is not Source.PICTURE:
            box = _whole(page, finding)
            yield finding if box is None else replace(finding, box=box, source=finding.source)
        else:
            yield finding


def _whole(page: Page, finding: ImageFinding) -> Box | None:
    """The box of the tokens of which a finding has a part; nothing where it has them whole."""
    placed = placed_on(page.lines, finding)
    if placed is None:
        return None
    line, span = placed
    wide = grown(line.text, *(_dialled(line.text, *span) if finding.kind in _NUMBERS else span))
    return None if wide == span else span_box(line, *wide, page.read.width, page.read.height)


def placed_on(lines: Iterable[Line], finding: ImageFinding) -> tuple[Line, tuple[int, int]] | None:
    """The first of some lines that says what a finding does where it stands, and its span there."""
    for line in lines:
        start = place_on(line, finding)
        if start is not None:
            return line, (start, start + len(finding.value))
    return None


def place_on(line: Line, finding: ImageFinding) -> int | None:
    """Where on a line the value of a finding begins; nothing where it stands on another."""
    shared = common(line.box, finding.box)
    if line.turned or shared[2] <= shared[0] or shared[3] - shared[1] <= _MOSTLY * (line.box[3] - line.box[1]):
        return None
    places = (match.start() for match in re.finditer(re.escape(finding.value), line.text))
    return next((at for at in places if _middle(line, at, at + len(finding.value), finding.box)), None)


def _middle(line: Line, start: int, end: int, box: Box) -> bool:
    return box[0] <= (line.edges[start] + line.edges[end]) / 2 <= box[2]


def _dialled(text: str, start: int, end: int) -> tuple[int, int]:
    """A span of a telephone number over the groups of digits beside it: "95" of "78 95 05"."""
    for match in _GROUPS.finditer(text):
        if match.start() < end and start < match.end():
            start, end = min(start, match.start()), max(end, match.end())
    return start, end


def grown(text: str, start: int, end: int) -> tuple[int, int]:
    """A span of a text over the whole of the tokens at its ends."""
    left, right = start, end
    while _is_token(text[start]) and left > 0 and _is_token(text[left - 1]):
        left -= 1
    while _is_token(text[end - 1]) and right < len(text) and _is_token(text[right]) and not _ends_company(text, right):
        right += 1
    while left < start and text[left] in _LOOSE:
        left += 1
    zone = next((m for m in _ZONE.finditer(text) if m.start() <= left and right <= m.end() and "<<" in m.group()), None)
    if zone:
        left, right = zone.span()
    handle = _HANDLE.search(text[:left])
    left = handle.start() if handle else left
    domain = _DOMAIN.search(text[:left]) if text[right : right + 1] != "\\" else None
    left = domain.start() if domain else left
    user = _USER.match(text, right) if text[left - 1 : left] not in tuple("\\/:") else None
    right = user.end() if user else right
    year = _OF_YEAR.match(text, right) if text[right - 1].isdigit() else None
    right = year.end() if year else right
    network = _NETWORK.match(text, right)
    if network and text[left:right].count(".") == _DOTS:
        right = network.end()
    while right > end and text[right - 1] in _LOOSE:
        right -= 1
    # Where a name of such a script ends and Latin begins, words meet whose blank was not read: "from王小明High".
    unspaced = any(script_of(part) in _UNSPACED for part in (text[start:end], text[left:right]))
    return (start, end) if unspaced else (left, right)


def _ends_company(text: str, at: int) -> bool:
    """Whether at a point a company ends with its legal form: "Brandt Components Inc.Head", of two cells without a blank
    that was read."""
    ahead, _, word = text[:at].rpartition(" ")
    return text[at] == "." and text[at + 1 : at + 2].isupper() and bool(ahead) and fold_token(word) in LEGAL


def _is_token(char: str) -> bool:
    return char.isalnum() or char == "_" or char in _JOINS
