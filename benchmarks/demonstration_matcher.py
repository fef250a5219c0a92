"""What the offline matcher of steps is worth beside people, and which threshold their judgements give.

    PYTHONPATH=. .venv/bin/python -m benchmarks.demonstration_matcher sop_sample_human_eval.csv

The file has 30 pairs of guides (one by a model, one by a person) of WONDERBREAD, with precision and recall of steps as
people judged them. The threshold with the least mean absolute error of both is chosen; what it is worth is told for
thresholds that were each chosen without the pairs of the demonstration they are tried on.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import pearsonr

from evaluation.demonstrations.matcher import OfflineMatcher, paired
from evaluation.demonstrations.wording import steps_of
from evaluation.metrics.steps import step_scores
from validation.table.demonstrations import read_table

THRESHOLDS = tuple(round(0.3 + 0.01 * step, 2) for step in range(60))
"""Cosines that are tried."""


@dataclass(frozen=True)
class Judged:
    """A pair of guides, and what people and the published judge said of it."""

    demonstration: str
    predicted: tuple[str, ...]
    reference: tuple[str, ...]
    human: tuple[float, float]
    model: tuple[float, float]


@dataclass(frozen=True)
class Agreement:
    """With people, over the pairs: Pearson's r, mean absolute error, mean difference."""

    precision_r: float
    precision_error: float
    precision_bias: float
    recall_r: float
    recall_error: float
    recall_bias: float

    def line(self, name: str) -> str:
        """A row of the table in docs/demonstration-tasks.md."""
        cells = [f"{self.precision_r:.2f}", f"{self.precision_error:.3f}", f"{self.precision_bias:+.3f}"]
        cells += [f"{self.recall_r:.2f}", f"{self.recall_error:.3f}", f"{self.recall_bias:+.3f}"]
        return f"| {name} | {' | '.join(cells)} |"


@dataclass(frozen=True)
class Calibrated:
    """The threshold, what it is worth on the pairs it was chosen on, and what such thresholds are worth on others."""

    threshold: float
    chosen_on: Agreement
    held_out: Agreement
    thresholds_held_out: tuple[float, ...]


def read_judged(path: Path) -> list[Judged]:
    """The pairs of the file."""
    return [
        Judged(
            row["demo_name"],
            steps_of(row["pred_sop"]),
            steps_of(row["gold_sop"]),
            (float(row["manual_eval_precision"]), float(row["manual_eval_recall"])),
            (float(row["auto_eval_precision"]), float(row["auto_eval_recall"])),
        )
        for row in read_table(path.read_bytes(), path.name)
    ]


def calibrated(judged: Sequence[Judged]) -> Calibrated:
    """Precision and recall at every threshold, and the choice among them."""
    matcher = OfflineMatcher()
    cosines = [matcher.cosines(one.predicted, one.reference) for one in judged]
    human = np.array([one.human for one in judged])
    scores = np.array([[_scores(matrix, threshold) for matrix in cosines] for threshold in THRESHOLDS])
    errors = np.abs(scores - human).mean(axis=2)
    best = int(errors.mean(axis=1).argmin())
    held_out, thresholds = np.zeros_like(human), []
    for name in dict.fromkeys(one.demonstration for one in judged):
        own = np.array([one.demonstration == name for one in judged])
        choice = int(errors[:, ~own].mean(axis=1).argmin())
        held_out[own] = scores[choice, own]
        thresholds.append(THRESHOLDS[choice])
    return Calibrated(
        THRESHOLDS[best], agreement(scores[best], human), agreement(held_out, human), tuple(sorted(thresholds))
    )


def agreement(scores: Any, human: Any) -> Agreement:
    """Of arrays with a row a pair: precision, recall."""
    told = []
    for at in (0, 1):
        difference = scores[:, at] - human[:, at]
        told += [pearsonr(scores[:, at], human[:, at]).statistic, np.abs(difference).mean(), difference.mean()]
    return Agreement(*map(float, told))


def _scores(cosines: Any, threshold: float) -> tuple[float, float]:
    scores = step_scores(*paired(cosines, threshold))
    return scores.precision, scores.recall


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judged", type=Path, help="sop_sample_human_eval.csv")
    judged = read_judged(parser.parse_args().judged)
    found = calibrated(judged)
    human, model = (np.array([getattr(one, name) for one in judged]) for name in ("human", "model"))
    constant = np.abs(human - human.mean(axis=0)).mean(axis=0)
    demonstrations = len({one.demonstration for one in judged})
    print(f"{len(judged)} pairs of {demonstrations} demonstrations; threshold {found.threshold}")
    print("| | precision: r | error | bias | recall: r | error | bias |\n| --- | --- | --- | --- | --- | --- | --- |")
    print(found.held_out.line("offline, thresholds held out"))
    print(found.chosen_on.line("offline, on the pairs it was chosen on"))
    print(agreement(model, human).line("the published judge (GPT-4)"))
    print(f"the mean of people's figures for all: error {constant[0]:.3f} and {constant[1]:.3f}")
    print(f"thresholds held out: {min(found.thresholds_held_out)} to {max(found.thresholds_held_out)}")


if __name__ == "__main__":
    main()
