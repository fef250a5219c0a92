"""Precision, recall and F1 by class, side by side."""

from __future__ import annotations

from evaluation.plots.figure import GREEN, GREY, INK, figure, png, wrapped
from evaluation.results import DomainClassification

_WIDE = 0.26
"""Of a bar, where classes are 1 apart."""


def class_scores(domain: str, scores: DomainClassification) -> bytes:
    """Three bars a class, in the order of the classes; the line is the macro F1."""
    names = [one.process_name for one in scores.classes]
    with figure(9, 1.4 + 0.55 * len(names)) as drawn:
        axes = drawn.add_subplot()
        for number, (what, colour) in enumerate((("precision", GREY), ("recall", INK), ("f1", GREEN))):
            places = [place + (number - 1) * _WIDE for place in range(len(names))]
            values = [getattr(one, what) for one in scores.classes]
            axes.barh(places, values, height=_WIDE, color=colour, label="F1" if what == "f1" else what)
        axes.axvline(scores.macro.f1, color=GREEN, linestyle="--", linewidth=1, label="macro F1")
        axes.set_yticks(range(len(names)), [wrapped(name, 40) for name in names])
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.set_xlim(0, 1)
        axes.set_title(f"{domain}: scores by process, macro F1 {scores.macro.f1:.2f}", loc="left")
        drawn.legend(frameon=False, loc="outside lower center", ncols=4)
        return png(drawn)
