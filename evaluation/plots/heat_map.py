"""Cosines of all pairs of instances, by process."""

from __future__ import annotations

from itertools import groupby

from evaluation.plots.figure import INK, figure, png, wrapped
from evaluation.similarity import Matrix

_LEAST_SIDE, _MOST_SIDE, _INSTANCE = 5.0, 9.0, 0.09
"""Inches of the map, and of an instance between them."""
_LABEL = 0.17
"""Inches that a label of one line needs."""
_MAP = "viridis"
"""Colours: readable in grey and by the colour-blind, too."""
_LEADER = 18
"""Points between a label and the map, where a line leads from one to the other; 72 are an inch."""


def heat_map(domain: str, matrix: Matrix) -> bytes:
    """A cell a pair; lines part the processes, which are told with their number of instances. Colours reach from the
    least cosine of the domain to 1."""
    from matplotlib.transforms import ScaledTranslation

    sizes = [(name, len(list(group))) for name, group in groupby(matrix.processes)]
    count = len(matrix.processes)
    side = min(_MOST_SIDE, max(_LEAST_SIDE, _INSTANCE * count))
    with figure(side + 4.4, side + 0.7) as drawn:
        axes = drawn.add_subplot()
        image = axes.imshow(matrix.cosines, cmap=_MAP, vmax=1, interpolation="nearest", aspect="auto")
        ends, start = [], 0
        for _, size in sizes:
            ends.append((start, start + size))
            start += size
        for _, end in ends[:-1]:
            axes.axhline(end - 0.5, color="black", linewidth=1.2)
            axes.axvline(end - 0.5, color="black", linewidth=1.2)
        middles = [(start + end - 1) / 2 for start, end in ends]
        places = apart(middles, _LABEL * count / side)
        axes.set_xticks([])
        axes.set_yticks(places, [f"{wrapped(name, 60)} ({size})" for name, size in sizes], fontsize=8)
        axes.tick_params(axis="y", length=0, pad=_LEADER)
        for middle, place in zip(middles, places, strict=True):
            # From the label, moved from its neighbours, to the middle of its rows; in points left of the map.
            axes.annotate(
                "",
                (0, middle),
                (0, place),
                xycoords=axes.get_yaxis_transform(),
                textcoords=axes.get_yaxis_transform() + ScaledTranslation(-_LEADER / 72, 0, drawn.dpi_scale_trans),
                arrowprops={"arrowstyle": "-", "linewidth": 0.6, "color": INK, "shrinkA": 0, "shrinkB": 0},
                annotation_clip=False,
            )
        axes.spines[:].set_visible(True)
        axes.set_title(f"{domain}: cosine similarity of {count} instances", loc="left")
        drawn.colorbar(image, ax=axes, label="cosine", shrink=0.8)
        return png(drawn)


def apart(wanted: list[float], least: float) -> list[float]:
    """Places as near to those wanted (ascending) as may be, each at least `least` behind the one before: neighbours
    that would overlap are moved about their common middle."""
    groups: list[tuple[list[float], float]] = []
    for place in wanted:
        members = [place]
        middle = place
        while groups and middle - least * (len(members) - 1) / 2 < _end(groups[-1], least) + least:
            before, _ = groups.pop()
            members = before + members
            middle = sum(members) / len(members)
        groups.append((members, middle))
    return [
        middle + least * (number - (len(members) - 1) / 2)
        for members, middle in groups
        for number in range(len(members))
    ]


def _end(group: tuple[list[float], float], least: float) -> float:
    members, middle = group
    return middle + least * (len(members) - 1) / 2
