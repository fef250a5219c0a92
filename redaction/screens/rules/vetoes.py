"""What is not believed on a screen, where buttons and menus are capitalised like names: a table, asked from its top.

The first row that holds decides. A `Veto` withdraws a finding, a `Corroboration` keeps it whatever stands below. What
no row speaks of is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.page.page import Page
from redaction.page.passage import Passage
from redaction.screens.rules.veto_case import (
    DECLARED,
    LATIN,
    SURE,
    Case,
    a_label,
    day_or_amount,
    legal,
    of_words,
    on_label,
    place,
    unit_of_number,
    unlisted,
)

_WORDED = written_as(Value.NAME, Value.COMPANY)
_NUMBERED = written_as(Value.NUMBER, Value.TELEPHONE, Value.PLACE)


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


VETOES: tuple[Veto, ...] = (
    Corroboration(
        "declared", "What was declared is believed everywhere.", lambda c: c.finding.source is Source.DECLARED
    ),
    Veto(
        "initials-word",
        "Known initials that are a time of day, a word or the unit of a number are not somebody's.",
        lambda c: (
            c.finding.source is Source.INITIALS
            and (c.piece.upper() in ("AM", "PM") or is_word(c.piece) or unit_of_number(c))
        ),
    ),
    Veto(
        "learned-foreign-word",
        "One word of a learned name may be a word of the page's language.",
        lambda c: (
            c.finding.source is Source.ONE_WORD
            and c.finding.score < DECLARED
            and not c.passage.certain
            and c.page.language.foreign(c.piece)
        ),
    ),
    Veto(
        "known-label",
        "A whole line that is a label is one, though somebody is called so.",
        lambda c: c.finding.source.known and a_label(c.piece) and c.alone,
    ),
    Veto(
        "label-over-words",
        "Whom a label alone announces is nobody where it stands over words that are spelled as no name is.",
        lambda c: c.finding.kind in _WORDED and c.finding.source is Source.LABEL and of_words(c),
    ),
    Veto(
        "labelled-day",
        "A day or an amount under the label of a number or a place is none.",
        lambda c: c.finding.kind in _NUMBERED and c.finding.source is Source.LABEL and day_or_amount(c),
    ),
    Corroboration(
        "evidence",
        "Patterns, labels and the registry are believed; a names model is under a label, else what follows is asked.",
        lambda c: c.finding.source is not Source.MODEL or c.passage.certain,
    ),
    Veto("label", "A label is nobody's name, nor is a name what takes in a line that is a label.", on_label),
    Veto("town", "Nobody lives at a town alone.", lambda c: c.finding.kind is Kind.ADDRESS and place(c)),
    Corroboration(
        "first-name",
        "A word of it is a first name.",
        lambda c: c.person and any(name_lists().is_first(token) for token in c.tokens),
    ),
    Corroboration(
        "legal-form",
        "Words that end in the legal form of a firm are one, however ordinary.",
        lambda c: c.finding.kind is Kind.COMPANY and legal(c),
    ),
    Veto(
        "unsure",
        "Latin words on no list of names need a sure model.",
        lambda c: unlisted(c) and c.finding.score < SURE and all(ord(sign) < LATIN for sign in c.piece),
    ),
    Veto(
        "small-letters",
        "Names have capitals.",
        lambda c: not c.caseless and not any(token[0].isupper() for token in c.tokens),
    ),
    Veto("ordinary", "Ordinary words are no name.", lambda c: c.page.language.plain(c.piece)),
)
