"""Steps of two guides matched offline, by embeddings: cheap, the same every time, and no judge.

A step is what its first sentence says (what follows is, in guides, where things are); two steps match if the cosine of
their embeddings is at least MATCH_COSINE; a step is in one pair at most, and there are as many pairs as possible. The
threshold was chosen on the 30 pairs of guides that people judged for WONDERBREAD (docs/demonstration-tasks.md;
`benchmarks/demonstration_matcher.py`): whatever it scores is labelled as offline, and compares with nothing that a
judge scored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.embedding import MODEL, Embedder

MATCH_COSINE = 0.59
"""Cosine of two steps' embeddings from which on they match."""
LABEL = f"offline matcher ({MODEL}, cosine at least {MATCH_COSINE}); no judge"
"""What every result of it is labelled with."""
_SENTENCE = re.compile(r"(?<=[.!?])\s")

Matches = tuple[tuple[bool, ...], tuple[bool, ...]]
"""Whether each predicted step has a match, and each step of the reference."""


def core(step: str) -> str:
    """The first sentence of a step."""
    return _SENTENCE.split(step, maxsplit=1)[0]


class OfflineMatcher:
    """The loaded model (a few seconds) and the vectors of the steps it has seen."""

    def __init__(self) -> None:
        self._embedder = Embedder()

    def matches(self, predicted: Sequence[str], reference: Sequence[str]) -> Matches:
        """The steps of two guides, at least one each."""
        return paired(self.cosines(predicted, reference), MATCH_COSINE)

    def cosines(self, predicted: Sequence[str], reference: Sequence[str]) -> Any:
        """An array, a row a predicted step, a column a step of the reference."""
        cores = [core(step) for step in (*predicted, *reference)]
        known = self._embedder.sentences(cores)
        return _rows(known, cores[: len(predicted)]) @ _rows(known, cores[len(predicted) :]).T

    def similarity(self, one: str, other: str) -> float:
        """The cosine of two whole texts; of a long one its first 256 word pieces."""
        known = self._embedder.sentences([one, other])
        return float((_rows(known, [one]) @ _rows(known, [other]).T)[0, 0])


def paired(cosines: Any, threshold: float) -> Matches:
    """The largest matching of the pairs with a cosine of `threshold` or more."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import maximum_bipartite_matching

    partner = maximum_bipartite_matching(csr_matrix(cosines >= threshold), perm_type="column")
    taken = {int(column) for column in partner if column >= 0}
    rows, columns = cosines.shape
    return tuple(bool(partner[at] >= 0) for at in range(rows)), tuple(at in taken for at in range(columns))


def _rows(known: Mapping[str, Any], texts: Sequence[str]) -> Any:
    import numpy as np

    return np.array([known[text] for text in texts], dtype=np.float64)
