"""Which version a difference makes: schema or meaning is major; rows, recordings, processes minor; the rest patch."""

from __future__ import annotations

from typing import Literal

from redaction.errors import BundleError
from release.bundle.bundle_place import check_version
from release.difference.difference import MEANING, SHOWN, TEXTS, Difference, Names
from release.difference.source_tables import SourceChange

Level = Literal["major", "minor", "patch"]
FIRST = "0.1.0"
"""The version of a dataset's first release when none is given."""


def numbers(version: str) -> tuple[int, ...]:
    """X.Y.Z as numbers, in the order of versions. BundleError for another form."""
    check_version(version)
    return tuple(map(int, version.split(".")))


def next_version(version: str, level: Level) -> str:
    """The smallest version above `version` that tells of a change of this level."""
    major, minor, patch = numbers(version)
    above = {"major": (major + 1, 0, 0), "minor": (major, minor + 1, 0), "patch": (major, minor, patch + 1)}[level]
    return ".".join(map(str, above))


def changes(found: Difference) -> dict[Level, list[str]]:
    """What changed, in phrases of our own words and figures, by the level it demands."""
    cells = found.cells
    others = {name for name in cells if name not in MEANING | TEXTS and name != SHOWN}
    told: dict[Level, list[str]] = {
        "major": [
            *(["the dataset has another name"] if found.before.dataset != found.now.dataset else []),
            *_told(found.columns, "columns"),
            *_told(found.kinds_kept, "kinds of identifiers left as captured"),
            *(f"{name} is another one in {cells[name]} row(s)" for name in sorted(MEANING & set(cells))),
            *(f"source {one.name}: {fields}" for one in found.sources if (fields := _fields(one))),
        ],
        "minor": [
            *_told(Names(added=found.rows.added, removed=found.rows.removed), "rows"),
            *_told(Names(added=found.recordings.added, removed=found.recordings.removed), "recordings"),
            *_told(found.processes, "processes"),
            *(f"{name} is another one in {cells[name]} row(s)" for name in sorted(others)),
            *(f"source {one.name}: {rows}" for one in found.sources if (rows := _rows(one))),
            *(line for one in found.sources for line in _cells(one, redacted=False)),
        ],
        "patch": [
            *(f"{name} is another one in {cells[name]} row(s)" for name in sorted(TEXTS & set(cells))),
            *_told(found.screenshots, "screenshots", "redacted anew"),
            *(["the policy is another one"] if found.policy_changed else []),
            *(["engines or their versions are others"] if found.engines or found.checks else []),
            *_told(found.detectors, "detectors"),
            *(line for one in found.sources for line in _cells(one, redacted=True)),
        ],
    }
    return told


def level_of(found: Difference) -> Level:
    """The level of the whole difference; of none at all patch, since it is another build."""
    told = changes(found)
    return "major" if told["major"] else "minor" if told["minor"] else "patch"


def chosen_version(version: str, found: Difference) -> str:
    """The version given, or ("") the proposal. BundleError naming what changed and the smallest honest version when the
    one given is too small."""
    level = level_of(found)
    least = next_version(found.before.version, level)
    if not version:
        return least
    if numbers(version) < numbers(least):
        why = "; ".join(changes(found)[level]) or "it is another build"
        raise BundleError(
            f"{version} is too small a step from {found.before.version} for what changed ({level}: {why}).",
            remedy=f"give --version {least} or above, or leave it out.",
        )
    return version


def version_told(found: Difference) -> str:
    """Whether the newer version says what changed, in one sentence."""
    level = level_of(found)
    least, stated = next_version(found.before.version, level), found.now.version
    verdict = "says so" if numbers(stated) >= numbers(least) else "does not say so: do not rely on it"
    return f"A change of level {level}: {least} is the smallest version that says so; {stated} {verdict}."


def check_above(version: str, before: str) -> None:
    """BundleError unless `version` is above the one before: all that can be known before anything was read."""
    if numbers(version) <= numbers(before):
        raise BundleError(
            f"version {version} is not above {before}, the version before.",
            remedy="leave --version out: the build proposes the next one.",
        )


def changes_told(found: Difference) -> dict[str, list[str]]:
    """The lines of a change log: what changed by its level, then the figures that moved. Names that only the version
    before had are counted and never told again: they may be why there is another version."""
    here = {one.where for one in found.statistics if one.now is not None}
    lines: dict[str, list[str]] = {f"{level} change": told for level, told in changes(found).items() if told}
    named = [(f"process {name}", "added") for name in found.processes.added]
    named += [(f"detector {n}", word) for word in ("added", "removed") for n in getattr(found.detectors, word)]
    named += [(f"policy, {word}", line) for word in ("added", "removed") for line in getattr(found.policy, word)]
    named += [(one.name, f"{one.before or 'none'} → {one.now or 'none'}") for one in found.engines]
    lines["what exactly"] = [": ".join(one) for one in named]
    lines["figures"] = [
        f"{f.where}: {f.measure.replace('_', ' ')} {_figure(f.before)} → {_figure(f.now)}"
        for f in found.statistics
        if f.where in here
    ]
    return {head: some for head, some in lines.items() if some}


def _figure(number: float | None) -> str:
    return "none" if number is None else f"{number:,.10g}"


def _counted(*counts: tuple[int, str]) -> str:
    return ", ".join(f"{count} {word}" for count, word in counts if count)


def _fields(one: SourceChange) -> str:
    told = _counted((one.fields_added, "added"), (one.fields_removed, "removed"), (one.fields_changed, "changed"))
    return f"fields {told}" if told else ""


def _rows(one: SourceChange) -> str:
    told = _counted((one.added, "added"), (one.removed, "removed"))
    return f"rows {told}" if told else ""


def _cells(one: SourceChange, *, redacted: bool) -> list[str]:
    named = {name: count for name, count in one.cells.items() if (name in one.redacted) == redacted}
    return [f"source {one.name}: {name} is another one in {count} row(s)" for name, count in named.items()]


def _told(names: Names, what: str, changed: str = "changed") -> list[str]:
    counts = ((names.added, "added"), (names.removed, "removed"), (names.changed, changed))
    parts = [f"{len(some)} {word}" for some, word in counts if some]
    return [f"{what}: {', '.join(parts)}"] if parts else []
