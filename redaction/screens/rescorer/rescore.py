"""The re-scorer: adds what the rules missed on a page, and vetoes what the names model alone claims there."""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from redaction.errors import EngineUnavailable
from redaction.findings import ImageFinding, Kind, Source
from redaction.kinds.spec import PROPER, Value
from redaction.kinds.table import written_as
from redaction.lexicon.labels import engine_label, label_spec
from redaction.lexicon.values import proper
from redaction.page.page import Page
from redaction.page.words import Word
from redaction.screens.rescorer.among import ANY_WORDS, Claim, convincing, is_common_form
from redaction.screens.rescorer.columns import numbered_cells, with_columns
from redaction.screens.rescorer.context import NAMES as CONTEXT_NAMES
from redaction.screens.rescorer.context import context
from redaction.screens.rescorer.evidence import KINDS, Evidence
from redaction.screens.rescorer.features import NAMES as FEATURE_NAMES
from redaction.screens.rescorer.features import covered, features
from redaction.screens.rescorer.forest import Forest, load
from redaction.screens.rescorer.log_ins import log_ins
from redaction.screens.rescorer.meaning import NAMES as MEANING_NAMES
from redaction.screens.rescorer.meaning import Heads, Meaning
from redaction.screens.rescorer.nobodys import (
    MARKS,
    initials_of,
    is_age_or_hour,
    is_crumb,
    is_day,
    is_mark,
    is_moment,
    is_plain_number,
    is_short_name,
    nobodys,
)
from redaction.screens.rescorer.rests import rests
from redaction.screens.rescorer.things import is_thing, things_on
from redaction.screens.rescorer.trades import firms
from redaction.screens.rules.widening import housed, titled
from redaction.screens.span_boxes import found_on
from redaction.screens.whole_tokens import place_on
from redaction.text.patterns.companies import ANY_FORM
from redaction.work.files import file_digest

DATA = Path(__file__).parent / "data"
DETECTOR = "rescorer"
NAMES = (*FEATURE_NAMES, *MEANING_NAMES, *CONTEXT_NAMES)
"""What the second look is told of a word; the first is told all but the last, `context.NAMES`."""
ADD = 0.08
"""Probability from which a word is found as a number."""
ADD_WORD = 0.16
"""The same for all else: what is taken for a name or a log-in with less is wrong twenty times of twenty-one."""
BESIDE = 0.03
"""The same for a word right beside one that is found: the rest of a unit."""
SURE_OF_DAY = 0.8
"""The same from which a day is somebody's without a label."""
VETO = 0.05
"""Probability up to which a word at either end of a doubtful finding is taken out of it, and with its last word the
finding."""
CAPITALS = 3
"""People of a page with their surnames first and in capitals, from which on a word in capitals at an end of somebody is
a surname, though it be one of the language ("LAHM Lisa")."""
COVERED, WHOLE = 0.5, 0.9
"""A word of whose width the rules found this share is found already; one of a few Chinese signs must be found whole:
one sign more is a given name."""
_WEAK = frozenset({Source.LABEL, Source.FIRST_NAME, Source.PATTERN})
_NAMES = frozenset(written_as(PROPER))
_PARTIES = written_as(Value.NAME, Value.COMPANY)
_DAYS = written_as(Value.DAY)
_NUMBERS = written_as(Value.NUMBER)
_FORM = re.compile(rf"{ANY_FORM}[.,]{{0,2}}")
_AROUND = ".,;:!?()'’\"“”„"
"""What may stand around a word by itself."""
_WITHIN = re.compile(r"[ \u00a0\u3000]?[.,'’&/+\-–()]{0,2}[ \u00a0\u3000]?")
"""What stands between two words of one unit."""
_ROWS = 50_000
"""Rows of features whose chances are remembered: from frame to frame most words are the same."""
Known = Callable[[str], Sequence[tuple[int, int]]]
"""The spans of a line's text that the registry knows."""
_REMEDY = "reinstall the package, or train it anew with benchmarks.training.rescorer."


def nobody(text: str) -> Sequence[tuple[int, int]]:
    """The spans that an empty registry knows of a text."""
    return ()


class Rescorer:
    """Three forests over the words of a page: two looks, and the kind. Raises EngineUnavailable when a shipped file is
    absent or altered."""

    def __init__(self, folder: Path = DATA) -> None:
        (first, second, self._kind), heads = _forests(folder)
        self._meaning = Meaning(heads)
        self._first, self._second = _Remembering(first), _Remembering(second)

    def rescored(
        self, page: Page, evidence: Evidence, known: Known = nobody
    ) -> tuple[list[ImageFinding], dict[Word, float]]:
        """The findings of the rules without those vetoed, and with what they missed; and P of every word."""
        if not page.words:
            return list(evidence.findings), {}
        meant = self._meaning.features(page, evidence.embeddings, evidence.states)
        rows = np.hstack([features(page, evidence), meant])
        chances = self._second.chances(np.hstack([rows, context(page, self._first.chances(rows))]))
        found = decided(page, evidence, chances, lambda at: self._kind.raw(rows[at]), known)
        return found, dict(zip(page.words, map(float, chances), strict=True))


class _Remembering:
    """A forest that remembers what it said of a row."""

    def __init__(self, forest: Forest) -> None:
        self._forest = forest
        self._seen: OrderedDict[bytes, float] = OrderedDict()

    def chances(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        keys = [hashlib.blake2b(row.tobytes(), digest_size=16).digest() for row in rows]
        fresh = [i for i, key in enumerate(keys) if key not in self._seen]
        if fresh:
            for i, chance in zip(fresh, self._forest.chance(rows[fresh]), strict=True):
                self._seen[keys[i]] = float(chance)
        out = np.array([self._seen[key] for key in keys])
        while len(self._seen) > _ROWS:
            self._seen.popitem(last=False)
        return out


def decided(
    page: Page,
    evidence: Evidence,
    chances: NDArray[np.float64],
    kinds: Callable[[NDArray[np.int64]], NDArray[np.float64]],
    known: Known = nobody,
) -> list[ImageFinding]:
    """What is left of the rules' findings, then words found: `chances` is the probability of each word, `kinds` gives
    the scores of KINDS for words by their places."""
    words = page.words
    under = covered(words, [f.box for f in evidence.findings])
    surnames = sum(map(_in_capitals, evidence.findings)) >= CAPITALS
    told = [
        Claim(left, chance, settled=settled)
        for i, finding in enumerate(evidence.findings)
        for left, chance, settled in _left(
            page, finding, np.flatnonzero(under[:, i]), chances, known, evidence.labels, surnames
        )
    ]
    covers = under.sum(axis=1) >= np.where([is_short_name(word.text) for word in words], WHOLE, COVERED)
    announced = dict.fromkeys(_bare(firms(page, chances), covers), Kind.COMPANY)
    announced |= dict.fromkeys(_bare(log_ins(page, chances), covers), Kind.USERNAME)
    named = under[:, [finding.kind is Kind.COMPANY for finding in evidence.findings]].max(axis=1, initial=0.0)
    announced |= dict.fromkeys(_bare(rests(page, chances, named >= COVERED), covers), Kind.COMPANY)
    likely = _bare(chances >= BESIDE, covers)
    if not likely and not announced:
        return list(convincing(told))
    best = {at: _kind_of(words[at], scores) for at, scores in zip(likely, kinds(np.array(likely, int)), strict=True)}
    best |= announced
    things, numbered = things_on(page), numbered_cells(page, chances)
    somebodys = {
        at for at, kind in best.items() if _is_somebodys(page, words[at], kind, float(chances[at]), things, numbered)
    }
    found = covers.copy()
    for at in somebodys:
        found[at] = at in announced or chances[at] >= (ADD if best[at] in _NUMBERS else ADD_WORD)
    whole = _with_rests(page, with_columns(page, found, chances), chances)
    kind_at = {at: best[at] for at in somebodys if whole[at]}
    met = frozenset(map(int, np.flatnonzero(under.any(axis=1))))
    initials = initials_of(finding.value for claim in told if (finding := claim.finding).kind is Kind.PERSON)
    marked = sum(is_mark(line.text) for line in page.lines) >= MARKS
    added = [
        Claim(finding, finding.score, settled=not alone, added=True)
        for finding, alone in _joined(page, kind_at, chances, met, announced.keys())
        if not alone or not nobodys(finding.value, finding.kind, initials, marked=marked)
    ]
    return list(convincing([*told, *added]))


def _bare(words: NDArray[np.bool_], covers: NDArray[np.bool_]) -> list[int]:
    """The places of some words that no finding of the rules covers."""
    return list(map(int, np.flatnonzero(words & ~covers)))


def _kind_of(word: Word, scores: NDArray[np.float64]) -> Kind:
    """The likeliest kind of a word that may be of it: a number that is no year is not part of a day ("020" of a
    telephone)."""
    ranked = (KINDS[int(at)] for at in np.argsort(-scores, kind="stable"))
    return next(kind for kind in ranked if kind not in _DAYS or not is_plain_number(word.text))


def _is_somebodys(
    page: Page, word: Word, kind: Kind, chance: float, things: frozenset[int], numbered: frozenset[int]
) -> bool:
    """Whether a word that is found as this kind may be somebody's: a day where it is surely so, and what is no moment,
    no age, no hour outside a column of numbers and no number of a thing."""
    if kind in _DAYS:
        return chance >= SURE_OF_DAY and is_day(word.text)
    hour = word.line not in numbered and is_age_or_hour(page.lines[word.line].text, chance)
    moment = hour or is_moment(word.text, chance)
    return not moment and not (kind in _NUMBERS and is_thing(page, word, things))


def _with_rests(page: Page, found: NDArray[np.bool_], chances: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The words found, and those of P ≥ BESIDE that go on from them along a line."""
    words = page.words
    out = found.copy()
    for order in (range(1, len(words)), range(len(words) - 2, -1, -1)):
        step = order.step
        for at in order:
            if out[at] or chances[at] < BESIDE or not out[at - step]:
                continue
            one, two = sorted((words[at - step], words[at]), key=lambda word: (word.line, word.start))
            if one.line == two.line and _WITHIN.fullmatch(page.lines[one.line].text, one.end, two.start):
                out[at] = True
    return out


def _left(
    page: Page,
    finding: ImageFinding,
    at: NDArray[np.int64],
    chances: NDArray[np.float64],
    known: Known,
    labels: Mapping[int, str],
    surnames: bool,
) -> Iterator[tuple[ImageFinding, float, bool]]:
    """What is left of a finding over the words `at`, the probability of its likeliest word, and whether it is settled
    however small that is: it goes over lines, is known or announced. Of a doubtful one all is left but unlikely words
    at its ends. What the registry knows stays, whoever found it: it is looked for in the release; and a word in
    capitals where `surnames` are so. A letter or a few digits that would be left are nothing."""
    span = _span_of(page, finding, at)
    at = at[[page.words[i].meets(*span) for i in at]] if span is not None else at
    words = [page.words[i] for i in at]
    apart = len({word.line for word in words}) != 1
    best = float(chances[at].max(initial=0.0))
    if apart or _announced(page, finding, words, labels):
        yield finding, best, finding.kind is not Kind.EMAIL
        return
    line = page.lines[words[0].line]
    spans = known(line.text)
    if not _is_doubtful(finding) or chances[at].min() > VETO:
        common = is_common_form(finding) and [word.text.strip(_AROUND) for word in words] == [finding.value]
        yield finding, best, is_known(words, spans) and not common
        return
    stay = [
        i
        for i, word in zip(at, words, strict=True)
        if chances[i] > VETO
        or is_known([word], spans)
        or (surnames and finding.kind is Kind.PERSON and _is_shouted(word.text))
    ]
    left = [page.words[i] for i in stay]
    if left and ((left[0], left[-1]) == (words[0], words[-1]) or _is_form(left)):
        yield finding, best, is_known(words, spans)
    elif left:
        _, first, last = span or (0, 0, len(line.text))
        start, end = max(first, left[0].start), min(last, left[-1].end)
        start = titled(line.text, start) if finding.kind in _NAMES else start
        sure = is_known(left, spans)
        if sure or not is_crumb(line.text[start:end], best):
            rest = found_on(page, line, (start, end), finding.kind, finding.score, finding.detector, finding.source)
            yield rest, best, sure


def _is_form(words: Sequence[Word]) -> bool:
    """Whether nothing but the legal form of a firm would be left: "SASU" of "Bleu SASU"."""
    return len(words) == 1 and _FORM.fullmatch(words[0].text) is not None


def is_known(words: Sequence[Word], spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the registry knows one of the words of a line in which it knows these spans."""
    return any(start < word.end and word.start < end for word in words for start, end in spans)


def _in_capitals(finding: ImageFinding) -> bool:
    """Whether it is somebody whose surname stands first and in capitals: "VEXLOR Anna"."""
    first, *others = finding.value.split() or [""]
    return finding.kind is Kind.PERSON and _is_shouted(first) and any(word.istitle() for word in others)


def _is_shouted(word: str) -> bool:
    return len(word) > 1 and word.isalpha() and word.isupper()


def _announced(page: Page, finding: ImageFinding, words: Sequence[Word], labels: Mapping[int, str]) -> bool:
    """Whether a label left of it on its row, or one of firms alone above it, announces several words of which no label
    is made: "Azure Interior" beside "Vendor", "Paper Kite" under "Company name" is a firm, however ordinary its
    words; and whether one on its row announces a secret or a log-in, which may be any words."""
    if finding.source is not Source.LABEL:
        return False
    at = words[0].line
    if finding.kind in ANY_WORDS:
        return finding.value != page.lines[at].text.strip() or _labelled_left(page, at, labels)
    if finding.kind not in _PARTIES or not proper([w.text for w in words]):
        return False
    label = label_spec(labels.get(at, ""))
    if label is None or label.kind is not finding.kind or label.shape:
        return False
    if label.kind is Kind.COMPANY and not label.weak:
        return True
    return _labelled_left(page, at, labels)


def _labelled_left(page: Page, at: int, labels: Mapping[int, str]) -> bool:
    """Whether the label of a line stands left of it on its row."""
    left = [line for line in page.row(at) if line.box[2] <= page.lines[at].box[0]]
    return at in labels and any(engine_label(line.text) == labels[at] for line in left)


def _span_of(page: Page, finding: ImageFinding, at: NDArray[np.int64]) -> tuple[int, int, int] | None:
    """The line of which the words `at` are, and the first and the last letter that a finding has of it: the margin of
    its box reaches into the words beside it, and these are not its own. Nothing where its text stands on no such line
    or meets none of the words."""
    for number in sorted({page.words[i].line for i in at}):
        start = place_on(page.lines[number], finding) if finding.value else None
        if start is not None:
            span = (number, start, start + len(finding.value))
            return span if any(page.words[i].meets(*span) for i in at) else None
    return None


def _is_doubtful(finding: ImageFinding) -> bool:
    """Whether only the names model says so, or a name rests on its label, on a list of first names or on how it is
    written."""
    return finding.source is Source.MODEL or (finding.source in _WEAK and finding.kind in _NAMES)


def _joined(
    page: Page, kind_at: dict[int, Kind], chances: NDArray[np.float64], met: frozenset[int], announced: Set[int]
) -> Iterator[tuple[ImageFinding, bool]]:
    """One finding for neighbouring words of one kind on a line, and whether it stands alone: nothing is found right
    beside it or was `met` by a finding of the rules there, and it is not `announced`."""
    words = page.words
    runs = groupby(
        enumerate(sorted(kind_at)), key=lambda item: (item[1] - item[0], words[item[1]].line, kind_at[item[1]])
    )
    for (_, line, kind), some in runs:
        at = [i for _, i in some]
        score = round(float(max(chances[i] for i in at)), 4)
        first, last, text = words[at[0]], words[at[-1]], page.lines[line].text
        beside = [i for i in (at[0] - 1, at[-1] + 1) if 0 <= i < len(words) and words[i].line == line]
        alone = met.isdisjoint([*at, *beside]) and kind_at.keys().isdisjoint(beside) and announced.isdisjoint(at)
        start = titled(text, first.start) if kind is Kind.PERSON else first.start
        end = housed(text, last.end) if kind is Kind.ADDRESS else last.end
        yield found_on(page, page.lines[line], (start, end), kind, score, DETECTOR), alone


@lru_cache(maxsize=2)
def _forests(folder: Path) -> tuple[tuple[Forest, Forest, Forest], Heads]:
    try:
        card = json.loads((folder / "rescorer.json").read_text(encoding="utf-8"))
        file = folder / "rescorer.npz"
        if file_digest(file) != card["sha256"]:
            raise EngineUnavailable("the re-scorer's file is not the one that was shipped.", remedy=_REMEDY)
        if tuple(card["features"]) != NAMES:
            raise EngineUnavailable("the re-scorer was trained on other features than these.", remedy=_REMEDY)
        with np.load(file, allow_pickle=False) as arrays:
            forests = load(arrays, "found"), load(arrays, "found again"), load(arrays, "kind")
            return forests, Heads.loaded(arrays)
    except (OSError, ValueError, KeyError) as error:
        raise EngineUnavailable(f"the re-scorer cannot be loaded ({type(error).__name__}).", remedy=_REMEDY) from error
