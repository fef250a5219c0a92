"""What the leak check keeps of each screenshot that was read again: what was found there, and what stayed unread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Found = tuple[str, str, str]
"""(entity id, kind, how) of something that was found."""
#: Of a screenshot, so many regions that look like text may stay unread whatever their share: scripts and signs that
#: the reader does not know, drawings that look like letters.
UNREAD_FREE = 10
#: Largest share of the regions unread above that, where no policy says otherwise: of the rest, most was not checked.
UNREAD_SHARE = 0.5
#: So many of the screenshots with unread regions are named, so that people look there first.
_MOST = 20


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found on one screenshot, and how many of its regions that look like text could not be read."""

    found: tuple[Found, ...]
    regions: int
    unread: int


#: Verdicts by the digest of the screenshot's file; None is unreadable.
Judged = dict[str, Verdict | None]


@dataclass(frozen=True, slots=True)
class Unread:
    """Regions that look like text on the screenshots that were read again, and those of them that were not readable."""

    regions: int = 0
    unread: int = 0
    #: (number of unread regions, different screenshots with so many)
    screens: tuple[tuple[int, int], ...] = ()
    #: (place of a screenshot, its unread regions): those with most of them
    most: tuple[tuple[str, int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For the certificate."""
        by_number = {str(number): screens for number, screens in self.screens}
        return {
            "regions": self.regions,
            "unread": self.unread,
            "screens_by_unread_regions": by_number,
            "most_unread": [{"where": where, "unread": number} for where, number in self.most],
        }


NOTHING_READ = Unread()


def findings(verdict: Verdict | None, unread_at_most: float) -> tuple[Found, ...]:
    """What keeps a screenshot out of a release: what was found, or that most of it was not read."""
    if verdict is None:
        return (("", "unreadable", "Tesseract cannot read it"),)
    if verdict.unread > max(UNREAD_FREE, unread_at_most * verdict.regions):
        share = f"{verdict.unread} of {verdict.regions} regions that look like text"
        return (*verdict.found, ("", "unreadable", f"{share} cannot be read on the screenshot"))
    return verdict.found


def count_unread(verdicts: Iterable[tuple[str, Verdict | None]]) -> Unread:
    """Add up the verdicts of different screenshots, given with their places."""
    read = [(where, verdict) for where, verdict in verdicts if verdict is not None]
    most = sorted((-verdict.unread, where) for where, verdict in read if verdict.unread)
    return Unread(
        sum(verdict.regions for _, verdict in read),
        sum(verdict.unread for _, verdict in read),
        tuple(sorted(Counter(verdict.unread for _, verdict in read).items())),
        tuple((where, -number) for number, where in most[:_MOST]),
    )
