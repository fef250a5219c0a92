"""What the review of the version before still stands for: screens that are the same, in pixels, rows and originals.

Fail closed: nothing is kept unless the earlier bundle holds, a trusted auditor signed it for release by its plan, no
screen of it was flagged, and both work folders tell the same originals.
"""

from __future__ import annotations

import json
from pathlib import Path

from redaction.capture.originals import read_originals
from redaction.errors import EntrophyError
from release.bundle.bundle_format import find_bundle
from release.review.decisions import Decisions
from release.review.plan import Kept, Plan, plan_from_json
from release.review.reviewed_bundle import ReviewBundle, Shot, open_review_bundle
from release.review.standing import standing_of
from release.sign.auditors import auditors_path
from release.sign.signoff import check_signoff


def kept_from(previous: Path, bundle: ReviewBundle, work: Path, decisions: Decisions | None) -> tuple[Kept, ...]:
    """What is kept of `previous` (the folder of an earlier build) in the review of `bundle` with its `work` folder.
    EntrophyError with the reason when nothing can be."""
    earlier = find_bundle(previous)
    if decisions is None:
        raise _nothing("there are no decisions beside the key")
    trusted = auditors_path(decisions.path.with_name(decisions.path.name.removesuffix(".decisions")))
    problems = check_signoff(earlier, trusted=trusted if trusted.exists() else None, decisions=decisions.path)
    before = open_review_bundle(earlier)
    stored = decisions.plan(before.digest)
    if stored is None:
        problems.append("it was not reviewed with these decisions")
    if any(flag.bundle == before.digest for flag in decisions.flagged_before()):
        problems.append("a screen of it was flagged")
    if problems or stored is None:
        raise _nothing("; ".join(problems))
    plan = plan_from_json(json.loads(stored))
    old, new = (_digests(folder) for folder in (earlier.resolve().parent / "work", work))
    same = {
        name
        for name, shot in bundle.shots.items()
        if name in before.shots and _evidence(shot, new) == _evidence(before.shots[name], old)
    }
    accepted = standing_of(before, plan, decisions).accepted
    looked_at = {(d.screen, d.rows): d.image for d in decisions.standing() if d.verdict == "accept"}
    for name in sorted(same & accepted):
        shot = before.shots[name]
        if looked_at.get((shot.digest, shot.row_digest)) != _evidence(shot, old)[2]:
            raise _nothing("the originals in its work folder are not those that were looked at")
    return tuple(one for one in _strata(before.digest, plan, same, accepted) if one.same)


def _strata(digest: str, plan: Plan, same: set[str], accepted: frozenset[str]) -> list[Kept]:
    """The strata of the earlier plan as far as they are the same: those it had kept itself, with what it drew of them
    besides; what was reviewed for certain; and what it drew from as new."""
    certain, drawn = set(plan.screenshots[: plan.certain]), set(plan.screenshots[plan.certain :])
    older = [(one.origin, set(one.same) - certain, set(one.seen) | drawn) for one in plan.kept]
    left = same - certain - {name for _, names, _ in older for name in names}
    groups = [*older, (f"{digest} certain", certain, certain), (digest, left, drawn)]
    return [
        Kept(origin, tuple(sorted(names & same)), tuple(sorted(names & same & seen & accepted)))
        for origin, names, seen in groups
    ]


def _digests(work: Path) -> dict[str, str]:
    """SHA-256 of the captured image of each row that has one."""
    found = {uuid: one.digest for uuid, one in read_originals(work).items() if one.screenshot is not None}
    if not all(found.values()):
        raise _nothing("a work folder does not tell the digests of its originals")
    return found


def _evidence(shot: Shot, originals: dict[str, str]) -> tuple[str, str, str]:
    """Digests of the released pixels, the released rows and the captured image."""
    image = originals.get(str(shot.rows[0]["interaction_uuid"]))
    if image is None:
        raise _nothing("a screenshot has no original in the work folder")
    return shot.digest, shot.row_digest, image


def _nothing(why: str) -> EntrophyError:
    return EntrophyError(
        f"nothing can be kept of the review of the version before: {why}.",
        remedy="leave --previous out to review this release by itself, or give the folder that the signed one was "
        "built in.",
    )
