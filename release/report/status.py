"""Where a release stands, in five lines, and what is next for whom. Nothing is verified here: what is told is what the
files beside the bundle say, and the next command checks it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from redaction.errors import EntrophyError
from release.bundle.bundle_format import find_bundle
from release.bundle.bundle_models import Certificate, Manifest, Receipt
from release.bundle.manifest import read_manifest
from release.publish.publish_types import RECEIPT_NAME
from release.review.decisions import Decisions, decisions_path
from release.review.plan import planned_videos
from release.sign.auditors import auditors_path, trusted_auditors
from release.sign.evidence import Review, review_of
from release.sign.signoff import check_signoff
from release.sign.signoff_file import signed_by
from release.withdrawal.recalled import recall_problems
from validation.files.bundle_files import CERTIFICATE
from validation.files.file_models import parsed

NOTHING = "not yet"


@dataclass(frozen=True, slots=True)
class Status:
    """`lines` are (step, where it stands); `next` is (who, command or sentence)."""

    lines: tuple[tuple[str, str], ...]
    next: tuple[str, str]


def status_of(out: Path, key: Path) -> Status:
    """The status of what a build left in a folder, as the decisions and auditors beside the key see it."""
    try:
        bundle = find_bundle(out)
        manifest = read_manifest(bundle)
    except EntrophyError:
        begun = (out / "work").is_dir()
        said = "begun, and not released: a check stopped it, or it was interrupted" if begun else NOTHING
        return Status((("built", said),), ("maintainer", "entrophy build --captures … --out " + str(out)))
    review = _review(bundle, key)
    lines = (
        ("built", _built(manifest)),
        ("leak check", _checked(bundle)),
        ("reviewed", _reviewed(review)),
        ("signed", _signed(bundle, key)),
        ("published", _published(bundle)),
    )
    if recalled := recall_problems(bundle, key):
        what = "build the patched version, with --previous the published one, and publish that"
        return Status((*lines, ("recalled", recalled[0])), ("maintainer", what))
    return Status(lines, _next(out, bundle, key, review))


def _built(manifest: Manifest) -> str:
    counts = manifest.counts
    told = f"{counts['interactions']:,} interactions, {counts['screenshots']:,} screenshots"
    return f"version {manifest.version} of {manifest.dataset}, {told}"


def _checked(bundle: Path) -> str:
    try:
        certificate = parsed(Certificate, (bundle / CERTIFICATE).read_bytes())
    except (OSError, ValueError):
        return "there is no certificate that can be read"
    withheld = f"{certificate.screenshots_withheld:,} screenshots and {certificate.rows_withheld:,} rows withheld"
    return f"{certificate.verdict}; {withheld}"


def _review(bundle: Path, key: Path) -> Review | None:
    """The review of a bundle, where somebody has begun one."""
    path = decisions_path(key)
    return review_of(bundle, Decisions(path)) if path.exists() else None


def _reviewed(review: Review | None) -> str:
    if review is None or (review.plan is None and review.problems):
        return NOTHING
    if review.plan is None:
        return "nothing to look at"
    flags = f", {review.open_flags} flag(s) open" if review.open_flags else ""
    looked = f"; {review.looked.text().rstrip('.')}" if review.looked is not None and review.looked.verdicts else ""
    pairs = "".join(f"; two auditors {pair.text()}" for pair in review.agreements)
    asked = len(planned_videos(review.plan))
    videos = f" and {review.videos} of {asked} videos" if asked else ""
    return f"{review.reviewed} of {len(review.plan.screenshots)} screens{videos} of the plan{flags}{looked}{pairs}"


def _signed(bundle: Path, key: Path) -> str:
    signed = signed_by(bundle)
    if signed is None:
        return NOTHING
    signoff, public = signed
    path = auditors_path(key)
    trusted = path.exists() and (public, signoff.auditor) in trusted_auditors(path)
    whose = "a trusted auditor" if trusted else "nobody on the list of auditors"
    return f"{signoff.decision} by {signoff.auditor} ({whose}) at {signoff.signed_at}"


def _published(bundle: Path) -> str:
    try:
        receipt = parsed(Receipt, (bundle.resolve().parent / RECEIPT_NAME).read_bytes())
    except (OSError, ValueError):
        return NOTHING
    digest = bundle_digest_of(bundle)
    told = [
        f"{target}: {one.get('version')}{'' if one.get('digest') == digest else ' (another bundle)'}"
        for target, one in sorted(receipt.targets.items())
    ]
    return ", ".join(told) or NOTHING


def bundle_digest_of(bundle: Path) -> str:
    """SHA-256 of the manifest, by which receipts know a bundle."""
    from release.sign.evidence import bundle_digest

    return bundle_digest(bundle)


def _next(out: Path, bundle: Path, key: Path, review: Review | None) -> tuple[str, str]:
    """Who has to do what."""
    signed = signed_by(bundle)
    if signed is not None and signed[0].decision == "stop":
        return "maintainer", "the auditor stopped this release: mend what the note says, and build again"
    if review is None or (review.plan is None and review.problems) or (review.plan and _left(review)):
        return "auditor", f"entrophy review {out} --auditor NAME"
    if signed is None and review.looked is not None and review.looked.short:
        again = f"accepted {review.looked.short:,} screen(s) too fast; `entrophy sign` tells which"
        return "auditor", f"entrophy review {out} --auditor NAME ({again})"
    if review.open_flags:
        return "maintainer", "build again with the same --out: flags of the review are corrections of the next build"
    if signed is None:
        return "auditor", f"entrophy sign {out} --auditor NAME --auditor-key FILE"
    path = auditors_path(key)
    if not path.exists() or (signed[1], signed[0].auditor) not in trusted_auditors(path):
        return "maintainer", f'entrophy trust {signed[1]} "{signed[0].auditor}"'
    if problems := check_signoff(bundle, trusted=path, decisions=decisions_path(key)):
        return "auditor", f"the sign-off no longer holds ({problems[0]}): review and sign again"
    if _published(bundle) == NOTHING:
        return "maintainer", f"entrophy publish {out} --to folder (or kaggle)"
    return "nobody", "everything is done"


def _left(review: Review) -> bool:
    return review.left > 0
