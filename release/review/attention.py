"""How long a screen was before the auditor's eyes, and what that says of a review.

The server measures: a screen is looked at from the moment its page asks for it until the page asks for another one, and
only when both of its pictures were sent. So all seconds together are never more than went by, however a program asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from threading import Lock
from typing import Any

from release.review.decisions import Decisions
from release.review.plan import Plan
from release.review.reviewed_bundle import ReviewBundle

HURRY_S = 2.0
"""A verdict within less than this many seconds was not given on what the screen shows."""
AWAY_S = 300.0
"""Of one look no more than this many seconds count: whoever looks longer has gone for coffee."""


class Attention:
    """The clock of one auditor's page. What is looked at is any whole number that stands for it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._spent: dict[int, float] = {}
        self._sides: dict[int, set[str]] = {}
        self._now: int | None = None
        self._since = 0.0

    def opened(self, what: int) -> None:
        """The page shows this now, and no longer what it showed before."""
        with self._lock:
            self._stop()
            self._now, self._since = what, self._clock()

    def sent(self, what: int, side: str) -> None:
        """The `raw` or `redacted` picture went out."""
        with self._lock:
            self._sides.setdefault(what, set()).add(side)

    def seconds(self, what: int) -> float:
        """How long a screen has been looked at by now; 0.0 unless both pictures were sent."""
        with self._lock:
            both = self._sides.get(what, set()) >= {"raw", "redacted"}
        return self.spent(what) if both else 0.0

    def spent(self, what: int) -> float:
        """How long this was what the page showed."""
        with self._lock:
            self._stop()
            return round(self._spent.get(what, 0.0), 1)

    def _stop(self) -> None:
        now = self._clock()
        if self._now is not None:
            self._spent[self._now] = self._spent.get(self._now, 0.0) + min(AWAY_S, now - self._since)
        self._since = now


@dataclass(frozen=True, slots=True)
class Looked:
    """How the verdicts of a review were come by: `verdicts` in all, the median of the measured `seconds` (None: none
    was), how many were `hurried`, how many not measured, by how many `auditors`, and how many `crops` were seen in how
    many seconds in all. Where a release asks for a time a screen, `seconds_asked` is that, and `short` how many screens
    were accepted after less."""

    verdicts: int
    seconds: float | None
    hurried: int
    unmeasured: int
    auditors: int
    crops: int
    crops_seconds: float
    seconds_asked: int = 0
    short: int = 0

    def as_json(self) -> dict[str, Any]:
        """Plain values, as a sign-off holds them."""
        return asdict(self)

    def text(self) -> str:
        """All of it in a sentence, without a name."""
        parts = [f"{self.verdicts:,} verdict(s) by {self.auditors} auditor(s)"]
        if self.seconds is not None:
            parts.append(f"the screen looked at for {self.seconds:g} s (median)")
        if self.hurried:
            parts.append(f"{self.hurried:,} given in under {HURRY_S:g} s")
        if self.seconds_asked:
            left = f", {self.short:,} of them accepted after less" if self.short else ""
            parts.append(f"at least {self.seconds_asked:g} s asked for each screen{left}")
        if self.unmeasured:
            parts.append(f"{self.unmeasured:,} whose time was not measured")
        if self.crops:
            parts.append(f"{self.crops:,} of the least certain findings seen as crops in {self.crops_seconds:g} s")
        return ", ".join(parts) + "."


def accepted_too_fast(bundle: ReviewBundle, plan: Plan, decisions: Decisions, least: float) -> list[int]:
    """The screens of a plan, by their number on the review page (from 1), that somebody accepted after fewer than
    `least` seconds, or after nobody knows how many. Of each auditor the last verdict counts."""
    number = {
        (bundle.shots[name].digest, bundle.shots[name].row_digest): place
        for place, name in enumerate(plan.screenshots, start=1)
    }
    fast = {
        number[d.screen, d.rows]
        for d in decisions.standing()
        if (d.screen, d.rows) in number and d.verdict == "accept" and (d.seconds is None or d.seconds < least)
    }
    return sorted(fast)


def looked_of(bundle: ReviewBundle, plan: Plan, decisions: Decisions) -> Looked:
    """How the verdicts that count on the screens of a plan were come by."""
    asked = {(bundle.shots[name].digest, bundle.shots[name].row_digest) for name in plan.screenshots}
    given = [d for d in decisions.standing() if (d.screen, d.rows) in asked]
    measured = [d.seconds for d in given if d.seconds is not None]
    crops = decisions.crops(bundle.digest).values()
    return Looked(
        len(given),
        round(float(median(measured)), 1) if measured else None,
        sum(seconds < HURRY_S for seconds in measured),
        len(given) - len(measured),
        len({d.auditor for d in given}),
        sum(number for number, _ in crops),
        round(sum(seconds for _, seconds in crops), 1),
        bundle.seconds_asked,
        len(accepted_too_fast(bundle, plan, decisions, bundle.seconds_asked)) if bundle.seconds_asked else 0,
    )
