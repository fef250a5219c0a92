"""Which class was taken for which."""

from __future__ import annotations

from evaluation.plots.figure import GREY, INK, figure, png, wrapped
from evaluation.results import DomainClassification

_MAP = "Greens"
"""From white for none."""
_DARK = 0.55
"""Share of a row from which its cell is so dark that only white letters are read on it."""


def confusion_matrix(domain: str, scores: DomainClassification) -> bytes:
    """A row a true class, a column an answer, the last for none; numbers are samples, colours shares of the row."""
    import numpy as np

    counts = np.array(scores.confusion)
    rows = counts.sum(axis=1, keepdims=True)
    shares = counts / np.maximum(rows, 1)
    names = [one.process_name for one in scores.classes]
    side = 0.62 * len(names)
    with figure(side + 4.2, side + 2.6) as drawn:
        axes = drawn.add_subplot()
        image = axes.imshow(shares, cmap=_MAP, vmin=0, vmax=1, aspect="auto")
        for (row, column), count in np.ndenumerate(counts):
            if count:
                colour = "white" if shares[row, column] >= _DARK else INK
                axes.text(column, row, int(count), ha="center", va="center", color=colour)
        columns = [*names, "no answer"]
        axes.set_xticks(
            range(len(columns)),
            [wrapped(name) for name in columns],
            rotation=60,
            ha="right",
            va="top",
            rotation_mode="anchor",
        )
        axes.set_yticks(range(len(names)), [wrapped(name, 30) for name in names])
        axes.set_xlabel("answered")
        axes.set_ylabel("true")
        axes.set_xticks([place - 0.5 for place in range(1, len(columns))], minor=True)
        axes.set_yticks([place - 0.5 for place in range(1, len(names))], minor=True)
        axes.grid(which="minor", color=GREY, linewidth=0.4)
        axes.tick_params(which="minor", length=0)
        axes.axvline(len(names) - 0.5, color=INK, linewidth=1.2)
        axes.spines[:].set_visible(True)
        axes.set_title(f"{domain}: answers by true process", loc="left")
        drawn.colorbar(image, ax=axes, label="share of the true process", shrink=0.8)
        return png(drawn)
