"""stopped.html: why there is no release, which records are concerned, and what to do. Ids, names of files and counts
only, as in the sentence on the terminal; screenshots are linked where they lie, redacted, in the work folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from redaction.canaries.plant import REPORT
from redaction.work import formats
from redaction.work.files import write_whole
from release.bundle.bundle_models import CanaryCell, CanaryReport
from release.bundle.found import Finding, FindingsFile, findings_path
from release.pages import page
from validation.files.file_models import parsed

PAGE = "stopped.html"
MOST_FINDINGS = 500
"""Findings that the page lists; how many there are is told."""
_REMEDY = " Remedy: "


@dataclass(frozen=True, slots=True)
class Missed:
    """Canaries of one place, field, kind and application of a batch, not all of which were caught."""

    batch: str
    cell: CanaryCell


def clear_stopped(out: Path) -> None:
    """What the last build left about its end, before another begins."""
    for path in (out / PAGE, findings_path(out / "work")):
        path.unlink(missing_ok=True)


def write_stopped(out: Path, said: str) -> Path:
    """Write the page of a build into `out` that ended with `said`, one sentence with its remedy."""
    found = _findings(findings_path(out / "work"))
    what, _, remedy = said.partition(_REMEDY)
    made = page(
        "release.report",
        "stopped.html.j2",
        what=what,
        remedies=remedy.split(_REMEDY) if remedy else [],
        found=found[:MOST_FINDINGS],
        total=len(found),
        kinds=_counts(found),
        missed=_missed(out) if "canaries" in what else [],
        pictures=_links(out, (one.screenshot for one in found if one.screenshot), f"{formats.SCREENSHOTS}/{{}}"),
        films=_links(
            out, (one.demonstration for one in found if one.demonstration), f"{formats.DEMONSTRATION_FILES}/{{}}.mp4"
        ),
        in_films=any(one.demonstration for one in found),
        name=out.name,
    )
    write_whole(out / PAGE, made.encode(), private=False)
    return out / PAGE


def _missed(out: Path) -> list[Missed]:
    """Where canaries of batches that do not hold were missed, most of them first."""
    found = []
    for path in sorted((out / "work" / "batches").glob(f"*/{REPORT}")):
        try:
            report = parsed(CanaryReport, path.read_bytes())
        except (OSError, ValueError):
            continue  # the sentence names the batch all the same
        batch = path.relative_to(out / "work" / "batches").parts[0]
        if not report.passed:
            found += [Missed(batch, one) for one in report.cells if one.caught < one.planted]
    return sorted(found, key=lambda one: one.cell.caught - one.cell.planted)


def _findings(path: Path) -> Sequence[Finding]:
    try:
        listed = parsed(FindingsFile, path.read_bytes())
    except (OSError, ValueError):
        return ()  # the sentence tells what stopped it all the same
    return listed.findings if listed.format == formats.FINDINGS else ()


def _counts(found: Iterable[Finding]) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for one in found:
        what = f"{one.kind}, {one.how}"
        counts[what] = counts.get(what, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _links(out: Path, names: Iterable[str], place: str) -> Mapping[str, str]:
    """Screenshot or demonstration → its redacted file, at this `place` of a scrubbed batch, as a link from the page."""
    links = {}
    for name in sorted({*names}):
        found = next(iter(sorted(out.glob(f"work/batches/*/scrubbed/{place.format(escape(name))}"))), None)
        if found is not None:
            links[name] = found.relative_to(out).as_posix()
    return links
