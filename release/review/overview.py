"""The review at a glance: what screens are chosen by, what stays standing and may be somebody's, and the findings that
were least certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redaction.findings import Box
from release.review.reviewed_bundle import ReviewBundle

CROPS_A_PASS = 40
"""So many crops are looked through at once."""
MOST_CROPS = 2000
"""Findings beyond so many are more certain than anybody has the patience for."""

STANDING_CROPS = 10 * CROPS_A_PASS
"""So many words that stay are shown before what was hidden."""
STANDS = "not hidden"
"""What stands in the place of a kind where nothing was hidden."""
Finding = tuple[int, Box, str, float]
"""The place of its screen among all, where it is there in px, its kind, and how certain it was (0-1); of a word that
was not hidden its chance to be somebody's."""


def to_look_at(names: Sequence[str], boxes: Mapping[str, Mapping[str, Any]]) -> list[Finding]:
    """What was left on these screens, the likeliest to be somebody's first, then what was hidden, the least certain
    first."""
    left = [
        (index, _box(one), STANDS, float(one["chance"]))
        for index, name in enumerate(names)
        for one in boxes.get(name, {}).get("standing", ())
    ]
    left.sort(key=lambda one: (-one[3], names[one[0]], one[1]))
    return [*left[:STANDING_CROPS], *least_certain(names, boxes)]


def least_certain(names: Sequence[str], boxes: Mapping[str, Mapping[str, Any]]) -> list[Finding]:
    """What was hidden on these screens, the least certain first."""
    found: list[Finding] = []
    for index, name in enumerate(names):
        for one in boxes.get(name, {}).get("boxes", ()):
            found.append((index, _box(one), str(one["kind"]), float(one["score"])))
    return sorted(found, key=lambda one: (one[3], names[one[0]], one[1], one[2]))[:MOST_CROPS]


def _box(one: Mapping[str, Any]) -> Box:
    x0, y0, x1, y1 = (int(v) for v in one["box"])
    return (x0, y0, x1, y1)


def screens_told(names: Sequence[str], bundle: ReviewBundle, boxes: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Of each screen the number of its application, the lowest score of its findings (1.0 without any) and the numbers
    of their kinds; and the names that these numbers stand for."""
    kinds = sorted({str(one["kind"]) for name in names for one in boxes.get(name, {}).get("boxes", ())})
    applications = sorted({_application(bundle, name) for name in names})
    of_kind, of_application = ({word: at for at, word in enumerate(words)} for words in (kinds, applications))
    told = []
    for name in names:
        found = boxes.get(name, {}).get("boxes", ())
        lowest = min((float(one["score"]) for one in found), default=1.0)
        here = sorted({of_kind[str(one["kind"])] for one in found})
        told.append([of_application[_application(bundle, name)], lowest, here])
    return {"applications": applications, "kinds": kinds, "screens": told}


def _application(bundle: ReviewBundle, name: str) -> str:
    return str(bundle.shots[name].rows[0]["application_name"])
