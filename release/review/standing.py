"""Where a review stands: what of the plan was accepted, and which flags are open for a bundle.

A flag stays open as long as the bundle still holds what was flagged: the same redacted PNG for a missed box, the same
rows for a missed word. Every screen ever flagged has to be accepted again in the bundle that corrects it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from release.review.decisions import Decision, Decisions
from release.review.plan import Plan
from release.review.reviewed_bundle import ReviewBundle


@dataclass(frozen=True, slots=True)
class Standing:
    """Names of screenshots: accepted (of the whole bundle), flagged and open, and of the plan still to be decided."""

    accepted: frozenset[str]
    flagged: frozenset[str]
    todo: tuple[str, ...]


def is_open(flag: Decision, screens: frozenset[str], rows: frozenset[str]) -> bool:
    """Whether a flag concerns what a bundle with these PNG digests and row digests still holds."""
    same_screen, same_rows = flag.screen in screens, flag.rows in rows
    if same_screen and same_rows:
        return True
    types = {mark.type for mark in flag.marks}
    if "missed" in types and same_screen:
        return True
    if "field" in types and same_rows:
        return True
    # A bare flag says not what is wrong: any trace of it keeps it open.
    return not types & {"missed", "field"} and (same_screen or same_rows)


def standing_of(bundle: ReviewBundle, plan: Plan, decisions: Decisions) -> Standing:
    """The standing of `bundle` under `plan`."""
    by_evidence: dict[tuple[str, str], str] = {(s.digest, s.row_digest): s.name for s in bundle.shots.values()}
    screens = frozenset(digest for digest, _ in by_evidence)
    rows = frozenset(digest for _, digest in by_evidence)
    accepted: set[str] = set()
    flagged: set[str] = set()
    for decision in decisions.standing():
        name = by_evidence.get((decision.screen, decision.rows))
        if decision.verdict == "accept":
            if name is not None:
                accepted.add(name)
        elif is_open(decision, screens, rows):
            flagged |= flagged_names(bundle, [decision]) if name is None else {name}
    must = flagged_names(bundle, decisions.flagged_before())
    done = accepted - flagged
    todo = tuple(n for n in dict.fromkeys((*plan.screenshots, *sorted(must))) if n not in done and n not in flagged)
    return Standing(frozenset(done), frozenset(flagged), todo)


def flagged_names(bundle: ReviewBundle, flags: Iterable[Decision]) -> frozenset[str]:
    """Screenshots of the bundle that were flagged under any bundle: by name, and whatever shows the same pixels or
    rows under another name."""
    flags = list(flags)
    names, seen = {flag.screenshot for flag in flags}, {digest for flag in flags for digest in (flag.screen, flag.rows)}
    return frozenset(s.name for s in bundle.shots.values() if s.name in names or {s.digest, s.row_digest} & seen)
