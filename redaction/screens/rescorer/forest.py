"""Gradient-boosted decision trees as plain arrays: the same scores as the trainer's, with numpy alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Forest:
    """All nodes of all trees, one after the other. A node sends a row left when its number of `feature` is at most
    `threshold`; leaves point to themselves both ways and hold `value`. Tree t, rooted at `roots[t]`, adds to the raw
    score of class t % classes."""

    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float64]
    roots: NDArray[np.int32]
    depth: int
    classes: int

    def raw(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Raw scores, shape (len(rows), classes), of rows of features."""
        n = len(rows)
        flat = np.ascontiguousarray(rows, dtype=np.float64).ravel()
        start = (np.arange(n) * rows.shape[1])[:, None]
        at = np.broadcast_to(self.roots, (n, len(self.roots)))
        for _ in range(self.depth):
            go_left = flat[start + self.feature[at]] <= self.threshold[at]
            at = np.where(go_left, self.left[at], self.right[at])
        out: NDArray[np.float64] = self.value[at].reshape(n, len(self.roots) // self.classes, self.classes).sum(axis=1)
        return out

    def chance(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """For a forest of one class: the probability, shape (len(rows),)."""
        return np.asarray(1.0 / (1.0 + np.exp(-self.raw(rows)[:, 0])))

    def arrays(self, name: str) -> dict[str, NDArray[np.generic]]:
        """What `load` reads, as small as it can be kept."""
        shape = np.array([self.depth, self.classes], np.int32)
        parts = {
            "feature": self.feature.astype(np.int16),
            "threshold": self.threshold,
            "left": self.left.astype(np.int32),
            "right": self.right.astype(np.int32),
            "value": self.value,
            "roots": self.roots.astype(np.int32),
            "shape": shape,
        }
        return {f"{name}.{key}": np.asarray(value) for key, value in parts.items()}


def load(arrays: Mapping[str, NDArray[np.generic]], name: str) -> Forest:
    """The forest that `arrays` wrote; KeyError where it is not there."""
    part = {key: np.asarray(arrays[f"{name}.{key}"]) for key in ("feature", "left", "right", "roots")}
    depth, classes = (int(n) for n in np.asarray(arrays[f"{name}.shape"]))
    return Forest(
        **{key: value.astype(np.int32) for key, value in part.items()},
        threshold=np.asarray(arrays[f"{name}.threshold"], np.float64),
        value=np.asarray(arrays[f"{name}.value"], np.float64),
        depth=depth,
        classes=classes,
    )
