"""What `entrophy verify` does: judge a bundle as far as the given things allow, and tell it in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pipeline.commands.options import complain, say
from redaction.errors import sealed
from redaction.policy import load_policy
from release.bundle.bundle_format import find_bundle
from release.sign.signing_gate import add_signoff, only_unsigned
from release.sign.signoff_file import signed_by
from release.verify.origin import pin_after, read_public_keys, require_public_key, trust_here
from release.verify.problems import VerifyReport
from release.verify.recompute import add_recomputed
from release.verify.verify_bundle import verify_bundle
from release.withdrawal.recalled import recall_problems

HOLDS, BROKEN, UNSIGNED, UNCHECKED, OLDER = 0, 1, 3, 4, 5
"""Exit status: everything holds and comes from whom it should; something does not hold; everything but the sign-off
holds; everything holds, but who signed was not checked; all of it, but a newer version was seen here before."""


def judge(
    bundle: Path,
    *,
    captures: Sequence[Path],
    public_key: str | None,
    screens: bool,
    unsigned: bool,
    auditors: Path | None,
    key: Path | None,
    home: Path,
    policy: Path | None,
    public_key_file: Path | None = None,
    revoked: Path | None = None,
    pin: bool = False,
    allow_older: bool = False,
    derived: Sequence[Path] = (),
) -> VerifyReport:
    """Verify the bundle; with `key` compute the leak check again, also over `derived` folders; unless `unsigned`, judge
    the sign-off.

    `home` is the key beside which decisions and auditors may lie when none was given, and whose release keys are our
    own. With `pin` what holds is remembered.
    """
    with sealed("verify"):
        told = {require_public_key(public_key)} if public_key is not None else set[str]()
        told |= read_public_keys(public_key_file) if public_key_file is not None else set()
        trust = trust_here(find_bundle(bundle), told=told, home=home, revoked=revoked, replace_pin=pin)
        report = verify_bundle(bundle, captures=captures, read_screens=screens, trust=trust)
        for problem in recall_problems(report.bundle, home):
            report.add("the bundle", problem, "Use the version that took its place; this one must not be used.")
        if key is not None and report.ok:
            work = find_bundle(bundle).resolve().parent / "work"
            add_recomputed(report, key.expanduser().absolute(), load_policy(policy), work, derived)
        known = trust.known.get(report.origin.dataset) if report.origin is not None else None
        if unsigned:
            report.notes.append("the sign-off was not looked at (--unsigned)")
        else:
            add_signoff(report, home, auditors, known.auditors if known is not None else ())
        if report.ok or only_unsigned(report):
            signed = signed_by(report.bundle) if report.ok and not unsigned else None
            pin_after(report, trust, (signed[1], signed[0].auditor) if signed is not None else None, asked=pin)
        elif pin:
            report.notes.append("nothing was pinned")
        if allow_older and report.older:
            report.notes.append(report.older)
            report.older = ""
    return report


def tell(report: VerifyReport) -> int:
    """Print problems, notes and what was checked; returns the exit status."""
    for problem in sorted(report.problems):
        complain(f"{problem.where}: {problem.what} Remedy: {problem.remedy}")
    for note in report.notes:
        say(f"note: {note}.")
    if only_unsigned(report):
        complain("the bundle itself holds, but without a valid sign-off it must not be used or published.")
        return UNSIGNED
    if report.problems:
        complain(f"{len(report.problems)} problem(s): this bundle must not be used.")
        return BROKEN
    checked = ", ".join(f"{n} {what}" for what, n in report.checked.items())
    if report.unchecked:
        say(f"nothing was changed since it was signed: {checked}")
        complain(
            f"but whose the {' and the '.join(report.unchecked)} is was not checked: anybody can make a bundle that "
            "holds. Compare the key with what you were told by another way."
        )
        return UNCHECKED
    say(f"everything holds: {checked}")
    if report.older:
        complain(f"but {report.older}. --allow-older takes it all the same.")
        return OLDER
    return HOLDS
