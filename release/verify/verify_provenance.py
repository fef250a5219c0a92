"""Provenance and bill of materials of a bundle: do they tell of this very content, and do the stages form a chain?"""

from __future__ import annotations

from release.bundle.bundle_models import BillOfMaterials, Manifest
from release.bundle.exact import exact_json
from release.sign.envelope import envelope_problem
from release.sign.provenance import Statement, chain_problems, statement
from release.sign.signing import signer_of
from release.verify.problems import VerifyReport
from validation.files.bundle_files import ENVELOPE, MANIFEST, PROVENANCE, SBOM, SEALS, SIGNATURE
from validation.files.file_models import parsed


def check_provenance(report: VerifyReport, manifest: Manifest) -> None:
    """The statement is written again from what the manifest and the files say, and must be the same to the byte."""
    path = report.bundle / PROVENANCE
    if not path.is_file():
        return  # already reported as missing
    data = path.read_bytes()
    stated = parsed(Statement, data)
    report.count("provenance statements")
    chain = stated.chain
    inputs = [entry.source_digest for entry in manifest.inputs]
    for problem in chain_problems(chain, inputs):
        report.add(PROVENANCE, problem)
    report.count("stages", len(chain))
    files = {name: entry.sha256 for name, entry in manifest.files.items() if name not in SEALS}
    code = stated.predicate.build.resolved_dependencies[len(inputs)]
    written = statement(
        files=files,
        version=manifest.version,
        policy_digest=manifest.policy_digest,
        inputs=inputs,
        chain=chain,
        engines=manifest.engines,
        house=code.digest["sha256"],
        entrophy=stated.predicate.run.builder.version["entrophy"],
    )
    if written != data:
        report.add(PROVENANCE, "is not the statement on these files, inputs, policy, engines and version")
    _check_envelope(report, data)


def _check_envelope(report: VerifyReport, statement_bytes: bytes) -> None:
    paths = [report.bundle / name for name in (ENVELOPE, MANIFEST, SIGNATURE)]
    if not all(path.is_file() for path in paths):
        return  # already reported as missing
    sealed, manifest, signature = (path.read_bytes() for path in paths)
    signer = signer_of(manifest, signature)
    if signer is None:
        return  # already reported as wrong
    problem = envelope_problem(sealed, statement_bytes, signer)
    if problem:
        report.add(ENVELOPE, problem)


def check_sbom(report: VerifyReport) -> None:
    """The bill of materials is CycloneDX in the written form, and says nothing but what took part."""
    path = report.bundle / SBOM
    if not path.is_file():
        return  # already reported as missing
    data = path.read_bytes()
    exact_json(data)
    bill = parsed(BillOfMaterials, data)
    if (bill.format, bill.version) != ("CycloneDX", "1.6"):
        report.add(SBOM, "is not CycloneDX 1.6")
    report.count("components", 1 + len(bill.components))
