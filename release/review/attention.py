"""How long a screen was before the auditor's eyes, and what that says of a review.

The server measures: a screen is looked at from the moment its page asks for it until the page asks for another one, and
only when both of its pictures were sent. So all seconds together are never more than went by, however a program asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from threading import Lock
from typing import Any

from release.review.decisions import Decisions
from release.review.plan import Plan, planned_videos
from release.review.reviewed_bundle import ReviewBundle, Shot, Video

HURRY_S = 2.0
"""A verdict within less than this many seconds was not given on what the screen shows."""
AWAY_S = 300.0
"""Of one look no more than this many seconds count: whoever looks longer has gone for coffee."""


LEAST_CERTAIN = 5
"""So many of the least certain frames of a video have to have been shown before it is accepted; all, of one with
fewer."""


def to_be_shown(frames: int) -> int:
    """How many frames of a video have to have been shown before it is accepted."""
    return min(LEAST_CERTAIN, frames)


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
    and videos were accepted after less. `videos` is the number of verdicts on videos, of which all of the least certain
    frames had been shown where they were accepted, `videos_seconds` the median of how long each was looked at."""

    verdicts: int
    seconds: float | None
    hurried: int
    unmeasured: int
    auditors: int
    crops: int
    crops_seconds: float
    seconds_asked: int = 0
    short: int = 0
    videos: int = 0
    videos_seconds: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain values, as a sign-off holds them."""
        told = asdict(self)
        if not self.videos:
            del told["videos"], told["videos_seconds"]
        return told

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
            parts.append(f"{self.crops:,} crops of what was left or least certain seen in {self.crops_seconds:g} s")
        if self.videos:
            looked = "" if self.videos_seconds is None else f", looked at for {self.videos_seconds:g} s (median)"
            parts.append(f"{self.videos:,} verdict(s) on videos{looked}")
        return ", ".join(parts) + "."


def accepted_too_fast(bundle: ReviewBundle, plan: Plan, decisions: Decisions, least: float) -> list[int]:
    """The screens of a plan, by their number on the review page (from 1), that somebody accepted after fewer than
    `least` seconds, or after nobody knows how many. Of each auditor the last verdict counts."""
    asked = [bundle.shots[name] for name in plan.screenshots]
    return _too_fast(asked, decisions, lambda shot: least)


def videos_too_fast(bundle: ReviewBundle, plan: Plan, decisions: Decisions, least: float) -> list[int]:
    """The same of videos: each takes the time of as many screens as frames of it have to be shown."""
    asked = [bundle.videos[name] for name in planned_videos(plan)]
    return _too_fast(asked, decisions, lambda video: least * to_be_shown(bundle.videos[video.name].frames))


def _too_fast(asked: Sequence[Shot | Video], decisions: Decisions, least: Callable[[Shot | Video], float]) -> list[int]:
    number = {(one.digest, one.row_digest): (place, least(one)) for place, one in enumerate(asked, start=1)}
    fast = {
        number[d.screen, d.rows][0]
        for d in decisions.standing()
        if (d.screen, d.rows) in number
        and d.verdict == "accept"
        and (d.seconds is None or d.seconds < number[d.screen, d.rows][1])
    }
    return sorted(fast)


def looked_of(bundle: ReviewBundle, plan: Plan, decisions: Decisions) -> Looked:
    """How the verdicts that count on the screens of a plan were come by."""
    asked = {(bundle.shots[name].digest, bundle.shots[name].row_digest) for name in plan.screenshots}
    given = [d for d in decisions.standing() if (d.screen, d.rows) in asked]
    measured = [d.seconds for d in given if d.seconds is not None]
    videos = {(bundle.videos[name].digest, bundle.videos[name].row_digest) for name in planned_videos(plan)}
    watched = [d for d in decisions.standing() if (d.screen, d.rows) in videos]
    long = [d.seconds for d in watched if d.seconds is not None]
    least = bundle.seconds_asked
    crops = decisions.crops(bundle.digest).values()
    return Looked(
        len(given),
        round(float(median(measured)), 1) if measured else None,
        sum(seconds < HURRY_S for seconds in measured),
        len(given) - len(measured),
        len({d.auditor for d in (*given, *watched)}),
        sum(number for number, _ in crops),
        round(sum(seconds for _, seconds in crops), 1),
        bundle.seconds_asked,
        sum(len(fast(bundle, plan, decisions, least)) for fast in (accepted_too_fast, videos_too_fast)) if least else 0,
        len(watched),
        round(float(median(long)), 1) if long else None,
    )
