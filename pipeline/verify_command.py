"""What `entrophy verify` does: judge a bundle as far as the given things allow, and tell it in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from redaction.errors import sealed
from redaction.policy import load_policy
from release.layout import find_bundle
from release.problems import VerifyReport
from release.recompute import add_recomputed
from release.signing_gate import add_signoff, only_unsigned
from release.verify import verify_bundle

HOLDS, BROKEN, UNSIGNED = 0, 1, 3
"""Exit status: everything holds; something does not; everything but the sign-off."""


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
) -> VerifyReport:
    """Verify the bundle; with `key` compute the leak check again; unless `unsigned`, judge the sign-off.

    `home` is the key beside which decisions and auditors may lie when none was given.
    """
    with sealed("verify"):
        report = verify_bundle(bundle, captures=captures, public_key=public_key, read_screens=screens)
        if key is not None and report.ok:
            work = find_bundle(bundle).resolve().parent / "work"
            add_recomputed(report, key.expanduser().absolute(), load_policy(policy), work)
        if unsigned:
            report.notes.append("the sign-off was not looked at (--unsigned)")
        else:
            add_signoff(report, home, auditors)
    return report


def tell(report: VerifyReport, console: Console, errors: Console) -> int:
    """Print problems, notes and what was checked; returns the exit status."""
    for problem in sorted(report.problems):
        errors.print(f"{problem.where}: {problem.what} Remedy: {problem.remedy}", soft_wrap=True, markup=False)
    for note in report.notes:
        console.print(f"note: {note}.", soft_wrap=True, markup=False)
    if only_unsigned(report):
        errors.print(
            "the bundle itself holds, but without a valid sign-off it must not be used or published.", soft_wrap=True
        )
        return UNSIGNED
    if report.problems:
        errors.print(f"{len(report.problems)} problem(s): this bundle must not be used.", soft_wrap=True)
        return BROKEN
    checked = ", ".join(f"{n} {what}" for what, n in report.checked.items())
    console.print(f"everything holds: {checked}", soft_wrap=True)
    return HOLDS
