"""Counting caught canaries: shares with Wilson intervals, sums over batches, and the floor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

#: One cell of a report: {"where", "field", "kind", "application", "planted", "caught"}
Cell = Mapping[str, Any]
_KEYS = ("where", "field", "kind", "application")
PLACES = ("text", "screen")
_CONFIDENCE = 0.95
"""Of the interval that decides. A few canaries are missed by chance: names that are caught 49 times of 50 fell under a
floor of .9 in one build of 30 (48 planted), with nothing wrong. So the floor is missed when even the interval's upper
end lies below it; the more is planted, the nearer that is to the share itself."""


def wilson(caught: int, planted: int) -> tuple[float, float]:
    """The 95% Wilson interval of a share; (0, 1) when nothing was planted."""
    from scipy.stats import binomtest

    if not planted:
        return 0.0, 1.0
    interval = binomtest(caught, planted).proportion_ci(_CONFIDENCE, method="wilson")
    return float(interval.low), float(interval.high)


def figure(caught: int, planted: int) -> dict[str, Any]:
    """{"planted", "caught", "share", "low", "high"}: the share with its 95% interval, None when nothing was planted."""
    low, high = wilson(caught, planted)
    share = round(caught / planted, 4) if planted else None
    return {"planted": planted, "caught": caught, "share": share, "low": round(low, 4), "high": round(high, 4)}


def summed(cells: Iterable[Cell]) -> list[dict[str, Any]]:
    """Cells of one place, field, kind and application added up, sorted."""
    sums: dict[tuple[str, ...], list[int]] = {}
    for cell in cells:
        total = sums.setdefault(tuple(str(cell[k]) for k in _KEYS), [0, 0])
        total[0] += int(cell["planted"])
        total[1] += int(cell["caught"])
    return [
        {**dict(zip(_KEYS, key, strict=True)), "planted": planted, "caught": caught}
        for key, (planted, caught) in sorted(sums.items())
    ]


def figures(cells: Sequence[Cell], floor: float) -> dict[str, Any]:
    """What a report says: {"enabled", "floor", "passed", "below", "text", "screen", "kinds", "cells"}.

    `below` names what keeps it from passing: a place, or a kind there, whose interval ends under the floor. Safe to
    release: counts only.
    """
    table = summed(cells)
    places = {place: _figure(table, where=place) for place in PLACES}
    kinds = [
        {"where": where, "kind": kind, **_figure(table, where=where, kind=kind)}
        for where, kind in sorted({(c["where"], c["kind"]) for c in table})
    ]
    below = [place for place in PLACES if _under(places[place], floor)]
    below += [f"{k['where']} {k['kind']}" for k in kinds if _under(k, floor)]
    return {
        "enabled": True,
        "floor": floor,
        "passed": not below and any(places[place]["planted"] for place in PLACES),
        "below": below,
        **places,
        "kinds": kinds,
        "cells": table,
    }


def _under(rate: Mapping[str, Any], floor: float) -> bool:
    return bool(rate["planted"] and rate["high"] < floor)


def _figure(table: Sequence[Cell], **wanted: str) -> dict[str, Any]:
    cells = [c for c in table if all(c[k] == v for k, v in wanted.items())]
    return figure(sum(c["caught"] for c in cells), sum(c["planted"] for c in cells))
