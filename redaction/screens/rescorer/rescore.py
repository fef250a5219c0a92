"""The re-scorer: adds what the rules missed on a page, and vetoes what the names model alone claims there."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from redaction.errors import EngineUnavailable
from redaction.findings import ImageFinding, Kind, Source
from redaction.page.page import Page
from redaction.page.words import Word
from redaction.screens.rescorer.evidence import KINDS, Evidence
from redaction.screens.rescorer.features import NAMES, covered, features
from redaction.screens.rescorer.forest import Forest, load
from redaction.screens.span_boxes import found_on
from redaction.work.files import file_digest

DATA = Path(__file__).parent / "data"
DETECTOR = "rescorer"
ADD = 0.3
"""Probability from which a word is found."""
VETO = 0.05
"""Probability up to which a finding of the names model without a label is dropped, when every word of it is."""
COVERED = 0.5
"""A word of whose width the rules found this share is found already."""
_ROWS = 50_000
"""Rows of features whose chances are remembered: from frame to frame most words are the same."""
_REMEDY = "reinstall the package, or train it anew with benchmarks.training.rescorer."


class Rescorer:
    """Two forests over the words of a page. Raises EngineUnavailable when a shipped file is absent or altered."""

    def __init__(self, folder: Path = DATA) -> None:
        self._found, self._kind = _forests(folder)
        self._seen: OrderedDict[bytes, float] = OrderedDict()

    def rescored(self, page: Page, evidence: Evidence) -> list[ImageFinding]:
        """The findings of the rules without those vetoed, and with what they missed."""
        if not page.words:
            return list(evidence.findings)
        rows = features(page, evidence)
        return decided(page, evidence, self._chances(rows), lambda at: self._kind.raw(rows[at]))

    def _chances(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        keys = [hashlib.blake2b(row.tobytes(), digest_size=16).digest() for row in rows]
        fresh = [i for i, key in enumerate(keys) if key not in self._seen]
        if fresh:
            for i, chance in zip(fresh, self._found.chance(rows[fresh]), strict=True):
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
    add: float = ADD,
    veto: float = VETO,
) -> list[ImageFinding]:
    """The rules' findings without those vetoed, then words found: `chances` is the probability of each word, `kinds`
    gives the scores of KINDS for words by their places."""
    words = page.words
    under = covered(words, [f.box for f in evidence.findings])
    kept = [
        finding
        for i, finding in enumerate(evidence.findings)
        if not _vetoed(finding, chances, words, under[:, i] > 0, evidence, veto)
    ]
    hits = np.flatnonzero((under.sum(axis=1) < COVERED) & (chances >= add))
    if not len(hits):
        return kept
    best = kinds(hits).argmax(axis=1)
    kind_at = {int(at): KINDS[int(kind)] for at, kind in zip(hits, best, strict=True)}
    return kept + list(_joined(page, kind_at, chances))


def _vetoed(
    finding: ImageFinding,
    chances: NDArray[np.float64],
    words: Sequence[Word],
    under: NDArray[np.bool_],
    evidence: Evidence,
    veto: float,
) -> bool:
    """Whether only the names model says so, no label stands over it and no word of it is likely."""
    if finding.source is not Source.MODEL or not under.any() or chances[under].max() > veto:
        return False
    return not any(word.line in evidence.labels for word, hit in zip(words, under, strict=True) if hit)


def _joined(page: Page, kind_at: dict[int, Kind], chances: NDArray[np.float64]) -> Iterator[ImageFinding]:
    """One finding for neighbouring words of one kind on a line."""
    words = page.words
    runs = groupby(
        enumerate(sorted(kind_at)), key=lambda item: (item[1] - item[0], words[item[1]].line, kind_at[item[1]])
    )
    for (_, line, kind), some in runs:
        at = [i for _, i in some]
        score = round(float(max(chances[i] for i in at)), 4)
        span = (words[at[0]].start, words[at[-1]].end)
        yield found_on(page, page.lines[line], span, kind, score, DETECTOR)


@lru_cache(maxsize=2)
def _forests(folder: Path) -> tuple[Forest, Forest]:
    try:
        card = json.loads((folder / "rescorer.json").read_text(encoding="utf-8"))
        file = folder / "rescorer.npz"
        if file_digest(file) != card["sha256"]:
            raise EngineUnavailable("the re-scorer's file is not the one that was shipped.", remedy=_REMEDY)
        if tuple(card["features"]) != NAMES:
            raise EngineUnavailable("the re-scorer was trained on other features than these.", remedy=_REMEDY)
        with np.load(file, allow_pickle=False) as arrays:
            return load(arrays, "found"), load(arrays, "kind")
    except (OSError, ValueError, KeyError) as error:
        raise EngineUnavailable(f"the re-scorer cannot be loaded ({type(error).__name__}).", remedy=_REMEDY) from error
