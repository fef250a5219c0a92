"""What the vetoes ask of a finding on a passage of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from redaction.findings import Kind, TextFinding
from redaction.lexicon.labels import clean_label, label_spec
from redaction.lexicon.lists import WordList, any_of
from redaction.lexicon.names import name_lists
from redaction.lexicon.values import CLOCK, DAY, DAY_OF_YEAR
from redaction.page.page import Page
from redaction.page.passage import Passage
from redaction.screens.rules.widening import POSTCODE
from redaction.text.interface import chinese_words, surely_words
from redaction.text.patterns.companies import LEGAL, UNSURE_LEGAL

SURE = 0.9
"""A person no word of whom is on a list of names must score this: products, headings and foreign words do not."""
DECLARED = 0.9
"""Names that were declared score this, those that were learned from other screens less."""
_READ = 0.8
"""A stray sign was read with less than this."""
LATIN = 0x250
_UNITS = ("KB", "MB", "GB", "TB", "KO", "MO", "GO")
"""Sizes of files, and what French calls them."""
_TOKEN = re.compile(r"[^\W\d_]+")
_DAY_OR_AMOUNT = re.compile(
    rf"{DAY}\.?|\d{{1,6}}[.,]\d\d?|{DAY_OF_YEAR}\.(?: ?{CLOCK}.{{0,80}})?|{DAY_OF_YEAR}\.?,? ?{CLOCK}"
)
"""A day, with its year or with the hour, or a number with decimals."""
_LEGAL_NAME = re.compile(
    rf"[^\W\d_a-z][\w'’-]{{1,30}},? (?:& )?[^\W\d_a-z][\w'’-]{{1,30}},? "
    rf"(?P<form>{LEGAL}|{any_of(WordList.FORMS_BEHIND)})\.?$"
)


@dataclass(frozen=True)
class Case:
    """A finding on a passage of a page, with what the tests of this table ask again and again."""

    page: Page
    passage: Passage
    finding: TextFinding

    @cached_property
    def piece(self) -> str:
        """What was found."""
        return self.passage.input.text[self.finding.start : self.finding.end]

    @cached_property
    def before(self) -> str:
        """The text in front of it."""
        return self.passage.input.text[: self.finding.start]

    @cached_property
    def tokens(self) -> list[str]:
        """Its words."""
        return _TOKEN.findall(self.piece)

    @cached_property
    def alone(self) -> bool:
        """Whether it is a whole line."""
        return any(clean_label(self.page.lines[p.line].text) == clean_label(self.piece) for p in self.passage.pieces)

    @cached_property
    def caseless(self) -> bool:
        """Whether it has words of a script without capitals and small letters, whose names may have two signs."""
        return any(not token[0].isupper() and not token[0].islower() for token in self.tokens)

    @property
    def person(self) -> bool:
        """Whether it is said to be a person."""
        return self.finding.kind is Kind.PERSON


def searchable(page: Page, passage: Passage) -> bool:
    """False for what a names model should not be asked about: ordinary words without a label, and stray signs."""
    text = passage.input.text
    if passage.certain:
        return True
    stray = len(text) <= 2 and all(page.lines[p.line].score < _READ for p in passage.pieces)
    return not stray and not page.language.plain(text) and not a_label(text)


def a_label(text: str) -> bool:
    """A known label without a first name in it."""
    return label_spec(text) is not None and not any(name_lists().is_first(word) for word in text.split())


def on_label(case: Case) -> bool:
    touched = [p for p in case.passage.pieces if p.start < case.finding.end and case.finding.start < p.end]
    return any(a_label(text) for text in (case.piece, *(case.page.lines[p.line].text for p in touched)))


def of_words(case: Case) -> bool:
    """Words that are spelled as those of a language and not as names, or several Chinese words."""
    if case.caseless:
        return chinese_words(case.piece)
    return case.person and surely_words(case.passage.input.text, case.finding)


def unit_of_number(case: Case) -> bool:
    """A unit of data behind a number, on its line or as the next text on its row: "241" "KB"."""
    if case.piece.upper() not in _UNITS:
        return False
    at = case.passage.pieces[0].line
    left = int(case.page.sides[0][0][at])
    before = case.before.strip() or (case.page.lines[left].text if left >= 0 else "")
    return before[-1:].isdigit()


def day_or_amount(case: Case) -> bool:
    """A day or an amount, which is nobody's number whatever stands above it."""
    return bool(_DAY_OR_AMOUNT.fullmatch(case.piece.strip()))


def place(case: Case) -> bool:
    """The name of a town or a country by itself, without a street, a number or a code."""
    coded = POSTCODE.search(case.before)
    return not coded and len(case.tokens) <= 2 and "," not in case.piece and not any(c.isdigit() for c in case.piece)


def legal(case: Case) -> bool:
    """A text that ends in the legal form of a firm behind two words with capitals: "Juniper Wool Mills Ltd."."""
    name = _LEGAL_NAME.search(case.piece)
    return name is not None and name["form"] not in UNSURE_LEGAL


def unlisted(case: Case) -> bool:
    """A person no word of whom is a name on a list."""
    return case.person and not any(name_lists().is_last(token) for token in case.tokens)
