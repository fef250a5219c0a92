"""SOP improvement: from a poor guide of a task and the frames of its best demonstration a better guide."""

from __future__ import annotations

from collections import Counter

from evaluation.demonstrations.builder import Built, ranked
from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.frames import frames_of, moments
from evaluation.demonstrations.records import ImprovementSample
from evaluation.demonstrations.released import Released


def build(released: Released, draws: Draws) -> Built[ImprovementSample]:
    """A sample for each task with at least two ranked guides: the guide of the last, the frames of the first. Nothing
    is drawn."""
    left_out: Counter[str] = Counter()
    samples = []
    for task, some in sorted(ranked(released, left_out).items(), key=lambda one: one[0]):
        best, worst = some[0], some[-1]
        if best is worst:
            left_out["a task has fewer than two ranked guides"] += 1
            continue
        samples.append(
            ImprovementSample(
                id=f"sop-improvement/{task}",
                site=best.site,
                task_id=task,
                demonstration=best.name,
                intent=best.intent,
                frames=frames_of(moments(best)),
                sop=worst.sop_lines,
                reference=best.sop_lines,
            )
        )
    return Built(tuple(samples), left_out)
