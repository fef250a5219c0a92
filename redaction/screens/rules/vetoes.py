"""What is not believed on a screen, where buttons and menus are capitalised like names: a table, asked from its top.

The first row that holds decides. A `Veto` withdraws a finding, a `Corroboration` keeps it whatever stands below. What
no row speaks of is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import ordinary
from redaction.lexicon.words import is_word
from redaction.page.page import Page
from redaction.page.passage import Passage
from redaction.screens.rules.veto_case import (
    CERTAIN,
    COINED,
    DECLARED,
    GREETED,
    LATIN,
    LETTER_WORD,
    SURE,
    Case,
    a_label,
    in_header,
    in_moment,
    led,
    on_label,
    place,
    searchable,
    unlisted,
)
from redaction.text.known.known_forms import KnownForm


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
    Corroboration("declared", "What was declared is believed everywhere.", lambda c: c.form is KnownForm.WHOLE),
    Veto(
        "initials-word",
        "Known initials that are a time of day or a word are not somebody's.",
        lambda c: c.form is KnownForm.INITIALS and (c.piece.upper() in ("AM", "PM") or is_word(c.piece)),
    ),
    Veto(
        "initials-header",
        "Known initials that are a cell of a row of headers in capitals head a column.",
        lambda c: c.form is KnownForm.INITIALS and c.alone and in_header(c),
    ),
    Veto(
        "learned-foreign-word",
        "One word of a learned name may be a word of the page's language.",
        lambda c: (
            c.form is KnownForm.NAME
            and c.finding.score < DECLARED
            and not c.passage.certain
            and c.page.language.foreign(c.piece)
        ),
    ),
    Veto(
        "login-moment",
        "Digits of a day or a time are no log-in.",
        lambda c: c.form is KnownForm.LOGIN and c.piece.isdigit() and in_moment(c),
    ),
    Veto(
        "known-label",
        "A whole line that is a label is one, though somebody is called so.",
        lambda c: c.finding.source is Source.REGISTRY and a_label(c.piece) and c.alone,
    ),
    Corroboration(
        "evidence",
        "Patterns, labels and the registry are believed; a names model is under a label, else what follows is asked.",
        lambda c: c.finding.source is not Source.MODEL or c.passage.certain,
    ),
    Veto("label", "A label is nobody's name, nor is a name what takes in a line that is a label.", on_label),
    Veto("town", "Nobody lives at a town alone.", lambda c: c.finding.kind is Kind.ADDRESS and place(c)),
    Veto(
        "letter-word",
        "X-Ray and T-Shirt are not people.",
        lambda c: c.person and bool(LETTER_WORD.fullmatch(c.piece)) and is_word(c.tokens[-1]),
    ),
    Corroboration(
        "led",
        "A sure name where only a name can stand.",
        lambda c: c.person and c.finding.score >= CERTAIN and led(c),
    ),
    Corroboration(
        "first-name",
        "A word of it is a first name.",
        lambda c: c.person and any(name_lists().is_first(token) for token in c.tokens),
    ),
    Veto(
        "coined",
        "Products have capitals inside a word, names hardly ever.",
        lambda c: unlisted(c) and len(c.tokens) == 1 and bool(COINED.fullmatch(c.tokens[0])),
    ),
    Veto(
        "unsure",
        "Latin words on no list of names need a sure model.",
        lambda c: unlisted(c) and c.finding.score < SURE and all(ord(sign) < LATIN for sign in c.piece),
    ),
    Corroboration(
        "after-greeting",
        "Who is greeted is somebody.",
        lambda c: (
            c.person
            and c.finding.score >= SURE
            and bool(GREETED.search(c.before))
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
