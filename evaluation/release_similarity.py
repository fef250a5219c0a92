"""How alike the instances of a release are, as its bundle tells it: `evaluation.similarity` at a bounded cost.

The embedding model is loaded in a process of its own, which takes its memory with it when it is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from itertools import groupby
from multiprocessing import get_context
from typing import Any

from evaluation.embedding import Embedder
from evaluation.paragraphs import sentence
from evaluation.results import SimilarityResults
from evaluation.similarity import Execution, cosines, similarity_results
from evaluation.tasks.instances import instances, spread
from redaction.work.progress import Progress, no_progress

MOST_INSTANCES = 400
"""Instances of a domain that are compared."""
MOST_SENTENCES = 64
"""Interactions of an instance that are embedded, spread evenly from the first to the last: a mean of more of them is
hardly another one, and each costs some ten milliseconds."""


def sampled(domains: Mapping[str, Iterable[Mapping[str, Any]]]) -> list[Execution]:
    """What is compared, by domain, process and id. `domains` are released rows, each by instance, then time. A domain
    in which no process was carried out twice is left out: there is nothing alike to compare with."""
    found: list[Execution] = []
    for domain, rows in sorted(domains.items()):
        own = [
            Execution(
                domain,
                one.process,
                one.uuid,
                tuple(one.sequence[at] for at in spread(len(one.sequence), MOST_SENTENCES)),
            )
            for one in instances(rows, sentence)
        ]
        own = sorted(own, key=lambda one: sha256(one.instance.encode()).digest())[:MOST_INSTANCES]
        if len({one.process for one in own}) < len(own):
            found += sorted(own, key=lambda one: (one.process, one.instance))
    return found


def similarity_of(some: Sequence[Execution], progress: Progress = no_progress) -> SimilarityResults:
    """The summary over executions of `sampled`. ModuleNotFoundError without the packages of the extra `evaluate`."""
    import numpy as np

    if not some:
        return similarity_results({})
    vectors = []
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
        for done, vector in enumerate(alone.map(_vector, [one.sentences for one in some]), start=1):
            vectors.append(vector)
            progress("similarity", done, len(some))
    found = {}
    for domain, group in groupby(zip(some, vectors, strict=True), key=lambda pair: pair[0].domain):
        here, of = zip(*group, strict=True)
        found[domain] = cosines(here, np.array(of))
    return similarity_results(found)


def _vector(sentences: tuple[str, ...]) -> Any:
    """In the process of the model: the vector of one paragraph."""
    return _embedder().paragraphs([sentences])[0]


@cache
def _embedder() -> Embedder:
    return Embedder()
