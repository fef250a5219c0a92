"""Files against manifest, sums, signature and certificate; archive members against the manifest."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping

from redaction.canaries.detectors import SCREEN_DETECTORS, TEXT_DETECTORS, silent
from redaction.canaries.figures import figures
from redaction.work import formats
from redaction.work.files import file_digest
from release.bundle.bundle_models import Answer, Canaries, Certificate, Manifest, Summary, UnreadText
from release.bundle.exact import exact_json
from release.bundle.starter import STARTERS
from release.bundle.withhold import REASON, ROW_REASON
from release.sign.signing import signature_problem
from release.verify.problems import VerifyReport
from validation.files.bundle_files import CERTIFICATE, MANIFEST, REQUIRED, SIGNATURE, SIGNOFF, STARTER, SUMMARY, SUMS
from validation.files.demonstration_layout import is_archive
from validation.files.digests import content_digest, digest_bytes
from validation.files.file_models import parsed
from validation.files.source_layout import is_source_archive
from validation.leaks.leak_sources import MAX_DEMONSTRATION_MEMBER, MAX_MEMBER

_SUM = re.compile(r"([0-9a-f]{64})  ([^\n/\\]+)")
#: what the manifest cannot speak about: it is older than these, or is one of them
_SEALED_APART = (MANIFEST, SIGNATURE, SUMS, SIGNOFF)


def check_files(report: VerifyReport, manifest: Manifest) -> None:
    """Present, nothing extra, sizes and digests; then every archive member."""
    listed = manifest.files
    present = {path.name: path for path in sorted(report.bundle.iterdir())}
    for name in REQUIRED:
        if name not in present:
            report.add(name, "is missing")
    for name in sorted(set(present) - set(listed) - set(_SEALED_APART)):
        report.add(_safe(name), "is not in the manifest")
    found: dict[str, str] = {}
    for name in sorted(listed):
        path = present.get(name)
        if path is None:
            report.add(_safe(name), "is in the manifest but missing")
            continue
        if path.is_symlink() or not path.is_file():
            report.add(_safe(name), "is not a plain file")
            continue
        report.count("files")
        found[name] = file_digest(path)
        if found[name] != listed[name].sha256:
            report.add(_safe(name), "was altered: its SHA-256 differs from the manifest")
        elif path.stat().st_size != listed[name].bytes:
            report.add(MANIFEST, f"gives a wrong size for {_safe(name)}")
    if content_digest(found) != manifest.content_digest:
        report.add(MANIFEST, "its content digest is not that of the files")
    archives = {name for name in present if name.endswith(".zip")}
    for name in sorted(archives | set(manifest.screenshots) | set(manifest.demonstrations) | set(manifest.sources)):
        report.guard(_safe(name), lambda n=name: _check_archive(report, manifest, n))  # type: ignore[misc]


def _check_archive(report: VerifyReport, manifest: Manifest, name: str) -> None:
    demonstrations = is_archive(name) or is_source_archive(name)
    every = manifest.sources if is_source_archive(name) else manifest.demonstrations
    listed = (every if demonstrations else manifest.screenshots).get(name, {})
    path = report.bundle / name
    if path.name != name or path.is_symlink() or not path.is_file():
        report.add(_safe(name), "is not a plain file in the bundle")
        return
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
        names = [info.filename for info in infos]
        for number, info in enumerate(infos):
            where = f"{name} member {number}"
            expected = listed.get(info.filename)
            if expected is None:
                report.add(where, "is not in the manifest")
                continue
            # Sizes come from headers that may lie; the real limit is the one below, on what is read.
            most = MAX_DEMONSTRATION_MEMBER if demonstrations else MAX_MEMBER
            if info.file_size > most or info.compress_size > most:
                report.add(where, "is too large to be a screenshot" if not demonstrations else "is too large")
                continue
            counted = "files of sources" if is_source_archive(name) else "files of demonstrations"
            report.count(counted if demonstrations else "screenshots")
            try:
                with archive.open(info) as member:
                    data = member.read(most + 1)
            except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, ValueError):
                report.add(where, "cannot be read")
                continue
            if digest_bytes(data) != expected.sha256 or len(data) != expected.bytes:
                report.add(where, "was altered: its SHA-256 differs from the manifest")
        for missing in sorted(set(listed) - set(names)):
            what = "file" if demonstrations else "screenshot"
            report.add(name, f"lacks the {what} {sorted(listed).index(missing)} of the manifest")


def check_starter(report: VerifyReport, manifest: Manifest) -> None:
    """The notebook is one of ours: whoever opens it runs what it says."""
    if STARTER in manifest.files and manifest.files[STARTER].sha256 not in STARTERS:
        report.add(STARTER, "is no starter notebook of this format", "Do not run it; fetch the bundle again.")


def check_seals(report: VerifyReport) -> None:
    """SHA256SUMS, the signature, and the written form of all seals: what else they could hold nobody has signed."""
    _check_sums(report)
    for name in (MANIFEST, CERTIFICATE):
        try:
            exact_json((report.bundle / name).read_bytes())
        except (ValueError, RecursionError):
            report.add(name, "is not in the written form")
        except OSError:
            continue  # already reported as missing
    path = report.bundle / SIGNATURE
    if not path.is_file():
        report.add(SIGNATURE, "is missing: the bundle is not signed", "Build it with a key.")
        return
    problem = signature_problem((report.bundle / MANIFEST).read_bytes(), path.read_bytes())
    report.count("signatures")
    if problem:
        report.add(SIGNATURE, problem)


def _check_sums(report: VerifyReport) -> None:
    path = report.bundle / SUMS
    if not path.is_file():
        return  # already reported as missing
    lines = path.read_bytes().decode("utf-8", errors="replace").split("\n")
    sums: dict[str, str] = {}
    for number, line in enumerate(lines[:-1], 1):
        match = _SUM.fullmatch(line)
        if match is None or match[2] in sums:
            report.add(f"{SUMS} line {number}", "is no sum, or one for a file named before")
            continue
        sums[match[2]] = match[1]
    present = {p.name for p in report.bundle.iterdir() if p.is_file() and not p.is_symlink()} - {SUMS, SIGNOFF}
    for name in sorted(set(sums) ^ present):
        report.add(SUMS, f"{'has no sum for' if name in present else 'has a sum for an absent file'} {_safe(name)}")
    for name in sorted(set(sums) & present):
        if file_digest(report.bundle / name) != sums[name]:
            report.add(SUMS, f"its sum of {_safe(name)} is wrong")
    if path.read_bytes() != "".join(f"{sums[name]}  {name}\n" for name in sorted(sums)).encode():
        report.add(SUMS, "is not in the written form")


def check_certificate(report: VerifyReport, manifest: Manifest) -> None:
    """The leak certificate must have passed, for this very content."""
    path = report.bundle / CERTIFICATE
    if not path.is_file():
        return  # already reported as missing
    certificate = parsed(Certificate, path.read_bytes())
    report.count("certificates")
    rescan = "Scan the bundle again; it cannot be published without a passing certificate."
    if certificate.format != formats.CERTIFICATE:
        report.add(CERTIFICATE, "is of an unknown format", rescan)
    if not certificate.passed:
        report.add(CERTIFICATE, "did not pass", rescan)
    if certificate.content_digest != manifest.content_digest:
        report.add(CERTIFICATE, "was made for other content", rescan)
    inputs = sorted(entry.source_digest for entry in manifest.inputs)
    if certificate.inputs and sorted(certificate.inputs) != inputs:
        report.add(CERTIFICATE, "was made for other inputs", rescan)
    _check_canaries(report, manifest, certificate.canaries)
    _check_detectors(report, manifest, certificate.detectors)
    report.guard(SUMMARY, lambda: _check_withheld(report, certificate))
    _check_unread(report, certificate.text_on_screens)


def _check_canaries(report: VerifyReport, manifest: Manifest, stated: Canaries | None) -> None:
    """Where the policy demands canaries, the certificate tells how many were caught, and that was enough."""
    if manifest.canaries not in ("required", "off"):
        report.add(MANIFEST, "does not say whether canaries are required")
    if manifest.canaries == "off":
        return
    rebuild = "Build it again with its canaries; it cannot be published without them."
    if stated is None or not stated.cells:
        report.add(CERTIFICATE, "does not say how many canaries were caught", rebuild)
        return
    report.count("canaries", sum(cell.planted for cell in stated.cells))
    counted = figures([cell.model_dump() for cell in stated.cells], stated.floor)
    if counted != stated.model_dump():
        report.add(CERTIFICATE, "gives canary figures that do not add up", rebuild)
    for where in counted["below"]:
        report.add(CERTIFICATE, f"too few canaries were caught: {where}", rebuild)


def _check_detectors(report: VerifyReport, manifest: Manifest, stated: Mapping[str, Answer] | None) -> None:
    """Every detector that the policy demands was on and answered; the manifest tells which, the certificate that."""
    needed = manifest.detectors
    if needed is None:
        report.add(MANIFEST, "does not say which detectors are demanded")
        return
    for name in silent({name: told.answers for name, told in (stated or {}).items()}, needed):
        report.add(
            CERTIFICATE,
            f"does not say that the detector {_safe(name.replace(' ', '-'))} was on and answered",
            "Build it again with that detector; it cannot be published without.",
        )
    report.count("detectors", len(needed))
    known = {*TEXT_DETECTORS, *(SCREEN_DETECTORS if manifest.counts["screenshots"] else ())}
    off = sorted(known - set(needed))
    if off:
        report.notes.append(f"switched off by policy: {', '.join(off)}")


def _check_withheld(report: VerifyReport, certificate: Certificate) -> None:
    """The certificate and the summary of refusals tell the same numbers of withheld screenshots and rows."""
    summary = parsed(Summary, (report.bundle / SUMMARY).read_bytes())
    for stated, reason, what, told in (
        (certificate.screenshots_withheld, REASON, "screenshots", "{} screenshot(s) were withheld"),
        (certificate.rows_withheld, ROW_REASON, "rows", "the text of {} row(s) was withheld"),
    ):
        if stated != summary.refused.get(reason, 0):
            report.add(CERTIFICATE, f"gives another number of withheld {what} than the summary")
        elif stated:
            report.notes.append(f"{told.format(stated)} because the leak check found something there")


def _check_unread(report: VerifyReport, stated: UnreadText | None) -> None:
    """What could not be read on the screenshots adds up, and is told."""
    if stated is None:
        report.add(CERTIFICATE, "does not say how much of the text on screenshots could not be read")
        return
    by_number = {int(number): screens for number, screens in stated.screens_by_unread_regions.items()}
    if stated.unread != sum(number * screens for number, screens in by_number.items()):
        report.add(CERTIFICATE, "gives figures of unread text that do not add up")
    elif stated.unread:
        screens = sum(count for number, count in by_number.items() if number)
        report.notes.append(
            f"{stated.unread} of {stated.regions} regions that look like text, on {screens} different screenshots, "
            "could not be read again: nothing is known of them"
        )


def _safe(name: str) -> str:
    """A file name as it may be shown: names of foreign files could say anything."""
    return name if re.fullmatch(r"[A-Za-z0-9_.-]{1,100}", name) else f"a file with a name of {len(name)} characters"
