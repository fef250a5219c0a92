"""Accuracy by class: a bar is as high as the class has samples and filled as far as they were right."""

from __future__ import annotations

from evaluation.plots.figure import GREEN, INK, LIGHT, figure, png, wrapped
from evaluation.results import DomainClassification


def accuracy_bars(domain: str, scores: DomainClassification) -> bytes:
    """A bar a class, the class with the most samples first, with its share of right answers."""
    classes = sorted(scores.classes, key=lambda one: (-one.samples, one.process_name))
    places = range(len(classes))
    with figure(9, 1.3 + 0.42 * len(classes)) as drawn:
        axes = drawn.add_subplot()
        axes.barh(places, [one.samples for one in classes], color=LIGHT, edgecolor=GREEN, label="samples")
        axes.barh(places, [one.correct for one in classes], color=GREEN, label="right")
        for place, one in enumerate(classes):
            share = f"{one.correct / one.samples:.0%}" if one.samples else "none"
            axes.annotate(share, (one.samples, place), (4, 0), textcoords="offset points", va="center", color=INK)
        axes.set_yticks(places, [wrapped(one.process_name, 40) for one in classes])
        axes.set_ylim(len(classes) - 0.4, -0.6)
        axes.set_xlim(0, max(1, *(one.samples for one in classes)) * 1.12)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel("samples")
        axes.set_title(f"{domain}: {scores.correct} of {scores.samples} right ({scores.accuracy:.1%})", loc="left")
        axes.legend(frameon=False, loc="lower right")
        return png(drawn)
