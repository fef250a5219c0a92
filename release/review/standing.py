"""Where a review stands: what of the plan was accepted, and which flags are open for a bundle.

A flag stays open as long as the bundle still holds what was flagged: the same redacted PNG for a missed box, the same
rows for a missed word. Every screen ever flagged has to be accepted again in the bundle that corrects it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from release.review.decisions import Decision, Decisions
from release.review.plan import Plan, planned_videos
from release.review.reviewed_bundle import ReviewBundle, Shot, Video


@dataclass(frozen=True, slots=True)
class Standing:
    """Names of screenshots or videos: accepted (of the whole bundle), flagged and open, and of the plan to decide."""

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


def standing_of(bundle: ReviewBundle, plan: Plan, decisions: Decisions, auditor: str | None = None) -> Standing:
    """The standing of `bundle` under `plan`: by all auditors together, as many of whom have to accept a screen as the
    bundle needs; or as one of them sees it, who knows nothing of the others."""
    return _standing(bundle, bundle.shots.values(), plan.screenshots, decisions, auditor)


def videos_standing(bundle: ReviewBundle, plan: Plan, decisions: Decisions, auditor: str | None = None) -> Standing:
    """The same of the videos of its demonstrations, by process_instance_uuid."""
    return _standing(bundle, bundle.videos.values(), planned_videos(plan), decisions, auditor)


def _standing(
    bundle: ReviewBundle,
    shown: Collection[Shot | Video],
    asked: tuple[str, ...],
    decisions: Decisions,
    auditor: str | None,
) -> Standing:
    by_evidence: dict[tuple[str, str], str] = {(s.digest, s.row_digest): s.name for s in shown}
    screens = frozenset(digest for digest, _ in by_evidence)
    rows = frozenset(digest for _, digest in by_evidence)
    accepted: dict[str, set[str]] = {}
    flagged: set[str] = set()
    for decision in decisions.standing():
        if auditor not in (None, decision.auditor):
            continue
        name = by_evidence.get((decision.screen, decision.rows))
        if decision.verdict == "accept":
            if name is not None:
                accepted.setdefault(name, set()).add(decision.auditor)
        elif is_open(decision, screens, rows):
            flagged |= _flagged(shown, [decision]) if name is None else {name}
    must = _flagged(shown, decisions.flagged_before())
    needed = decisions.needed(bundle.digest) if auditor is None else 1
    done = {name for name, by in accepted.items() if len(by) >= needed} - flagged
    todo = tuple(n for n in dict.fromkeys((*asked, *sorted(must))) if n not in done and n not in flagged)
    return Standing(frozenset(done), frozenset(flagged), todo)


def flagged_names(bundle: ReviewBundle, flags: Iterable[Decision]) -> frozenset[str]:
    """Screenshots of the bundle that were flagged under any bundle: by name, and whatever shows the same pixels or
    rows under another name."""
    return _flagged(bundle.shots.values(), flags)


def flagged_videos(bundle: ReviewBundle, flags: Iterable[Decision]) -> frozenset[str]:
    """The same of its videos."""
    return _flagged(bundle.videos.values(), flags)


def _flagged(shown: Collection[Shot | Video], flags: Iterable[Decision]) -> frozenset[str]:
    flags = list(flags)
    names, seen = {flag.screenshot for flag in flags}, {digest for flag in flags for digest in (flag.screen, flag.rows)}
    return frozenset(s.name for s in shown if s.name in names or {s.digest, s.row_digest} & seen)
