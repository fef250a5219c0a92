"""The audit report: one self-contained HTML file for somebody who was not there. No captured value in it.

It is made from the finished bundle and from the counts that the scrubbed batches carry; screenshots in it are the
released ones, and what was hidden is shown as boxes on a blank screen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from evaluation.utility import Utility
from redaction.capture.reasons import REASONS
from redaction.kinds.table import KINDS
from redaction.policy import Policy
from redaction.work.files import file_digest, write_whole
from release.bundle.batches import ScrubbedBatch, read_batches
from release.bundle.bundle_format import find_bundle
from release.bundle.bundle_models import Certificate, Signature, Summary, SummedFinding
from release.bundle.manifest import read_manifest
from release.bundle.summary import funnel
from release.pages import page
from release.report.audit_samples import samples
from release.report.charts import bars, funnel_chart, intervals, kind_class
from release.report.coverage import coverage, interval
from release.report.demonstrations_section import demonstrations_section
from release.report.drift_section import drift_section
from release.report.likelihood import band_names, likelihoods
from release.report.sources_section import sources_section
from release.report.verdict import verdict
from release.sign.signoff_file import SignOff, read_signoff
from release.verify.problems import VerifyReport
from validation.files.bundle_files import CERTIFICATE, MANIFEST, SIGNATURE, STATISTICS, SUMMARY, UTILITY
from validation.files.file_models import read_file
from validation.table.expectations import CheckResult
from validation.table.statistics import Statistics, compare

_REMEDY = "verify the bundle, or build it again."


def write_report(
    bundle: Path,
    batches: Sequence[Path],
    checks: Sequence[CheckResult],
    out: Path,
    *,
    verification: VerifyReport | None = None,
    previous: Path | None = None,
    profile: Path | None = None,
    policy: Policy | None = None,
    sample_limit: int = 12,
) -> Path:
    """Write the report of `bundle` to the HTML file `out` and return it.

    `batches` are the scrubbed batches it was built from, `checks` the validation results (those of one name are added
    up), `previous` the bundle of the version before, `profile` a profile file, `policy` says how far the data may have
    moved from either. BundleError if bundle or batches are unreadable.
    """
    bundle = find_bundle(bundle)
    values = _values(bundle, read_batches(batches), checks, verification, previous, sample_limit)
    values["drift"] = drift_section(bundle, previous, profile, policy or Policy())
    write_whole(out, page("release.report", "report.html.j2", script="report.js", **values).encode(), private=False)
    return out


def _values(
    bundle: Path,
    batches: Sequence[ScrubbedBatch],
    checks: Sequence[CheckResult],
    verification: VerifyReport | None,
    previous: Path | None,
    sample_limit: int,
) -> dict[str, Any]:
    manifest = read_manifest(bundle)
    figures = read_file(Statistics, bundle / STATISTICS, _REMEDY)
    summary = read_file(Summary, bundle / SUMMARY, _REMEDY)
    certificate = read_file(Certificate, bundle / CERTIFICATE, _REMEDY) if (bundle / CERTIFICATE).is_file() else None
    signature = read_file(Signature, bundle / SIGNATURE, _REMEDY) if (bundle / SIGNATURE).is_file() else None
    before = read_file(Statistics, previous / STATISTICS, _REMEDY) if previous is not None else None
    added = _added(checks)
    flow = funnel(batches)
    signed = _signed(bundle)
    films = demonstrations_section(batches, certificate)
    useful = read_file(Utility, bundle / UTILITY, _REMEDY) if (bundle / UTILITY).is_file() else None
    return {
        "manifest": manifest,
        "digest": file_digest(bundle / MANIFEST),
        "figures": figures,
        "summary": summary,
        "certificate": certificate,
        "signature": signature,
        "verification": verification,
        "checks": added,
        "verdict": verdict(added, certificate, signature, verification),
        "funnel": flow,
        "funnels": _funnels(flow),
        "refusals": [
            {**refusal.model_dump(), "batch": batch.about.batch} for batch in batches for refusal in batch.refusals
        ],
        "kind_chart": _kind_chart(summary),
        "process_chart": _process_chart(figures),
        "by_application": _matrix(summary.findings, "application"),
        "by_process": _matrix(summary.findings, "process"),
        "detectors": _detectors(summary.findings),
        "combined": _combined(summary.findings),
        "likelihoods": likelihoods(batches),
        "bands": band_names(),
        "demonstrations": films,
        "sources": sources_section(batches),
        "coverage": coverage(
            certificate,
            signed,
            summary.kinds,
            figures.total.screenshots,
            videos=films.videos if films else 0,
            withheld=films.withheld if films else 0,
        ),
        "interval": interval,
        "canary_chart": _canary_chart(certificate),
        "signed": _signed_words(signed),
        "reason_words": _reason_words,
        "kinds": sorted(summary.kinds),
        "colours": {kind_class(spec.kind.value): spec.colour for spec in KINDS},
        "samples": samples(bundle, batches, sample_limit),
        "changes": compare(figures, before),
        "useful": useful,
        "has_previous": before is not None,
        "inputs": [{"domain": batch.domain, **_input(batch)} for batch in batches],
    }


def _input(batch: ScrubbedBatch) -> dict[str, Any]:
    return batch.about.model_dump(
        include={"batch", "environment", "instances", "interactions", "screenshots", "source_digest"}
    )


def _added(checks: Sequence[CheckResult]) -> list[CheckResult]:
    """One result a check over all batches; it passed if it passed everywhere."""
    merged: dict[str, CheckResult] = {}
    for check in checks:
        one = merged.get(check.name)
        merged[check.name] = (
            check
            if one is None
            else CheckResult(
                check.name,
                one.passed and check.passed,
                one.failed_count + check.failed_count,
                one.total + check.total,
                one.detail if not one.passed else check.detail,
            )
        )
    return sorted(merged.values(), key=lambda check: check.passed)


def _funnels(flow: dict[str, int]) -> list[Any]:
    return [
        funnel_chart(
            f"{name} from captured to released: " + ", ".join(f"{label} {flow[key]:,}" for label, key in steps),
            [(label, flow[key]) for label, key in steps],
        )
        for name, steps in (
            ("Recordings", [("Recordings captured", "recordings_in"), ("released", "recordings_accepted")]),
            ("Events", [("Events captured", "events_in"), ("released", "events_accepted")]),
            (
                "Screenshots",
                [
                    ("Screenshots captured", "screenshots_in"),
                    ("through the gates", "screenshots_accepted"),
                    ("released", "screenshots_released"),
                ],
            ),
        )
    ]


_SERIES = {"text": "series-text", "screen": "series-screen", "source": "series-source"}
"""Where something was found, and how its bar looks."""


def _kind_chart(summary: Summary) -> Any:
    rows = sorted(summary.kinds.items(), key=lambda item: (-sum(item[1].values()), item[0]))
    return bars(
        "Identifiers found, by kind, in text, on screens and in company sources",
        [(kind.replace("_", " "), {place: n[place] for place in _SERIES if place in n}) for kind, n in rows],
        _SERIES,
    )


def _process_chart(figures: Statistics) -> Any:
    rows = [
        (name, {"interactions": measures.interactions})
        for entry in figures.domains.values()
        for name, measures in entry.processes.items()
    ]
    return bars("Released interactions by process", rows, {"interactions": "series-text"})


def _matrix(findings: Iterable[SummedFinding], by: str) -> list[dict[str, Any]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for finding in findings:
        if name := getattr(finding, by):  # a table of a company is in no process
            counts[name][finding.kind] += finding.count
    most = max((n for row in counts.values() for n in row.values()), default=1)
    return [
        {
            "name": name,
            "cells": row,
            "total": sum(row.values()),
            # Five steps of shading, so that the numbers stay readable on all of them.
            "shade": {kind: 1 + min(4, int(5 * number / (most + 1))) for kind, number in row.items()},
        }
        for name, row in sorted(counts.items())
    ]


def _combined(findings: Iterable[SummedFinding]) -> list[dict[str, Any]]:
    """Findings of all detectors and domains together, the least certain first."""
    keys = ("application", "process", "kind", "where")
    counts: Counter[tuple[str, ...]] = Counter()
    lowest: dict[tuple[str, ...], float] = {}
    for finding in findings:
        key = tuple(getattr(finding, name) for name in keys)
        counts[key] += finding.count
        lowest[key] = min(lowest.get(key, 1.0), finding.score_min)
    order = sorted(counts, key=lambda key: (lowest[key], key))
    return [{**dict(zip(keys, key, strict=True)), "count": counts[key], "lowest": lowest[key]} for key in order]


def _canary_chart(certificate: Certificate | None) -> Any:
    planted = certificate.canaries if certificate is not None else None
    if planted is None or not planted.enabled:
        return ""
    return intervals(
        "Share of planted canaries that was caught, with the 95% interval, by kind",
        [
            (f"{k.kind.replace('_', ' ')} {'in text' if k.where == 'text' else 'on screens'}", k.share, k.low, k.high)
            for k in planted.kinds
        ],
        planted.floor,
    )


def _signed(bundle: Path) -> SignOff | None:
    """What an auditor has decided about this very bundle when the report is written."""
    signed = read_signoff(bundle)
    return signed if signed is not None and signed.bundle_digest == file_digest(bundle / MANIFEST) else None


def _signed_words(signed: SignOff | None) -> str:
    if signed is None:
        return "Not signed by an auditor when this report was written: nothing is published before that."
    looked = signed.looked or {}
    texts = [str(looked["text"])] if "text" in looked else []
    if "agreement" in looked:
        texts.append(f"Two auditors {looked['agreement']['text']}.")
    return " ".join([f"Signed by {signed.auditor} on {signed.signed_at[:10]}: {signed.decision}.", *texts])


def _reason_words(code: str) -> str:
    """A reason of refusal in words; a code that is not ours as it is."""
    reason = REASONS.get(code)
    return f"{reason.sentence} ({code})" if reason else code


def _detectors(findings: Iterable[SummedFinding]) -> list[dict[str, Any]]:
    counts: Counter[tuple[str, str, str]] = Counter()
    lowest: dict[tuple[str, str, str], float] = {}
    for finding in findings:
        key = (finding.where, finding.detector, finding.kind)
        counts[key] += finding.count
        lowest[key] = min(lowest.get(key, 1.0), finding.score_min)
    return [
        {
            "where": where,
            "detector": detector,
            "kind": kind,
            "count": counts[where, detector, kind],
            "lowest": lowest[key],
        }
        for key in sorted(counts)
        for where, detector, kind in [key]
    ]
