"""The leak check all over again, by whoever has the key: does the certificate tell what is found today?

With the work folder of the build beside the bundle the check is the very same, and so must be the certificate. With the
ledger alone everything it ever resolved is looked for; then only what was read can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from redaction.batch import ledger_path, open_ledger
from redaction.errors import EntrophyError
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.policy import Policy, policy_digest
from redaction.withdrawal.requests import load_forgotten
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.bundle.bundle_format import json_bytes
from release.bundle.bundle_models import Certificate
from release.bundle.certify import Certifier
from release.bundle.distinctive import is_distinctive
from release.bundle.drawn import kept_kinds
from release.bundle.manifest import read_manifest
from release.sign.provenance import Ingested, Link, Statement, links
from release.sign.sbom import without_own_names
from release.verify.problems import LEAK, NOT_AGAIN, VerifyReport
from validation.files.bundle_files import CERTIFICATE, PROVENANCE
from validation.files.file_models import parsed
from validation.leaks.allowed import Allowed
from validation.leaks.leak_report import LeakReport
from validation.leaks.scan import scan_bundle

_POLICY = "Give the policy file of the build: --policy FILE."
_MAKE_ANEW = "Do not hand it on; make it anew from a bundle that verifies."
_BESIDE = "Give the bundle as it lies beside the work folder of its build."
_RESCAN = "Build it again; it cannot be published with a certificate that tells something else."
#: what follows from the content alone, and must be the same whatever was looked for
_READ = ("content_digest", "read", "screens_read")


def add_recomputed(
    report: VerifyReport, key_path: Path, policy: Policy, work: Path, derived: Sequence[Path] = ()
) -> None:
    """Read every byte and screenshot of a verified bundle again, for everybody the maintainer knows of, and so the
    `derived` folders of what was made from it.

    `work` is the work folder of the build, where its batches may lie. Findings and differences become problems; notes
    say what was compared.
    """

    def again() -> None:
        try:
            if not key_path.is_file() or not ledger_path(key_path).is_file():
                report.add(CERTIFICATE, "cannot be recomputed: there is no ledger beside this key", "Give --key.")
                return
            key, ledger = open_ledger(key_path)
            certificate = parsed(Certificate, (report.bundle / CERTIFICATE).read_bytes())
            stores = _stores(report, work, key)
            if stores:
                _same_chain(report, links(stores, key))
            if stores and policy_digest(policy) != certificate.policy_digest:
                # By another policy other surrogates would be ours, and those of the bundle would look like leaks.
                report.add(CERTIFICATE, "cannot be recomputed: the policy is not that of the build", _POLICY)
            elif stores:
                forgotten = load_forgotten(key_path, key)
                certifier = Certifier(stores, ledger, policy, no_progress, forgotten=forgotten)
                _the_same(report, certificate, certifier)
                for folder in derived:
                    _derived(report, certifier, folder)
            else:
                if derived:
                    report.add("--derived", "cannot be searched without the work folder of the build", _BESIDE)
                _by_ledger(report, certificate, ledger, policy)
        except EntrophyError as error:
            report.add(CERTIFICATE, f"cannot be recomputed: {error.message}", error.remedy)

    report.guard(CERTIFICATE, again)


def _same_chain(report: VerifyReport, now: list[Link]) -> None:
    """The keyed digests of the provenance stand for what lies in the work folder."""
    if parsed(Statement, (report.bundle / PROVENANCE).read_bytes()).chain != now:
        report.add(PROVENANCE, "tells of other stages than those in the work folder", _RESCAN)
    else:
        report.notes.append("every stage left in the work folder what the provenance tells")


def _the_same(report: VerifyReport, certificate: Certificate, certifier: Certifier) -> None:
    found = certifier.check(report.bundle)
    _tell(report, found)
    now = _told(parsed(Certificate, json_bytes(certifier.certificate(found))))
    was = _told(certificate)
    # What a reader of another version cannot read is another number; what it finds is a problem in any case.
    aside = {"engines"} if was.get("engines") == now["engines"] else {"engines", "text_on_screens"}
    differs = sorted(k for k in was.keys() | now.keys() if k not in aside and was.get(k) != now.get(k))
    for name in differs:
        report.add(CERTIFICATE, f"tells other figures than a check today: {name}", _RESCAN)
    if was.get("engines") != now["engines"]:
        report.notes.append("the readers of today are of other versions than those of the certificate")
    if not differs:
        report.notes.append("the whole leak check was computed again, and the certificate tells the same figures")


def _derived(report: VerifyReport, certifier: Certifier, folder: Path) -> None:
    found = certifier.derived(folder)
    for leak in found.findings:
        who = leak.entity_id or f"a real-looking {leak.kind}"
        report.add(f"{folder.name}/{leak.where}", f"{who} is there ({leak.how})", _MAKE_ANEW)
    report.checked["scanned derived files"] = report.checked.get("scanned derived files", 0) + found.read["files"]


def _by_ledger(report: VerifyReport, certificate: Certificate, ledger: Ledger, policy: Policy) -> None:
    needles = [
        v for v in ledger.real_values() if policy.text.treatment(v[1]) != "keep" and is_distinctive(*v[1:], False)
    ]
    # Whatever was ever hidden is here, also what only a detector took for a name: last names alone say too little.
    found = scan_bundle(
        report.bundle,
        needles,
        workers=policy.vision.workers,
        alone=frozenset(),
        unread_at_most=policy.release.unread_at_most,
        allowed=Allowed(frozenset(kept_kinds(policy))),
    )
    found = without_own_names(found, report.bundle)
    _tell(report, found)
    was, now = _told(certificate), found.certificate()
    whole = certificate.sample is not None and certificate.sample.bound == 0
    for name in _READ:
        if was.get(name) != now[name] and (whole or name != "read"):
            report.add(CERTIFICATE, f"tells other figures than a check today: {name}", _RESCAN)
    report.notes.append(
        "the leak check was computed again for everybody in the ledger; without the work folder of the build "
        "the figures of what was looked for cannot be compared"
    )


def _told(certificate: Certificate) -> dict[str, Any]:
    """What a certificate says, without what it leaves out."""
    return certificate.model_dump(exclude_unset=True)


def _tell(report: VerifyReport, found: LeakReport) -> None:
    for name, number in found.read.items():
        report.checked[f"scanned {name}"] = number
    report.checked["captured values looked for"] = sum(found.needles.values())
    report.notes[:] = [note for note in report.notes if not note.startswith(NOT_AGAIN)]
    for leak in found.findings:
        who = leak.entity_id or f"a real-looking {leak.kind}"
        report.add(leak.where, f"{who} is there ({leak.how})", LEAK)


def _stores(report: VerifyReport, work: Path, key: Key) -> list[BatchStore]:
    """The batches of the work folder that went into this bundle, if all of them are there."""
    wanted = {entry.source_digest for entry in read_manifest(report.bundle).inputs}
    found: dict[str, BatchStore] = {}
    for about in sorted((work / "batches").glob("*/ingest/batch.json")):
        digest = parsed(Ingested, about.read_bytes()).source_digest
        if digest in wanted:
            found[digest] = BatchStore(work / "batches", about.parent.parent.name, key)
    return [found[digest] for digest in sorted(found)] if found.keys() == wanted else []
