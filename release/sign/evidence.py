"""What a sign-off stands on: the bytes of the bundle, its leak certificate, and the review of its screenshots."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from redaction.errors import BundleError
from redaction.work.files import file_digest
from release.bundle.bundle_models import Certificate
from release.bundle.manifest import read_manifest
from release.review.agreement import Agreement, agreements
from release.review.attention import Looked, accepted_too_fast, looked_of, videos_too_fast
from release.review.decisions import Decisions
from release.review.plan import CONFIDENCE, FRACTION, Plan, complete_plan, plan_from_json, planned_videos
from release.review.reviewed_bundle import ReviewBundle, open_review_bundle
from release.review.standing import standing_of, videos_standing
from validation.files.bundle_files import CERTIFICATE, MANIFEST
from validation.files.digests import content_digest
from validation.files.file_models import parsed

_MOST_NAMED = 10
"""Screens that one sentence names."""


@dataclass(frozen=True, slots=True)
class Review:
    """What the decisions say of a bundle: what keeps it from being signed, its plan (None: there was none to make), how
    many screens of the plan were decided, how many flags are open, how the verdicts were come by, how far pairs of
    auditors agree where two have to decide, and how many videos of the plan were decided."""

    problems: tuple[str, ...]
    plan: Plan | None = None
    reviewed: int = 0
    open_flags: int = 0
    looked: Looked | None = None
    agreements: tuple[Agreement, ...] = ()
    videos: int = 0

    @property
    def left(self) -> int:
        """How many screens and videos of the plan are not decided."""
        if self.plan is None:
            return 0
        return len(self.plan.screenshots) - self.reviewed + len(planned_videos(self.plan)) - self.videos


def release_problems(bundle: Path, review: Review) -> list[str]:
    """What keeps a bundle from being signed for release, the full verification left out (it takes long)."""
    return [*byte_problems(bundle), *certificate_problems(bundle), *review.problems]


def bundle_digest(bundle: Path) -> str:
    """The SHA-256 of the manifest as it lies on disk; BundleError without a readable manifest."""
    read_manifest(bundle)
    return file_digest(bundle / MANIFEST)


def certificate_problems(bundle: Path) -> list[str]:
    """What is wrong with the leak certificate: absent, of other content, or with findings."""
    try:
        certificate = parsed(Certificate, (bundle / CERTIFICATE).read_bytes())
    except (OSError, ValueError):
        return ["there is no readable leak certificate"]
    problems = []
    if certificate.verdict != "passed" or certificate.findings != ():
        problems.append("the leak certificate does not say that nothing was found")
    if not certificate.screens_read:
        problems.append("the screenshots were not read for the leak certificate")
    if certificate.content_digest != read_manifest(bundle).content_digest:
        problems.append("the leak certificate was made for other content")
    return problems


def review_of(bundle: Path, decisions: Decisions, fraction: float = FRACTION, confidence: float = CONFIDENCE) -> Review:
    """The review of a bundle, from the decisions alone. Its plan must be at least as strict as these two."""
    opened = open_review_bundle(bundle)
    stored = decisions.plan(opened.digest)
    if stored is None:
        if not opened.shots and not opened.videos:
            return Review(())
        return Review(("the bundle was not reviewed; run `entrophy review`",))
    applications = {shot.name: str(shot.rows[0]["application_name"]) for shot in opened.shots.values()}
    try:
        plan = plan_from_json(json.loads(stored))
        certain = plan.screenshots[: plan.certain]
        strict = (plan.fraction, plan.confidence)
        sound = replace(plan, videos=None) == complete_plan(opened.digest, applications, certain, *strict, plan.kept)
        sound &= plan.videos == _videos_plan(opened, plan)
        sound &= _kept_soundly(plan, set(applications))
    except (ValueError, KeyError, TypeError):
        return Review(("the stored plan cannot be read",))
    if not sound:
        return Review(("the stored plan is not the one that follows from the bundle",))
    standing = standing_of(opened, plan, decisions)
    problems = []
    if plan.fraction > fraction or plan.confidence < confidence:
        problems.append(f"the plan is weaker than below {fraction:g} with confidence {confidence:g}")
    videos = videos_standing(opened, plan, decisions)
    flags = len(standing.flagged) + len(videos.flagged)
    if flags:
        problems.append(f"{flags} flag(s) are open: the bundle still holds what was flagged")
    if seen := {name for one in plan.kept for name in one.seen} - standing.accepted:
        problems.append(f"{len(seen)} screen(s) that the plan counts as accepted before are not")
    if standing.todo:
        by = " by two auditors" if decisions.needed(opened.digest) > 1 else ""
        problems.append(f"{len(standing.todo)} screen(s) of the plan are not decided{by}")
    if videos.todo:
        by = " by two auditors" if decisions.needed(opened.digest) > 1 else ""
        problems.append(f"{len(videos.todo)} video(s) of the plan are not decided{by}")
    asked = opened.seconds_asked
    if asked and (fast := accepted_too_fast(opened, plan, decisions, asked)):
        problems.append(
            f"{len(fast)} screen(s) of the plan were accepted in under {asked} s, or without a measured time (number "
            f"{_which(fast)} on the review page)"
        )
    if asked and (fast := videos_too_fast(opened, plan, decisions, asked)):
        problems.append(
            f"{len(fast)} video(s) of the plan were accepted in under {asked} s for each frame that has to be "
            f"shown, or without a measured time (number {_which(fast)} on the review page)"
        )
    reviewed = sum(n in standing.accepted or n in standing.flagged for n in plan.screenshots)
    pairs = agreements(opened, decisions) if decisions.needed(opened.digest) > 1 else []
    if disputed := {name for pair in pairs for name in pair.disputed}:
        problems.append(f"the auditors disagree on {len(disputed)} screen(s)")
    watched = sum(n in videos.accepted or n in videos.flagged for n in planned_videos(plan))
    return Review(tuple(problems), plan, reviewed, flags, looked_of(opened, plan, decisions), tuple(pairs), watched)


def _which(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:_MOST_NAMED])) + (" …" if len(numbers) > _MOST_NAMED else "")


def _videos_plan(bundle: ReviewBundle, plan: Plan) -> Plan | None:
    """The plan of videos that follows from a bundle and from those that are reviewed for certain."""
    if not bundle.videos:
        return None
    applications = {video.name: video.application for video in bundle.videos.values()}
    certain = plan.videos.screenshots[: plan.videos.certain] if plan.videos is not None else ()
    return complete_plan(bundle.digest, applications, certain, plan.fraction, plan.confidence)


def _kept_soundly(plan: Plan, names: set[str]) -> bool:
    """Every screen is kept once, is there, and was drawn from what it is kept with."""
    same = [name for one in plan.kept for name in one.same]
    return len(same) == len(set(same)) and set(same) <= names and all(set(k.seen) <= set(k.same) for k in plan.kept)


def byte_problems(bundle: Path) -> list[str]:
    """Files that are not what the manifest says; every byte of them is read."""
    try:
        manifest = read_manifest(bundle)
        listed = {name: entry.sha256 for name, entry in manifest.files.items()}
        present = {p.name: file_digest(p) for p in bundle.iterdir() if p.name in listed}
    except (BundleError, OSError):
        return ["the manifest or a file it lists cannot be read"]
    changed = sorted(name for name in listed if present.get(name) != listed[name])
    problems = [f"{name} is not the file in the manifest" for name in changed]
    if content_digest(present) != manifest.content_digest:
        problems.append("the content is not the one in the manifest")
    return problems
