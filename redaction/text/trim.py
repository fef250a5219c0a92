"""What of a model's finding is a name: a model that reads words draws the borders of names loosely.

A span is cut where no name goes on ("Ann Barrow / HOU", "Steve and Chris"), ordinary words at its ends are dropped
("Gallup demand management"), and what then is no name by its looks is dropped whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.forms import PARTICLES
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.shapes import common_word
from redaction.text.vetoes import AFTER_ROUTE, NAME_KINDS, headline, piece_veto_of

#: No person's name goes on behind these; a company's may hold an ampersand and a slash without spaces.
_DOT = r"|\s{1,40}[·•]\s*|[·•]\s+"  # "Gal·la" is one word
_PERSON_CUT = re.compile(r"\s{0,40}[<>@|;\t/]\s*|\s{1,40}(?:and|or|&|und|y|et)\s+" + _DOT)
_COMPANY_CUT = re.compile(r"\s{0,40}[<>@|;\t]\s*|\s{1,40}/\s+" + _DOT)
_WORD = re.compile(r"[^\W_]+(?:['’.&-][^\W_]+)*")
_COMPANY_WORDS = word_list(WordList.COMPANY_ENDS)
_INTERFACE = word_list(WordList.INTERFACE)
_SCREEN_WORDS = 2
"""So many words of screens are no part of a name; a single one may be ("American", "Office")."""
_CODE = re.compile(r"[A-Z]{1,5}-?\d{3,}")
"""The number of a document: capitals and at least three digits. A company may be called after a smaller one."""


def pieces(text: str, finding: TextFinding, disabled: frozenset[str] = frozenset()) -> Iterator[TextFinding]:
    """The parts of a model's finding that may be names. Of what patterns find only people are cut, and companies
    behind the number of a document; what a label or the registry tells stays whole."""
    modelled = finding.source is Source.MODEL
    if finding.kind is Kind.COMPANY and finding.source is Source.PATTERN:
        words = list(_WORD.finditer(text, finding.start, finding.end))
        first = _behind_codes([word.group() for word in words])
        finding = finding.over(words[first].start(), finding.end) if first else finding
    if finding.kind not in NAME_KINDS or not (
        modelled or (finding.kind is Kind.PERSON and not (finding.source.known or finding.source is Source.LABEL))
    ):
        yield finding
        return
    for start, end in _cut(text, finding):
        if start > finding.start and _aside(text[start:end]):
            continue
        if modelled:
            start, end = _trimmed(text, start, end, finding.kind)
        piece = finding.over(start, end)
        if end > start and piece_veto_of(text, piece, disabled) is None:
            yield piece


def _aside(piece: str) -> bool:
    """Whether what stands behind a name is ordinary words in small letters ("Ann Barrow · by e-mail")."""
    words = _WORD.findall(piece)
    return piece.islower() and all(common_word(word) or word in _INTERFACE for word in words)


def _cut(text: str, finding: TextFinding) -> Iterator[tuple[int, int]]:
    start, end = finding.start, finding.end
    if finding.kind is Kind.ADDRESS:
        yield start, end
        return
    if AFTER_ROUTE.search(text[max(0, start - 3) : start]):
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
    if all(common_word(m.group()) for m in words):
        return start, end
    loose = kind is Kind.COMPANY and headline(text, start, end)
    first, last = 0, len(words) - 1
    if kind is Kind.ADDRESS and any(c.isdigit() for c in text[start:end]):
        return start, end
    if kind is Kind.COMPANY:
        first = _behind_codes([m.group() for m in words])
    while first < last and _leads(words[first].group()):
        first += 1
    while last > first and kind is not Kind.PERSON:  # in careless writing a name goes on in lower case
        word = words[last].group()
        if not common_word(word) or word.casefold() in _COMPANY_WORDS or not (loose or word.islower()):
            break
        last -= 1
    return (words[first].start() if first else start), (words[last].end() if last < len(words) - 1 else end)


def _behind_codes(words: list[str]) -> int:
    """Where a company's name begins behind the words and the number of a document ("Invoice INV-44158 Zentrix Ltd") or
    behind words of screens ("Invoice NetSuite Zentrix Ltd"); 0 where nothing would remain that is a name."""
    names = [i for i, word in enumerate(words) if not (common_word(word) or _CODE.fullmatch(word))]
    if not names:
        return 0
    codes = [i + 1 for i, word in enumerate(words[: names[0]]) if _CODE.fullmatch(word)]
    first = last = codes[-1] if codes else 0
    while last < names[0] and words[last].casefold() in _INTERFACE:
        last += 1
    return last if last - first >= _SCREEN_WORDS else first


def _leads(word: str) -> bool:
    return word.islower() and word not in PARTICLES and common_word(word)
