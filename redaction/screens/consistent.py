"""One page, one judgement on a text: what only a model claims in one place and the page shows in others is nobody's; a
number or a log-in that is hidden in one place is hidden in all.

"Sturzrisiko" is in seven rows of a ward and the names model takes it for a firm in one; a telephone number has a header
above it in one list and none in the other. Whoever is named in one place and shown in the next is not hidden, so where
the page contradicts itself one of its judgements is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from redaction.findings import ImageFinding, Kind, Source
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.names import name_lists
from redaction.lexicon.values import proper
from redaction.page.page import Page
from redaction.page.words import Word
from redaction.screens.rescorer.features import covered
from redaction.screens.rescorer.nobodys import is_moment
from redaction.screens.rescorer.rescore import COVERED, Known, is_known, nobody
from redaction.screens.rescorer.rescore import DETECTOR as RESCORER
from redaction.screens.span_boxes import found_on
from redaction.text.interface import is_ordinary, says

CONSISTENT = "consistent"
"""The name by which it is switched off, for benchmarks."""
HIDDEN = 0.3
"""A word of whose width findings hide this share is no longer shown."""
FEWEST = 2
"""Signs of a text that is counted: one letter or digit means something else in each place."""
DIGITS = 6
"""Digits from which on a number is the same one wherever it stands."""
CODED = 3
"""So many times as often as it is hidden must be shown what is written as a code, a log-in or an abbreviation."""
_AROUND = ".,;:!?()[]'\"“”„’…·•-–"
_TOLD = (Source.LABEL, Source.REGISTRY)
_NUMBERS = written_as(Value.NUMBER, Value.TELEPHONE)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where a page has words: their texts without signs around them, and the places of each."""

    words: Sequence[Word]
    texts: list[str]
    places: defaultdict[str, list[int]]

    @classmethod
    def of(cls, words: Sequence[Word]) -> _Places:
        texts = [word.text.strip(_AROUND) for word in words]
        places: defaultdict[str, list[int]] = defaultdict(list)
        for at, text in enumerate(texts):
            places[text].append(at)
        return cls(words, texts, places)

    def same(self, at: NDArray[np.int64]) -> Iterator[range]:
        """Where the page has the words `at`, which follow each other on one line: these and all others."""
        said = [self.texts[i] for i in at]
        for first in self.places[said[0]]:
            here = range(first, first + len(said))
            if here.stop <= len(self.words) and [self.texts[i] for i in here] == said and self._on_one_line(here):
                yield here

    def _on_one_line(self, at: Sequence[int]) -> bool:
        return self.words[at[0]].line == self.words[at[-1]].line

    def is_one(self, at: NDArray[np.int64]) -> bool:
        """Whether words follow each other on one line."""
        return len(at) > 0 and all(b == a + 1 for a, b in pairwise(at)) and self._on_one_line([int(at[0]), int(at[-1])])


def consistent(page: Page, findings: Sequence[ImageFinding], known: Known = nobody) -> Iterator[ImageFinding]:
    """The findings on a page, without those of a model whose text the page shows as often as it hides it, and with the
    other places of its numbers and log-ins. What the registry knows stays, whoever found it: it is looked for in the
    release."""
    places = _Places.of(page.words)
    under = covered(places.words, [f.box for f in findings])
    hidden = under.sum(axis=1) >= HIDDEN
    for column, finding in enumerate(findings):
        at = np.flatnonzero(under[:, column] >= COVERED)
        if not finding.value or not places.is_one(at):
            yield finding
            continue
        text = "".join(places.texts[i] for i in at)
        if _everywhere(finding, text):
            yield finding
            yield from _others(page, places, at, finding, hidden)
        elif (
            not _doubtful(finding, text)
            or _within_unit(places, at, hidden)
            or not _shown(places, at, hidden, CODED if _coded(text) else 1)
            or _is_known(page, places, at, known)
        ):
            yield finding


def _shown(places: _Places, at: NDArray[np.int64], hidden: NDArray[np.bool_], often: int) -> bool:
    """Whether a text is shown so many times as often as it is hidden."""
    votes = [bool(hidden[list(here)].any()) for here in places.same(at)]
    return often * sum(votes) <= len(votes) - sum(votes)


def _coded(text: str) -> bool:
    """Whether a text is written as codes, log-ins and abbreviations are: in capitals, or with digits and letters."""
    return text.isupper() or (any(c.isdigit() for c in text) and any(c.isalpha() for c in text))


def _within_unit(places: _Places, at: NDArray[np.int64], hidden: NDArray[np.bool_]) -> bool:
    """Whether the word right before or behind a text, on its line, is hidden, too: it may be the rest of a name."""
    first, last = int(at[0]), int(at[-1])
    words = places.words
    before = first > 0 and words[first - 1].line == words[first].line and bool(hidden[first - 1])
    behind = last + 1 < len(words) and words[last + 1].line == words[last].line and bool(hidden[last + 1])
    return before or behind


def _is_known(page: Page, places: _Places, at: NDArray[np.int64], known: Known) -> bool:
    words = [places.words[i] for i in at]
    return is_known(words, known(page.lines[words[0].line].text))


def _others(
    page: Page, places: _Places, at: NDArray[np.int64], finding: ImageFinding, hidden: NDArray[np.bool_]
) -> Iterator[ImageFinding]:
    for here in places.same(at):
        if not hidden[list(here)].any():
            first, last = places.words[here[0]], places.words[here[-1]]
            line, span = page.lines[first.line], (first.start, last.end)
            yield found_on(page, line, span, finding.kind, finding.score, CONSISTENT, finding.source)


def _everywhere(finding: ImageFinding, text: str) -> bool:
    """Whether a finding is a number, a log-in, a firm by its label, or the name of a workspace that is no word: they
    mean the same wherever they stand."""
    if finding.kind is Kind.USERNAME and finding.source is Source.PATTERN:
        return finding.detector != RESCORER and finding.value == text
    if finding.kind is Kind.COMPANY and finding.source in _TOLD:
        return proper(finding.value.split())
    if finding.kind is Kind.COMPANY and finding.source is Source.POSITION:
        return finding.value == text and not is_ordinary(text)
    long = sum(c.isdigit() for c in text) >= DIGITS
    return finding.kind in _NUMBERS and long and not is_moment(finding.value, 0.0)


def _doubtful(finding: ImageFinding, text: str) -> bool:
    """Whether a model alone says so of a text that is long enough to be counted and no name by list."""
    if finding.detector != RESCORER and finding.source is not Source.MODEL:
        return False
    if len(text) < FEWEST or sum(c.isdigit() for c in text) >= DIGITS:
        return False
    return says(text) or not name_lists().is_name(text)
