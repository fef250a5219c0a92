"""A net of one hidden layer as plain arrays, with numpy alone: from what the names model made of a text to what of it
is whose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
_PARTS = ("inner", "inner offsets", "outer", "outer offsets")
_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Perceptron:
    """`inner` is inputs × hidden, `outer` hidden × heads · classes, with offsets for each; every head has a softmax of
    its own, whose first class stands for nobody."""

    inner: NDArray[np.float32]
    inner_offsets: NDArray[np.float32]
    outer: NDArray[np.float32]
    outer_offsets: NDArray[np.float32]
    classes: int

    def told(self, rows: NDArray[np.float16]) -> Matrix:
        """The probabilities of all classes but the first, head by head: len(rows) × heads · (classes - 1), rounded. The
        same rows together always give the same numbers."""
        hidden = np.maximum(rows.astype(np.float32) @ self.inner + self.inner_offsets, 0)
        scores = (hidden @ self.outer + self.outer_offsets).reshape(len(rows), -1, self.classes)
        chances = np.exp(scores - scores.max(axis=2, keepdims=True))
        chances /= chances.sum(axis=2, keepdims=True)
        told = chances[:, :, 1:].reshape(len(rows), self.width)
        return np.asarray(np.round(told.astype(np.float64), _DECIMALS))

    @property
    def width(self) -> int:
        """How many numbers it tells of a row."""
        return len(self.outer_offsets) // self.classes * (self.classes - 1)

    def arrays(self, name: str) -> dict[str, NDArray[np.generic]]:
        """For an .npz, as `loaded` reads them."""
        parts = (self.inner, self.inner_offsets, self.outer, self.outer_offsets)
        return {f"{name}.{part}": array for part, array in zip(_PARTS, parts, strict=True)}

    @classmethod
    def loaded(cls, arrays: Mapping[str, NDArray[np.generic]], name: str, inputs: int, classes: int) -> Perceptron:
        """The net that `arrays` wrote. Raises ValueError where it takes other rows or tells other classes."""
        inner, inner_offsets, outer, outer_offsets = (
            np.asarray(arrays[f"{name}.{part}"], dtype=np.float32) for part in _PARTS
        )
        hidden, scores = len(inner_offsets), len(outer_offsets)
        if inner.shape != (inputs, hidden) or outer.shape != (hidden, scores) or scores % classes:
            raise ValueError("a net of other shapes")
        return cls(inner, inner_offsets, outer, outer_offsets, classes)
