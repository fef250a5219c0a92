"""The auditor's signature under one bundle: who, when, what was decided, on what evidence.

`signoff.json` lies beside the bundle that was built, and goes into the copy that is published. It names the bundle by
its digest (the SHA-256 of its manifest, computed from disk), so that signing changes nothing of what is signed.
"release" is refused unless everything holds that a person has to have seen; "stop" is always possible and keeps the
bundle from being published.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from redaction.errors import BundleError, EntrophyError
from redaction.work import formats
from redaction.work.files import file_digest, write_whole
from redaction.work.json_text import canonical
from release.bundle.bundle_format import json_bytes
from release.bundle.exact import exact_base64, exact_json
from release.bundle.manifest import read_manifest
from release.review.decisions import Decisions
from release.review.plan import CONFIDENCE, FRACTION, Plan, complete_plan, plan_from_json, upper_bound
from release.review.reviewed_bundle import open_review_bundle
from release.review.standing import standing_of
from release.sign.auditors import trusted_auditors
from release.sign.signing import PUBLIC_KEY_BYTES, good_signature, public_key, signed_text
from validation.files.bundle_files import CERTIFICATE, MANIFEST, SIGNOFF
from validation.files.digests import content_digest
from validation.leaks.unreserved import pattern_hits

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_CONTEXT = b"entrophy sign-off v1\0"
UNSIGNED = "not signed by an auditor (there is no signoff.json)"

Decision = Literal["release", "stop"]
#: verify(bundle) → problems as sentences
Verify = Callable[[Path], Sequence[str]]


@dataclass(frozen=True, slots=True)
class SignOff:
    """A signed decision on one bundle. Digests are SHA-256; `upper_bound` is the share of screens with something
    missed that the review does not rule out, with the plan's confidence; 1.0 when nothing was reviewed."""

    bundle_digest: str
    content_digest: str
    certificate_digest: str
    decision: Decision
    auditor: str
    signed_at: str
    note: str
    plan: dict[str, Any] | None
    reviewed: int
    open_flags: int
    upper_bound: float


def signoff_path(bundle: Path) -> Path:
    """Where the sign-off of a bundle lies: inside a published one, else beside it."""
    inside = bundle / SIGNOFF
    return inside if inside.is_file() and not inside.is_symlink() else bundle.resolve().parent / SIGNOFF


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
    problems, plan, reviewed, flags = _review(bundle, store, fraction, confidence)
    if decision == "release":
        found = [*_byte_problems(bundle), *certificate_problems(bundle), *problems]
        found += [f"verification: {text.rstrip('.')}" for text in (verify or _verify_release)(bundle)]
        if found:
            raise EntrophyError(
                f"this bundle cannot be signed for release ({len(found)} reason(s)): " + "; ".join(found) + ".",
                record=digest[:12],
                remedy="review the screens that are left, build again after a flag, or sign --decision stop.",
            )
    signoff = SignOff(
        bundle_digest=digest,
        content_digest=str(read_manifest(bundle)["content_digest"]),
        certificate_digest=file_digest(bundle / CERTIFICATE) if (bundle / CERTIFICATE).is_file() else "",
        decision=decision,
        auditor=auditor.strip(),
        signed_at=now,
        note=note.strip(),
        plan=_plan_json(plan),
        reviewed=reviewed,
        open_flags=flags,
        upper_bound=_bound(plan, reviewed, flags),
    )
    if bundle_digest(bundle) != digest:
        raise BundleError("the bundle changed while it was being signed.", remedy="review and sign it again.")
    write_whole(signoff_path(bundle), json_bytes(_signed(signoff, signing_key)))
    return signoff


def bundle_digest(bundle: Path) -> str:
    """The SHA-256 of the manifest as it lies on disk; BundleError without a readable manifest."""
    read_manifest(bundle)
    return file_digest(bundle / MANIFEST)


def release_problems(bundle: Path, decisions: Path) -> list[str]:
    """What still keeps a bundle from being signed, the full verification left out (it takes long)."""
    problems, *_ = _review(bundle, Decisions(decisions), FRACTION, CONFIDENCE)
    return [*_byte_problems(bundle), *certificate_problems(bundle), *problems]


def certificate_problems(bundle: Path) -> list[str]:
    """What is wrong with the leak certificate: absent, of other content, or with findings."""
    try:
        certificate = json.loads((bundle / CERTIFICATE).read_bytes())
        if not isinstance(certificate, dict):
            raise ValueError
    except (OSError, ValueError):
        return ["there is no readable leak certificate"]
    problems = []
    if certificate.get("verdict") != "passed" or certificate.get("findings") != []:
        problems.append("the leak certificate does not say that nothing was found")
    if certificate.get("screens_read") is not True:
        problems.append("the screenshots were not read for the leak certificate")
    if certificate.get("content_digest") != read_manifest(bundle).get("content_digest"):
        problems.append("the leak certificate was made for other content")
    return problems


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
        parsed = _parse((signoff or signoff_path(bundle)).read_bytes())
    except OSError:
        return [UNSIGNED]
    if isinstance(parsed, str):
        return [parsed]
    try:
        return _against(bundle, *parsed, trusted, decisions, stranger)
    except BundleError as error:
        return [str(error)]


def signed_by(bundle: Path) -> tuple[SignOff, str] | None:
    """The sign-off of a bundle and the public key of its signature, if that is good, whatever it says."""
    try:
        parsed = _parse(signoff_path(bundle).read_bytes())
    except OSError:
        return None
    return None if isinstance(parsed, str) else parsed


def read_signoff(bundle: Path) -> SignOff | None:
    """What was signed, for people to see; `check_signoff` says whether it counts."""
    signed = signed_by(bundle)
    return None if signed is None else signed[0]


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
    problems += _byte_problems(bundle)
    if not (bundle / CERTIFICATE).is_file() or signed.certificate_digest != file_digest(bundle / CERTIFICATE):
        problems.append("the sign-off was given on another leak certificate")
    if signed.decision != "release":
        problems.append("the auditor decided to stop this release")
    if signed.open_flags:
        problems.append(f"{signed.open_flags} flag(s) were open when it was signed")
    if signed.plan is None:
        if open_review_bundle(bundle).shots:
            problems.append("the screenshots were not reviewed")
    elif signed.plan["fraction"] > FRACTION or signed.plan["confidence"] < CONFIDENCE:
        problems.append(f"the review plan is weaker than below {FRACTION:g} with confidence {CONFIDENCE:g}")
    if decisions is not None:
        problems += _review(bundle, Decisions(decisions), FRACTION, CONFIDENCE)[0]
    return problems


def _review(
    bundle: Path, decisions: Decisions, fraction: float, confidence: float
) -> tuple[list[str], Plan | None, int, int]:
    """(problems, plan, screens of the plan reviewed, open flags) of a bundle, from the decisions alone."""
    opened = open_review_bundle(bundle)
    stored = decisions.plan(opened.digest)
    if stored is None:
        if not opened.shots:
            return [], None, 0, 0
        return ["the bundle was not reviewed; run `entrophy review`"], None, 0, 0
    applications = {shot.name: str(shot.rows[0]["application_name"]) for shot in opened.shots.values()}
    try:
        plan = plan_from_json(json.loads(stored))
        certain = plan.screenshots[: plan.certain]
        sound = plan == complete_plan(opened.digest, applications, certain, plan.fraction, plan.confidence)
    except (ValueError, KeyError, TypeError):
        return ["the stored plan cannot be read"], None, 0, 0
    if not sound:
        return ["the stored plan is not the one that follows from the bundle"], None, 0, 0
    standing = standing_of(opened, plan, decisions)
    problems = []
    if plan.fraction > fraction or plan.confidence < confidence:
        problems.append(f"the plan is weaker than below {fraction:g} with confidence {confidence:g}")
    flags = len(standing.flagged)
    if flags:
        problems.append(f"{flags} flag(s) are open: the bundle still holds what was flagged")
    if standing.todo:
        problems.append(f"{len(standing.todo)} screen(s) of the plan are not decided")
    reviewed = sum(n in standing.accepted or n in standing.flagged for n in plan.screenshots)
    return problems, plan, reviewed, flags


def _byte_problems(bundle: Path) -> list[str]:
    """Files that are not what the manifest says; every byte of them is read."""
    try:
        manifest = read_manifest(bundle)
        listed = {name: entry["sha256"] for name, entry in manifest["files"].items()}
        present = {p.name: file_digest(p) for p in bundle.iterdir() if p.name in listed}
    except (BundleError, OSError, KeyError, TypeError, AttributeError):
        return ["the manifest or a file it lists cannot be read"]
    changed = sorted(name for name in listed if present.get(name) != listed[name])
    problems = [f"{name} is not the file in the manifest" for name in changed]
    if content_digest(present) != manifest.get("content_digest"):
        problems.append("the content is not the one in the manifest")
    return problems


def _verify_release(bundle: Path) -> list[str]:
    from release.verify.verify_bundle import verify_bundle

    return [f"{p.where}: {p.what}" for p in verify_bundle(bundle).problems]


def _plan_json(plan: Plan | None) -> dict[str, Any] | None:
    if plan is None:
        return None
    about = {k: v for k, v in plan.as_json().items() if k in ("fraction", "confidence", "total", "certain")}
    return {**about, "screens": len(plan.screenshots), "digest": plan.digest(), "text": plan.text()}


def _bound(plan: Plan | None, reviewed: int, flags: int) -> float:
    if plan is None:
        return 1.0
    return round(upper_bound(reviewed, min(flags, reviewed), plan.confidence, plan.total), 6)


def _payload(statement: dict[str, Any]) -> bytes:
    return _CONTEXT + canonical(dict(sorted(statement.items()))).encode()


def _signed(signoff: SignOff, key: Ed25519PrivateKey) -> dict[str, Any]:
    statement = asdict(signoff)
    return _document(statement, public_key(key), signed_text(key, _payload(statement)))


def _document(statement: dict[str, Any], public: str, signature: str) -> dict[str, Any]:
    return {
        "format": formats.SIGNOFF,
        "statement": statement,
        "algorithm": "Ed25519",
        "public_key": public,
        "signature": signature,
    }


def _parse(data: bytes) -> tuple[SignOff, str] | str:
    """The sign-off and the key that signed it, or what is wrong with the file."""
    try:
        parts = exact_json(data)
        if parts["format"] != formats.SIGNOFF or parts["algorithm"] != "Ed25519":
            return f"the sign-off is not of the format {formats.SIGNOFF}"
        public, signature = parts["public_key"], parts["signature"]
        exact_base64(public, PUBLIC_KEY_BYTES)
        signoff = SignOff(**parts["statement"])
        # What we write, to the byte: whatever else the file held nobody would have signed.
        if data != json_bytes(_document(asdict(signoff), public, signature)):
            return "the sign-off is not in the written form"
        if not good_signature(public, signature, _payload(parts["statement"])):
            return "the signature does not belong to this sign-off"
        return signoff, public
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "the sign-off cannot be read, or is not in the written form"
