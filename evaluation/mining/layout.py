"""What of a directly-follows graph is drawn, and where: applications are lanes, time goes from left to right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.mining.events import BETWEEN
from evaluation.mining.follows import Edge, Graph, Process, graph

NODES_AT_MOST = 10
"""Activities of a process that are drawn, the most frequent ones. More do not fit beside each other readably."""
WEAK_BELOW = 0.15
"""Share of the strongest arrow's count below which an arrow is left out, unless its activity would hang in the air."""
ONE_COLUMN_WITHIN = 0.05
"""Activities of different applications whose mean positions differ by no more than this share one column."""
START, END = "(start)", "(end)"
"""Where instances begin and end."""


@dataclass(frozen=True, slots=True)
class Place:
    """An activity in the picture. `column` and `lane` count from 0, from the left and from above; `again`: how often it
    follows itself."""

    label: str
    count: int
    column: int
    lane: int
    again: int


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one activity to another, or from START, or to END. `seconds` is the mean time between; None there."""

    source: str
    target: str
    count: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Layout:
    """One process as it is drawn. `left_out`: activities that are too rare; `cut`: arrows that are too weak."""

    lanes: tuple[str, ...]
    columns: int
    places: Mapping[str, Place]
    arrows: tuple[Arrow, ...]
    left_out: int
    cut: int


def layout(process: Process) -> Layout:
    """What is drawn of a process, and where."""
    kept = process.commonest(NODES_AT_MOST)
    shown = graph(process, kept)
    columns, lanes = _columns(shown), _lanes(shown)
    row = {name: number for number, name in enumerate(lanes)}
    places = {
        name: Place(
            name.partition(BETWEEN)[0],
            node.count,
            columns[name],
            row[node.application],
            shown.edges[name, name].count if (name, name) in shown.edges else 0,
        )
        for name, node in shown.nodes.items()
    }
    arrows, cut = _arrows(shown)
    every = {step.activity for instance in process.instances for step in instance}
    return Layout(lanes, max(columns.values(), default=-1) + 1, places, arrows, len(every) - len(kept), cut)


def _lanes(shown: Graph) -> tuple[str, ...]:
    """Applications from above: where work begins earlier stands higher."""
    events: dict[str, int] = {}
    first: dict[str, float] = {}
    for node in shown.nodes.values():
        events[node.application] = events.get(node.application, 0) + node.count
        first[node.application] = first.get(node.application, 0.0) + node.count * node.position
    return tuple(sorted(events, key=lambda name: (first[name] / events[name], name)))


def _columns(shown: Graph) -> dict[str, int]:
    """In the order of mean positions; a column holds at most one activity of a lane."""
    columns: dict[str, int] = {}
    column, taken, since = -1, set[str](), 0.0
    for name in sorted(shown.nodes, key=lambda name: (shown.nodes[name].position, name)):
        node = shown.nodes[name]
        if column < 0 or node.application in taken or node.position - since > ONE_COLUMN_WITHIN:
            column, taken, since = column + 1, set(), node.position
        taken.add(node.application)
        columns[name] = column
    return columns


def _arrows(shown: Graph) -> tuple[tuple[Arrow, ...], int]:
    between = {pair: edge for pair, edge in shown.edges.items() if pair[0] != pair[1]}
    strongest = max((edge.count for edge in between.values()), default=0)
    strong = {pair for pair, edge in between.items() if edge.count >= WEAK_BELOW * strongest}
    for name in shown.nodes:
        for side in (0, 1):
            best = _best(between, side, name)
            if best is not None:
                strong.add(best)
    arrows = [Arrow(*pair, between[pair].count, between[pair].seconds) for pair in sorted(strong)]
    arrows += [Arrow(START, name, count, None) for name, count in _strong(shown.starts)]
    arrows += [Arrow(name, END, count, None) for name, count in _strong(shown.ends)]
    cut = len(between) - len(strong) + len(shown.starts) + len(shown.ends)
    return tuple(arrows), cut - len(_strong(shown.starts)) - len(_strong(shown.ends))


def _best(between: Mapping[tuple[str, str], Edge], side: int, name: str) -> tuple[str, str] | None:
    """The strongest arrow out of (side 0) or into (side 1) an activity."""
    found = [pair for pair in between if pair[side] == name]
    return min(found, key=lambda pair: (-between[pair].count, pair), default=None)


def _strong(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    strongest = max(counts.values(), default=0)
    return [(name, count) for name, count in counts.items() if count >= WEAK_BELOW * strongest]
