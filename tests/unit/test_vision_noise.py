"""A codec's noise is told from what changed: by the contrast around, and by how many pixels stand together."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.screens.frames.noise import AROUND, CONTRAST, FLOOR, LEAST, beyond_noise, changed


def flat(value: int = 100) -> np.ndarray:
    return np.full((40, 60, 3), value, np.uint8)


@pytest.mark.parametrize(("more", "noticed"), [(FLOOR, False), (FLOOR + 4, True)])
def test_on_flat_ground_only_the_floor_counts(more: int, noticed: bool) -> None:
    other = flat()
    other[10:20, 10:20, 1] += more
    assert changed(flat(), other).any() == noticed


@pytest.mark.parametrize(("more", "noticed"), [(0, False), (1, True)])
def test_beside_an_edge_a_share_of_its_contrast_counts_too(more: int, noticed: bool) -> None:
    some = flat(0)
    some[:, 30:] = 200
    other = some.copy()
    other[10:20, 26:29] = int(FLOOR + CONTRAST * 200) + more
    assert beyond_noise(some, other).any() == noticed
    assert beyond_noise(other, some).any() == noticed
    far = some.copy()
    far[10:20, 2:5] = int(FLOOR + CONTRAST * 200)
    assert beyond_noise(some, far).any(), "far from the edge there is no such contrast"


@pytest.mark.parametrize(("many", "noticed"), [(LEAST - 1, False), (LEAST, True)])
def test_so_many_pixels_together_are_a_change(many: int, noticed: bool) -> None:
    other = flat()
    other[20, 30 : 30 + many] = 255
    assert beyond_noise(flat(), other).sum() == many
    assert changed(flat(), other).any() == noticed


def test_pixels_far_from_one_another_are_alone() -> None:
    other = flat()
    for x in range(4, 60, AROUND + 1):
        other[20, x] = 255
    assert not changed(flat(), other).any()
    assert not changed(flat()[:0], flat()[:0]).size
