"""An address of which a part is hidden goes whole: the street before its house number, the flat behind it, the town
behind its postcode, and the line of postcode and town below a street.

"al. Lipowa 361, 90-001 Gdynia" of which the names model has "361, 90-001", "14 Rue Haute" over "35000 Rennes". A names
model that was taught English addresses ends those of other countries where it pleases. No street grows from a number
alone: it takes a house number and a postcode, or a word that streets are called by. All three make an address that
nobody found one, too: "Calea Vexlor 27, 700184 Iași". And its line may be too narrow for its house number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from redaction.findings import ImageFinding, Kind, Source
from redaction.lexicon.labels import label_spec
from redaction.lexicon.lists import WordList, any_of
from redaction.page.measures import same_edge
from redaction.page.neighbours import next_aligned
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.screens.span_boxes import found_on, over
from redaction.screens.whole_tokens import placed_on

WHOLE_ADDRESSES = "whole-addresses"
"""The name by which it is switched off, for benchmarks."""
_BELOW = 1.2
"""In line heights: how far below a street its postcode and town stand."""
#: Taken as a whole or not at all: what is looked for behind it may stand without a blank.
_WORD = r"(?>[^\W\d_a-z][^\W\d_]*(?:['’.-][^\W\d_]+)*)"
_LINKS = (
    r"(?:de|da|do|dos|das|del|della|di|du|des|la|le|les|el|van|von|den|der|in|na|am|an|sur|sous|ob|pod|pri|nad|i|y|e)"
)
_TOWN = rf"{_WORD}(?:[ -](?:{_LINKS}[ -])?{_WORD}){{0,3}}"
_CODE = r"(?:(?:[A-Z]{1,2}-)?\d{4,6}|\d{2}-\d{3}|\d{3} \d{2}|\d{4}-\d{3}|\d{4} [A-Z]{2})"
_STREET_WORDS = any_of(WordList.STREET_LEADS)
_UNIT_WORDS = any_of(WordList.UNIT_WORDS)
_HOUSE = r"(?:\d{1,4}(?:[ ]?[A-Za-z])?(?:[/-]\d{1,4}[A-Za-z]?)?)"
#: What stands before a span that begins with a house number: "al. Lipowa ", "Via dei Tigli ".
_BEFORE = re.compile(
    rf"(?:^|(?<=[\s(]))(?:{_WORD}\.?|(?i:{_STREET_WORDS})\.?) ?(?:(?:{_WORD}\.?|{_LINKS}|{_STREET_WORDS}) ){{0,4}}$"
)
_LED = re.compile(rf"(?:^|(?<=[\s:,;(]))(?:{_HOUSE}(?: (?:bis|ter))?,? )?(?:{_STREET_WORDS})\.? ?$", re.IGNORECASE)
_LEADS = re.compile(rf"(?:{_STREET_WORDS})\.?[ ]", re.IGNORECASE)
_HOUSE_BEFORE = re.compile(rf"(?:^|(?<=[\s:,;(])){_HOUSE}(?: (?:bis|ter))?,? $")
#: What stands behind a span: the flat or the floor and its door ("3.º A"), then the postcode and the town.
_UNIT = re.compile(
    rf"(?:,? ?(?:(?:{_UNIT_WORDS})[.:]?[ ]?[ºª]?[ ]?\d{{1,4}}[A-Za-z]?(?!\w)"
    rf"|\d{{1,2}}\.?[ºª°]\.?(?!\w)(?: ?(?:{any_of(WordList.DOORS)}|[A-Z])(?!\w)\.?)?"
    rf"|(?:(?<=\d, )|(?<=\d ))(?:{any_of(WordList.FLOORS)})(?!\w)))+",
    re.IGNORECASE,
)
#: A postal district behind a town: "København Ø", read as a sign.
_DISTRICT = r"(?: [A-ZÆØÅ∅]{1,2}(?!\w))?"
#: A town at the end of a line, whose capital i was read as a small l: "lași".
_BEHIND = rf"(?: {_TOWN}{_DISTRICT}| l[^\W\d_]{{2,}}$)"
_CODED = re.compile(rf",? {_CODE}{_BEHIND}?(?!\w)")
_TOWNED = re.compile(_BEHIND)
#: The province behind a Turkish district: "42037 Selçuklu/Konya".
_PROVINCE = re.compile(rf"(?<=[^\W\d_])/(?:{_WORD}|ı|i[^\W\d_]+)(?!\w)")
_ENDS_IN_CODE = re.compile(rf"(?:^|[\s,]){_CODE}$")
_NUMBERS = re.compile(rf"^{_HOUSE}\.?,? (?:.*\W)?{_CODE}(?!\w)")
_NO = r"(?:(?:nr|no|núm|num|č|čp|n)[.°º:]{1,2} ?)?"
_PART = rf"(?:{_WORD}\.?|{_LINKS})"
#: A street called by such a word, its house number and its postcode: an address, whoever found nothing there.
_WRITTEN = re.compile(
    rf"(?<![\w@.'’-])"
    rf"(?:(?i:{_STREET_WORDS})\.? (?:{_PART} ){{0,4}}{_WORD}|{_WORD} (?:{_PART} ){{0,2}}(?i:{_STREET_WORDS})\.?)"
    rf",? (?i:{_NO}){_HOUSE}\.?(?:,? ?(?i:{_UNIT_WORDS})[.:]?[ ]?\d{{1,4}}[A-Za-z]?)*,? {_CODE}(?: {_TOWN})?(?!\w)"
)
#: What of a street its line was too narrow for: the house number, where it has none yet, or what the street is.
_HOUSE_NEXT = re.compile(rf"{_HOUSE}(?![\w.:/%-]| ?/)")
_STREET_NEXT = re.compile(
    r"(?:Avenue|Close|Court|Crescent|Drive|Gardens|Grove|Lane|Mews|Place|Road|Row|Square|Street|Terrace|Walk|Way)(?!\w)"
)
_ENDS_LINE = re.compile(r"\W*$")
_POSTAL = re.compile(rf"{_CODE},? {_TOWN}(?: [A-ZÆØÅ∅]{{1,2}}| CEDEX(?: \d\d?)?| \([A-Z]{{2}}\)|, [A-Z]{{2}})?")


def whole_addresses(page: Page, findings: Sequence[ImageFinding]) -> Iterator[ImageFinding]:
    """The findings, addresses whole, and those of the lines of postcode and town below them."""
    streets = [line for line in page.lines if _WRITTEN.search(line.text)]
    next_of = {page.lines[one]: page.lines[two] for chain in page.wrapped for one, two in pairwise(chain)}
    for line in streets:
        for written in _WRITTEN.finditer(line.text):
            yield found_on(page, line, written.span(), Kind.ADDRESS, 0.7, WHOLE_ADDRESSES, Source.POSITION)
    for finding in findings:
        placed = placed_on(page.lines, finding) if finding.kind is Kind.ADDRESS and finding.value else None
        if placed is None:
            yield finding
            continue
        line, span = placed
        wide = grown(line.text, *span)
        if any(c.isdigit() for c in line.text[slice(*wide)]):
            streets.append(line)
        yield finding if wide == span else over(finding, page.read, line, wide)
        rest = next_of.get(line)
        wrapped = _wrapped(line.text, wide, rest.text) if rest is not None else None
        if rest is not None and wrapped is not None:
            yield found_on(page, rest, wrapped, Kind.ADDRESS, 0.6, WHOLE_ADDRESSES, Source.POSITION)
    yield from _towns(page, streets)


def _wrapped(text: str, span: tuple[int, int], rest: str) -> tuple[int, int] | None:
    """What of an address at the end of its line the next line begins with: "Lindenallee" over "70", "Ivy Bank, Station"
    over "Road"."""
    if _ENDS_LINE.match(text, span[1]) is None:
        return None
    numbered = any(map(str.isdigit, text[slice(*span)]))
    found = _STREET_NEXT.match(rest) or (None if numbered else _HOUSE_NEXT.match(rest))
    return grown(rest, *found.span()) if found else None


def grown(text: str, start: int, end: int) -> tuple[int, int]:
    """A span of an address over the street before its house number, and the flat, postcode and town behind it."""
    if _NUMBERS.match(text[start:end]) and (street := _BEFORE.search(text[:start])):
        start = street.start()
    elif led := (_LED.search(text[:start]) or (_LEADS.match(text, start) and _HOUSE_BEFORE.search(text[:start]))):
        start = led.start()
    end += _length(_UNIT, text, end)
    coded = _length(_CODED, text, end)
    if coded and any(c.isdigit() for c in text[start:end]):
        end += coded
    elif _ENDS_IN_CODE.search(text[start:end]):
        end += _length(_TOWNED, text, end)
    if any(c.isdigit() for c in text[start:end]):
        end += _length(_PROVINCE, text, end)
    return start, end


def _length(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return len(found.group()) if found else 0


def _towns(page: Page, streets: Sequence[Line]) -> Iterator[ImageFinding]:
    """Lines of nothing but a postcode and a town, right below a street."""
    for street in dict.fromkeys(streets):
        under, gap = next_aligned(street, page.lines, up=False)
        if under is None:
            continue
        line = page.lines[under]
        close = gap <= _BELOW * street.height and same_edge(street, line, within=street.height)
        if close and label_spec(line.text) is None and _POSTAL.fullmatch(line.text.strip()):
            yield found_on(page, line, None, Kind.ADDRESS, 0.6, WHOLE_ADDRESSES, Source.POSITION)
