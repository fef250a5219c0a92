"""Which screens to look at, and what looking at them shows.

The plan is zero-acceptance sampling: when none of the sampled screens misses an identifier, the share of screens that
do is below `fraction` with confidence `confidence`. Screens that must be seen (flagged before) and those with the
least confident findings are all reviewed; the rest is sampled at random per application, in proportion. The number is
exact: it is raised until even the worst spread of `fraction` × N bad screens over the applications would be missed
with probability 1 - `confidence` at most (a product of hypergeometric terms, largest by a greedy choice because each
is log-concave in the number of bad screens). The order comes from the bundle digest: nobody chooses the sample.
"""

from __future__ import annotations

import hashlib
import heapq
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from redaction.errors import EntrophyError

FRACTION, CONFIDENCE, DIRECTED = 0.01, 0.95, 30


@dataclass(frozen=True, slots=True, order=True)
class Screen:
    """One released screenshot. `confidence` is the lowest score of its boxes (1.0 without any)."""

    name: str
    application: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Stratum:
    """One application: how many screens it has, how many are reviewed for certain, and how many by chance."""

    application: str
    screens: int
    certain: int
    random: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of one bundle. `screenshots` is the order of review; the first `certain` were not chosen by chance."""

    bundle: str
    fraction: float
    confidence: float
    total: int
    certain: int
    screenshots: tuple[str, ...]
    strata: tuple[Stratum, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain values; the inverse is plan_from_json."""
        return asdict(self)

    def digest(self) -> str:
        """SHA-256 over the plan: what a sign-off is bound to."""
        from redaction.work.json_text import digest_of

        return digest_of(self.as_json())

    def text(self) -> str:
        """The plan in one sentence for the auditor."""
        share, sure = _percent(self.fraction), _percent(self.confidence)
        many = len(self.screenshots)
        if many >= self.total:
            return f"All {self.total} screens are reviewed: when none misses an identifier, none does."
        return (
            f"{many} of {self.total} screens ({self.certain} with the least confident findings or flagged before, "
            f"{many - self.certain} at random over {len(self.strata)} applications). When none of them misses an "
            f"identifier, fewer than {share} of all screens do, with {sure} confidence."
        )


def _percent(number: float) -> str:
    return f"{float(Fraction(str(number)) * 100):g}%"


def plan_from_json(data: Mapping[str, Any]) -> Plan:
    """The inverse of Plan.as_json. ValueError, KeyError or TypeError for anything else."""
    strata = tuple(Stratum(**item) for item in data["strata"])
    return Plan(**{**data, "screenshots": tuple(data["screenshots"]), "strata": strata})


def worst_miss(strata: Iterable[tuple[int, int]], bad: int) -> float:
    """The largest probability that none of `bad` screens is seen, over all their spreads; strata are (size, drawn)."""
    heap = [(-(1 - drawn / size), size, drawn) for size, drawn in strata if size > drawn]
    heapq.heapify(heap)
    probability = 1.0
    for _ in range(bad):
        if not heap:
            return 0.0
        factor, left, drawn = heapq.heappop(heap)
        probability *= -factor
        if left - 1 > drawn:
            heapq.heappush(heap, (-(1 - drawn / (left - 1)), left - 1, drawn))
    return probability


def upper_bound(reviewed: int, missed: int, total: int, confidence: float = CONFIDENCE) -> float:
    """One-sided upper bound of the share of bad screens after seeing `missed` bad ones among `reviewed` of `total`: the
    largest share that is not refuted (hypergeometric)."""
    if not 0 <= missed <= reviewed <= total:
        raise ValueError("missed <= reviewed <= total does not hold")
    if reviewed == 0:
        return 1.0
    low, high = missed, total - (reviewed - missed)
    while low < high:
        middle = (low + high + 1) // 2
        if _at_most(missed, reviewed, middle, total) > 1 - Fraction(str(confidence)):
            low = middle
        else:
            high = middle - 1
    return low / total


def _at_most(missed: int, reviewed: int, bad: int, total: int) -> Fraction:
    """Hypergeometric distribution function, exact: the bound of a small lot lies on round numbers."""
    ways = sum(math.comb(bad, i) * math.comb(total - bad, reviewed - i) for i in range(min(missed, bad) + 1))
    return Fraction(ways, math.comb(total, reviewed))


def make_plan(
    bundle: str,
    screens: Sequence[Screen],
    *,
    fraction: float = FRACTION,
    confidence: float = CONFIDENCE,
    must: Collection[str] = (),
) -> Plan:
    """The plan for a bundle digest and its screens; the same for the same bundle, whatever the order of `screens`.

    `must` names screens that are reviewed in any case, then come the `DIRECTED` least confident ones. Screens
    beyond the number that the bound needs are not added.
    """
    ranked = sorted(screens, key=lambda s: (s.name not in must, s.confidence, s.name))
    first = [s.name for s in ranked if s.name in must]
    first += [s.name for s in ranked[len(first) :] if s.confidence < 1.0][:DIRECTED]
    return complete_plan(bundle, {s.name: s.application for s in screens}, first, fraction, confidence)


def complete_plan(
    bundle: str,
    applications: Mapping[str, str],
    certain: Sequence[str],
    fraction: float = FRACTION,
    confidence: float = CONFIDENCE,
) -> Plan:
    """The plan that follows from a bundle digest, its screens (name → application) and those reviewed for certain.

    A sign-off computes the plan anew with this and compares.
    """
    _check(fraction, confidence)
    kept = set(certain)
    rest: dict[str, list[str]] = {}
    for name in sorted(applications):
        if name not in kept:
            rest.setdefault(applications[name], []).append(name)
    sizes = {app: len(rest[app]) for app in sorted(rest)}
    drawn = _allocate(sizes, _bad(len(applications), fraction), _risk(confidence))

    def rank(name: str) -> bytes:
        return hashlib.sha256(f"entrophy review\0{bundle}\0{name}".encode()).digest()

    chosen = sorted((name for app in sizes for name in sorted(rest[app], key=rank)[: drawn[app]]), key=rank)
    everywhere, fixed = Counter(applications.values()), Counter(applications[name] for name in certain)
    strata = tuple(Stratum(app, everywhere[app], fixed[app], drawn.get(app, 0)) for app in sorted(everywhere))
    return Plan(bundle, fraction, confidence, len(applications), len(certain), (*certain, *chosen), strata)


def _allocate(sizes: Mapping[str, int], bad: int, risk: float) -> dict[str, int]:
    """Draws per application: in proportion, at least one each, the fewest that keep the worst spread within `risk`."""
    total = sum(sizes.values())
    drawn = dict.fromkeys(sizes, 0)
    for number in range(total + 1):
        drawn = _shares(sizes, number)
        if worst_miss(((sizes[app], drawn[app]) for app in sizes), bad) <= risk:
            break
    return {app: max(1, n) for app, n in drawn.items()}


def _shares(sizes: Mapping[str, int], number: int) -> dict[str, int]:
    total = sum(sizes.values())
    exact = {app: Fraction(number * size, total) for app, size in sizes.items()}
    shares = {app: int(share) for app, share in exact.items()}
    left = number - sum(shares.values())
    for app in sorted(exact, key=lambda a: (shares[a] - exact[a], a))[:left]:
        shares[app] += 1
    return shares


def _bad(total: int, fraction: float) -> int:
    return max(1, math.ceil(Fraction(str(fraction)) * total))


def _risk(confidence: float) -> float:
    return float(1 - Fraction(str(confidence)))


def _check(fraction: float, confidence: float) -> None:
    if not (0 < fraction < 1 and 0 < confidence < 1):
        raise EntrophyError(
            "fraction and confidence of a review plan lie between 0 and 1.", remedy="give for example 0.01 and 0.95."
        )
