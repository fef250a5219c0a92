"""SOP ranking: guides of several people for one task, in the order of their quality."""

from __future__ import annotations

from collections import Counter
from string import ascii_uppercase

from evaluation.demonstrations.builder import Built, ranked
from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.records import RankingSample
from evaluation.demonstrations.released import Released

FEWEST = 3
"""Guides of a sample, as in the published benchmark; two would be right or wrong by a coin."""


def build(released: Released, draws: Draws) -> Built[RankingSample]:
    """A sample for each task with at least FEWEST ranked guides; letters are dealt in a drawn order."""
    left_out: Counter[str] = Counter()
    samples = []
    for task, some in sorted(ranked(released, left_out).items(), key=lambda one: one[0]):
        if len(some) < FEWEST:
            left_out[f"a task has fewer than {FEWEST} ranked guides"] += 1
            continue
        identity = f"sop-ranking/{task}"
        by_name = {one.name: one for one in some}
        names = draws.order(by_name, identity)
        letters = dict(zip(names, ascii_uppercase, strict=False))
        samples.append(
            RankingSample(
                id=identity,
                site=some[0].site,
                task_id=task,
                intent=some[0].intent,
                sops={letters[name]: by_name[name].sop_lines for name in names},
                truth=tuple(letters[one.name] for one in some),
                demonstrations={letters[name]: name for name in names},
            )
        )
    return Built(tuple(samples), left_out)
