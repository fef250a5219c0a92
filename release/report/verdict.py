"""What a report says first: whether every check holds, each with its figures, its interval and its exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from release.bundle.bundle_models import Canaries, Certificate, Signature
from release.report.coverage import interval
from release.verify.problems import VerifyReport
from validation.table.expectations import CheckResult


@dataclass(frozen=True, slots=True)
class Line:
    """One check: whether it holds, in words, and what of it is an exception although it holds ("": nothing)."""

    name: str
    passed: bool
    words: str
    exceptions: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """The verdict. `word` is the first one that is read: it never says more than all lines together."""

    lines: tuple[Line, ...]

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return all(line.passed for line in self.lines)

    @property
    def word(self) -> str:
        """The verdict in a few words."""
        if not self.passed:
            return "Not fit for release"
        return "Every check holds" + (", with exceptions" if any(line.exceptions for line in self.lines) else "")


def verdict(
    checks: Sequence[CheckResult],
    certificate: Certificate | None,
    signature: Signature | None,
    verification: VerifyReport | None,
) -> Told:
    """The verdict over validation, leak check, canaries, signature, and what is on disk where that was verified."""
    failed = sum(1 for check in checks if not check.passed)
    lines = [
        Line("Validation", bool(checks) and not failed, f"{len(checks) - failed} of {len(checks)} checks hold"),
        _leaks(certificate),
        *([_canaries(certificate.canaries)] if certificate is not None and certificate.canaries is not None else []),
        Line("Signature", signature is not None, "signed (Ed25519)" if signature else "not signed"),
    ]
    if verification is not None:
        number = len(verification.problems)
        checked = verification.checked
        words = f"{checked.get('files', 0)} files and {checked.get('screenshots', 0)} screenshots match the manifest"
        lines.append(Line("Bundle", not number, words if not number else f"{number} problem(s) on disk"))
    return Told(tuple(lines))


def _leaks(certificate: Certificate | None) -> Line:
    if certificate is None:
        return Line("Leak check", False, "no certificate")
    read, shown = certificate.read, certificate.text_on_screens
    unread, regions = (shown.unread, shown.regions) if shown is not None else (0, 0)
    words = (
        f"{len(certificate.findings or ())} findings; {read['texts']:,} texts and {read['screenshots']:,} screenshots "
        f"were searched for {sum(certificate.needles.values()):,} real values"
    )
    left = [
        (certificate.screenshots_withheld, "screenshot(s) withheld"),
        (certificate.rows_withheld, "row(s) whose text was withheld"),
        (unread, f"of {regions:,} regions that look like text could not be read"),
    ]
    if (sample := certificate.sample) is not None and sample.screens_read < sample.screens:
        left.append((sample.screens - sample.screens_read, f"of {sample.screens:,} screenshots were not read again"))
    exceptions = "; ".join(f"{number:,} {what}" for number, what in left if number)
    return Line("Leak check", certificate.verdict == "passed", words, exceptions)


def _canaries(planted: Canaries) -> Line:
    if not planted.enabled:
        return Line("Canaries", True, "none planted", "what the detectors miss was not measured")
    shares = (("in text", planted.text), ("on screens", planted.screen))
    words = "; ".join(f"{where} {interval(share)} caught" for where, share in shares if share is not None)
    missed = [
        f"{one.planted - one.caught:,} {one.kind.replace('_', ' ')} ({one.where})"
        for one in planted.kinds
        if one.caught < one.planted
    ]
    return Line("Canaries", planted.passed, words, f"missed: {', '.join(missed)}" if missed else "")
