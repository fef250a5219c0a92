"""The sign-off as the maintainer's machine sees it: auditors and decisions lie beside the key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from release.auditors import auditors_path
from release.review.decisions import decisions_path
from release.signoff import check_signoff


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
