"""How alike instances are: cosine of their vectors, within a process and between processes, a matrix a domain.

Processes whose instances are as like those of another process as their own cannot be told apart by what embeddings
see; tasks on them are hard.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from evaluation.embedding import MODEL, Embedder
from evaluation.paragraphs import paragraph
from evaluation.results import DomainSimilarity, ProcessSimilarity, SimilarityResults, Spread
from redaction.work.progress import Progress, no_progress

_LOW, _HIGH = 10, 90
"""Percentiles that are told."""


@dataclass(frozen=True, slots=True)
class Execution:
    """One instance: its process, and its sentences."""

    domain: str
    process: str
    instance: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Cosines of a domain's instances by process and id: float32, n × n; `processes` has the process of each."""

    processes: tuple[str, ...]
    instances: tuple[str, ...]
    cosines: Any


def executions(instances: Iterable[tuple[str, str, str, Iterable[Mapping[str, Any]]]]) -> list[Execution]:
    """Instances given as (domain, process, id, published rows), by domain, process and id."""
    found = [Execution(domain, process, uuid, paragraph(rows)) for domain, process, uuid, rows in instances]
    return sorted(found, key=lambda one: (one.domain, one.process, one.instance))


def matrices(all_of: Sequence[Execution], progress: Progress = no_progress) -> dict[str, Matrix]:
    """The cosines of each domain's instances, with the embedding model."""
    embedder = Embedder()
    distinct = sorted({text for one in all_of for text in one.sentences})
    for start in range(0, len(distinct), _AT_ONCE):
        embedder.sentences(distinct[start : start + _AT_ONCE])
        progress("sentences embedded", min(start + _AT_ONCE, len(distinct)), len(distinct))
    found = {}
    for domain, group in groupby(all_of, key=lambda one: one.domain):
        here = list(group)
        found[domain] = cosines(here, embedder.paragraphs([one.sentences for one in here]))
    return found


_AT_ONCE = 1_024
"""Sentences between two reports of how far it is."""


def cosines(here: Sequence[Execution], vectors: Any) -> Matrix:
    """The matrix of instances whose vectors, a row each of length 1, these are. Exactly symmetric, the diagonal 1."""
    import numpy as np

    found = np.clip(vectors @ vectors.T, -1, 1).astype(np.float32)
    found = np.maximum(found, found.T)
    np.fill_diagonal(found, 1)
    return Matrix(tuple(one.process for one in here), tuple(one.instance for one in here), found)


def similarity_results(found: Mapping[str, Matrix]) -> SimilarityResults:
    """Means and percentiles within and between processes. Every pair of two instances counts once, none with itself;
    `between` of a process are the pairs of one of its instances and one of another process."""
    return SimilarityResults(model=MODEL, domains={domain: _domain(found[domain]) for domain in sorted(found)})


def _domain(matrix: Matrix) -> DomainSimilarity:
    import numpy as np

    of = np.array(matrix.processes)
    pair = np.triu(np.ones((len(of), len(of)), dtype=bool), 1)
    same = of[:, None] == of[None, :]
    processes = []
    for name in dict.fromkeys(matrix.processes):
        mine = of == name
        processes.append(
            ProcessSimilarity(
                process_name=name,
                instances=int(mine.sum()),
                within=_spread(matrix.cosines[pair & mine[:, None] & mine[None, :]]),
                between=_spread(matrix.cosines[pair & (mine[:, None] ^ mine[None, :])]),
            )
        )
    return DomainSimilarity(
        within=_spread(matrix.cosines[pair & same]),
        between=_spread(matrix.cosines[pair & ~same]),
        processes=tuple(processes),
        instances=matrix.instances,
    )


def _spread(values: Any) -> Spread | None:
    import numpy as np

    if not len(values):
        return None
    low, high = np.percentile(values.astype(np.float64), [_LOW, _HIGH])
    return Spread(pairs=len(values), mean=float(values.mean(dtype=np.float64)), p10=float(low), p90=float(high))
