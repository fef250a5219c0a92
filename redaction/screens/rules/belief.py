"""What the statistical names model is believed on a screen, where buttons and menus are capitalised like names."""

from __future__ import annotations

import re

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import ordinary
from redaction.lexicon.words import is_word
from redaction.page.label_lines import announced, clean_label, plain
from redaction.page.page_language import foreign
from redaction.page.passage import Passage
from redaction.page.reading import Reading
from redaction.page.rows import same_row
from redaction.screens.span_boxes import POSTCODE

_SURE = 0.9
"""A person no word of whom is on a list of names must be this sure: products, headings and foreign words are not."""
_LATIN = 0x250
_COINED = re.compile(r"(?!Mc|Mac|De|Di|Du|La|Le|Fitz|O[A-Z])[A-Z]?[a-z]+[A-Z]\w*")
"""BigButton, OpenHub: capitals inside a word, as products have and names hardly ever."""
_GREETED = re.compile(r"(?:\b(?:dear|hello|hi|hey|regards|best|thanks),? |@)$", re.IGNORECASE)


_CERTAIN = 0.97
_HEADERS = 3
_DECLARED = 0.9
"""Names that were declared score more, those that were learned from other screens less."""
_LED = re.compile(
    r"\b(?:by|with|from|ask|met|call|contact|welcome|behalf of|assigned to|forwarded to|sent to|owner|via)[ :]+$",
    re.IGNORECASE,
)
_INITIAL = re.compile(r"(?:[^\W\d_a-z]\. ?){1,3}[^\W\d_a-z][\w'’-]+")
_LETTER_WORD = re.compile(r"[A-Z]-[A-Z][a-z]+")
"""X-Ray, T-Shirt."""


def _led(text: str, finding: TextFinding, tokens: list[str]) -> bool:
    """Whether a name of dictionary words stands where only a name can: "approved by Will Stone", "A. Field"."""
    lists = name_lists()
    if _INITIAL.fullmatch(text[finding.start : finding.end]):
        return lists.is_last(tokens[-1])
    capitals = len(tokens) in (2, 3) and all(token[0].isupper() for token in tokens)
    return capitals and any(lists.is_name(token) for token in tokens) and bool(_LED.search(text[: finding.start]))


def _place(piece: str, tokens: list[str]) -> bool:
    """The name of a town or a country by itself, without a street, a number or a code: nobody lives there alone."""
    return len(tokens) <= 2 and "," not in piece and not any(c.isdigit() for c in piece)


def searchable(reading: Reading, passage: Passage) -> bool:
    """False for what a names model should not be asked about: ordinary words without a label, and stray signs."""
    text = passage.input.text
    if passage.certain:
        return True
    stray = len(text) <= 2 and all(reading.lines[p.line].score < 0.8 for p in passage.pieces)
    return not stray and not plain(text) and not _a_label(text)


def _a_label(text: str) -> bool:
    """A known label without a first name in it."""
    return announced(text) is not None and not any(name_lists().is_first(word) for word in text.split())


def _on_label(reading: Reading, passage: Passage, finding: TextFinding) -> bool:
    """Whether a finding, or a whole line of it, is a known label without a first name in it."""
    lines = [reading.lines[p.line].text for p in passage.pieces if p.start < finding.end and finding.start < p.end]
    return any(_a_label(text) for text in (passage.input.text[finding.start : finding.end], *lines))


def _in_header(reading: Reading, passage: Passage) -> bool:
    """Whether a line stands between headers of a table: three others on its row, and most, are words in capitals."""
    line = reading.lines[passage.pieces[0].line]
    row = [other.text for other in reading.lines if other is not line and same_row(other, line)]
    heads = [text for text in row if text.isupper() and len(text) > 3 and not any(c.isdigit() for c in text)]
    return len(heads) >= _HEADERS and 2 * len(heads) > len(row) and all(text.isupper() for text in row)


def _in_moment(text: str, finding: TextFinding) -> bool:
    """Whether digits are part of a day or a time whose space was lost: "29/0511:10"."""
    return bool(re.search(r"\d[/.]$", text[: finding.start]) and re.match(r":\d", text[finding.end :]))


def _alone(reading: Reading, passage: Passage, piece: str) -> bool:
    """Whether a piece is a whole line."""
    return any(clean_label(reading.lines[p.line].text) == clean_label(piece) for p in passage.pieces)


def credible(reading: Reading, passage: Passage, finding: TextFinding) -> bool:
    """Believe a names model, whichever it is, on a screen only where its finding is more than ordinary words or a
    stray sign: buttons and menus are capitalised like names. All other detectors are believed, and declared values
    everywhere."""
    if finding.source is Source.DECLARED:
        return True
    piece = passage.input.text[finding.start : finding.end]
    if finding.source is Source.INITIALS and (piece.upper() in ("AM", "PM") or is_word(piece)):
        return False
    if finding.source is Source.INITIALS and _alone(reading, passage, piece) and _in_header(reading, passage):
        return False
    if finding.source is Source.ONE_WORD and finding.score < _DECLARED and not passage.certain and foreign(piece):
        return False
    if finding.source is Source.LOGIN and piece.isdigit() and _in_moment(passage.input.text, finding):
        return False
    if finding.source.known and _a_label(piece) and _alone(reading, passage, piece):
        return False
    if finding.source is not Source.MODEL or passage.certain:
        return True
    if _on_label(reading, passage, finding):
        return False
    tokens = re.findall(r"[^\W\d_]+", piece)
    coded = POSTCODE.search(passage.input.text[: finding.start])
    if finding.kind is Kind.ADDRESS and not coded and _place(piece, tokens):
        return False
    if finding.kind is Kind.PERSON and _LETTER_WORD.fullmatch(piece) and is_word(tokens[-1]):
        return False
    if finding.kind is Kind.PERSON and finding.score >= _CERTAIN and _led(passage.input.text, finding, tokens):
        return True
    if finding.kind is Kind.PERSON and any(name_lists().is_first(token) for token in tokens):
        return True
    if finding.kind is Kind.PERSON and not any(name_lists().is_last(token) for token in tokens):
        if len(tokens) == 1 and _COINED.fullmatch(tokens[0]):
            return False
        if finding.score < _SURE and all(ord(c) < _LATIN for c in piece):
            return False
    if finding.kind is Kind.PERSON and finding.score >= _SURE and _GREETED.search(passage.input.text[: finding.start]):
        return not plain(piece)
    # Scripts without case have neither capitals nor small letters, and names of two signs.
    caseless = any(not token[0].isupper() and not token[0].islower() for token in tokens)
    if not caseless and not any(token[0].isupper() for token in tokens):
        return False
    if len(tokens) == 1 and len(piece) <= 4 and piece.isupper():
        return False
    # Firms are called by the words of their language: several make a name.
    if finding.kind is Kind.COMPANY and len(tokens) > 1:
        return not ordinary(piece)
    return searchable(reading, passage) and len(piece) > (1 if caseless else 3) and not plain(piece)
