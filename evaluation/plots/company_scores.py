"""Scores of company tasks: a bar for each domain, kind and difficulty, filled as far as its tasks succeeded."""

from __future__ import annotations

from evaluation.company_tasks.score import CompanyResults
from evaluation.plots.figure import GREEN, INK, LIGHT, figure, png


def company_bars(results: CompanyResults) -> bytes:
    """All tasks, then each group of them, with the share of those that succeeded."""
    groups = [[("all tasks", results.whole)]]
    groups += [[*cells.items()] for cells in (results.by_domain, results.by_kind, results.by_difficulty)]
    bars, at = [], 0.0
    for group in groups:
        for name, cell in group:
            bars.append((at, name, cell))
            at += 1
        at += 0.5
    with figure(8, 0.9 + 0.34 * at) as drawn:
        axes = drawn.add_subplot()
        places = [place for place, _, _ in bars]
        axes.barh(places, [1.0] * len(bars), color=LIGHT)
        axes.barh(places, [cell.success for _, _, cell in bars], color=GREEN)
        for place, _, cell in bars:
            told = f"{cell.success:.1%} of {cell.tasks}"
            if cell.f1 is not None:
                told += f", F1 {cell.f1:.2f}"
            if cell.mark is not None:
                told += f", mark {cell.mark:.2f}"
            axes.annotate(told, (1.0, place), (6, 0), textcoords="offset points", va="center", color=INK)
        axes.set_yticks(places, [name for _, name, _ in bars])
        axes.set_ylim(at - 0.6, -0.8)
        axes.set_xlim(0, 1.45)
        axes.set_xticks([0, 0.5, 1.0], ["0%", "50%", "100%"])
        axes.set_xlabel("tasks that succeeded")
        return png(drawn)
