"""The picture of a domain's processes: one SVG, a panel for each, drawn so that who owns the process can follow it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any

from evaluation.matplotlib_folder import keep_to_ourselves
from evaluation.mining.events import plain
from evaluation.mining.follows import Process, processes
from evaluation.mining.layout import END, START, Arrow, Layout, Place, layout
from redaction.work.files import write_whole

_WIDTH = 16.5
"""Of the picture, in inches; lengths below are of the same unit."""
_LANE, _TITLE, _FOOT = 1.2, 0.66, 0.5
"""Heights of a lane, of the title over a panel, and of the space under it."""
_SIDE, _MARGIN = 1.8, 0.75
"""Width of the lanes' names, and room for start and end beside the columns."""
_BOX = (0.92, 0.5)
"""Width and height of an activity."""
_DOOR = 0.2
"""How far beside the middle of a box's side an arrow leaves or enters, so that the way back is another line."""
_RISE = (0.2, 0.05)
"""How far an arrow within a lane rises over the boxes (or sinks below them), and how much more a column between."""
_THIN, _THICK = 0.8, 4.5
"""Widths of the weakest and the strongest arrow, in points."""
_LABELLED = 8
"""Arrows of a panel that are labelled with count and mean time, the strongest ones."""
_LABEL_AT = 0.36
"""Where on its arrow a label stands, from 0 for where it leaves: nearer there, so that it is told from the way back."""
_WRAP, _NAME_WRAP = 13, 22
"""Letters in a line of an activity's and of an application's name."""
_INK, _SOFT, _FORTH, _BACK, _PALE, _LINE = "#1f2933", "#52606d", "#2f6690", "#c26a2d", "#f3f6f9", "#d5dde5"
_LEGEND = (
    "Blue arrows lead onwards, orange ones back. On an arrow: how often it was taken, and the mean time between. In a "
    "box: how often, and how often right after itself."
)
_SETTINGS = {
    "svg.hashsalt": "entrophy",  # ids of the drawing follow from its content, not from chance
    "svg.fonttype": "none",  # letters stay letters, which the leak check reads
    "text.parse_math": False,
    "font.family": "sans-serif",
    "font.size": 8.0,
}


def draw_processes(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Draw the processes of one domain's rows into one SVG file. Same rows, same bytes (with the same matplotlib).

    An arrow from a to b tells how often b was the next thing done after a, and after how long on average; events of
    activities that are not drawn are left out first. BundleError as for `evaluation.mining.events.cases`.
    """
    write_whole(path, picture(processes(rows)), private=False)


def picture(found: list[Process]) -> bytes:
    """The same of processes, as the bytes of an SVG."""
    keep_to_ourselves()
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    layouts = [layout(process) for process in found]
    heights = [_TITLE + _LANE * max(1, len(one.lanes)) + _FOOT for one in layouts]
    height = sum(heights) or _TITLE
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()  # whatever this machine's matplotlibrc says
        matplotlib.rcParams.update(_SETTINGS)
        warnings.simplefilter("ignore")  # a font of this machine lacks a letter: the reader's own may have it
        figure = Figure(figsize=(_WIDTH, height), facecolor="white")
        canvas = FigureCanvasSVG(figure)
        top = height
        for process, drawn, tall in zip(found, layouts, heights, strict=True):
            axes = figure.add_axes((0.0, (top - tall) / height, 1.0, tall / height))
            axes.set_xlim(0.0, _WIDTH)
            axes.set_ylim(0.0, tall)
            axes.axis("off")
            _panel(axes, process, drawn, tall)
            top -= tall
        out = BytesIO()
        canvas.print_svg(out, metadata={"Date": None, "Creator": "Entrophy", "Title": "What follows what"})
    return out.getvalue()


def told_seconds(value: float) -> str:
    """A time as it is told in the picture."""
    if value < 10:
        return f"{value:.1f} s"
    return f"{value:.0f} s" if value < 120 else f"{value / 60:.0f} min"


def _panel(axes: Any, process: Process, drawn: Layout, tall: float) -> None:
    lasted = [instance[-1].at - instance[0].at for instance in process.instances]
    axes.text(0.25, tall - 0.26, plain(process.name), fontsize=13, weight="bold", color=_INK, va="center")
    axes.text(
        0.25,
        tall - 0.5,
        f"{_counted(len(lasted), 'instance')}, {_counted(process.steps, 'interaction')}, {_duration(lasted)}",
        color=_SOFT,
        va="center",
    )
    for number, name in enumerate(drawn.lanes):
        low = tall - _TITLE - _LANE * (number + 1)
        axes.axhspan(low, low + _LANE, color=_PALE if number % 2 == 0 else "white", zorder=0)
        axes.text(0.25, low + _LANE / 2, _wrapped(name, _NAME_WRAP), color=_INK, va="center", weight="bold", zorder=5)
    axes.axhline(tall - _TITLE, color=_LINE, linewidth=0.8, zorder=1)
    spots = _spots(drawn, tall)
    ranked = sorted(drawn.arrows, key=lambda arrow: (-arrow.count, arrow.source, arrow.target))
    labelled = [arrow for arrow in ranked if arrow.seconds is not None][:_LABELLED]
    for arrow in ranked:
        _arrow(axes, arrow, _way(arrow, spots), arrow.count / ranked[0].count, arrow in labelled)
    for name, place in drawn.places.items():
        _box(axes, place, spots[name])
    for name, told in ((START, "start"), (END, "end")):
        x, y = spots[name]
        face = _INK if name == START else "white"
        axes.plot([x], [y], marker="o", markersize=9, color=_INK, markerfacecolor=face, zorder=6)
        axes.text(x, y - 0.16, told, ha="center", va="top", color=_INK)
    left = (_counted(drawn.left_out, "rarer activity", "rarer activities"), _counted(drawn.cut, "weaker arrow"))
    axes.text(0.25, 0.28, f"Not drawn: {' and '.join(left)}. {_LEGEND}", color=_SOFT, va="center", fontsize=7.5)


def _duration(lasted: list[float]) -> str:
    told = told_seconds(median(lasted))
    return f"{told} from first to last" if len(lasted) == 1 else f"half of the instances within {told}"


def _spots(drawn: Layout, tall: float) -> dict[str, tuple[float, float]]:
    """Middle of each activity, of the start and of the end."""
    room = _WIDTH - _SIDE - 2 * _MARGIN
    step = room / max(1, drawn.columns)
    spots = {
        name: (_SIDE + _MARGIN + step * (place.column + 0.5), tall - _TITLE - _LANE * (place.lane + 0.5))
        for name, place in drawn.places.items()
    }
    return spots | {
        START: (_SIDE + 0.3, _beside(drawn, spots, START, tall)),
        END: (_WIDTH - 0.45, _beside(drawn, spots, END, tall)),
    }


def _beside(drawn: Layout, spots: Mapping[str, tuple[float, float]], name: str, tall: float) -> float:
    """Start and end stand in the lane where most instances begin or end."""
    mine = [arrow for arrow in drawn.arrows if name in (arrow.source, arrow.target)]
    if not mine:
        return tall - _TITLE - _LANE / 2
    most = max(mine, key=lambda arrow: arrow.count)
    return spots[most.target if name == START else most.source][1]


def _box(axes: Any, place: Place, spot: tuple[float, float]) -> None:
    from matplotlib.patches import FancyBboxPatch

    (x, y), (width, height) = spot, _BOX
    axes.add_patch(
        FancyBboxPatch(
            (x - width / 2 + 0.06, y - height / 2 + 0.06),
            width - 0.12,
            height - 0.12,
            boxstyle="round,pad=0.06",
            facecolor="white",
            edgecolor=_FORTH,
            linewidth=1.0,
            zorder=6,
        )
    )
    again = f" ({place.again} again)" if place.again else ""
    axes.text(x, y + 0.07, _wrapped(place.label, _WRAP), ha="center", va="center", color=_INK, zorder=7, fontsize=7.5)
    axes.text(x, y - 0.16, f"{place.count}{again}", ha="center", va="center", color=_SOFT, zorder=7, fontsize=6.5)


def _way(arrow: Arrow, spots: Mapping[str, tuple[float, float]]) -> list[tuple[float, float]]:
    """The four points of an arrow's curve. Between lanes it leaves and enters upright; within a lane it goes over the
    boxes onwards, and under them back."""
    (x, y), (u, v) = spots[arrow.source], spots[arrow.target]
    width, height = _BOX
    if arrow.source == START or arrow.target == END:
        x, u = x + (0.1 if arrow.source == START else width / 2), u - (0.1 if arrow.target == END else width / 2)
        return [(x, y), ((x + u) / 2, y), ((x + u) / 2, v), (u, v)]
    onwards = u > x or (u == x and v < y)
    if y == v:
        side = 1 if onwards else -1
        door = side * _DOOR
        edge = y + side * height / 2
        rise = side * (_RISE[0] + _RISE[1] * abs(u - x))
        return [(x + door, edge), (x + door, edge + rise), (u - door, edge + rise), (u - door, edge)]
    down = -1 if v < y else 1
    x, u, y, v = x + _DOOR, u - _DOOR, y + down * height / 2, v - down * height / 2
    return [(x, y), (x, (y + v) / 2), (u, (y + v) / 2), (u, v)]


def _arrow(axes: Any, arrow: Arrow, way: list[tuple[float, float]], share: float, labelled: bool) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path as Curve

    (x, y), (u, v) = way[0], way[-1]
    onwards = u > x or (u == x and v < y)
    axes.add_patch(
        FancyArrowPatch(
            path=Curve(way, [Curve.MOVETO, Curve.CURVE4, Curve.CURVE4, Curve.CURVE4]),
            arrowstyle="-|>",
            mutation_scale=7 + 6 * share,
            linewidth=_THIN + (_THICK - _THIN) * share,
            color=_FORTH if onwards else _BACK,
            alpha=0.35 + 0.5 * share,
            zorder=3,
        )
    )
    if labelled and arrow.seconds is not None:
        at = 0.5 if y == v else _LABEL_AT
        parts = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
        axes.text(
            sum(part * point[0] for part, point in zip(parts, way, strict=True)),
            sum(part * point[1] for part, point in zip(parts, way, strict=True)),
            f"{arrow.count} · {told_seconds(arrow.seconds)}",
            ha="center",
            va="center",
            fontsize=6.5,
            color=_INK,
            zorder=8,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 0.8},
        )


def _wrapped(text: str, width: int, lines: int = 2) -> str:
    """At most so many lines of so many letters, broken after blanks, dots, hyphens, slashes: hosts have no blanks."""
    broken = [""]
    for piece in re.findall(r"[^\s./-]*[\s./-]|[^\s./-]+", plain(text).strip()):
        if broken[-1] and len((broken[-1] + piece).rstrip()) > width:
            broken.append("")
        broken[-1] += piece
    told = [line.strip() for line in broken]
    if len(told) > lines:
        told[lines - 1 :] = [told[lines - 1] + "…"]
    return "\n".join(line if len(line) <= width else line[: width - 1] + "…" for line in told)


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
