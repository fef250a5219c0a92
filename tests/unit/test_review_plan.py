"""Acceptance sampling: known numbers, the exact worst case, and a plan that nobody can choose."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.errors import EntrophyError
from release.review.plan import (
    Plan,
    Screen,
    complete_plan,
    make_plan,
    plan_from_json,
    upper_bound,
    worst_miss,
)


def _none_bad(total: int, bad: int, drawn: int) -> Fraction:
    """Chance that a draw without putting back holds none of the bad ones."""
    return Fraction(math.comb(total - bad, drawn), math.comb(total, drawn))


@pytest.mark.parametrize(("total", "size"), [(37_500, 297), (1000, 258), (500, 225), (59, 57), (5, 5), (1, 1)])
def test_one_application_is_sampled_as_the_tables_for_one_percent_say(total: int, size: int) -> None:
    screens = [Screen(f"{i}.png", "mail", 1.0) for i in range(total)]
    assert len(make_plan("d" * 64, screens).screenshots) == size
    allowed = max(1, math.ceil(total / 100)) / total
    assert upper_bound(size, 0, total) < allowed <= upper_bound(size - 1, 0, total)


@pytest.mark.parametrize(("reviewed", "missed", "total"), [(95, 1, 100), (30, 0, 59), (20, 5, 200), (7, 6, 30)])
def test_the_bound_is_the_largest_share_that_is_not_refuted(reviewed: int, missed: int, total: int) -> None:
    from scipy.stats import hypergeom

    chances = hypergeom.cdf(missed, total, range(total + 1), reviewed)
    largest = max(bad for bad in range(total + 1) if chances[bad] > 0.05 or bad == missed)
    assert upper_bound(reviewed, missed, total) == largest / total


def test_the_bound_of_all_and_of_none() -> None:
    assert upper_bound(10, 0, 10) == 0
    assert upper_bound(10, 10, 10) == upper_bound(0, 0, 5) == 1
    for reviewed, missed, total in [(3, 4, 9), (3, -1, 9), (10, 0, 9)]:
        with pytest.raises(ValueError):
            upper_bound(reviewed, missed, total)


@settings(max_examples=60)
@given(strata=st.lists(st.tuples(st.integers(1, 7), st.integers(0, 7)), min_size=1, max_size=3), bad=st.integers(1, 6))
def test_the_worst_spread_is_found(strata: list[tuple[int, int]], bad: int) -> None:
    strata = [(size, min(size, drawn)) for size, drawn in strata]
    spreads = itertools.product(*(range(size + 1) for size, _ in strata))
    brute = [
        math.prod(_none_bad(size, put, drawn) for (size, drawn), put in zip(strata, spread, strict=True))
        for spread in spreads
        if sum(spread) == bad
    ]
    assert worst_miss(strata, bad) == pytest.approx(float(max(brute, default=0)))


def _screens(number: int) -> list[Screen]:
    chance = random.Random(7)
    apps = ["mail"] * 6 + ["crm"] * 3 + ["rare"]
    return [Screen(f"{i}.png", apps[i % 10], round(chance.uniform(0.2, 1.0), 3)) for i in range(number)]


def test_a_plan_keeps_its_promise_and_sees_every_application() -> None:
    screens = _screens(2000)
    plan = make_plan("d" * 64, screens)
    sizes = [(s.screens - s.certain, s.random) for s in plan.strata]
    assert worst_miss(sizes, 20) <= 0.05
    assert all(s.random >= 1 for s in plan.strata)
    assert len(set(plan.screenshots)) == len(plan.screenshots) < 400
    assert len(plan.screenshots) == plan.certain + sum(s.random for s in plan.strata)


def test_an_application_with_fewer_screens_than_may_be_bad_is_seen_all_the_same() -> None:
    plan = complete_plan("d" * 64, {f"{i}.png": "rare" if i < 3 else "mail" for i in range(2000)}, [])
    assert {s.application: s.random >= 1 for s in plan.strata} == {"mail": True, "rare": True}
    assert sum(s.random for s in plan.strata if s.application == "rare") < 3


def test_the_least_confident_come_first_then_chance() -> None:
    screens = _screens(2000)
    plan = make_plan("d" * 64, screens, must={"1999.png"})
    confidence = {s.name: s.confidence for s in screens}
    assert plan.screenshots[0] == "1999.png"
    directed = [confidence[name] for name in plan.screenshots[1 : plan.certain]]
    assert directed == sorted(directed)
    assert len(directed) == 30
    assert max(directed) <= sorted(confidence.values())[31]
    rest = [confidence[name] for name in plan.screenshots[plan.certain :]]
    assert rest != sorted(rest)


def test_a_plan_follows_from_the_bundle_alone() -> None:
    screens = _screens(500)
    shuffled = random.Random(1).sample(screens, len(screens))
    plan = make_plan("a" * 64, screens)
    assert plan == make_plan("a" * 64, shuffled)
    assert plan.screenshots[plan.certain :] != make_plan("b" * 64, screens).screenshots[plan.certain :]
    certain = plan.screenshots[: plan.certain]
    assert plan == complete_plan("a" * 64, {s.name: s.application for s in screens}, certain)
    assert plan == plan_from_json(plan.as_json())
    assert plan.digest() != make_plan("b" * 64, screens).digest()


def test_a_small_lot_is_reviewed_whole_and_says_so() -> None:
    plan = make_plan("a" * 64, _screens(8))
    assert sorted(plan.screenshots) == sorted(f"{i}.png" for i in range(8))
    assert plan.text() == "All 8 screens are reviewed: when none misses an identifier, none does."
    large = make_plan("a" * 64, _screens(1000))
    assert "fewer than 1% of all screens do, with 95% confidence" in large.text()
    assert make_plan("a" * 64, []) == Plan("a" * 64, 0.01, 0.95, 0, 0, (), ())


@pytest.mark.parametrize(("fraction", "confidence"), [(0, 0.95), (1, 0.95), (0.01, 1), (0.01, 0)])
def test_impossible_plans_are_refused(fraction: float, confidence: float) -> None:
    with pytest.raises(EntrophyError, match="between 0 and 1"):
        make_plan("a" * 64, _screens(3), fraction=fraction, confidence=confidence)


def test_random_screens_are_drawn_alike() -> None:
    """Over many bundles every screen without a low score is drawn about equally often."""
    screens = [Screen(f"{i}.png", "mail", 1.0) for i in range(400)]
    seen = dict.fromkeys((s.name for s in screens), 0)
    for nth in range(150):
        for name in make_plan(f"{nth:064d}", screens).screenshots:
            seen[name] += 1
    share = sum(seen.values()) / (150 * 400)
    spread = math.sqrt(150 * share * (1 - share))
    assert max(abs(count - 150 * share) for count in seen.values()) < 5 * spread
