"""What the statistical names model is believed on a screen, where buttons and menus are capitalised like names."""

from __future__ import annotations

import re

from redaction.findings import Kind, TextFinding
from redaction.text.names import name_lists
from redaction.vision.labels import ordinary
from redaction.vision.passage import Passage
from redaction.vision.reading import Reading

MODEL = "names-model"
"""The text engine's name for its statistical detector, the only one that needs context to be right."""
_SURE = 0.9
"""A person no word of whom is on a list of names must be this sure: products, headings and foreign words are not."""
_LATIN = 0x250
_COINED = re.compile(r"(?!Mc|Mac|De|Di|Du|La|Le|Fitz|O[A-Z])[A-Z]?[a-z]+[A-Z][a-z]*[A-Z]?\w*")
"""BigButton, OpenHub: capitals inside a word, as products have and names hardly ever."""
_GREETED = re.compile(r"(?:\b(?:dear|hello|hi|hey|regards|best|thanks),? |@)$", re.IGNORECASE)


def searchable(reading: Reading, passage: Passage) -> bool:
    """False for what a names model should not be asked about: ordinary words without a label, and stray signs."""
    text = passage.input.text
    if passage.certain:
        return True
    stray = len(text) <= 2 and all(reading.lines[p.line].score < 0.8 for p in passage.pieces)
    return not stray and not ordinary(text)


def credible(reading: Reading, passage: Passage, finding: TextFinding) -> bool:
    """Believe the names model on a screen only where its finding is more than ordinary words or a stray sign: buttons
    and menus are capitalised like names. All other detectors are believed."""
    piece = passage.input.text[finding.start : finding.end]
    if finding.detector == "registry-initials" and piece.upper() in ("AM", "PM"):
        return False
    if finding.detector != MODEL or passage.certain:
        return True
    tokens = re.findall(r"[^\W\d_]+", piece)
    if finding.kind is Kind.PERSON and any(name_lists().is_first(token) for token in tokens):
        return True
    if finding.kind is Kind.PERSON and not any(name_lists().is_last(token) for token in tokens):
        if len(tokens) == 1 and _COINED.fullmatch(tokens[0]):
            return False
        if finding.score < _SURE and all(ord(c) < _LATIN for c in piece):
            return False
    if finding.kind is Kind.PERSON and finding.score >= _SURE and _GREETED.search(passage.input.text[: finding.start]):
        return not ordinary(piece)
    # Scripts without case have neither capitals nor small letters, and names of two signs.
    caseless = any(not token[0].isupper() and not token[0].islower() for token in tokens)
    if not caseless and not any(token[0].isupper() for token in tokens):
        return False
    if len(tokens) == 1 and len(piece) <= 4 and piece.isupper():
        return False
    return searchable(reading, passage) and len(piece) > (1 if caseless else 3) and not ordinary(piece)
