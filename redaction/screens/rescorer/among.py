"""What is in doubt is judged by what else the page surely shows of its kind, and beside it.

The forests are told of a word, its neighbours, its line and its column, not of how much of a kind a page has: where
six numbers are surely somebody's, one more in doubt is an order's or a part's, and names stand in rows with what else
identifies somebody. What is wrong of what is found with so little was counted on twenty sets of pages by strangers
(docs/rescorer.md).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.kinds.spec import PROPER
from redaction.kinds.table import written_as
from redaction.lexicon.forms import ALONE
from redaction.lexicon.languages import is_word_of_any
from redaction.page.boxes import middle
from redaction.page.words import shape_of
from redaction.screens.rescorer.nobodys import initials_of
from redaction.screens.rules.veto_case import DECLARED
from redaction.text.interface import is_ordinary

SURE = 0.5
"""Probability from which a word of the re-scorer is surely somebody's, and stays found though it be an ordinary one
beside a name that is known in full."""
NUMBER, NUMBERS = 0.2, 6
"""Probability below which a number of the re-scorer is nobody's where so many are surely somebody's and none of these
is written alike."""
LOGIN, FEW_LETTERS = 0.3, 3
"""Probability below which its log-in is a word where none is sure; so few capitals may be initials, and below SURE are
nobody's where the page names nobody who has them ("HR", "DB")."""
PERSON, NAME = 0.2, 0.16
"""Probability below which a person of the re-scorer, and a name that a label or the names model alone tells, is nobody
where it stands with little else; and what a mail address over several lines has of one of them is none of it."""
LABELLED = 0.05
"""The same of a name that its label tells and that is no word of any language or screen."""
LITTLE = 1
"""Most other findings in the row of what stands with little else."""
UNLIKELY = 0.08
"""Probability below which not even a label above it makes a number, a log-in or a secret out of a text, and a word that
somebody is called by is a word."""
ANY_WORDS = frozenset((Kind.SECRET, Kind.USERNAME))
"""What a word does not show not to be: it stays beside its label, and under one that is not far too unlikely."""
_NAMES = frozenset(written_as(PROPER))
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_CODE = re.compile(r"(?=(?:[^A-Z]*[A-Z]){3})(?=(?:\D*\d){2})[A-Z0-9]{2,4}[ -]?[A-Z0-9]{3,4}")
"""As plates and bookings are written: with three letters and two digits at least."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What was found, with the probability of its likeliest word; whether it is `settled` by more than its words (the
    registry knows it, a label announces it, or it is the rest of a unit); and whether the re-scorer `added` it."""

    finding: ImageFinding
    chance: float
    settled: bool = False
    added: bool = False

    @property
    def sure(self) -> bool:
        """Whether others are judged by it: what the rules have found is, what was added where its words are."""
        return not self.added or self.chance >= SURE


def convincing(claims: Sequence[Claim]) -> Iterator[ImageFinding]:
    """The findings, in their order, without those that are too doubtful on this page."""
    sure: defaultdict[Kind, list[str]] = defaultdict(list)
    for claim in claims:
        if claim.sure:
            sure[claim.finding.kind].append(claim.finding.value)
    initials = initials_of(claim.finding.value for claim in claims if claim.finding.kind is Kind.PERSON)
    for claim in claims:
        doubtful = _is_doubtful_word(claim, claims, sure, initials) if claim.added else _is_doubtful_name(claim, claims)
        if claim.settled or not doubtful:
            yield claim.finding


def _is_doubtful_word(
    claim: Claim, claims: Sequence[Claim], sure: Mapping[Kind, Sequence[str]], initials: frozenset[str]
) -> bool:
    """Whether what the re-scorer alone has found is too doubtful, on a page of people with these initials."""
    kind, value = claim.finding.kind, claim.finding.value
    if kind is Kind.PERSON:
        return claim.chance < PERSON and _with_little(claim, claims)
    same = sure.get(kind, ())
    if kind is Kind.USERNAME:
        if _is_short(value):
            return claim.chance < SURE and value.replace(".", "").casefold() not in initials
        return claim.chance < LOGIN and not same and not any(map(str.isdigit, value))
    if kind is not Kind.ID or claim.chance >= NUMBER or len(same) < NUMBERS:
        return False
    return _CODE.fullmatch(value) is None and shape_of(value) not in map(shape_of, same)


def _is_doubtful_name(claim: Claim, claims: Sequence[Claim]) -> bool:
    """Whether what a label, the names model or a common form of a known name alone tells is too doubtful."""
    kind, source, value = claim.finding.kind, claim.finding.source, claim.finding.value
    if source is Source.LABEL:
        if kind is Kind.ID or kind in ANY_WORDS:
            return claim.chance < UNLIKELY
        least = LABELLED if is_announced_name(claim.finding) else NAME
        return kind in _NAMES and claim.chance < least and _with_little(claim, claims)
    if is_common_form(claim.finding):
        return claim.chance < UNLIKELY
    if kind is Kind.EMAIL:
        return source is Source.PATTERN and claim.chance < NAME and "@" not in value
    if source is not Source.MODEL or claim.chance >= NAME:
        return False
    if kind is Kind.ADDRESS:
        return value.isdigit() or (value.isalpha() and not _is_short(value))
    return kind is Kind.COMPANY and _with_little(claim, claims)


def is_announced_name(finding: ImageFinding) -> bool:
    """Whether a label announces a name, no word of which is one of a language or of screens: there it is believed."""
    words = _LETTERS.findall(finding.value)
    return (
        finding.source is Source.LABEL and finding.kind in _NAMES and bool(words) and not any(map(is_ordinary, words))
    )


def is_common_form(finding: ImageFinding) -> bool:
    """Whether a text is known for nothing but the initials, one word or the beginning of somebody whom the batch has
    learned, and that is an ordinary word, so short that nobody looks for it in a release, or the beginning: "See May",
    "9 ST", "i dag", "frei" where somebody is called Freitag."""
    if finding.source is Source.INITIALS:
        return len(finding.value) < FEW_LETTERS
    if finding.source is Source.CUT_OFF:
        return finding.score < DECLARED
    if finding.source is not Source.ONE_WORD or finding.score >= DECLARED:
        return False
    return len(finding.value) < ALONE or is_word_of_any(finding.value)


def _is_short(value: str) -> bool:
    letters = value.replace(".", "")
    return letters.isupper() and len(letters) <= FEW_LETTERS


def _with_little(claim: Claim, claims: Sequence[Claim]) -> bool:
    beside = sum(_in_row(claim.finding.box, other.finding.box) for other in claims if other is not claim)
    return beside <= LITTLE


def _in_row(one: Box, other: Box) -> bool:
    """Whether the middle of another box is nearer to the middle of one than half its height."""
    return abs(middle(one) - middle(other)) < (one[3] - one[1]) / 2
