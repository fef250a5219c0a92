"""Does a bundle hold what it promises? Every file, row, screenshot and statement, from the bytes on disk.

A bundle may come from anywhere: nothing in it is trusted, nothing is unpacked to disk, and no content of it makes this
raise. What is wrong ends up in the report.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evaluation.tasks.records import TASKS_FILE
from redaction.errors import BundleError
from release.bundle.bundle_format import find_bundle
from release.bundle.bundle_models import Manifest
from release.bundle.manifest import read_manifest
from release.sign.sbom import without_own_names
from release.verify.origin import Trust, judge_origin
from release.verify.problems import LEAK, NOT_AGAIN, Problem, VerifyReport
from release.verify.verify_captures import captured_needles, repeated_strings
from release.verify.verify_demonstrations import check_demonstrations
from release.verify.verify_files import check_certificate, check_files, check_seals, check_starter
from release.verify.verify_metadata import check_croissant, check_kaggle
from release.verify.verify_provenance import check_provenance, check_sbom
from release.verify.verify_sources import check_sources
from release.verify.verify_tables import Tables, check_statements, check_tables
from release.verify.verify_tasks import check_similarity, check_tasks, check_utility
from validation.files.bundle_files import (
    CERTIFICATE,
    CROISSANT,
    METADATA,
    PROVENANCE,
    SBOM,
    SIGNATURE,
    SIMILARITY,
    STARTER,
    UTILITY,
)
from validation.leaks.allowed import Allowed
from validation.leaks.scan import scan_bundle

__all__ = ["Problem", "VerifyReport", "verify_bundle"]


def verify_bundle(
    path: Path,
    *,
    captures: Sequence[Path] = (),
    public_key: str | None = None,
    read_screens: bool = False,
    trust: Trust | None = None,
) -> VerifyReport:
    """Check the bundle at `path` (or at `path`/bundle) and report every problem, sorted.

    With `captures` (raw batches) also that no participant, declared entity or captured e-mail address reappears in it;
    with `read_screens` on its screenshots as well (about a second each). `public_key` (base64) is the key that must
    have signed; `trust` is all that the reader knows of keys. Without either the signature shows integrity, not origin,
    and `report.origin` says so. Never raises for what a bundle or batch holds.
    """
    trust = trust or Trust(frozenset([public_key] if public_key is not None else []))
    report = VerifyReport(find_bundle(path))
    bundle = report.bundle
    if bundle.is_symlink() or not bundle.is_dir():
        report.add("the bundle", "is not a folder", "Give the folder that `entrophy build` wrote.")
        return report
    try:
        manifest = read_manifest(bundle)
    except BundleError as error:
        report.add(error.record, error.message, error.remedy)
        return report
    tables = Tables()
    report.guard("files", lambda: check_files(report, manifest))
    report.guard(STARTER, lambda: check_starter(report, manifest))
    report.guard("seals", lambda: check_seals(report))
    report.guard(SIGNATURE, lambda: judge_origin(report, manifest, trust))
    report.guard(PROVENANCE, lambda: check_provenance(report, manifest))
    report.guard(SBOM, lambda: check_sbom(report))
    report.guard(CERTIFICATE, lambda: check_certificate(report, manifest))
    report.guard("tables", lambda: check_tables(report, manifest, tables))
    report.guard("demonstrations", lambda: check_demonstrations(report, manifest, tables))
    report.guard("sources", lambda: check_sources(report, manifest))
    check_statements(report, manifest, tables)
    report.guard(TASKS_FILE, lambda: check_tasks(report, manifest, tables))
    report.guard(SIMILARITY, lambda: check_similarity(report, manifest, tables))
    report.guard(UTILITY, lambda: check_utility(report, manifest))
    report.guard(METADATA, lambda: check_kaggle(report, manifest))
    report.guard(CROISSANT, lambda: check_croissant(report, manifest, tables))
    report.guard("contents", lambda: _check_contents(report, manifest, captures, tables, read_screens))
    report.problems.sort()
    report.checked = dict(sorted(report.checked.items()))
    return report


def _check_contents(
    report: VerifyReport, manifest: Manifest, captures: Sequence[Path], tables: Tables, read_screens: bool
) -> None:
    kept = frozenset(manifest.kinds_kept)
    if kept:
        report.notes.append(f"left as they were captured, by the policy of this release: {', '.join(sorted(kept))}")
    needles, strings, unread = captured_needles(captures)
    needles = [needle for needle in needles if needle[1].value not in kept]
    for number in unread:
        report.add(f"captures[{number}]", "is not a readable capture batch", "Give the batch folder with batch.json.")
    scan = without_own_names(
        scan_bundle(report.bundle, needles, read_screens=read_screens, allowed=Allowed(kept)), report.bundle
    )
    for name, number in scan.read.items():
        report.count(f"scanned {name}", number)
    report.count("captured values looked for", sum(scan.needles.values()))
    again = "digests, signatures, tables, patterns, metadata and the forms of all files"
    report.notes.append(f"computed again: {again}" + (", and every screenshot was read again" if read_screens else ""))
    if not read_screens:
        report.notes.append(f"{NOT_AGAIN}: what can be read on the screenshots (--read-screens, or --key)")
    if not needles:
        report.notes.append(f"{NOT_AGAIN}: whether a captured value is there (--captures, or --key)")
    for leak in scan.findings:
        if leak.kind == "unreadable":
            report.add(leak.where, leak.how)
        else:
            who = leak.entity_id or f"a real-looking {leak.kind}"
            report.add(leak.where, f"{who} is there ({leak.how})", LEAK)
    for where, source in repeated_strings(strings, tables):
        report.add(where, f"repeats a captured text that names somebody ({source})", LEAK)
