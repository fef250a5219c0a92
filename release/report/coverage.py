"""What was checked and what was not, side by side, each number with what stands beside it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from release.bundle.bundle_models import CanaryShare, Certificate
from release.sign.signoff_file import SignOff


@dataclass(frozen=True, slots=True)
class Covered:
    """One line: what was looked at, how much of it was checked, how much was not, and what that leaves open."""

    what: str
    checked: str
    unchecked: str
    means: str


def interval(share: CanaryShare) -> str:
    """The share that was caught with its 95% interval (Wilson)."""
    if share.share is None:
        return "none planted"
    return (
        f"{share.caught:,} of {share.planted:,} ({share.share:.1%}; 95% interval {share.low:.1%} to {share.high:.1%})"
    )


def coverage(
    certificate: Certificate | None,
    signed: SignOff | None,
    kinds: Collection[str],
    screenshots: int,
    *,
    videos: int = 0,
    withheld: int = 0,
) -> list[Covered]:
    """The lines for a release with these `kinds` of findings and so many released `screenshots` and `videos`;
    `withheld` is the number of demonstrations that stayed out."""
    lines = [_by_a_person(signed, screenshots)]
    if videos:
        lines.append(_watched(signed, videos))
    if certificate is None:
        nothing = "The leak check did not run: nothing is known of what redaction missed."
        return [*lines, Covered("Leak check", "0", "everything", nothing)]
    lines += [_by_the_reader(certificate), *_regions(certificate), _values(certificate)]
    lines += _left_out(certificate, withheld)
    lines.append(
        Covered(
            "Pictures without text on screens",
            "by redaction alone",
            "by a second reader",
            "The leak check reads text. Of faces, avatars and codes that redaction missed only canaries tell.",
        )
    )
    if certificate.detectors is not None:
        silent = sorted(name for name, told in certificate.detectors.items() if not told.answers)
        lines.append(
            Covered(
                "Detectors asked alone",
                f"{len(certificate.detectors) - len(silent)} answered",
                f"{len(silent)} silent" if silent else "none",
                "Not asked are detectors that the policy does not demand."
                if not silent
                else f"Silent: {', '.join(silent)}.",
            )
        )
    return [*lines, *_canaries(certificate, kinds)]


def _by_a_person(signed: SignOff | None, screenshots: int) -> Covered:
    if signed is None or signed.plan is None:
        return Covered(
            "Screenshots seen by a person", "0", f"{screenshots:,}", "No auditor had signed when this was written."
        )
    seen, total = signed.reviewed, int(signed.plan["total"])
    sure = f"{float(signed.plan['confidence']):.0%}"
    means = f"At most {signed.upper_bound:.2%} of all screens can miss something, with {sure} confidence."
    return Covered("Screenshots seen by a person", f"{seen:,}", f"{total - seen:,}" if seen < total else "none", means)


def _watched(signed: SignOff | None, videos: int) -> Covered:
    told = (signed.plan or {}).get("videos") if signed is not None else None
    if not isinstance(told, dict):
        return Covered("Videos seen by a person", "0", f"{videos:,}", "No auditor had signed when this was written.")
    seen, total = int(told["reviewed"]), int(told["total"])
    means = "Raw beside released, with the least certain frames shown; not every frame was looked at by itself."
    return Covered("Videos seen by a person", f"{seen:,}", f"{total - seen:,}" if seen < total else "none", means)


def _by_the_reader(certificate: Certificate) -> Covered:
    sample = certificate.sample
    if sample is None or sample.screens_read >= sample.screens:
        read = certificate.read.get("screenshots_by_ocr", 0)
        return Covered("Different screenshots read again", f"{read:,}", "none", "Equal screenshots are read once.")
    return Covered(
        "Different screenshots read again",
        f"{sample.screens_read:,}",
        f"{sample.screens - sample.screens_read:,}",
        f"Leaks on up to {sample.bound:.2%} of them are not ruled out.",
    )


def _regions(certificate: Certificate) -> list[Covered]:
    shown = certificate.text_on_screens
    if shown is None:
        return []
    means = "Nothing is known of what could not be read: the table below names the screenshots with most of it."
    read = f"{shown.regions - shown.unread:,}"
    return [
        Covered(
            "Regions on screens that look like text",
            read,
            f"{shown.unread:,}" if shown.unread else "none",
            means if shown.unread else "",
        )
    ]


def _values(certificate: Certificate) -> Covered:
    short = certificate.needles_too_short
    means = "Too short to be told from chance hits." if short else ""
    if not certificate.needles:
        means = "No real value was known: only patterns and forms were searched for."
    return Covered(
        "Known real values searched for",
        f"{sum(certificate.needles.values()):,}",
        f"{short:,}" if short else "none",
        means,
    )


def _left_out(certificate: Certificate, demonstrations: int) -> list[Covered]:
    lines = []
    for what, number in (
        ("Screenshots withheld", certificate.screenshots_withheld),
        ("Rows whose text was withheld", certificate.rows_withheld),
        ("Demonstrations withheld", demonstrations),
    ):
        if number:
            lines.append(Covered(what, "–", f"{number:,}", "Something was found there; it is not part of the release."))
    if certificate.kinds_kept:
        words = ", ".join(kind.replace("_", " ") for kind in certificate.kinds_kept)
        lines.append(Covered("Kinds that the policy keeps", "–", words, "Not hidden, and not searched for."))
    return lines


def _canaries(certificate: Certificate, kinds: Collection[str]) -> list[Covered]:
    planted = certificate.canaries
    if planted is None or not planted.enabled:
        means = "What the detectors miss was not measured."
        return [Covered("Canaries", "0 planted", "everything", means)]
    lines = []
    measured = {kind.kind for kind in planted.kinds if kind.planted}
    for where, share in (("in text", planted.text), ("on screens", planted.screen)):
        if share is not None:
            lost = share.planted - share.caught
            missed = f"{lost:,} missed" if lost else "none"
            lines.append(Covered(f"Canaries {where}", interval(share), missed, f"The floor is {planted.floor:.0%}."))
    if unmeasured := sorted(set(kinds) - measured):
        words = ", ".join(kind.replace("_", " ") for kind in unmeasured)
        means = "Found in this release, but no canary was of this kind: which share was caught is not known."
        lines.append(Covered("Kinds measured with canaries", f"{len(measured):,}", words, means))
    return lines
