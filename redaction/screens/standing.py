"""What stays standing on a screen although it may be somebody's: for the eyes of an auditor.

Of what redaction misses the re-scorer has seen most, with too little chance to hide it. On four page sets that nothing
had learned from (104 screens, 20 of them with a leak) 14 of 26 misses are among the two likeliest lines of each screen
that stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from redaction.findings import Box, ImageFinding
from redaction.page.boxes import share_in
from redaction.page.words import Word

LIKELY = 0.01
"""A word less likely to be somebody's is not told."""
A_SCREEN = 5
"""So many lines of a screen are told at most, by their likeliest word."""
COVERED = 0.5
"""A word of which this share of its box lies under a finding does not stand."""
_DECIMALS = 3


class Unhidden(NamedTuple):
    """Where a word stands, in px, its chance to be somebody's, rounded, and the word. Captured."""

    box: Box
    chance: float
    text: str


def standing(chances: Mapping[Word, float], found: Iterable[ImageFinding]) -> list[Unhidden]:
    """Of the lines of a screen the likeliest word that nothing hides, the likeliest first."""
    hidden = [finding.box for finding in found]
    lines: dict[int, Unhidden] = {}
    for word, chance in chances.items():
        rounded = round(chance, _DECIMALS)
        before = lines.get(word.line)
        if chance >= LIKELY and (before is None or rounded > before.chance) and not under(word.box, hidden):
            lines[word.line] = Unhidden(word.box, rounded, word.text)
    return sorted(lines.values(), key=lambda one: (-one.chance, one.box))[:A_SCREEN]


def once(standing: Mapping[str, Sequence[Unhidden]]) -> dict[str, list[Unhidden]]:
    """By the name of a screen what stays there, each word on one screen alone: where it is likeliest, or the first."""
    places = [(-one.chance, name, one) for name, some in standing.items() for one in some]
    best: dict[str, tuple[str, Unhidden]] = {}
    for _, name, one in sorted(places):
        best.setdefault(one.text.casefold(), (name, one))
    told: dict[str, list[Unhidden]] = {}
    for name, one in best.values():
        told.setdefault(name, []).append(one)
    return told


def under(box: Box, hidden: Iterable[Box]) -> bool:
    """Whether something hides a box."""
    return any(share_in(box, other) >= COVERED for other in hidden)
