"""What of a model's finding is a name: a model that reads words draws the borders of names loosely.

A span is cut where no name goes on ("Ann Barrow / HOU", "Steve and Chris"), ordinary words at its ends are dropped
("Gallup demand management"), and what then is no name by its looks is dropped whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.spec import PROPER
from redaction.kinds.table import written_as
from redaction.lexicon.forms import PARTICLES
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import CALENDAR, dictionary, is_word, listing

#: No person's name goes on behind these; a company's may hold an ampersand and a slash without spaces.
_PERSON_CUT = re.compile(r"\s{0,40}[<>@|;\t/]\s*|\s{1,40}(?:and|or|&|und|y|et)\s+")
_COMPANY_CUT = re.compile(r"\s{0,40}[<>@|;\t]\s*|\s{1,40}/\s+")
_AFTER_ROUTE = re.compile(r"[@/]\s*$")
#: Around a unit or a site in a mail route: "Ann Barrow / HOU / ECT@ECT"
_ROUTE_BEFORE = re.compile(r"(?:@|/[^/\n]{1,30}/)\s*$")
_ROUTE_AFTER = re.compile(r"\s*[/@]")
_WORD = re.compile(r"[^\W_]+(?:['’.&-][^\W_]+)*")
_PROPER = written_as(PROPER)
_CODE = re.compile(r"[A-Z]{1,4}\d?")
#: One word in capitals and short, without context, is far more often an abbreviation than a company.
_SURE_OF_CODE = 0.9
_SURE_OF_WORD = 0.67
#: Words that end the names of companies, and that stay with them.
_COMPANY_WORDS = listing(
    """
    group groups holding holdings bank banks energy power gas oil water electric electronics industries industrial
    international global national american european capital ventures partners associates consulting consultants
    services service solutions systems software technologies technology tech labs laboratories research institute
    foundation university college school hospital clinic health healthcare medical pharma pharmaceuticals insurance
    trust fund funds finance financial investments investment securities credit union agency media communications
    telecom networks network studios studio press publishing news entertainment pictures foods food beverages
    brewery restaurant restaurants cafe coffee hotel hotels resorts travel tours airlines airways aviation logistics
    freight shipping transport transportation express motors automotive cars auto steel metals mining chemicals
    plastics packaging textiles apparel fashion sports fitness games gaming construction builders building homes
    properties realty estate developers engineering architects legal law attorneys lawyers retail stores store
    market markets supermarket outlet mart trading imports exports supply supplies wholesale distribution
    distributors manufacturing factory mills products brands robotics semiconductors instruments devices materials
    pipeline pipelines utilities resources petroleum exploration drilling marine offshore farms garden gardens
    nursery pets security protection cleaning staffing recruiting learning academy club society association council
    federation alliance cooperative company co corp corporation inc limited ltd brothers bros sons family digital
    online cloud mobile analytics interactive creative advertising
    """
)


def pieces(text: str, finding: TextFinding) -> Iterator[TextFinding]:
    """The parts of a model's finding that may be names. Of what patterns find only people are cut; what a label or the
    registry tells stays whole."""
    modelled = finding.source is Source.MODEL
    if not (
        (modelled and finding.kind in _PROPER)
        or (finding.kind is Kind.PERSON and finding.detector.startswith("person-"))
    ):
        yield finding
        return
    for start, end in _cut(text, finding):
        if modelled:
            start, end = _trimmed(text, start, end, finding.kind)
        piece = finding.over(start, end)
        if end > start and not (modelled and _no_name(text, piece)) and not _routed(text, piece):
            yield piece


def _cut(text: str, finding: TextFinding) -> Iterator[tuple[int, int]]:
    start, end = finding.start, finding.end
    if finding.kind is Kind.ADDRESS:
        yield start, end
        return
    if _AFTER_ROUTE.search(text[max(0, start - 3) : start]):
        # "…/ HOU / ECT@ECT, Ann Barrow": the comma after a mail route begins the next address
        comma = text.find(",", start, end)
        if comma > 0:
            yield start, comma
            start = comma + 1
    pattern = _PERSON_CUT if finding.kind is Kind.PERSON else _COMPANY_CUT
    for match in pattern.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    yield start, end


def _trimmed(text: str, start: int, end: int, kind: Kind) -> tuple[int, int]:
    """Without the ordinary words at its ends, provided that something else remains."""
    words = [m for m in _WORD.finditer(text, start, end)]
    if len(words) < 2 or text[start:end].islower():
        return start, end
    if all(_ordinary(m.group()) for m in words):
        return start, end
    loose = kind is Kind.COMPANY and headline(text, start, end)
    first, last = 0, len(words) - 1
    if kind is Kind.ADDRESS and any(c.isdigit() for c in text[start:end]):
        return start, end
    while first < last and _leads(words[first].group()):
        first += 1
    while last > first and kind is not Kind.PERSON:  # in careless writing a name goes on in lower case
        word = words[last].group()
        if not _ordinary(word) or word.casefold() in _COMPANY_WORDS or not (loose or word.islower()):
            break
        last -= 1
    return (words[first].start() if first else start), (words[last].end() if last < len(words) - 1 else end)


def _leads(word: str) -> bool:
    return word.islower() and word not in PARTICLES and _ordinary(word)


def _ordinary(word: str) -> bool:
    """A word of the dictionary, or a plural of one, that no list holds as a name."""
    if name_lists().is_name(word):
        return False
    return is_word(word) or _plural(word)


def _plural(word: str) -> bool:
    low = word.casefold()
    return low.endswith("s") and (low[:-1] in dictionary() or low.removesuffix("es") in dictionary())


def headline(text: str, start: int, end: int) -> bool:
    """Whether the line writes its long words with capitals: there a capital does not tell a name."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[first : min(last if last >= 0 else len(text), first + 300)]
    around = [w for w in re.findall(r"[^\W\d_]{4,}", line) if w not in text[start:end]]
    return bool(around) and sum(w[0].isupper() for w in around) >= 0.75 * len(around)


def _routed(text: str, finding: TextFinding) -> bool:
    """Whether a piece is the abbreviation of a unit or a site in a mail route."""
    if finding.kind is Kind.ADDRESS or not _CODE.fullmatch(text, finding.start, finding.end):
        return False
    before, after = text[max(0, finding.start - 36) : finding.start], text[finding.end : finding.end + 3]
    return bool(_ROUTE_BEFORE.search(before)) or bool(_AFTER_ROUTE.search(before) and _ROUTE_AFTER.match(after))


def _no_name(text: str, finding: TextFinding) -> bool:
    surface = text[finding.start : finding.end]
    words = _WORD.findall(surface)
    if finding.kind is Kind.ADDRESS:
        return any(c.isdigit() for c in surface) and not any(len(w) > 2 and w.isalpha() for w in words)
    if finding.kind is Kind.PERSON and words and all(w.casefold() in CALENDAR or w[0].isdigit() for w in words):
        return True  # "August 8th"
    if len(words) != 1:
        return False
    word = words[0]
    if _CODE.fullmatch(word) and not name_lists().is_name(word):
        initials = finding.kind is Kind.PERSON and (len(word) == 2 or _alone(text, finding))
        return finding.score < _SURE_OF_CODE and not initials
    if finding.kind is not Kind.PERSON or not _ordinary(word):
        return False
    # nobody is called by a plural that no list holds as a name
    return _plural(word) or finding.score < _SURE_OF_WORD or text[finding.end : finding.end + 1] == ":"


def _alone(text: str, finding: TextFinding) -> bool:
    """Whether a finding has its line to itself, as a signature does."""
    first, last = text.rfind("\n", 0, finding.start) + 1, text.find("\n", finding.end)
    return not re.search(r"\w", text[first : finding.start]) and not re.search(
        r"\w", text[finding.end : last if last >= 0 else len(text)]
    )
