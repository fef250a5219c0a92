"""Signs a built release as an auditor would: every screen of the plan accepted, then the signature, and the trust."""

from __future__ import annotations

from pathlib import Path

from release.review.corrections import export_corrections
from release.review.decisions import Decisions, Verdict, decisions_path
from release.review.plan import CONFIDENCE, FRACTION
from release.review.session import ReviewSession
from release.sign.auditors import auditor_key, auditor_line, auditors_path
from release.sign.signoff import sign_release
from release.sign.signoff_file import Decision, SignOff

AUDITOR = "Pat Auditor"
NOW = "2025-05-01T10:00:00+00:00"


def review_all(out: Path, key: Path, verdict: Verdict = "accept") -> None:
    """Give every screen of the plan of `out`/bundle the same verdict."""
    decisions = Decisions(decisions_path(key))
    if not (out / "bundle").is_dir():
        raise FileNotFoundError(out / "bundle")
    session = ReviewSession(
        out,
        decisions,
        key.with_name(key.name + ".corrections.json"),
        AUDITOR,
        fraction=FRACTION,
        confidence=CONFIDENCE,
        now=lambda: NOW,
    )
    for index in range(len(session.names)):
        session.decide(index, verdict, (), "" if verdict == "accept" else "something shows")
    export_corrections(decisions, key.with_name(key.name + ".corrections.json"))


def trust(key: Path, auditor: Path) -> None:
    """Put the auditor's line on the list beside the maintainer's key."""
    path = auditors_path(key)
    path.write_text(auditor_line(AUDITOR, auditor_key(auditor)) + "\n", encoding="utf-8")
    path.chmod(0o600)


def sign_off(out: Path, key: Path, decision: Decision = "release") -> SignOff:
    """Review everything, trust the auditor, sign."""
    auditor = key.with_name("auditor.key")
    trust(key, auditor)
    if decision == "release":
        review_all(out, key)
    return sign_release(
        out / "bundle",
        decisions_path(key),
        auditor=AUDITOR,
        signing_key=auditor_key(auditor),
        decision=decision,
        note="looked at",
        now=NOW,
    )
