"""Two auditors who decided each for themselves: how far they agree, and on which screens they do not.

Agreement is told of what they decided first, before one knew of the other: whatever they settle afterwards agrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from release.review.decisions import Decision, Decisions
from release.review.reviewed_bundle import ReviewBundle


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two auditors decided about the screens that both saw: `screens` in all, on how many they `agreed` at first,
    Cohen's `kappa` of that (None where it is not defined), and the names of screens on which they disagree today."""

    auditors: tuple[str, str]
    screens: int
    agreed: int
    kappa: float | None
    disputed: tuple[str, ...]

    def text(self) -> str:
        """The sentence for people."""
        of = "not defined: both said one and the same of every screen" if self.kappa is None else f"{self.kappa:.2f}"
        open_ = f", {len(self.disputed)} still to be settled" if self.disputed else ""
        return f"agreed at first on {self.agreed:,} of {self.screens:,} screens that both saw (kappa {of}){open_}"


def cohens_kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa of two raters: (agreement - agreement by chance) / (1 - agreement by chance). None without pairs,
    and where both say one and the same of everything: chance alone would explain it."""
    number = len(pairs)
    first, second = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    chance = sum(first[label] * second[label] for label in first)
    if chance == number**2:
        return None
    agreed = sum(one == other for one, other in pairs)
    return (agreed * number - chance) / (number**2 - chance)


def agreements(bundle: ReviewBundle, decisions: Decisions) -> list[Agreement]:
    """Every pair of auditors who both saw a screen of `bundle` as it is."""
    names = {(shot.digest, shot.row_digest): name for name, shot in bundle.shots.items()}
    now, before = (_by_auditor(names, given) for given in (decisions.standing(), decisions.first()))
    found = []
    for one, other in combinations(sorted(before), 2):
        both = sorted(before[one].keys() & before[other].keys())
        pairs = [(before[one][name], before[other][name]) for name in both]
        if pairs:
            disputed = tuple(name for name in both if now[one][name] != now[other][name])
            agreed = sum(a == b for a, b in pairs)
            found.append(Agreement((one, other), len(pairs), agreed, cohens_kappa(pairs), disputed))
    return found


def _by_auditor(names: dict[tuple[str, str], str], decided: list[Decision]) -> dict[str, dict[str, str]]:
    """Auditor → screen → verdict."""
    found: dict[str, dict[str, str]] = {}
    for one in decided:
        name = names.get((one.screen, one.rows))
        if name is not None:
            found.setdefault(one.auditor, {})[name] = one.verdict
    return found
