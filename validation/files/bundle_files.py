"""The files of a bundle by their names: those that every bundle has, and which of them speak about the others."""

from __future__ import annotations

MANIFEST, SIGNATURE, SUMS, CERTIFICATE = "manifest.json", "manifest.sig", "SHA256SUMS", "leak_certificate.json"
#: The auditor's decision: beside a bundle that was built, inside one that was published.
SIGNOFF = "signoff.json"
#: What the release key says about itself and the keys before it, and its signature under the provenance.
KEYS, ENVELOPE = "release_keys.json", "provenance.intoto.jsonl"
#: How the content came about (in-toto, SLSA), and what of the machine took part (CycloneDX).
PROVENANCE, SBOM = "provenance.json", "sbom.cdx.json"
#: For people: data card, datasheet, licence, what changed from version to version.
README, DATASHEET, LICENSE, CHANGELOG = "README.md", "DATASHEET.md", "LICENSE", "CHANGELOG.md"
#: How to cite it; older bundles have none.
CITATION = "CITATION.cff"
#: For programs: Croissant, the host's metadata, definitions of the processes, counts of the rows, counts of findings.
CROISSANT, METADATA = "croissant.json", "dataset-metadata.json"
PROCESSES, STATISTICS, SUMMARY = "processes.json", "statistics.json", "redaction_summary.json"
#: JSON Schema of the rows; bundles of before have none, and rows that do not say their domain.
ROW_SCHEMA = "rows.schema.json"
#: What the offline baselines score before and after redaction; bundles of before have none.
UTILITY = "utility.json"
#: How alike instances are, within and between processes; bundles of before have none.
SIMILARITY = "similarity.json"
#: Which demonstration is which instance; bundles without demonstrations have none.
DEMONSTRATIONS = "demonstrations.json"
#: A notebook that loads and shows the data; bundles of before have none.
STARTER = "starter.ipynb"

#: Files that speak about the others; everything else is content. The certificate is bound to the content it read.
SEALS = frozenset({MANIFEST, SIGNATURE, SUMS, CERTIFICATE, SIGNOFF, KEYS, ENVELOPE})
REQUIRED = (
    README,
    DATASHEET,
    LICENSE,
    CHANGELOG,
    CROISSANT,
    METADATA,
    PROCESSES,
    STATISTICS,
    SUMMARY,
    PROVENANCE,
    SBOM,
    CERTIFICATE,
    ENVELOPE,
    KEYS,
    MANIFEST,
    SIGNATURE,
    SUMS,
)
"""What every bundle has besides the three files of each domain."""
