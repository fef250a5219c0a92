"""Which screens to look at, and what looking at them shows.

The plan is zero-acceptance sampling: when none of the sampled screens misses an identifier, the share of screens that
do is below `fraction` with confidence `confidence`. Screens that must be seen (flagged before) and those with the
least confident findings are all reviewed; the rest is sampled at random per application, in proportion. The number is
exact: it is raised until even the worst spread of `fraction` × N bad screens over the applications would be missed
with probability 1 - `confidence` at most (a product of hypergeometric terms, largest by a greedy choice because each
is log-concave in the number of bad screens). The order comes from the bundle digest: nobody chooses the sample.

Screens that are as in a version that was signed off keep what was drawn of them there: together with new draws that is
the sample of a stratum of their own. What is new or changed is drawn from as if it were a release by itself.
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
class Kept:
    """Screens that are as in the signed bundle `origin` (its digest), in whose plan they were one stratum an
    application: the names of all of them, and of those that were drawn and accepted."""

    origin: str
    same: tuple[str, ...]
    seen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stratum:
    """One application: how many screens it has, how many are reviewed for certain, and how many by chance; with an
    `origin` those of them that are as in that signed bundle, `seen` of which were accepted there."""

    application: str
    screens: int
    certain: int
    random: int
    origin: str = ""
    seen: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of one bundle. `screenshots` is the order of review; the first `certain` were not chosen by chance.
    `kept` is what earlier reviews stand for. `videos` is the plan of the demonstrations' videos, made in the same
    way of their names: None where there are none."""

    bundle: str
    fraction: float
    confidence: float
    total: int
    certain: int
    screenshots: tuple[str, ...]
    strata: tuple[Stratum, ...]
    kept: tuple[Kept, ...] = ()
    videos: Plan | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain values; the inverse is plan_from_json. A plan without videos is told as before there were any."""
        told = asdict(self)
        if self.videos is None:
            del told["videos"]
        else:
            told["videos"] = self.videos.as_json()
        return told

    def digest(self) -> str:
        """SHA-256 over the plan: what a sign-off is bound to."""
        from redaction.work.json_text import digest_of

        return digest_of(self.as_json())

    def text(self) -> str:
        """The plan in a sentence for the auditor, and in another one for the videos."""
        if self.videos is None:
            return self._screens_text()
        return f"{self._screens_text()} {self.videos.videos_text()}" if self.total else self.videos.videos_text()

    def videos_text(self) -> str:
        """The plan of videos in one sentence."""
        many = len(self.screenshots)
        if many >= self.total:
            return f"All {self.total} video(s) are watched, their least certain frames first."
        return (
            f"{many} of {self.total} videos are watched ({self.certain} with the least confident findings or flagged "
            f"before, {many - self.certain} at random). When none of them misses an identifier, fewer than "
            f"{_percent(self.fraction)} of all videos do, with {_percent(self.confidence)} confidence."
        )

    def _screens_text(self) -> str:
        share, sure = _percent(self.fraction), _percent(self.confidence)
        many = len(self.screenshots)
        if many >= self.total:
            return f"All {self.total} screens are reviewed: when none misses an identifier, none does."
        drawn = (
            f"{many} of {self.total} screens ({self.certain} with the least confident findings or flagged before, "
            f"{many - self.certain} at random over {len({s.application for s in self.strata})} applications)."
        )
        if not self.kept:
            return (
                f"{drawn} When none of them misses an identifier, fewer than {share} of all screens do, with {sure} "
                "confidence."
            )
        same, seen = (sum(len(getattr(one, what)) for one in self.kept) for what in ("same", "seen"))
        return (
            f"{drawn} {same} others are as in a version that was signed off, and {seen} of those were accepted there. "
            f"When none of all these misses an identifier, fewer than {share} of all screens do, with {sure} "
            f"confidence, and fewer than {share} of the {self.total - same} that are new or changed, likewise."
        )


def planned_videos(plan: Plan) -> tuple[str, ...]:
    """The videos that a plan asks for, in its order."""
    return plan.videos.screenshots if plan.videos is not None else ()


def _percent(number: float) -> str:
    return f"{float(Fraction(str(number)) * 100):g}%"


def plan_from_json(data: Mapping[str, Any]) -> Plan:
    """The inverse of Plan.as_json. ValueError, KeyError or TypeError for anything else."""
    strata = tuple(Stratum(**item) for item in data["strata"])
    kept = tuple(Kept(k["origin"], tuple(k["same"]), tuple(k["seen"])) for k in data.get("kept", ()))
    videos = plan_from_json(data["videos"]) if data.get("videos") is not None else None
    told = {"screenshots": tuple(data["screenshots"]), "strata": strata, "kept": kept, "videos": videos}
    return Plan(**{**data, **told})


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


def bound_of(plan: Plan, reviewed: int, missed: int) -> float:
    """The share of bad screens that is not refuted after `reviewed` screens of the plan, `missed` of them bad. With
    screens kept from earlier reviews 1.0 until all of the plan was reviewed and none was bad: then the largest share of
    which even the worst spread would have been missed too likely."""
    if not plan.kept:
        return upper_bound(reviewed, missed, max(plan.total, reviewed), plan.confidence)
    if missed or reviewed < len(plan.screenshots):
        return 1.0
    strata = [(s.screens - s.certain, s.seen + s.random) for s in plan.strata]
    low, high = 0, plan.total
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if worst_miss(strata, middle) > _risk(plan.confidence) else (low, middle - 1)
    return low / plan.total


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
    kept: Sequence[Kept] = (),
) -> Plan:
    """The plan for a bundle digest and its screens; the same for the same bundle, whatever the order of `screens`.

    `must` names screens that are reviewed in any case, then come the `DIRECTED` least confident ones that are not
    `kept`. Screens beyond the number that the bound needs are not added.
    """
    same = {name for one in kept for name in one.same}
    ranked = sorted(screens, key=lambda s: (s.name not in must, s.confidence, s.name))
    first = [s.name for s in ranked if s.name in must]
    first += [s.name for s in ranked[len(first) :] if s.confidence < 1.0 and s.name not in same][:DIRECTED]
    return complete_plan(bundle, {s.name: s.application for s in screens}, first, fraction, confidence, kept)


def complete_plan(
    bundle: str,
    applications: Mapping[str, str],
    certain: Sequence[str],
    fraction: float = FRACTION,
    confidence: float = CONFIDENCE,
    kept: Sequence[Kept] = (),
) -> Plan:
    """The plan that follows from a bundle digest, its screens (name → application), those reviewed for certain, and
    what earlier reviews stand for.

    A sign-off computes the plan anew with this and compares.
    """
    _check(fraction, confidence)
    fixed = set(certain)
    origins = {name: one.origin for one in kept for name in one.same}
    before = {name for one in kept for name in one.seen}
    rest: dict[Group, list[str]] = {}
    for name in sorted(applications):
        if name not in fixed:
            rest.setdefault((applications[name], origins.get(name, "")), []).append(name)
    sizes = {group: len(rest[group]) for group in sorted(rest)}
    seen = {group: sum(name in before for name in rest[group]) for group in sizes}
    risk, least = _risk(confidence), dict(seen)
    if kept:
        fresh = {group: size for group, size in sizes.items() if not group[1]}
        least |= _allocate(fresh, _bad(len(applications) - len(origins), fraction), risk, seen)
    drawn = _allocate(sizes, _bad(len(applications), fraction), risk, least)

    def rank(name: str) -> bytes:
        return hashlib.sha256(f"entrophy review\0{bundle}\0{name}".encode()).digest()

    unseen = {group: sorted((n for n in rest[group] if n not in before), key=rank) for group in sizes}
    chosen = sorted((n for group in sizes for n in unseen[group][: drawn[group] - seen[group]]), key=rank)
    everywhere = Counter((applications[name], origins.get(name, "")) for name in applications)
    sure = Counter((applications[name], origins.get(name, "")) for name in certain)
    strata = tuple(
        Stratum(group[0], everywhere[group], sure[group], drawn.get(group, 0) - old, group[1], old)
        for group in sorted(everywhere)
        for old in [seen.get(group, 0)]
    )
    return Plan(bundle, fraction, confidence, len(applications), len(certain), (*certain, *chosen), strata, tuple(kept))


Group = tuple[str, str]
"""Application, and the signed bundle in whose plan the screens were drawn from; "" of those that are new or changed."""


def _allocate(sizes: Mapping[Group, int], bad: int, risk: float, least: Mapping[Group, int]) -> dict[Group, int]:
    """Draws per group, `least` of each: in proportion, at least one each, the fewest that keep the worst spread within
    `risk`."""
    total = sum(sizes.values())
    drawn = dict.fromkeys(sizes, 0)
    for number in range(total + 1):
        drawn = {group: max(share, least[group]) for group, share in _shares(sizes, number).items()}
        if worst_miss(((sizes[group], drawn[group]) for group in sizes), bad) <= risk:
            break
    return {group: max(1, n) for group, n in drawn.items()}


def _shares(sizes: Mapping[Group, int], number: int) -> dict[Group, int]:
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
