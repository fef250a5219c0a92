"""The auditor's signature under one bundle: who, when, what was decided, on what evidence.

`signoff.json` lies beside the bundle that was built, and goes into the copy that is published. It names the bundle by
its digest (the SHA-256 of its manifest, computed from disk), so that signing changes nothing of what is signed.
"release" is refused unless everything holds that a person has to have seen; "stop" is always possible and keeps the
bundle from being published.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redaction.errors import BundleError, EntrophyError
from redaction.work.files import file_digest, write_whole
from release.bundle.bundle_format import json_bytes
from release.bundle.manifest import read_manifest
from release.review.decisions import Decisions
from release.review.plan import CONFIDENCE, FRACTION, Plan, bound_of
from release.review.reviewed_bundle import open_review_bundle
from release.sign.auditors import trusted_auditors
from release.sign.evidence import Review, bundle_digest, byte_problems, release_problems, review_of
from release.sign.signoff_file import Decision, SignOff, parse_signoff, signed_document, signoff_path
from validation.files.bundle_files import CERTIFICATE
from validation.leaks.unreserved import pattern_hits

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

UNSIGNED = "not signed by an auditor (there is no signoff.json)"

#: verify(bundle) → problems as sentences
Verify = Callable[[Path], Sequence[str]]


def sign_release(
    bundle: Path,
    decisions: Path,
    *,
    auditor: str,
    signing_key: Ed25519PrivateKey,
    decision: Decision,
    note: str,
    now: str,
    verify: Verify | None = None,
    fraction: float = FRACTION,
    confidence: float = CONFIDENCE,
) -> SignOff:
    """Check that `bundle` may be released, sign the decision and write `signoff.json` beside it.

    `now` is the time of signing, ISO 8601 in UTC; `verify` defaults to the full verification of the bundle. The plan
    must be at least as strict as `fraction` and `confidence`. Raises EntrophyError naming every reason at once.
    """
    if not auditor.strip():
        raise EntrophyError("a sign-off needs the name of the auditor.", remedy="give --auditor NAME.")
    if decision == "stop" and not note.strip():
        raise EntrophyError("a stop needs its reason.", remedy="give --note, without any captured value.")
    if pattern_hits(f"{auditor} {note}"):
        raise EntrophyError(
            "the auditor's name or the note holds an e-mail address or a telephone number, and it is published.",
            remedy="give a name, and a note without any captured value.",
        )
    store = Decisions(decisions)
    digest = bundle_digest(bundle)
    review = review_of(bundle, store, fraction, confidence)
    if decision == "release":
        found = release_problems(bundle, review)
        found += [f"verification: {text.rstrip('.')}" for text in (verify or _verify_release)(bundle)]
        if found:
            raise EntrophyError(
                f"this bundle cannot be signed for release ({len(found)} reason(s)): " + "; ".join(found) + ".",
                record=digest[:12],
                remedy="review the screens that are left, look again at those that were accepted too fast, build again "
                "after a flag, or sign --decision stop.",
            )
    signoff = SignOff(
        bundle_digest=digest,
        content_digest=read_manifest(bundle).content_digest,
        certificate_digest=file_digest(bundle / CERTIFICATE) if (bundle / CERTIFICATE).is_file() else "",
        decision=decision,
        auditor=auditor.strip(),
        signed_at=now,
        note=note.strip(),
        plan=_plan_json(review),
        reviewed=review.reviewed,
        open_flags=review.open_flags,
        upper_bound=_bound(review),
        looked=_looked_json(review),
    )
    if bundle_digest(bundle) != digest:
        raise BundleError("the bundle changed while it was being signed.", remedy="review and sign it again.")
    write_whole(signoff_path(bundle), json_bytes(signed_document(signoff, signing_key)))
    return signoff


def check_signoff(
    bundle: Path,
    signoff: Path | None = None,
    trusted: Path | None = None,
    *,
    decisions: Path | None = None,
    stranger: bool = False,
) -> list[str]:
    """What keeps a bundle from being published as signed; an empty list if nothing does.

    `signoff` defaults to the file in or beside the bundle. `trusted` lists the auditors whose signatures count; without
    it a signature shows only that its holder had the key it names, and that is reported as a problem unless a
    `stranger` asks, who has no list. With `decisions` flags raised after the signing are seen too.
    """
    try:
        parsed = parse_signoff((signoff or signoff_path(bundle)).read_bytes())
    except OSError:
        return [UNSIGNED]
    if isinstance(parsed, str):
        return [parsed]
    try:
        return _against(bundle, *parsed, trusted, decisions, stranger)
    except BundleError as error:
        return [str(error)]


def _against(
    bundle: Path, signed: SignOff, key: str, trusted: Path | None, decisions: Path | None, stranger: bool
) -> list[str]:
    """What does not fit between a bundle and a sign-off whose signature is good for `key`."""
    problems = []
    if trusted is None:
        if not stranger:
            problems.append(
                "there is no list of trusted auditors to hold the signature against; put the line that "
                "`entrophy sign --show-key` prints into the file KEY.auditors beside your key"
            )
    elif (key, signed.auditor) not in trusted_auditors(trusted):
        problems.append("the auditor who signed is not in the list of trusted auditors")
    if signed.bundle_digest != bundle_digest(bundle):
        problems.append("the sign-off is for another bundle")
    problems += byte_problems(bundle)
    if not (bundle / CERTIFICATE).is_file() or signed.certificate_digest != file_digest(bundle / CERTIFICATE):
        problems.append("the sign-off was given on another leak certificate")
    if signed.decision != "release":
        problems.append("the auditor decided to stop this release")
    if signed.open_flags:
        problems.append(f"{signed.open_flags} flag(s) were open when it was signed")
    opened = open_review_bundle(bundle)
    if opened.videos and not _videos_reviewed(signed, len(opened.videos)):
        problems.append("the videos were not reviewed")
    if signed.plan is None:
        if opened.shots:
            problems.append("the screenshots were not reviewed")
    elif signed.plan["fraction"] > FRACTION or signed.plan["confidence"] < CONFIDENCE:
        problems.append(f"the review plan is weaker than below {FRACTION:g} with confidence {CONFIDENCE:g}")
    elif (asked := read_manifest(bundle).review_seconds) and not _looked_long(signed, asked):
        problems.append(f"the screens were not each looked at for the {asked} s that the release asks for")
    if decisions is not None:
        problems += review_of(bundle, Decisions(decisions)).problems
    return problems


def _videos_reviewed(signed: SignOff, number: int) -> bool:
    """Whether a sign-off says that all videos of its plan were decided, out of so many."""
    told = (signed.plan or {}).get("videos") or {}
    return told.get("total") == number and told.get("reviewed") == told.get("videos")


def _looked_long(signed: SignOff, asked: int) -> bool:
    """Whether a sign-off says of every screen that it was looked at for so many seconds."""
    looked = signed.looked or {}
    return looked.get("seconds_asked") == asked and looked.get("short") == 0


def _verify_release(bundle: Path) -> list[str]:
    from release.verify.verify_bundle import verify_bundle

    return [f"{p.where}: {p.what}" for p in verify_bundle(bundle).problems]


def _plan_json(review: Review) -> dict[str, Any] | None:
    plan = review.plan
    if plan is None:
        return None
    videos = {"videos": _videos_json(plan.videos, review.videos)} if plan.videos is not None else {}
    about = {k: v for k, v in plan.as_json().items() if k in ("fraction", "confidence", "total", "certain")}
    kept = {"kept": sum(len(one.same) for one in plan.kept)} if plan.kept else {}
    return {**about, **kept, **videos, "screens": len(plan.screenshots), "digest": plan.digest(), "text": plan.text()}


def _videos_json(plan: Plan, reviewed: int) -> dict[str, Any]:
    """How many videos there are, how many were asked for, for certain and in all, and how many were decided."""
    return {
        "total": plan.total,
        "certain": plan.certain,
        "videos": len(plan.screenshots),
        "reviewed": reviewed,
    }


def _looked_json(review: Review) -> dict[str, Any] | None:
    """How the screens were looked at; of two auditors the pair that agreed least, without a name."""
    if review.looked is None:
        return None
    told = {**review.looked.as_json(), "text": review.looked.text()}
    if review.agreements:
        least = min(review.agreements, key=lambda pair: (pair.kappa is None, pair.kappa, pair.auditors))
        kappa = None if least.kappa is None else round(least.kappa, 4)
        told["agreement"] = {"screens": least.screens, "agreed": least.agreed, "kappa": kappa, "text": least.text()}
    return told


def _bound(review: Review) -> float:
    plan = review.plan
    if plan is None:
        return 1.0
    missed = min(review.open_flags, review.reviewed)
    return round(bound_of(plan, review.reviewed, missed), 6)
