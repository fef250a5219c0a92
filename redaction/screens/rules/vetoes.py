"""What is not believed on a screen, where buttons and menus are capitalised like names: a table, asked from its top.

The first row that holds decides. A `Veto` withdraws a finding, a `Corroboration` keeps it whatever stands below. What
no row speaks of is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import ordinary
from redaction.lexicon.words import is_word
from redaction.page.labels import clean_label, label_spec
from redaction.page.measures import same_row
from redaction.page.page import Page
from redaction.page.passage import Passage
from redaction.screens.rules.widening import POSTCODE
from redaction.text.known.whole_values import WHOLE

_SURE = 0.9
"""A person no word of whom is on a list of names must score this: products, headings and foreign words do not."""
_CERTAIN = 0.97
"""A name of dictionary words must score this, and stand where only a name can."""
_DECLARED = 0.9
"""Names that were declared score this, those that were learned from other screens less."""
_READ = 0.8
"""A stray sign was read with less than this."""
_HEADERS = 3
"""Words in capitals on one row that make it a row of headers."""
_LATIN = 0x250
_COINED = re.compile(r"(?!Mc|Mac|De|Di|Du|La|Le|Fitz|O[A-Z])[A-Z]?[a-z]+[A-Z]\w*")
"""BigButton, OpenHub: capitals inside a word, as products have and names hardly ever."""
_GREETED = re.compile(r"(?:\b(?:dear|hello|hi|hey|regards|best|thanks),? |@)$", re.IGNORECASE)
_LED = re.compile(
    r"\b(?:by|with|from|ask|met|call|contact|welcome|behalf of|assigned to|forwarded to|sent to|owner|via)[ :]+$",
    re.IGNORECASE,
)
_INITIAL = re.compile(r"(?:[^\W\d_a-z]\. ?){1,3}[^\W\d_a-z][\w'’-]+")
_LETTER_WORD = re.compile(r"[A-Z]-[A-Z][a-z]+")
"""X-Ray, T-Shirt."""
_TOKEN = re.compile(r"[^\W\d_]+")


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


@dataclass(frozen=True, slots=True)
class Veto:
    """Withdraws a finding `when` it holds; `reason` is one sentence."""

    name: str
    reason: str
    when: Callable[[Case], bool]


@dataclass(frozen=True, slots=True)
class Corroboration(Veto):
    """Keeps a finding `when` it holds."""


def believed(page: Page, passage: Passage, finding: TextFinding, disabled: frozenset[str] = frozenset()) -> bool:
    """Whether a finding stands, with the rows `disabled` by name left out."""
    case = Case(page, passage, finding)
    first = next((row for row in VETOES if row.name not in disabled and row.when(case)), None)
    return first is None or isinstance(first, Corroboration)


def searchable(page: Page, passage: Passage) -> bool:
    """False for what a names model should not be asked about: ordinary words without a label, and stray signs."""
    text = passage.input.text
    if passage.certain:
        return True
    stray = len(text) <= 2 and all(page.lines[p.line].score < _READ for p in passage.pieces)
    return not stray and not page.language.plain(text) and not _a_label(text)


def _a_label(text: str) -> bool:
    """A known label without a first name in it."""
    return label_spec(text) is not None and not any(name_lists().is_first(word) for word in text.split())


def _on_label(case: Case) -> bool:
    touched = [p for p in case.passage.pieces if p.start < case.finding.end and case.finding.start < p.end]
    return any(_a_label(text) for text in (case.piece, *(case.page.lines[p.line].text for p in touched)))


def _in_header(case: Case) -> bool:
    """Whether a line stands between headers of a table: three others on its row, and most, are words in capitals."""
    line = case.page.lines[case.passage.pieces[0].line]
    row = [other.text for other in case.page.lines if other is not line and same_row(other, line)]
    heads = [text for text in row if text.isupper() and len(text) > 3 and not any(c.isdigit() for c in text)]
    return len(heads) >= _HEADERS and 2 * len(heads) > len(row) and all(text.isupper() for text in row)


def _in_moment(case: Case) -> bool:
    """Whether digits are part of a day or a time whose space was lost: "29/0511:10"."""
    text = case.passage.input.text
    return bool(re.search(r"\d[/.]$", case.before) and re.match(r":\d", text[case.finding.end :]))


def _led(case: Case) -> bool:
    """Whether a name of dictionary words stands where only a name can: "approved by Will Stone", "A. Field"."""
    lists, tokens = name_lists(), case.tokens
    if _INITIAL.fullmatch(case.piece):
        return lists.is_last(tokens[-1])
    capitals = len(tokens) in (2, 3) and all(token[0].isupper() for token in tokens)
    return capitals and any(lists.is_name(token) for token in tokens) and bool(_LED.search(case.before))


def _place(case: Case) -> bool:
    """The name of a town or a country by itself, without a street, a number or a code."""
    coded = POSTCODE.search(case.before)
    return not coded and len(case.tokens) <= 2 and "," not in case.piece and not any(c.isdigit() for c in case.piece)


def _unlisted(case: Case) -> bool:
    """A person no word of whom is a name on a list."""
    return case.person and not any(name_lists().is_last(token) for token in case.tokens)


VETOES: tuple[Veto, ...] = (
    Corroboration("declared", "What was declared is believed everywhere.", lambda c: c.finding.detector == WHOLE),
    Veto(
        "initials-word",
        "Known initials that are a time of day or a word are not somebody's.",
        lambda c: c.finding.detector == "registry-initials" and (c.piece.upper() in ("AM", "PM") or is_word(c.piece)),
    ),
    Veto(
        "initials-header",
        "Known initials that are a cell of a row of headers in capitals head a column.",
        lambda c: c.finding.detector == "registry-initials" and c.alone and _in_header(c),
    ),
    Veto(
        "learned-foreign-word",
        "One word of a learned name may be a word of the page's language.",
        lambda c: (
            c.finding.detector == "registry-name"
            and c.finding.score < _DECLARED
            and not c.passage.certain
            and c.page.language.foreign(c.piece)
        ),
    ),
    Veto(
        "login-moment",
        "Digits of a day or a time are no log-in.",
        lambda c: c.finding.detector == "registry-login" and c.piece.isdigit() and _in_moment(c),
    ),
    Veto(
        "known-label",
        "A whole line that is a label is one, though somebody is called so.",
        lambda c: c.finding.source is Source.REGISTRY and _a_label(c.piece) and c.alone,
    ),
    Corroboration(
        "evidence",
        "Patterns, labels and the registry are believed; a names model is under a label, else what follows is asked.",
        lambda c: c.finding.source is not Source.MODEL or c.passage.certain,
    ),
    Veto("label", "A label is nobody's name, nor is a name what takes in a line that is a label.", _on_label),
    Veto("town", "Nobody lives at a town alone.", lambda c: c.finding.kind is Kind.ADDRESS and _place(c)),
    Veto(
        "letter-word",
        "X-Ray and T-Shirt are not people.",
        lambda c: c.person and bool(_LETTER_WORD.fullmatch(c.piece)) and is_word(c.tokens[-1]),
    ),
    Corroboration(
        "led",
        "A sure name where only a name can stand.",
        lambda c: c.person and c.finding.score >= _CERTAIN and _led(c),
    ),
    Corroboration(
        "first-name",
        "A word of it is a first name.",
        lambda c: c.person and any(name_lists().is_first(token) for token in c.tokens),
    ),
    Veto(
        "coined",
        "Products have capitals inside a word, names hardly ever.",
        lambda c: _unlisted(c) and len(c.tokens) == 1 and bool(_COINED.fullmatch(c.tokens[0])),
    ),
    Veto(
        "unsure",
        "Latin words on no list of names need a sure model.",
        lambda c: _unlisted(c) and c.finding.score < _SURE and all(ord(sign) < _LATIN for sign in c.piece),
    ),
    Corroboration(
        "after-greeting",
        "Who is greeted is somebody.",
        lambda c: (
            c.person
            and c.finding.score >= _SURE
            and bool(_GREETED.search(c.before))
            and not c.page.language.plain(c.piece)
        ),
    ),
    Veto(
        "small-letters",
        "Names have capitals.",
        lambda c: not c.caseless and not any(token[0].isupper() for token in c.tokens),
    ),
    Veto(
        "abbreviation",
        "Up to four capitals are an abbreviation.",
        lambda c: len(c.tokens) == 1 and len(c.piece) <= 4 and c.piece.isupper(),
    ),
    Corroboration(
        "firm",
        "Firms are called by the words of their language: several make a name, unless all are ordinary English.",
        lambda c: c.finding.kind is Kind.COMPANY and len(c.tokens) > 1 and not ordinary(c.piece),
    ),
    Veto(
        "ordinary-line",
        "A line of ordinary words, a label or a stray sign holds no name.",
        lambda c: not searchable(c.page, c.passage),
    ),
    Veto("short", "Names have more than three letters.", lambda c: len(c.piece) <= (1 if c.caseless else 3)),
    Veto("ordinary", "Ordinary words are no name.", lambda c: c.page.language.plain(c.piece)),
)
