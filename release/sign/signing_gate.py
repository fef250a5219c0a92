"""The sign-off as it is seen from two places: the maintainer's machine, and a stranger's.

On the maintainer's machine the list of trusted auditors and their decisions lie beside the key. A stranger has a copy
of the bundle with the sign-off in it, and at most a list of auditors that came another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from redaction.errors import BundleError, EntrophyError
from release.review.decisions import Decisions, decisions_path
from release.sign.auditors import auditors_path
from release.sign.evidence import bundle_digest
from release.sign.signing import short
from release.sign.signoff import check_signoff
from release.sign.signoff_file import signed_by
from release.verify.problems import VerifyReport
from validation.files.bundle_files import SIGNOFF

_REMEDY = (
    "Do not use or publish it before an auditor has looked at it (`entrophy review`) and signed (`entrophy sign`)."
)


def signoff_check(key_path: Path) -> Callable[[Path], list[str]]:
    """A function that tells what is wrong with the sign-off of a bundle; an empty list when nothing is."""
    trusted, decisions = auditors_path(key_path), decisions_path(key_path)

    def problems(bundle: Path) -> list[str]:
        return check_signoff(
            bundle,
            trusted=trusted if trusted.exists() else None,
            decisions=decisions if decisions.exists() else None,
        )

    return problems


def add_signoff(
    report: VerifyReport,
    key_path: Path | None = None,
    auditors: Path | None = None,
    known: Iterable[tuple[str, str]] = (),
) -> None:
    """Judge the sign-off of a verified bundle; what is wrong with it becomes problems of the report.

    Where the decisions beside `key_path` know this bundle it was reviewed on this machine, and everything is held
    against them and the list of auditors there. Elsewhere the signature is checked, and its key only with `auditors`,
    or where (key, name) is among the `known` who signed this dataset before; `report.signoff_held` says whether.
    """

    def judge() -> None:
        bundle = report.bundle
        home = key_path if key_path is not None and _reviewed_here(bundle, key_path) else None
        try:
            if home is not None and auditors is None:
                problems = signoff_check(home)(bundle)
            else:
                decisions = decisions_path(home) if home is not None else None
                problems = check_signoff(bundle, trusted=auditors, decisions=decisions, stranger=auditors is None)
        except EntrophyError as error:
            report.add(SIGNOFF, f"cannot be judged: {error.message}", error.remedy)
            return
        for problem in problems:
            report.add(SIGNOFF, problem, _REMEDY)
        signed = signed_by(bundle)
        if signed is not None and not problems:
            report.count("sign-offs")
            report.signoff_held = home is not None or auditors is not None or (signed[1], signed[0].auditor) in known
            report.notes.append(
                f"signed off by {signed[0].auditor} with the key {short(signed[1])}"
                + ("" if report.signoff_held else f" ({signed[1]}), held against no list of auditors (--auditors FILE)")
            )

    report.guard(SIGNOFF, judge)


def only_unsigned(report: VerifyReport) -> bool:
    """Whether the sign-off is all that is wrong with a bundle."""
    return bool(report.problems) and all(p.where == SIGNOFF for p in report.problems)


def _reviewed_here(bundle: Path, key_path: Path) -> bool:
    path = decisions_path(key_path)
    if not path.is_file():
        return False
    try:
        return Decisions(path).plan(bundle_digest(bundle)) is not None
    except BundleError:
        return False
