"""What benchmarks/scale.py measured as tables and a plot: growth of each stage, what it leads to at full size, and the
profile that came out beside the published one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import numpy as np

from benchmarks.row_profile import ROWS, TABLE

SHOTS = 37_500
"""Screenshots of the published dataset."""
STAGES = (
    "generate",
    "ingest",
    "find",
    "resolve",
    "scrub",
    "finish",
    "canaries",
    "validate",
    "usefulness",
    "release",
    "leak check",
    "release again",
    "verify",
    "report",
    "load",
)
Run = dict[str, Any]


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> tuple[float, float]:
    """(a, b) of costs ≈ a · size**b, by least squares over the logarithms."""
    slope, start = np.polyfit(np.log(sizes), np.log(costs), 1)
    return float(np.exp(start)), float(slope)


def extrapolated(sizes: Sequence[float], costs: Sequence[float], size: float) -> float:
    """The cost at `size` by the fitted power, but at least in proportion to the largest size measured: what a stage
    costs before its first row makes the fitted power too low."""
    factor, power = exponent(sizes, costs)
    largest = max(range(len(sizes)), key=sizes.__getitem__)
    return max(factor * math.pow(size, power), costs[largest] * size / sizes[largest])


def write_growth(runs: Sequence[Run], out: Path) -> str:
    """Write growth.md and growth.png into `out`; returns the text."""
    kinds = [
        ("Rows without screenshots", "rows", ROWS, [run for run in runs if not run["filmed"]]),
        ("Screenshots", "screenshots", SHOTS, [run for run in runs if run["filmed"]]),
    ]
    parts = [_growth(*kind) for kind in kinds if kind[3]]
    largest = max((run for run in runs if "profile" in run), key=lambda run: run["rows"], default=None)
    if largest is not None:
        parts.append(
            f"Table 3 of the rehearsal, as loaded from the bundle of {largest['rows']:,} rows\n\n{_table3(largest)}"
        )
    text = "\n\n".join(parts) + "\n"
    (out / "growth.md").write_text(text, encoding="utf-8")
    _plot([kind for kind in kinds if len(kind[3]) > 1], out / "growth.png")
    return text


def _growth(title: str, what: str, full: int, runs: list[Run]) -> str:
    runs = sorted(runs, key=lambda run: run[what])
    sizes = [float(run[what]) for run in runs]
    head = ["CPU s", *(f"measured: {size:,.0f}" for size in sizes)]
    if len(runs) > 1:
        head += ["exponent", *([f"extrapolated: {full:,}"] if max(sizes) < full else [])]
    lines = [_line(head), _line(["---"] * len(head))]
    for stage in (*STAGES, "all"):
        costs = [_cost(run, stage) for run in runs]
        if not any(costs):
            continue
        cells = [stage, *(f"{cost:.1f}" if cost else "" for cost in costs)]
        known = [(size, cost) for size, cost in zip(sizes, costs, strict=True) if cost]
        if len(known) > 1:
            at, spent = ([pair[n] for pair in known] for n in (0, 1))
            cells.append(f"{exponent(at, spent)[1]:.2f}")
            if max(sizes) < full:
                cells.append(f"{extrapolated(at, spent, full):,.0f}")
        lines.append(_line([*cells, *([""] * (len(head) - len(cells)))]))
    head = ["peak in MB, memory / disk", *(f"{size:,.0f}" for size in sizes)]
    lines += ["", _line(head), _line(["---"] * len(head))]
    for stage in STAGES:
        peaks = [run["stages"].get(stage) for run in runs]
        if any(peaks):
            lines.append(_line([stage, *(f"{p['memory_mb']:,.0f} / {p['disk_mb']:,.0f}" if p else "" for p in peaks)]))
    lines += ["", *(_told(run, what) for run in runs)]
    return f"{title}\n\n" + "\n".join(lines)


def _cost(run: Run, stage: str) -> float:
    return float(
        sum(
            cost["cpu_s"]
            for name, cost in run["stages"].items()
            if stage == name or (stage == "all" and name != "generate")
        )
    )


def _told(run: Run, what: str) -> str:
    findings = "; ".join(f"{count} {how} {kind} ({place})" for how, kind, place, count in run["findings"]) or "none"
    screens, rows = run["withheld"]
    return (
        f"- {run[what]:,} {what} ({run['rows']:,} rows, {run['screenshots']:,} screenshots, {run['refused']} refused, "
        f"{run['needles'].get('person', 0):,} people and {run['needles'].get('captured text', 0):,} captured texts "
        f"looked for): findings {findings}; {screens} screenshots and {rows} rows withheld"
        + (f"; **no release with the default limits**: {', '.join(run['over'])}" if run.get("over") else "")
        + (f"; **no release**: {run['stopped'].partition(':')[0]}" if run["stopped"] else "")
        + (f"; verify: {'; '.join(run['problems'])}" if run.get("problems") else "")
    )


def _table3(run: Run) -> str:
    head = ["process", "instances", "apps", "mean steps", "time s"]
    lines = [_line(["domain", *head]), _line(["---"] * 6)]
    totals = [0, 0, 0.0, 0, 0, 0.0]
    for domain, targets in TABLE.items():
        for target in targets:
            made = run["profile"].get(target.process)
            each = made["each"] if made else []
            steps, seconds = [one[0] for one in each], [one[1] for one in each]
            for n, value in enumerate((len(each), sum(steps), sum(seconds))):
                totals[n] += value
            wanted = (target.instances, target.instances * target.steps, target.instances * target.seconds)
            for n, value in enumerate(wanted, start=3):
                totals[n] += value
            cells = [
                domain,
                target.process,
                _pair(len(each), target.instances),
                _pair(made["apps"] if made else 0, target.apps),
            ]
            if each:
                spread = stdev(seconds) if len(seconds) > 1 else 0.0
                cells.append(_pair(mean(steps), target.steps))
                cells.append(f"{_pair(mean(seconds), target.seconds)} ± {_pair(spread, target.deviation)}")
            lines.append(_line([*cells, *([""] * (6 - len(cells)))]))
    lines.append(
        _line(
            [
                "all",
                f"{len(run['profile'])} processes, {run['applications']} applications",
                _pair(totals[0], totals[3]),
                "",
                f"{_pair(totals[1], totals[4])} rows",
                f"{totals[2] / 3600:.1f} h / {totals[5] / 3600:.1f} h",
            ]
        )
    )
    return "Each cell: rehearsal / published, deviation.\n\n" + "\n".join(lines)


def _pair(made: float, wanted: float) -> str:
    off = f" ({(made - wanted) / wanted:+.1%})" if wanted and not math.isclose(made, wanted, rel_tol=5e-4) else ""
    return f"{made:,.0f} / {wanted:,.0f}{off}"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _plot(kinds: Sequence[tuple[str, str, int, list[Run]]], path: Path) -> None:
    if not kinds:
        return
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(1, len(kinds), figsize=(7 * len(kinds), 4.8), squeeze=False)
    for panel, (title, what, full, runs) in zip(panels[0], kinds, strict=True):
        runs = sorted(runs, key=lambda run: run[what])
        sizes = [float(run[what]) for run in runs]
        for number, stage in enumerate((*STAGES[1:], "all")):
            costs = [_cost(run, stage) for run in runs]
            if not all(costs):
                continue
            (drawn,) = panel.loglog(sizes, costs, "o-", label=stage, color=mpl.colormaps["tab20"](number))
            if max(sizes) < full:
                ends = (max(sizes), costs[-1]), (full, extrapolated(sizes, costs, full))
                panel.loglog(*zip(*ends, strict=True), ":", color=drawn.get_color())
        panel.set(title=f"{title} (dotted: extrapolated)", xlabel=what, ylabel="CPU seconds")
        panel.grid(alpha=0.3)
        panel.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1, 1))
    figure.tight_layout()
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)
